// AVX-512 with byte and word instructions.
#ifdef __x86_64__
#include <immintrin.h>

#include "eval/network/kernels.h"

namespace komadai::network {
namespace {

constexpr int UNROLL = 4;

inline __m512i add_products_of(__m512i sums, __m512i inputs, __m512i weights) {
  const __m512i pairs = _mm512_maddubs_epi16(inputs, weights);
  return _mm512_add_epi32(sums, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
}

#include "eval/network/avx512_vectors.h"
#include "eval/network/kernel_body.h"

bool is_supported() { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"); }

}  // namespace

extern const Kernels AVX512_KERNELS{"avx512", &is_supported, &update, &forward};

}  // namespace komadai::network
#endif
