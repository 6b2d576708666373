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
  // The squares on which a piece from this square, of this type after the move, gives check.
  Bitboard of_move(Square from, PieceType after) const {
    return discoverers_.has(from) ? squares_[after] | BOARD.without(line_beyond(king_, from))
                                  : squares_[after];
  }
  // The squares on which a dropped piece gives check.
  const Bitboard& of_drop(PieceType type) const { return squares_[type]; }

 private:
  Square king_;
  Bitboard discoverers_, squares_[PIECE_TYPES];
};

}  // namespace komadai
