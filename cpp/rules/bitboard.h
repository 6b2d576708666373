// A set of squares as one 128-bit number, bit n for square n.
#pragma once

#include <bit>

#include "rules/types.h"

namespace komadai {

struct alignas(16) Bitboard {
  using Bits = unsigned __int128;
  Bits bits = 0;

  constexpr Bitboard() = default;
  constexpr explicit Bitboard(Bits b) : bits(b) {}
  static constexpr Bitboard of(Square s) { return Bitboard(1) << s; }

  constexpr uint64_t low() const { return uint64_t(bits); }
  constexpr uint64_t high() const { return uint64_t(bits >> 64); }

  constexpr explicit operator bool() const { return (low() | high()) != 0; }
  constexpr bool operator==(const Bitboard&) const = default;
  // Shifts one half: shifting 128 bits by a variable number is slow on some processors.
  constexpr bool has(Square s) const { return (s & 64 ? high() : low()) >> (s & 63) & 1; }
  constexpr int count() const { return std::popcount(low()) + std::popcount(high()); }
  constexpr bool more_than_one() const { return (bits & (bits - 1)) != 0; }

  // The lowest square; the set must not be empty.
  constexpr Square first() const { return low() ? std::countr_zero(low()) : 64 + std::countr_zero(high()); }
  constexpr Square last() const {
    return high() ? 127 - std::countl_zero(high()) : 63 - std::countl_zero(low());
  }
  constexpr Square pop_first() {
    const Square s = first();
    bits &= bits - 1;
    return s;
  }

  constexpr Bitboard operator&(Bitboard o) const { return Bitboard(bits & o.bits); }
  constexpr Bitboard operator|(Bitboard o) const { return Bitboard(bits | o.bits); }
  constexpr Bitboard operator^(Bitboard o) const { return Bitboard(bits ^ o.bits); }
  constexpr Bitboard without(Bitboard o) const { return Bitboard(bits & ~o.bits); }
  constexpr Bitboard& operator&=(Bitboard o) { return bits &= o.bits, *this; }
  constexpr Bitboard& operator|=(Bitboard o) { return bits |= o.bits, *this; }
  constexpr Bitboard& operator^=(Bitboard o) { return bits ^= o.bits, *this; }
#ifdef __EMSCRIPTEN__
  // WebAssembly shifts 64 bits. For a shift of 128 by a variable number the compiler calls a function, which
  // returns its result in memory.
  constexpr Bitboard operator<<(int n) const {
    const uint64_t up = low() << (n & 63), over = low() >> 1 >> (~n & 63);
    return n & 64 ? of_halves(up, 0) : of_halves(high() << (n & 63) | over, up);
  }
  constexpr Bitboard operator>>(int n) const {
    const uint64_t down = high() >> (n & 63), over = high() << 1 << (~n & 63);
    return n & 64 ? of_halves(0, down) : of_halves(down, low() >> (n & 63) | over);
  }

 private:
  static constexpr Bitboard of_halves(uint64_t high, uint64_t low) {
    return Bitboard(Bits(high) << 64 | low);
  }
#else
  constexpr Bitboard operator<<(int n) const { return Bitboard(bits << n); }
  constexpr Bitboard operator>>(int n) const { return Bitboard(bits >> n); }
#endif
};

// A bitboard in a vector register, for long chains of set operations: compilers keep a 128-bit integer in two
// general registers, of which there are few.
typedef uint64_t Pair __attribute__((vector_size(16), may_alias));

inline Pair pair_of(const Bitboard& b) { return *reinterpret_cast<const Pair*>(&b); }
inline Bitboard bitboard_of(Pair p) { return Bitboard(Bitboard::Bits(p[1]) << 64 | p[0]); }

// for (Square s : Each{set})
struct Each {
  Bitboard set;
  struct Iterator {
    Bitboard rest;
    Square operator*() const { return rest.first(); }
    void operator++() { rest.bits &= rest.bits - 1; }
    bool operator!=(const Iterator& o) const { return !(rest == o.rest); }
  };
  Iterator begin() const { return {set}; }
  Iterator end() const { return {Bitboard()}; }
};

constexpr Bitboard BOARD{(Bitboard::Bits(1) << 81) - 1};
constexpr Bitboard FILE_1{0x1ff};

constexpr Bitboard rank_squares(int rank) {
  Bitboard b;
  for (int file = 0; file < 9; ++file) b |= Bitboard::of(make_square(file, rank));
  return b;
}
// The `n` ranks farthest from a side: 3 for its promotion zone, 1 for where a pawn cannot move any more.
constexpr Bitboard far_ranks(Color c, int n) {
  Bitboard b;
  for (int i = 0; i < n; ++i) b |= rank_squares(c == BLACK ? i : 8 - i);
  return b;
}
constexpr Bitboard ZONE[2] = {far_ranks(BLACK, 3), far_ranks(WHITE, 3)};
constexpr Bitboard LAST_RANK[2] = {far_ranks(BLACK, 1), far_ranks(WHITE, 1)};
constexpr Bitboard LAST_TWO_RANKS[2] = {far_ranks(BLACK, 2), far_ranks(WHITE, 2)};

// All squares of the set moved one square forward; those that leave the board are dropped.
template <Color C>
constexpr Bitboard forward(Bitboard b) {
  if constexpr (C == BLACK) return b.without(rank_squares(0)) >> 1;
  return b.without(rank_squares(8)) << 1;
}

// One square towards file 9 and towards file 1.
constexpr Bitboard to_left(Bitboard b) { return (b << 9) & BOARD; }
constexpr Bitboard to_right(Bitboard b) { return b >> 9; }

// All squares of the files without one of these pawns, which are not on their last rank. In each 9-bit file,
// 256 - 2^rank keeps bit 8 only if there is no pawn.
constexpr Bitboard files_without(Bitboard pawns) {
  constexpr Bitboard bottoms = rank_squares(8);
  const Bitboard kept = Bitboard(bottoms.bits - pawns.without(bottoms).bits) & bottoms;
  const Bitboard free = kept.without(pawns);
  return Bitboard(free.bits - (free.bits >> 8)) | free;
}

}  // namespace komadai
