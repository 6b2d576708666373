// The moves of the search since `reset`, with what each changed on the board. Evaluations that update sums
// incrementally keep an entry of their own for each, and compute it only when a position is evaluated.
#pragma once

#include <vector>

#include "rules/position.h"

namespace komadai {

struct StackedMove {
  uint8_t from, to;  // from: NO_SQUARE for a drop
  Piece before, after, captured;
  // Of the piece that went to the hand or was dropped from it: its number among those of its type in that
  // hand, from 1. Only for captures and drops.
  uint8_t hand_number;
  bool is_computed[2];  // the sums of this entry, for each side
};

class MoveStack {
 public:
  MoveStack() : moves_(256) {}

  // The entry of the last move; 0 is the position of the reset.
  size_t top() const { return top_; }
  size_t capacity() const { return moves_.size(); }
  const StackedMove& at(size_t i) const { return moves_[i]; }

  // The sums of entry 0 must be computed then.
  void reset() {
    top_ = 0;
    moves_[0] = {NO_SQUARE, 0, NO_PIECE, NO_PIECE, NO_PIECE, 0, {true, true}};
  }
  // `after` is the position after the move. Returns whether the capacity has grown.
  bool push(const Position& after, Move m, Piece captured) {
    const bool is_full = ++top_ == moves_.size();
    if (is_full) moves_.resize(2 * top_);
    StackedMove& entry = moves_[top_];
    entry.to = uint8_t(to_of(m));
    entry.after = after.at(to_of(m));
    entry.captured = captured;
    entry.is_computed[BLACK] = entry.is_computed[WHITE] = false;
    const Color mover = ~after.turn();
    if (is_drop(m)) {
      entry.from = NO_SQUARE;
      entry.hand_number = uint8_t(after.hand(mover)[dropped_type(m)] + 1);
    } else {
      entry.from = uint8_t(from_of(m));
      entry.before = Piece(entry.after & ~(is_promotion(m) ? PROMOTED : 0));
      if (captured) entry.hand_number = uint8_t(after.hand(mover)[unpromote(type_of(captured))]);
    }
    return is_full;
  }
  void pop() { --top_; }

  // Computes the sums of the last entry for one side: by `update(i)` from the entry before, for each entry
  // since the last that is computed; or, if one of these moves changes all sums (`changes_all(move)`), by
  // `compute(i)` from the position. The entries between are kept, because sibling nodes need them.
  template <class ChangesAll, class Compute, class Update>
  void bring_up_to_date(Color side, ChangesAll changes_all, Compute compute, Update update) {
    size_t last = top_;
    while (!moves_[last].is_computed[side])
      if (changes_all(moves_[last--])) {
        compute(top_);
        moves_[top_].is_computed[side] = true;
        return;
      }
    while (last < top_) {
      update(++last);
      moves_[last].is_computed[side] = true;
    }
  }

 private:
  std::vector<StackedMove> moves_;
  size_t top_ = 0;
};

}  // namespace komadai
