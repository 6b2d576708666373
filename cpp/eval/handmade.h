// The handmade evaluation: material and the placement of pieces relative to both kings, which are updated
// incrementally; and hands, mobility, hanging and pinned pieces and king danger, which are computed for each
// position. terms.h defines the terms, weights.h their weights.
#pragma once

#include <memory>
#include <vector>

#include "eval/evaluation.h"
#include "eval/weights.h"

namespace komadai {

class HandmadeEvaluation final : public Evaluation {
 public:
  explicit HandmadeEvaluation(std::shared_ptr<const Weights> weights = built_in_weights());
  void reset(const Position& position) override;
  void on_move(const Position& after, Move move, Piece captured) override;
  void on_undo() override { --current_; }
  int value(const Position& position) override;
  std::unique_ptr<Evaluation> clone() const override;

 private:
  // A move and the sums of the king-relative terms after it, for each king. The sums are computed when
  // needed.
  struct AccumulatorEntry {
    Tapered sums[2];
    uint8_t from, to;  // NO_SQUARE: a drop
    Piece before, after, captured;
    bool is_computed[2];
  };
  Tapered compute_sum(const Position& p, Color king_of) const;
  void refresh(const Position& p, Color king_of);

  std::shared_ptr<const Weights> weights_;
  std::vector<AccumulatorEntry> accumulator_;  // the position of the reset, then one entry per move
  size_t current_ = 0;
};

}  // namespace komadai
