// Four bitboards in one vector (AVX-512), one for each of four directions. One operation moves a set of
// pieces one square in all four directions.
#pragma once

#include <immintrin.h>

#include "rules/bitboard.h"

namespace komadai {

typedef uint64_t Quad __attribute__((vector_size(32)));

// Whether square numbers increase or decrease in a group of four directions.
enum Sense { UPWARD, DOWNWARD };

typedef uint64_t Lanes __attribute__((vector_size(64)));

inline Quad first_half(Lanes x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3); }
inline Quad second_half(Lanes x) { return __builtin_shufflevector(x, x, 4, 5, 6, 7); }
inline Lanes join(Quad a, Quad b) { return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7); }
inline Lanes lanes(Pair a, Pair b, Pair c, Pair d) {
  const Quad ab = __builtin_shufflevector(a, b, 0, 1, 2, 3);
  const Quad cd = __builtin_shufflevector(c, d, 0, 1, 2, 3);
  return join(ab, cd);
}

// Shifts every lane, a 128-bit number, by its own distance (1 to 63).
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

// The number of bits set in all arguments together.
inline int count_bits(auto... x) {
  const Lanes counts = (Lanes(_mm512_popcnt_epi64(__m512i(x))) + ...);
  const Quad q = first_half(counts) + second_half(counts);
  return int(q[0] + q[1] + q[2] + q[3]);
}

inline Lanes broadcast(Pair a) {
  const Quad twice = __builtin_shufflevector(a, a, 0, 1, 0, 1);
  return join(twice, twice);
}

inline Pair any_of(Lanes x) {
  const Quad q = first_half(x) | second_half(x);
  return __builtin_shufflevector(q, q, 0, 1) | __builtin_shufflevector(q, q, 2, 3);
}

}  // namespace komadai
