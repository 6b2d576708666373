// The evaluation until a learned one comes: material, where the pieces stand seen from both
// kings (kept up to date move by move), and how each king is beset (looked at when asked).
#pragma once

#include <vector>

#include "eval/evaluation.h"

namespace komadai {

class HandmadeEvaluation final : public Evaluation {
 public:
  HandmadeEvaluation();
  void reset(const Position& position) override;
  void moved(const Position& after, Move move, Piece captured) override;
  void taken_back() override;
  int value(const Position& position) const override;

 private:
  // Sums from Black's view: material, and piece-square values as seen from each king.
  struct Sums {
    int material;
    int around[2];
  };
  void add(Sums& sums, const Position& p, Piece piece, Square s, int sign) const;
  int around(const Position& p, Color king_of) const;

  std::vector<Sums> sums_;  // one for every move since the reset, the present last
};

}  // namespace komadai
