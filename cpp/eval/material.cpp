#include "eval/material.h"

#include <algorithm>

#include "eval/values.h"

namespace komadai {

void MaterialEvaluation::reset(const Position& p) {
  int sum = 0;
  for (Square s : Each{p.occupied()}) {
    const int worth = VALUE[type_of(p.at(s))];
    sum += color_of(p.at(s)) == BLACK ? worth : -worth;
  }
  for (int t = PAWN; t <= GOLD; ++t)
    sum += HAND_VALUE[t] * (p.hand(BLACK)[PieceType(t)] - p.hand(WHITE)[PieceType(t)]);
  black_.assign(1, sum);
}

void MaterialEvaluation::on_move(const Position& after, Move m, Piece captured) {
  const PieceType t = type_of(after.at(to_of(m)));
  int gain = captured ? capture_value(type_of(captured)) : 0;
  if (is_drop(m)) gain += VALUE[t] - HAND_VALUE[t];
  if (is_promotion(m)) gain += promotion_value(unpromote(t));
  black_.push_back(black_.back() + (after.turn() == WHITE ? gain : -gain));
}

int MaterialEvaluation::value(const Position& p) {
  const int worth = p.turn() == BLACK ? black_.back() : -black_.back();
  return std::clamp(worth, -MAX_VALUE, MAX_VALUE);
}

}  // namespace komadai
