// The evaluation until a learned one comes: material, where the pieces stand seen from both
// kings (kept up to date move by move), and what is looked at when asked: hands, reach, pieces
// in trouble, how each king is beset. terms.h says what counts, weights.h what it is worth.
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
  void on_undo() override { --present_; }
  int value(const Position& position) override;
  std::unique_ptr<Evaluation> clone() const override;

 private:
  // A move and the sums after it, as seen from each king; they are made when they are asked for.
  struct Step {
    Tapered seen[2];
    uint8_t from, to;  // NO_SQUARE: a drop
    Piece before, after, captured;
    bool known[2];
  };
  Tapered seen_from(const Position& p, Color king_of) const;
  void bring_up_to_date(const Position& p, Color king_of);

  std::shared_ptr<const Weights> weights_;
  std::vector<Step> steps_;  // one for every move since the reset
  size_t present_ = 0;
};

}  // namespace komadai
