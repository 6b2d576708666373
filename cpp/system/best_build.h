// The builds for generations of processors that a portable wheel and komadai-usi hold.
#pragma once

namespace komadai {

// The fastest that this processor supports: "avx512", "avx2", "baseline" (x86-64-v2), or "" for none.
inline const char* best_build() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi2") &&
      __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vnni") &&
      __builtin_cpu_supports("avx512bitalg"))
    return "avx512";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
    return "avx2";
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) return "";
#endif
  return "baseline";
}

}  // namespace komadai
