#pragma once

#include "rules/legality.h"

namespace komadai {

// Where a pawn may be dropped: not on a file that has one, not where it couldn't move, not to mate.
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
