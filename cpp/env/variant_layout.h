// Actions and planes of a variant: docs/how-to/research.md describes both.
#pragma once

#include <memory>
#include <vector>

#include "variants/board.h"

namespace komadai::env {

class VariantLayout {
 public:
  explicit VariantLayout(std::shared_ptr<const variants::Rules> rules);

  const std::shared_ptr<const variants::Rules>& rules() const { return rules_; }
  // The number of actions; 0 if moves have no action: on boards above 12x12, and where a move can capture on
  // a square on its way that is not next to its origin.
  int actions() const { return actions_; }
  int planes() const { return planes_; }
  int cells() const { return rules_->squares(); }
  // The action of a move by this side. No two legal moves of a position have the same.
  int action_of(variants::Color c, variants::Move m) const;

  // The position as this side sees it: [rank][file from left to right][plane], one byte for each, 0 or 1.
  void write_planes(const variants::Board& board, variants::Color us, uint8_t* out) const;

 private:
  // The square number as this side sees the board: White's is rotated by 180 degrees.
  int seen_by(variants::Color c, variants::Square cell) const {
    const int number = rules_->number(cell);
    return c == variants::BLACK ? number : rules_->squares() - 1 - number;
  }
  int passed_square(variants::Color c, variants::Move m) const;

  std::shared_ptr<const variants::Rules> rules_;
  std::vector<int> origin_of_drop_;  // by kind
  std::vector<int> hand_planes_;     // by slot: plane n is set if the hand has more than n pieces
  int passed_squares_ = 1;
  int actions_ = 0, planes_ = 0;
};

}  // namespace komadai::env
