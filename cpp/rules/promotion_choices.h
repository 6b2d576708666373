// Counts the moves of one piece with its choice to promote.
#pragma once

#include "rules/position.h"

namespace komadai {

// The number of moves of one piece to these squares, with and without promotion.
template <Color Us>
int count_choices(PieceType t, Square from, Bitboard targets) {
  if (!can_promote(t)) return targets.count();
  const int promotions = (ZONE[Us].has(from) ? targets : targets & ZONE[Us]).count();
  if (t == PAWN || t == LANCE) targets = targets.without(LAST_RANK[Us]);
  if (t == KNIGHT) targets = targets.without(LAST_TWO_RANKS[Us]);
  return promotions + targets.count();
}

}  // namespace komadai
