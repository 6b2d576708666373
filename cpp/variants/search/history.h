// What earlier parts of the search say about moves: histories by piece and square, killers, continuations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "rules/mix64.h"
#include "variants/board.h"

namespace komadai::variants {

class History {
 public:
  static constexpr int LIMIT = 16384;

  explicit History(const Rules& rules)
      : cells_(size_t(rules.cells())),
        moves_(size_t(rules.kinds()) * 2 * cells_),
        quiet_(moves_, 0),
        capture_(moves_, 0),
        counter_(moves_),
        continuation_(CONTINUATIONS, 0) {}

  void clear() {
    std::fill(quiet_.begin(), quiet_.end(), int16_t(0));
    std::fill(capture_.begin(), capture_.end(), int16_t(0));
    std::fill(counter_.begin(), counter_.end(), Move());
    std::fill(continuation_.begin(), continuation_.end(), int16_t(0));
  }

  // The index of a move: the piece as it stands before the move, and the square; drops have their own piece.
  uint32_t index(const Board& b, Move m) const {
    const Piece p = m.is_drop() ? make_piece(m.kind(), b.turn()) : b.at(m.from());
    return uint32_t(size_t(p) * cells_ + m.to());
  }

  int16_t& quiet(uint32_t move) { return quiet_[move]; }
  int16_t& capture(uint32_t move) { return capture_[move]; }
  Move& counter(uint32_t previous) { return counter_[previous]; }
  // A move after another one or two plies earlier; large variants share entries.
  int16_t& continuation(uint32_t previous, uint32_t move) {
    return continuation_[size_t(mix64(uint64_t(previous) << 32 | move) & (CONTINUATIONS - 1))];
  }

  static void update(int16_t& entry, int bonus) {
    bonus = std::clamp(bonus, -LIMIT, LIMIT);
    entry = int16_t(entry + bonus - entry * std::abs(bonus) / LIMIT);
  }

 private:
  static constexpr size_t CONTINUATIONS = size_t(1) << 19;
  size_t cells_, moves_;
  std::vector<int16_t> quiet_, capture_;
  std::vector<Move> counter_;
  std::vector<int16_t> continuation_;
};

}  // namespace komadai::variants
