// The squares where a pawn may be dropped.
#pragma once

#include "rules/legality.h"

namespace komadai {

// Among these empty squares: not on a file with an own pawn, not on the last rank, and not to give mate.
template <Color Us>
Bitboard pawn_drops(const Position& p, Bitboard empty) {
  Bitboard to = (empty & files_without(p.movers(Us, PAWN))).without(LAST_RANK[Us]);
  const Square king = p.king(~Us);
  if (king != NO_SQUARE) {
    const Bitboard head = steps(~Us, PAWN, king) & to;
    if (head && is_pawn_drop_mate(p, head.first())) to ^= head;
  }
  return to;
}

}  // namespace komadai
