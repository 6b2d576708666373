// The builds for generations of processors that a portable wheel and komadai-usi hold.
#pragma once

#include <string_view>

namespace komadai {

// Whether this processor runs a build: "avx512", "avx2" or "baseline" (x86-64-v2; other processors have no
// other build).
inline bool can_run([[maybe_unused]] std::string_view build) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (build == "avx512")
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vnni") &&
           __builtin_cpu_supports("avx512bitalg");
  if (build == "avx2")
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
#else
  return build == "baseline";
#endif
}

}  // namespace komadai
