// The 3×3 squares around a square as nine bits, an index into tables.
#pragma once

#include "rules/attacks.h"

namespace komadai {

// File by file from the lowest square on; bit 4 is the square in the middle.
using Ring = unsigned;
constexpr int RINGS = 512;

struct RingTables {
  uint16_t on_board[SQUARES];  // without the middle
};
constexpr RingTables RING_TABLES = [] {
  RingTables t{};
  for (Square s = 0; s < SQUARES; ++s)
    for (int file = -1; file <= 1; ++file)
      for (int rank = -1; rank <= 1; ++rank) {
        const int f = file_of(s) + file, r = rank_of(s) + rank;
        if ((file || rank) && f >= 0 && f < 9 && r >= 0 && r < 9)
          t.on_board[s] = uint16_t(t.on_board[s] | 1 << ((file + 1) * 3 + rank + 1));
      }
  return t;
}();

// Which of the squares around `s` are in the set.
inline Ring ring_at(Bitboard set, Square s) {
  const unsigned x = unsigned(set.bits << 10 >> s) & 0x1c0e07;
  return (x | x >> 6 | x >> 12) & RING_TABLES.on_board[s];
}

// The squares around `s` that are in the ring, as far as the board goes.
inline Bitboard ring_squares(Ring ring, Square s) {
  ring &= RING_TABLES.on_board[s];
  const unsigned spread = (ring & 7) | (ring & 0x38) << 6 | (ring & 0x1c0) << 12;
  return Bitboard(Bitboard::Bits(spread) << s >> 10);
}

}  // namespace komadai
