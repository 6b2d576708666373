// Four bitboards side by side in one vector, one for each of four directions: a piece set moves
// one square in all four at once. GCC's vector extensions make AVX-512, AVX2 or plain code of it,
// as the compile unit's target allows.
#pragma once

#include "rules/bitboard.h"

#if defined(__AVX512VBMI2__) || defined(__AVX512VPOPCNTDQ__)
#include <immintrin.h>
#endif

namespace komadai {
namespace {  // each compile unit has its own: they may be built for different processors

typedef uint64_t Pair __attribute__((vector_size(16), may_alias));
typedef uint64_t Quad __attribute__((vector_size(32)));
typedef uint64_t Lanes __attribute__((vector_size(64)));

inline Pair pair_of(const Bitboard& b) { return *reinterpret_cast<const Pair*>(&b); }
inline Bitboard bitboard_of(Pair p) {
  Bitboard b;
  *reinterpret_cast<Pair*>(&b) = p;
  return b;
}

inline Lanes lanes(Pair a, Pair b, Pair c, Pair d) {
  const Quad ab = __builtin_shufflevector(a, b, 0, 1, 2, 3);
  const Quad cd = __builtin_shufflevector(c, d, 0, 1, 2, 3);
  return __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline Lanes spread(Pair a) { return __builtin_shufflevector(a, a, 0, 1, 0, 1, 0, 1, 0, 1); }

// Which way square numbers run in a group of four directions.
enum Sense { UPWARD, DOWNWARD };

// Every lane as a 128-bit number shifted by its own distance (1 to 63).
template <Sense S>
inline Lanes shifted(Lanes x, Lanes by) {
  const Lanes zero{};
  if constexpr (S == UPWARD) {
    const Lanes carry = __builtin_shufflevector(zero, x, 0, 8, 0, 10, 0, 12, 0, 14);
#ifdef __AVX512VBMI2__
    return Lanes(_mm512_shldv_epi64(__m512i(x), __m512i(carry), __m512i(by)));
#else
    return x << by | carry >> (64 - by);
#endif
  } else {
    const Lanes carry = __builtin_shufflevector(zero, x, 9, 0, 11, 0, 13, 0, 15, 0);
#ifdef __AVX512VBMI2__
    return Lanes(_mm512_shrdv_epi64(__m512i(x), __m512i(carry), __m512i(by)));
#else
    return x >> by | carry << (64 - by);
#endif
  }
}

inline Lanes popcounts(Lanes x) {
#ifdef __AVX512VPOPCNTDQ__
  return Lanes(_mm512_popcnt_epi64(__m512i(x)));
#else
  for (int i = 0; i < 8; ++i) x[i] = uint64_t(std::popcount(x[i]));
  return x;
#endif
}

inline int sum(Lanes x) {
  const Quad q = __builtin_shufflevector(x, x, 0, 1, 2, 3) + __builtin_shufflevector(x, x, 4, 5, 6, 7);
  return int(q[0] + q[1] + q[2] + q[3]);
}

inline Pair any_of(Lanes x) {
  const Quad q = __builtin_shufflevector(x, x, 0, 1, 2, 3) | __builtin_shufflevector(x, x, 4, 5, 6, 7);
  return __builtin_shufflevector(q, q, 0, 1) | __builtin_shufflevector(q, q, 2, 3);
}

}  // namespace
}  // namespace komadai
