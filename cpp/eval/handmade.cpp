#include "eval/handmade.h"

#include <algorithm>

namespace komadai {
namespace {

constexpr Piece turned(Piece p) { return p ^ 16; }

// Adds up what the terms of a position are worth, Black's less White's.
struct Worth {
  static constexpr bool EVERY_ONE = false;  // hands are looked up, not counted
  const Weights& weights;
  int opening[2] = {0, 0}, endgame[2] = {0, 0};
  int dangers[2] = {0, 0};

  void plain(Color c, int term, int count) {
    opening[c] += weights.plain[term].opening * count;
    endgame[c] += weights.plain[term].endgame * count;
  }
  void hand(Color c, PieceType t, int count) {
    opening[c] += weights.in_hand[t][count].opening;
    endgame[c] += weights.in_hand[t][count].endgame;
  }
  void danger(Color king_of, int term, int count) { dangers[king_of] += weights.danger[term] * count; }

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

std::unique_ptr<Evaluation> HandmadeEvaluation::another() const {
  return std::make_unique<HandmadeEvaluation>(weights_);
}

HandmadeEvaluation::Sum HandmadeEvaluation::seen_from(const Position& p, Color c) const {
  const auto& view = weights_->seen[terms::view_square(p, c)];
  Sum sum;
  for (Square s : Each{p.occupied()}) {
    const Weight& w = c == BLACK ? view[p.at(s)][s] : view[turned(p.at(s))][terms::turned(s)];
    sum.opening += w.opening;
    sum.endgame += w.endgame;
  }
  return sum;
}

void HandmadeEvaluation::reset(const Position& p) {
  present_ = 0;
  steps_[0] = {{seen_from(p, BLACK), seen_from(p, WHITE)}, NO_SQUARE, 0, NO_PIECE, NO_PIECE, NO_PIECE, true};
}

void HandmadeEvaluation::moved(const Position& after, Move m, Piece captured) {
  if (++present_ == steps_.size()) steps_.resize(2 * present_);
  Step& step = steps_[present_];
  step.to = uint8_t(to_of(m));
  step.after = after.at(to_of(m));
  step.captured = captured;
  step.known = false;
  if (is_drop(m)) {
    step.from = NO_SQUARE;
  } else {
    step.from = uint8_t(from_of(m));
    step.before = Piece(step.after & ~(is_promotion(m) ? PROMOTED : 0));
  }
}

// From the last step that is known: the moves since then change a few numbers in each view,
// unless that view's king has moved.
void HandmadeEvaluation::bring_up_to_date(const Position& p) {
  size_t first = present_;
  bool king_moved[2] = {false, false};
  while (!steps_[first].known) {
    const Piece piece = steps_[first--].after;
    if (type_of(piece) == KING) king_moved[color_of(piece)] = true;
  }
  Step& now = steps_[present_];
  for (Color c : {BLACK, WHITE}) {
    if (king_moved[c]) {
      now.seen[c] = seen_from(p, c);
      continue;
    }
    Sum sum = steps_[first].seen[c];
    const auto& view = weights_->seen[terms::view_square(p, c)];
    const auto add = [&](Piece piece, Square s, int times) {
      const Weight& w = c == BLACK ? view[piece][s] : view[turned(piece)][terms::turned(s)];
      sum.opening += times * w.opening;
      sum.endgame += times * w.endgame;
    };
    for (size_t i = first + 1; i <= present_; ++i) {
      const Step& step = steps_[i];
      if (step.captured) add(step.captured, step.to, -1);
      if (step.from != NO_SQUARE) add(step.before, step.from, -1);
      add(step.after, step.to, 1);
    }
    now.seen[c] = sum;
  }
  now.known = true;
}

int HandmadeEvaluation::value(const Position& p) {
  if (!steps_[present_].known) bring_up_to_date(p);
  const Step& now = steps_[present_];
  Worth worth{*weights_};
  terms::count_rest(p, worth);
  const int opening =
      now.seen[BLACK].opening - now.seen[WHITE].opening + worth.opening[BLACK] - worth.opening[WHITE];
  const int endgame =
      now.seen[BLACK].endgame - now.seen[WHITE].endgame + worth.endgame[BLACK] - worth.endgame[WHITE];
  constexpr int whole = 64;
  const int progress = terms::progress(p);
  const int black =
      (opening * (whole - progress) + endgame * progress) / whole + worth.curve(WHITE) - worth.curve(BLACK);
  return std::clamp((p.turn() == BLACK ? black : -black) / GRAIN, -MAX_VALUE, MAX_VALUE);
}

}  // namespace komadai
