// The interface between the search and an evaluation. The evaluation is notified of every move, so that it
// can update its state incrementally.
#pragma once

#include <memory>

#include "rules/position.h"

namespace komadai {

class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // Sets the position and clears the stack of moves.
  virtual void reset(const Position& position) = 0;
  // A move was made: `after` is the position after it, `captured` the captured piece or NO_PIECE. Called for
  // every move of the search, many of which are never evaluated, so the work should be deferred to `value`.
  virtual void on_move(const Position& after, Move move, Piece captured) = 0;
  // The last move was undone.
  virtual void on_undo() = 0;
  // The value in centipawns (a pawn is about 100) from the side to move's view, from -MAX_VALUE to MAX_VALUE.
  // The side to move must not be in check.
  virtual int value(const Position& position) = 0;
  // An evaluation with the same weights for another thread; call `reset` first.
  virtual std::unique_ptr<Evaluation> clone() const = 0;

  static constexpr int MAX_VALUE = 15000;
};

}  // namespace komadai
