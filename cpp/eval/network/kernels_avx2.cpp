// AVX2.
#ifdef __x86_64__
#include <immintrin.h>

#include "eval/network/kernels.h"

namespace komadai::network {
namespace {

using Vector = __m256i;
constexpr int LANES = 16, TILE = 8, CLIP_STEP = 32, UNROLL = 2;

inline Vector load(const int16_t* p) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(p)); }
inline void store(int16_t* p, Vector v) { _mm256_store_si256(reinterpret_cast<__m256i*>(p), v); }
inline Vector add(Vector a, Vector b) { return _mm256_add_epi16(a, b); }
inline Vector sub(Vector a, Vector b) { return _mm256_sub_epi16(a, b); }
inline void clip(uint8_t* out, const int16_t* in) {
  // The packing interleaves the halves of its arguments.
  const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(load(in), load(in + 16)), 0xd8);
  _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm256_max_epi8(bytes, _mm256_setzero_si256()));
}

struct Sums {
  __m256i of[HIDDEN / 8];
  void clear() {
    for (auto& sum : of) sum = _mm256_setzero_si256();
  }
  void add_products(int32_t four, const int8_t* weights) {
    const __m256i inputs = _mm256_set1_epi32(four), ones = _mm256_set1_epi16(1);
    for (int i = 0; i < HIDDEN / 8; ++i) {
      const __m256i w = _mm256_load_si256(reinterpret_cast<const __m256i*>(weights) + i);
      of[i] = _mm256_add_epi32(of[i], _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, w), ones));
    }
  }
  void load(const int32_t* sums) {
    for (int i = 0; i < HIDDEN / 8; ++i)
      of[i] = _mm256_load_si256(reinterpret_cast<const __m256i*>(sums) + i);
  }
  void add(const Sums& other) {
    for (int i = 0; i < HIDDEN / 8; ++i) of[i] = _mm256_add_epi32(of[i], other.of[i]);
  }
  void activate(uint8_t* out) const {
    const auto shifted = [this](int i) { return _mm256_srai_epi32(of[i], WEIGHT_SHIFT); };
    const __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(shifted(0), shifted(1)),
                                             _mm256_packs_epi32(shifted(2), shifted(3)));
    // Each packing interleaves the halves of its arguments.
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m256i positive = _mm256_max_epi8(bytes, _mm256_setzero_si256());
    _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm256_permutevar8x32_epi32(positive, order));
  }
};

#include "eval/network/kernel_body.h"

bool is_supported() { return __builtin_cpu_supports("avx2"); }

}  // namespace

extern const Kernels AVX2_KERNELS{"avx2", &is_supported, &update, &forward};

}  // namespace komadai::network
#endif
