// AVX-512 with VNNI, which adds up products of bytes in one instruction.
#ifdef __x86_64__
#include <immintrin.h>

#include "eval/network/kernels.h"

namespace komadai::network {
namespace {

constexpr int UNROLL = 4;

inline __m512i add_products_of(__m512i sums, __m512i inputs, __m512i weights) {
  return _mm512_dpbusd_epi32(sums, inputs, weights);
}

#include "eval/network/avx512_vectors.h"
#include "eval/network/kernel_body.h"

bool is_supported() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vnni");
}

}  // namespace

extern const Kernels AVX512_VNNI_KERNELS{"avx512-vnni", &is_supported, &update, &forward};

}  // namespace komadai::network
#endif
