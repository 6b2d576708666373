// The vector operations that both AVX-512 kernels share.

using Vector = __m512i;
constexpr int LANES = 32, TILE = 8, CLIP_STEP = 32;

inline Vector load(const int16_t* p) { return _mm512_load_si512(p); }
inline void store(int16_t* p, Vector v) { _mm512_store_si512(p, v); }
inline Vector add(Vector a, Vector b) { return _mm512_add_epi16(a, b); }
inline Vector sub(Vector a, Vector b) { return _mm512_sub_epi16(a, b); }
inline void clip(uint8_t* out, const int16_t* in) {
  const __m512i positive = _mm512_max_epi16(load(in), _mm512_setzero_si512());
  _mm256_store_si256(reinterpret_cast<__m256i*>(out), _mm512_maskz_cvtsepi16_epi8(~0u, positive));
}

struct Sums {
  __m512i of[HIDDEN / 16];
  void clear() {
    for (auto& sum : of) sum = _mm512_setzero_si512();
  }
  void add_products(int32_t four, const int8_t* weights) {
    const __m512i inputs = _mm512_set1_epi32(four);
    for (int i = 0; i < HIDDEN / 16; ++i)
      of[i] = add_products_of(of[i], inputs, _mm512_load_si512(weights + 64 * i));
  }
  void load(const int32_t* sums) {
    for (int i = 0; i < HIDDEN / 16; ++i) of[i] = _mm512_load_si512(sums + 16 * i);
  }
  void add(const Sums& other) {
    for (int i = 0; i < HIDDEN / 16; ++i) of[i] = _mm512_add_epi32(of[i], other.of[i]);
  }
  void activate(uint8_t* out) const {
    // The functions with a mask, because GCC 12 warns of an uninitialised value in those without one.
    constexpr __mmask16 ALL = 0xffff;
    for (int i = 0; i < HIDDEN / 16; ++i) {
      const __m512i shifted = _mm512_maskz_srai_epi32(ALL, of[i], WEIGHT_SHIFT);
      const __m512i positive = _mm512_maskz_max_epi32(ALL, shifted, _mm512_setzero_si512());
      _mm_store_si128(reinterpret_cast<__m128i*>(out) + i, _mm512_maskz_cvtsepi32_epi8(ALL, positive));
    }
  }
};
