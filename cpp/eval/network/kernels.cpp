#include "eval/network/kernels.h"

namespace komadai::network {

#if defined(__x86_64__)
extern const Kernels AVX512_VNNI_KERNELS, AVX512_KERNELS, AVX2_KERNELS, SSE41_KERNELS;
#elif defined(__EMSCRIPTEN__)
extern const Kernels SSE41_KERNELS;
#elif defined(__aarch64__)
extern const Kernels NEON_KERNELS;
#endif
extern const Kernels PORTABLE_KERNELS;

KernelList all_kernels() {
  static constexpr const Kernels* ALL[] = {
#if defined(__x86_64__)
      &AVX512_VNNI_KERNELS, &AVX512_KERNELS, &AVX2_KERNELS, &SSE41_KERNELS,
#elif defined(__EMSCRIPTEN__)
      &SSE41_KERNELS,
#elif defined(__aarch64__)
      &NEON_KERNELS,
#endif
      &PORTABLE_KERNELS,
  };
  return {ALL, sizeof ALL / sizeof *ALL};
}

const Kernels& best_kernels() {
  static const Kernels* const best = [] {
    const KernelList all = all_kernels();
    size_t i = 0;
    while (!all.at[i]->is_supported()) ++i;
    return all.at[i];
  }();
  return *best;
}

}  // namespace komadai::network
