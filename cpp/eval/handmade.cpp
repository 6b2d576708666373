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
    : weights_(std::move(weights)), sums_(moves_.capacity()) {}

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
  moves_.reset();
  sums_[0] = {compute_sum(p, BLACK), compute_sum(p, WHITE)};
}

void HandmadeEvaluation::on_move(const Position& after, Move m, Piece captured) {
  if (moves_.push(after, m, captured)) sums_.resize(moves_.capacity());
}

// A move changes a few terms of a sum; but a move of the sum's king changes all.
void HandmadeEvaluation::refresh(const Position& p, Color c) {
  const Piece king = make_piece(c, KING);
  const auto& view = weights_->king_piece[terms::view_square(p, c)];
  const auto weight = [&](Piece piece, Square s) -> Tapered {
    return c == BLACK ? view[piece][s] : view[with_other_color(piece)][terms::turned(s)];
  };
  moves_.bring_up_to_date(
      c, [&](const StackedMove& move) { return move.after == king; },
      [&](size_t entry) { sums_[entry][c] = compute_sum(p, c); },
      [&](size_t entry) {
        const StackedMove& move = moves_.at(entry);
        Tapered sum = sums_[entry - 1][c];
        if (move.captured) sum -= weight(move.captured, move.to);
        if (move.from != NO_SQUARE) sum -= weight(move.before, move.from);
        sum += weight(move.after, move.to);
        sums_[entry][c] = sum;
      });
}

int HandmadeEvaluation::value(const Position& p) {
  for (Color c : {BLACK, WHITE}) refresh(p, c);
  const auto& sums = sums_[moves_.top()];
  TermSum term_sum{*weights_};
  terms::count_rest(p, term_sum);
  Tapered sum = sums[BLACK];
  sum += term_sum.sums[BLACK];
  sum -= sums[WHITE];
  sum -= term_sum.sums[WHITE];
  constexpr int MAX_PROGRESS = 64;
  const int progress = terms::progress(p);
  const int black = (sum.opening() * (MAX_PROGRESS - progress) + sum.endgame() * progress) / MAX_PROGRESS +
                    term_sum.curve(WHITE) - term_sum.curve(BLACK);
  return std::clamp((p.turn() == BLACK ? black : -black) / GRAIN, -MAX_VALUE, MAX_VALUE);
}

}  // namespace komadai
