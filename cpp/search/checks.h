// Checks: from which squares, by which moves. Whether they mate is what cpp/mate finds out.
#pragma once

#include "search/generate.h"

namespace komadai {

// From where the side to move gives check, found once for all moves of a node.
class CheckSquares {
 public:
  explicit CheckSquares(const Position& p);
  // Whether this legal move gives check, directly or by uncovering a piece behind it.
  bool given_by(const Position& p, Move m) const;
  // Where a piece of this type gives check.
  Bitboard of(PieceType t) const { return squares_[t]; }
  // The squares of a line on which the piece at `from` hides a check: leaving it gives one.
  Bitboard hidden_line(Square from) const { return uncovering_.has(from) ? line_beyond(king_, from) : BOARD; }

 private:
  Square king_;
  Bitboard uncovering_, squares_[PIECE_TYPES];
};

// All legal moves that give check (without the pointless ones). Works in check, too.
Move* generate_checks(const Position& position, const Guard& guard, Move* out);

}  // namespace komadai
