// What the search asks of an evaluation: to follow the moves played, and a number when it wants
// one. A learned evaluation takes this place without the search changing.
#pragma once

#include <memory>

#include "rules/position.h"

namespace komadai {

class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // Begins anew at this position.
  virtual void reset(const Position& position) = 0;
  // A move was played; `after` is the position it led to, `captured` what it took. Called for every
  // move of a search, so it only notes what `value` will need.
  virtual void on_move(const Position& after, Move move, Piece captured) = 0;
  // The last move was taken back.
  virtual void on_undo() = 0;
  // Centipawns (a pawn is about 100) from the side to move's view, between -MAX_VALUE and
  // MAX_VALUE. The side to move is not in check.
  virtual int value(const Position& position) = 0;
  // One of the same weights for another thread; it begins with `reset`.
  virtual std::unique_ptr<Evaluation> clone() const = 0;

  static constexpr int MAX_VALUE = 15000;
};

}  // namespace komadai
