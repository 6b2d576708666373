#include "eval/handmade.h"

#include <algorithm>

namespace komadai {
namespace {

constexpr Piece with_other_color(Piece p) { return p ^ 16; }

// A sink for the terms of a position that adds up their weights.
struct TermSum {
  const Weights& weights;
  Tapered sums[2] = {};
  int dangers[2] = {0, 0};

  void plain(Color c, int term, int count) { sums[c] += weights.plain[term] * count; }
  void hand(Color c, PieceType t, int count) {
    const auto& in_hand = weights.in_hand[t][count];
    sums[c] += in_hand.plain;
    dangers[~c] += in_hand.danger_to_theirs;
    dangers[c] += in_hand.danger_to_ours;
  }
  void danger(Color king_of, int term, int count) { dangers[king_of] += weights.danger[term] * count; }
  void near(Color king_of, int set, Neighbourhood squares) {
    dangers[king_of] += weights.near[king_of][set][squares];
  }

  int curve(Color king_of) const {
    using namespace terms;
    const int d = std::clamp(dangers[king_of], 0, CURVE_STEP * (CURVE_POINTS - 1) - 1);
    const int low = weights.curve[d / CURVE_STEP], high = weights.curve[d / CURVE_STEP + 1];
    return low + (high - low) * (d % CURVE_STEP) / CURVE_STEP;
  }
};

}  // namespace

HandmadeEvaluation::HandmadeEvaluation(std::shared_ptr<const Weights> weights)
    : weights_(std::move(weights)) {
  accumulator_.resize(256);
}

std::unique_ptr<Evaluation> HandmadeEvaluation::clone() const {
  return std::make_unique<HandmadeEvaluation>(weights_);
}

Tapered HandmadeEvaluation::compute_sum(const Position& p, Color c) const {
  const auto& view = weights_->king_piece[terms::view_square(p, c)];
  Tapered sum;
  for (Square s : Each{p.occupied()})
    sum += c == BLACK ? view[p.at(s)][s] : view[with_other_color(p.at(s))][terms::turned(s)];
  return sum;
}

void HandmadeEvaluation::reset(const Position& p) {
  current_ = 0;
  accumulator_[0] = {{compute_sum(p, BLACK), compute_sum(p, WHITE)},
                     NO_SQUARE,
                     0,
                     NO_PIECE,
                     NO_PIECE,
                     NO_PIECE,
                     {true, true}};
}

void HandmadeEvaluation::on_move(const Position& after, Move m, Piece captured) {
  if (++current_ == accumulator_.size()) accumulator_.resize(2 * current_);
  AccumulatorEntry& entry = accumulator_[current_];
  entry.to = uint8_t(to_of(m));
  entry.after = after.at(to_of(m));
  entry.captured = captured;
  entry.is_computed[BLACK] = entry.is_computed[WHITE] = false;
  if (is_drop(m)) {
    entry.from = NO_SQUARE;
  } else {
    entry.from = uint8_t(from_of(m));
    entry.before = Piece(entry.after & ~(is_promotion(m) ? PROMOTED : 0));
  }
}

// Computes the sum for one king from the last entry that has one. A move changes a few terms; but a move of
// this king changes all, and then the sum is computed from the position. The sums of the entries in between
// are kept, because sibling nodes need them.
void HandmadeEvaluation::refresh(const Position& p, Color c) {
  const Piece king = make_piece(c, KING);
  size_t last = current_;
  while (!accumulator_[last].is_computed[c])
    if (accumulator_[last--].after == king) {
      accumulator_[current_].sums[c] = compute_sum(p, c);
      accumulator_[current_].is_computed[c] = true;
      return;
    }
  const auto& view = weights_->king_piece[terms::view_square(p, c)];
  const auto weight = [&](Piece piece, Square s) -> Tapered {
    return c == BLACK ? view[piece][s] : view[with_other_color(piece)][terms::turned(s)];
  };
  Tapered sum = accumulator_[last].sums[c];
  while (last < current_) {
    AccumulatorEntry& entry = accumulator_[++last];
    if (entry.captured) sum -= weight(entry.captured, entry.to);
    if (entry.from != NO_SQUARE) sum -= weight(entry.before, entry.from);
    sum += weight(entry.after, entry.to);
    entry.sums[c] = sum;
    entry.is_computed[c] = true;
  }
}

int HandmadeEvaluation::value(const Position& p) {
  for (Color c : {BLACK, WHITE})
    if (!accumulator_[current_].is_computed[c]) refresh(p, c);
  const AccumulatorEntry& now = accumulator_[current_];
  TermSum term_sum{*weights_};
  terms::count_rest(p, term_sum);
  Tapered sum = now.sums[BLACK];
  sum += term_sum.sums[BLACK];
  sum -= now.sums[WHITE];
  sum -= term_sum.sums[WHITE];
  constexpr int MAX_PROGRESS = 64;
  const int progress = terms::progress(p);
  const int black = (sum.opening() * (MAX_PROGRESS - progress) + sum.endgame() * progress) / MAX_PROGRESS +
                    term_sum.curve(WHITE) - term_sum.curve(BLACK);
  return std::clamp((p.turn() == BLACK ? black : -black) / GRAIN, -MAX_VALUE, MAX_VALUE);
}

}  // namespace komadai
