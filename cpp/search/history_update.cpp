// Updates the history statistics and the correction history after a node, and reads them for move ordering.
#include <algorithm>

#include "search/search_thread.h"

namespace komadai {

OrderingData SearchThread::ordering_data(Move tt_move) const {
  OrderingData ordering;
  const SearchStackEntry& ss = stack_[ply_];
  ordering.tt_move = tt_move;
  ordering.killers[0] = ss.killers[0];
  ordering.killers[1] = ss.killers[1];
  for (int back : {1, 2, 4})
    if (ply_ >= back) ordering.continuation[back == 4 ? 2 : back - 1] = stack_[ply_ - back].continuation;
  if (ply_ > 0 && stack_[ply_ - 1].move) {
    const Square to = to_of(stack_[ply_ - 1].move);
    ordering.counter_move = const_cast<History&>(history_).counter_move(position_.at(to), to);
  }
  return ordering;
}

// The quiet history of a move, and its continuation histories of one and two plies.
int SearchThread::quiet_history(Move m, const OrderingData& ordering) {
  const Piece piece = moved_piece(position_, m);
  int sum = history_.quiet(position_.turn(), m);
  for (int i : {0, 1})
    if (ordering.continuation[i]) sum += ordering.continuation[i]->at[piece][to_of(m)];
  return sum;
}

int SearchThread::history_bonus(int depth) const {
  return std::min(parameters_.history_bonus_per_ply * depth + parameters_.history_bonus_base,
                  parameters_.history_bonus_max);
}

void SearchThread::update_quiet_history(Move m, int bonus) {
  const Piece piece = moved_piece(position_, m);
  history_.quiet(position_.turn(), m).update(bonus);
  for (int back : {1, 2, 4})
    if (ply_ >= back && stack_[ply_ - back].continuation)
      stack_[ply_ - back].continuation->at[piece][to_of(m)].update(back == 4 ? bonus / 2 : bonus);
}

// After a node with a best move: a bonus for it, a malus for the moves searched before it.
void SearchThread::update_histories(Move best, const SearchedMoves& searched, int depth) {
  const int bonus = history_bonus(depth);
  SearchStackEntry& ss = stack_[ply_];
  const auto update_capture = [&](Move m, int value) {
    history_.capture(moved_piece(position_, m), to_of(m), type_of(position_.at(to_of(m)))).update(value);
  };
  if (is_capture(position_, best)) {
    update_capture(best, bonus);
  } else {
    update_quiet_history(best, bonus);
    for (int i = 0; i < searched.quiet_count; ++i) update_quiet_history(searched.quiets[i], -bonus);
    if (ss.killers[0] != best) {
      ss.killers[1] = ss.killers[0];
      ss.killers[0] = best;
    }
    if (ply_ > 0 && stack_[ply_ - 1].move) {
      const Square to = to_of(stack_[ply_ - 1].move);
      history_.counter_move(position_.at(to), to) = best;
    }
  }
  for (int i = 0; i < searched.capture_count; ++i) update_capture(searched.captures[i], -bonus);
}

// After a node without a best move: a bonus for the opponent's quiet move that led here.
void SearchThread::update_history_of_previous_move(int depth) {
  if (ply_ == 0) return;
  const SearchStackEntry& previous = stack_[ply_ - 1];
  if (!previous.move || previous.undo.captured) return;
  const Square to = to_of(previous.move);
  const Piece piece = position_.at(to);
  const int bonus = history_bonus(depth) / 2;
  history_.quiet(~position_.turn(), previous.move).update(bonus);
  if (ply_ >= 2 && stack_[ply_ - 2].continuation && !is_promotion(previous.move))
    stack_[ply_ - 2].continuation->at[piece][to].update(bonus);
}

int SearchThread::corrected_eval(int eval) {
  if (skill_.eval_noise || !skill_.sees_all_moves()) return eval;
  const Color us = position_.turn();
  const int error = history_.pawn_correction(us, position_) + history_.hand_correction(us, position_);
  return std::clamp(eval + error * parameters_.correction_weight / (128 * History::CORRECTION_UNIT),
                    -Evaluation::MAX_VALUE, Evaluation::MAX_VALUE);
}

// `error`: the score of the search less the static evaluation.
void SearchThread::update_correction_history(int depth, int error) {
  constexpr int LIMIT = History::CorrectionEntry::LIMIT / 4;
  const Color us = position_.turn();
  const int bonus = std::clamp(error * depth * 2, -LIMIT, LIMIT);
  history_.pawn_correction(us, position_).update(bonus);
  history_.hand_correction(us, position_).update(bonus);
}

}  // namespace komadai
