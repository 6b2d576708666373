// What the moves of this search have been worth so far: statistics that order the next ones.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "rules/position.h"

namespace komadai {

// A moving average that forgets: it never leaves -LIMIT..LIMIT.
class Tally {
 public:
  static constexpr int LIMIT = 8192;
  operator int() const { return value_; }
  void learn(int bonus) {
    bonus = std::clamp(bonus, -LIMIT, LIMIT);
    value_ = int16_t(value_ + bonus - value_ * std::abs(bonus) / LIMIT);
  }

 private:
  int16_t value_ = 0;
};

// One row: by the piece that moves (or is dropped) and where to.
struct PieceTo {
  Tally at[32][SQUARES];
};

class History {
 public:
  History() : tables_(std::make_unique<Tables>()) {}
  void clear() { *tables_ = Tables{}; }

  // By side, square left (or 81 + type for a drop) and square reached.
  Tally& quiet(Color c, Move m) { return tables_->quiet[c][from_of(m)][to_of(m)]; }
  Tally& capture(Piece mover, Square to, PieceType taken) { return tables_->capture[mover][to][taken]; }
  // What answers this move well.
  PieceTo& after(Piece mover, Square to) { return tables_->after[mover][to]; }
  Move& counter(Piece mover, Square to) { return tables_->counter[mover][to]; }

 private:
  struct Tables {
    Tally quiet[2][SQUARES + GOLD + 1][SQUARES];
    Tally capture[32][SQUARES][PIECE_TYPES];
    Move counter[32][SQUARES] = {};
    PieceTo after[32][SQUARES];
  };
  std::unique_ptr<Tables> tables_;
};

// The piece as it stands before the move; a dropped one as what it is.
inline Piece mover(const Position& p, Move m) {
  return is_drop(m) ? make_piece(p.turn(), dropped_type(m)) : p.at(from_of(m));
}

}  // namespace komadai
