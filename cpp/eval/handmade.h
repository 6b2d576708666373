// The handmade evaluation: material and the placement of pieces relative to both kings, which are updated
// incrementally; and hands, mobility, hanging and pinned pieces and king danger, which are computed for each
// position. terms.h defines the terms, weights.h their weights.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "eval/evaluation.h"
#include "eval/move_stack.h"
#include "eval/weights.h"

namespace komadai {

class HandmadeEvaluation final : public Evaluation {
 public:
  explicit HandmadeEvaluation(std::shared_ptr<const Weights> weights = built_in_weights());
  void reset(const Position& position) override;
  void on_move(const Position& after, Move move, Piece captured) override;
  void on_undo() override { moves_.pop(); }
  int value(const Position& position) override;
  std::unique_ptr<Evaluation> clone() const override;

 private:
  Tapered compute_sum(const Position& p, Color king_of) const;
  void refresh(const Position& p, Color king_of);

  std::shared_ptr<const Weights> weights_;
  MoveStack moves_;
  std::vector<std::array<Tapered, 2>> sums_;  // of the king-relative terms, by entry of the stack and king
};

}  // namespace komadai
