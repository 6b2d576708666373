// The 3×3 squares around a square as nine bits, used as an index into tables.
#pragma once

#include "rules/attacks.h"

namespace komadai {

// Bits in the order of square numbers; bit 4 is the centre.
using Neighbourhood = unsigned;
constexpr int NEIGHBOURHOODS = 512;

struct NeighbourTables {
  uint16_t on_board[SQUARES];  // the neighbours that exist, without the centre
};
constexpr NeighbourTables NEIGHBOUR_TABLES = [] {
  NeighbourTables t{};
  for (Square s = 0; s < SQUARES; ++s)
    for (int file = -1; file <= 1; ++file)
      for (int rank = -1; rank <= 1; ++rank) {
        const int f = file_of(s) + file, r = rank_of(s) + rank;
        if ((file || rank) && f >= 0 && f < 9 && r >= 0 && r < 9)
          t.on_board[s] = uint16_t(t.on_board[s] | 1 << ((file + 1) * 3 + rank + 1));
      }
  return t;
}();

// The neighbours of `s` that are in the set.
inline Neighbourhood neighbours_in(Bitboard set, Square s) {
  const unsigned x = unsigned(((set << 10) >> s).low()) & 0x1c0e07;
  return (x | x >> 6 | x >> 12) & NEIGHBOUR_TABLES.on_board[s];
}

// The squares of these neighbours of `s`, as far as they are on the board.
inline Bitboard neighbour_squares(Neighbourhood ring, Square s) {
  ring &= NEIGHBOUR_TABLES.on_board[s];
  const unsigned spread = (ring & 7) | (ring & 0x38) << 6 | (ring & 0x1c0) << 12;
  return (Bitboard(spread) << s) >> 10;
}

}  // namespace komadai
