// The squares from which each type of piece gives check.
#pragma once

#include "rules/position.h"

namespace komadai {

// Computed once per node for all moves of the side to move.
class CheckSquares {
 public:
  explicit CheckSquares(const Position& p);
  // Whether this legal move gives check, directly or by discovery.
  bool gives_check(const Position& p, Move m) const;

 private:
  Square king_;
  Bitboard discoverers_, squares_[PIECE_TYPES];
};

}  // namespace komadai
