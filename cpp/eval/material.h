// Material only: the fastest evaluation. Used to compare searches and to measure the effect of the other
// terms.
#pragma once

#include <vector>

#include "eval/evaluation.h"

namespace komadai {

class MaterialEvaluation final : public Evaluation {
 public:
  void reset(const Position& position) override;
  void on_move(const Position& after, Move move, Piece captured) override;
  void on_undo() override { black_.pop_back(); }
  int value(const Position& position) override;
  std::unique_ptr<Evaluation> clone() const override { return std::make_unique<MaterialEvaluation>(); }

 private:
  std::vector<int> black_;  // Black's material minus White's, after each move
};

}  // namespace komadai
