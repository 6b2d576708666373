// Checks: from which squares, by which moves. Whether they mate is what cpp/mate finds out.
#pragma once

#include "search/staged_movegen.h"

namespace komadai {

// From where the side to move gives check, found once for all moves of a node.
class CheckSquares {
 public:
  explicit CheckSquares(const Position& p);
  // Whether this legal move gives check, directly or by uncovering a piece behind it.
  bool given_by(const Position& p, Move m) const;

 private:
  Square king_;
  Bitboard uncovering_, squares_[PIECE_TYPES];
};

// All legal moves that give check, without the pointless ones. The side to move must not be in check.
Move* generate_checks(const Position& position, const Guard& guard, Move* out);

}  // namespace komadai
