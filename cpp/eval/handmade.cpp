#include "eval/handmade.h"

#include <algorithm>

namespace komadai {
namespace {

constexpr Piece turned(Piece p) { return p ^ 16; }

// Adds up what the terms of a position are worth, Black's less White's.
struct Worth {
  const Weights& weights;
  Tapered sums[2] = {};
  int dangers[2] = {0, 0};

  void plain(Color c, int term, int count) { sums[c] += weights.plain[term] * count; }
  void hand(Color c, PieceType t, int count) {
    const auto& in_hand = weights.in_hand[t][count];
    sums[c] += in_hand.worth;
    dangers[~c] += in_hand.theirs;
    dangers[c] += in_hand.ours;
  }
  void danger(Color king_of, int term, int count) { dangers[king_of] += weights.danger[term] * count; }
  void near(Color king_of, int set, Ring squares) { dangers[king_of] += weights.near[king_of][set][squares]; }

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
  steps_.resize(256);
}

std::unique_ptr<Evaluation> HandmadeEvaluation::clone() const {
  return std::make_unique<HandmadeEvaluation>(weights_);
}

Tapered HandmadeEvaluation::seen_from(const Position& p, Color c) const {
  const auto& view = weights_->seen[terms::view_square(p, c)];
  Tapered sum;
  for (Square s : Each{p.occupied()})
    sum += c == BLACK ? view[p.at(s)][s] : view[turned(p.at(s))][terms::turned(s)];
  return sum;
}

void HandmadeEvaluation::reset(const Position& p) {
  present_ = 0;
  steps_[0] = {
      {seen_from(p, BLACK), seen_from(p, WHITE)}, NO_SQUARE, 0, NO_PIECE, NO_PIECE, NO_PIECE, {true, true}};
}

void HandmadeEvaluation::on_move(const Position& after, Move m, Piece captured) {
  if (++present_ == steps_.size()) steps_.resize(2 * present_);
  Step& step = steps_[present_];
  step.to = uint8_t(to_of(m));
  step.after = after.at(to_of(m));
  step.captured = captured;
  step.known[BLACK] = step.known[WHITE] = false;
  if (is_drop(m)) {
    step.from = NO_SQUARE;
  } else {
    step.from = uint8_t(from_of(m));
    step.before = Piece(step.after & ~(is_promotion(m) ? PROMOTED : 0));
  }
}

// From the last step that is known: each move since then changes a few numbers of the view, unless its king
// has moved. What is found on the way is kept for the brothers to come.
void HandmadeEvaluation::bring_up_to_date(const Position& p, Color c) {
  const Piece king = make_piece(c, KING);
  size_t last = present_;
  while (!steps_[last].known[c])
    if (steps_[last--].after == king) {
      steps_[present_].seen[c] = seen_from(p, c);
      steps_[present_].known[c] = true;
      return;
    }
  const auto& view = weights_->seen[terms::view_square(p, c)];
  const auto worth = [&](Piece piece, Square s) -> Tapered {
    return c == BLACK ? view[piece][s] : view[turned(piece)][terms::turned(s)];
  };
  Tapered sum = steps_[last].seen[c];
  while (last < present_) {
    Step& step = steps_[++last];
    if (step.captured) sum -= worth(step.captured, step.to);
    if (step.from != NO_SQUARE) sum -= worth(step.before, step.from);
    sum += worth(step.after, step.to);
    step.seen[c] = sum;
    step.known[c] = true;
  }
}

int HandmadeEvaluation::value(const Position& p) {
  for (Color c : {BLACK, WHITE})
    if (!steps_[present_].known[c]) bring_up_to_date(p, c);
  const Step& now = steps_[present_];
  Worth worth{*weights_};
  terms::count_rest(p, worth);
  Tapered sum = now.seen[BLACK];
  sum += worth.sums[BLACK];
  sum -= now.seen[WHITE];
  sum -= worth.sums[WHITE];
  constexpr int whole = 64;
  const int progress = terms::progress(p);
  const int black = (sum.opening() * (whole - progress) + sum.endgame() * progress) / whole +
                    worth.curve(WHITE) - worth.curve(BLACK);
  return std::clamp((p.turn() == BLACK ? black : -black) / GRAIN, -MAX_VALUE, MAX_VALUE);
}

}  // namespace komadai
