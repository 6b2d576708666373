// Four bitboards side by side, one for each of four directions: a set of pieces moves one square
// in all four at once. One vector with AVX-512; else two halves, which AVX2 handles as well.
#pragma once

#include <utility>

#include "rules/bitboard.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace komadai {

typedef uint64_t Pair __attribute__((vector_size(16), may_alias));
typedef uint64_t Quad __attribute__((vector_size(32)));

inline Pair pair_of(const Bitboard& b) { return *reinterpret_cast<const Pair*>(&b); }
inline Bitboard bitboard_of(Pair p) { return Bitboard(Bitboard::Bits(p[1]) << 64 | p[0]); }

// Which way square numbers run in a group of four directions.
enum Sense { UPWARD, DOWNWARD };

#if defined(__AVX512VBMI2__) && defined(__AVX512VPOPCNTDQ__)

typedef uint64_t Lanes __attribute__((vector_size(64)));

inline Quad first_half(Lanes x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3); }
inline Quad second_half(Lanes x) { return __builtin_shufflevector(x, x, 4, 5, 6, 7); }
constexpr Lanes join(Quad a, Quad b) { return Lanes{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]}; }
inline Lanes lanes(Pair a, Pair b, Pair c, Pair d) {
  const Quad ab = __builtin_shufflevector(a, b, 0, 1, 2, 3);
  const Quad cd = __builtin_shufflevector(c, d, 0, 1, 2, 3);
  return __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Every lane as a 128-bit number shifted by its own distance (1 to 63).
template <Sense S>
inline Lanes shifted(Lanes x, Lanes by) {
  const Lanes zero{};
  if constexpr (S == UPWARD) {
    const Lanes carry = __builtin_shufflevector(zero, x, 0, 8, 0, 10, 0, 12, 0, 14);
    return Lanes(_mm512_shldv_epi64(__m512i(x), __m512i(carry), __m512i(by)));
  } else {
    const Lanes carry = __builtin_shufflevector(zero, x, 9, 0, 11, 0, 13, 0, 15, 0);
    return Lanes(_mm512_shrdv_epi64(__m512i(x), __m512i(carry), __m512i(by)));
  }
}

// All bits set in all of these.
inline int count_bits(auto... x) {
  const Lanes counts = (Lanes(_mm512_popcnt_epi64(__m512i(x))) + ...);
  const Quad q = first_half(counts) + second_half(counts);
  return int(q[0] + q[1] + q[2] + q[3]);
}

#else

struct Lanes {
  Quad a, b;
  Lanes operator&(Lanes o) const { return {a & o.a, b & o.b}; }
  Lanes operator|(Lanes o) const { return {a | o.a, b | o.b}; }
  Lanes operator~() const { return {~a, ~b}; }
  Lanes& operator&=(Lanes o) { return *this = *this & o; }
  Lanes& operator|=(Lanes o) { return *this = *this | o; }
};
constexpr Lanes operator*(uint64_t n, Lanes x) { return {n * x.a, n * x.b}; }

inline Quad first_half(Lanes x) { return x.a; }
inline Quad second_half(Lanes x) { return x.b; }
constexpr Lanes join(Quad a, Quad b) { return {a, b}; }
inline Lanes lanes(Pair a, Pair b, Pair c, Pair d) {
  return {__builtin_shufflevector(a, b, 0, 1, 2, 3), __builtin_shufflevector(c, d, 0, 1, 2, 3)};
}

template <Sense S>
inline Quad shifted(Quad x, Quad by) {
  const Quad zero{};
  if constexpr (S == UPWARD)
    return x << by | __builtin_shufflevector(zero, x, 0, 4, 0, 6) >> (64 - by);
  else
    return x >> by | __builtin_shufflevector(zero, x, 5, 0, 7, 0) << (64 - by);
}
template <Sense S>
inline Lanes shifted(Lanes x, Lanes by) {
  return {shifted<S>(x.a, by.a), shifted<S>(x.b, by.b)};
}

#ifdef __AVX2__
// Bits set in each byte, by looking up its two halves.
inline __m256i byte_counts(Quad x) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2,
                                         3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_set1_epi8(15);
  return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(__m256i(x), low)),
                         _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi64(__m256i(x), 4), low)));
}
inline __m256i operator+(__m256i a, Lanes x) {
  return _mm256_add_epi8(a, _mm256_add_epi8(byte_counts(x.a), byte_counts(x.b)));
}
inline int count_bits(auto... x) {
  const Quad q = Quad(_mm256_sad_epu8((_mm256_setzero_si256() + ... + x), _mm256_setzero_si256()));
  return int(q[0] + q[1] + q[2] + q[3]);
}
#else
inline int count_of(Lanes x) {
  int n = 0;
  for (int i = 0; i < 4; ++i) n += std::popcount(x.a[i]) + std::popcount(x.b[i]);
  return n;
}
inline int count_bits(auto... x) { return (count_of(x) + ...); }
#endif

#endif

inline Lanes spread(Pair a) {
  const Quad twice = __builtin_shufflevector(a, a, 0, 1, 0, 1);
  return join(twice, twice);
}

inline Pair any_of(Lanes x) {
  const Quad q = first_half(x) | second_half(x);
  return __builtin_shufflevector(q, q, 0, 1) | __builtin_shufflevector(q, q, 2, 3);
}

}  // namespace komadai
