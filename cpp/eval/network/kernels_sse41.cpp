// SSE4.1, which every processor of x86-64-v2 has; Emscripten writes it as the vectors of WebAssembly.
#if defined(__x86_64__) || defined(__EMSCRIPTEN__)
#include <immintrin.h>

#include "eval/network/kernels.h"

namespace komadai::network {
namespace {

using Vector = __m128i;
constexpr int LANES = 8, TILE = 8, CLIP_STEP = 16, UNROLL = 1;

inline Vector load(const int16_t* p) { return _mm_load_si128(reinterpret_cast<const __m128i*>(p)); }
inline void store(int16_t* p, Vector v) { _mm_store_si128(reinterpret_cast<__m128i*>(p), v); }
inline Vector add(Vector a, Vector b) { return _mm_add_epi16(a, b); }
inline Vector sub(Vector a, Vector b) { return _mm_sub_epi16(a, b); }
inline void clip(uint8_t* out, const int16_t* in) {
  const __m128i bytes = _mm_packs_epi16(load(in), load(in + 8));
  _mm_store_si128(reinterpret_cast<__m128i*>(out), _mm_max_epi8(bytes, _mm_setzero_si128()));
}

struct Sums {
  __m128i of[HIDDEN / 4];
  void clear() {
    for (auto& sum : of) sum = _mm_setzero_si128();
  }
  void add_products(int32_t four, const int8_t* weights) {
    const __m128i inputs = _mm_set1_epi32(four), ones = _mm_set1_epi16(1);
    for (int i = 0; i < HIDDEN / 4; ++i) {
      const __m128i w = _mm_load_si128(reinterpret_cast<const __m128i*>(weights) + i);
      of[i] = _mm_add_epi32(of[i], _mm_madd_epi16(_mm_maddubs_epi16(inputs, w), ones));
    }
  }
  void load(const int32_t* sums) {
    for (int i = 0; i < HIDDEN / 4; ++i) of[i] = _mm_load_si128(reinterpret_cast<const __m128i*>(sums) + i);
  }
  void add(const Sums& other) {
    for (int i = 0; i < HIDDEN / 4; ++i) of[i] = _mm_add_epi32(of[i], other.of[i]);
  }
  void activate(uint8_t* out) const {
    const auto words = [this](int i) {
      return _mm_packs_epi32(_mm_srai_epi32(of[i], WEIGHT_SHIFT), _mm_srai_epi32(of[i + 1], WEIGHT_SHIFT));
    };
    for (int i = 0; i < HIDDEN / 16; ++i) {
      const __m128i bytes = _mm_packs_epi16(words(4 * i), words(4 * i + 2));
      _mm_store_si128(reinterpret_cast<__m128i*>(out) + i, _mm_max_epi8(bytes, _mm_setzero_si128()));
    }
  }
};

#include "eval/network/kernel_body.h"

#ifdef __EMSCRIPTEN__
bool is_supported() { return true; }
#else
bool is_supported() { return __builtin_cpu_supports("sse4.1"); }
#endif

}  // namespace

extern const Kernels SSE41_KERNELS{"sse4.1", &is_supported, &update, &forward};

}  // namespace komadai::network
#endif
