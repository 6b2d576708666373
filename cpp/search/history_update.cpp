// Updates the history statistics and the correction history after a node, and reads them for move ordering.
#include <algorithm>

#include "search/search_thread.h"

namespace komadai {
namespace {

// The share of a bonus, in 1024ths, that the continuation histories of the earlier moves get.
constexpr int CONTINUATION_SHARE[] = {1100, 650, 300, 550, 420};
static_assert(std::size(CONTINUATION_SHARE) == std::size(OrderingData::PLIES_BACK));

}  // namespace

OrderingData SearchThread::ordering_data(Move tt_move, const CheckSquares* check_squares) {
  OrderingData ordering;
  ordering.tt_move = tt_move;
  for (int i = 0; i < 5; ++i)
    ordering.continuation[i] = stack_[ply_ - OrderingData::PLIES_BACK[i]].continuation;
  ordering.pawn = &history_.pawn(position_);
  ordering.ply = ply_;
  ordering.check_squares = check_squares;
  return ordering;
}

// The history of a quiet move that scales its reduction.
int SearchThread::quiet_history(Move m, const OrderingData& ordering) {
  const Piece piece = moved_piece(position_, m);
  return 2 * history_.quiet(position_.turn(), m) + ordering.continuation[0]->at[piece][to_of(m)] +
         ordering.continuation[1]->at[piece][to_of(m)];
}

// For a move made at `ply`, by the piece as it stood before.
void SearchThread::update_continuations(int ply, Piece piece, Square to, int bonus) {
  for (int i = 0; i < 5; ++i) {
    const int back = OrderingData::PLIES_BACK[i];
    if (back > 2 && stack_[ply].checkers) break;
    const SearchStackEntry& earlier = stack_[ply - back];
    if (earlier.move) earlier.continuation->at[piece][to].update(bonus * CONTINUATION_SHARE[i] / 1024);
  }
}

// For a good move.
int SearchThread::good_move_bonus(int depth) const {
  return std::min(parameters_.bonus_per_ply * depth + parameters_.bonus_base, parameters_.bonus_max);
}

void SearchThread::update_quiet_history(Move m, int bonus) {
  const Piece piece = moved_piece(position_, m);
  history_.quiet(position_.turn(), m).update(bonus);
  if (ply_ < History::LOW_PLIES) history_.low_ply(ply_, m).update(bonus * 3 / 4);
  update_continuations(ply_, piece, to_of(m), bonus);
  history_.pawn(position_).at[piece][to_of(m)].update(bonus > 0 ? bonus * 7 / 8 : bonus / 2);
}

// After a node with a best move: a bonus for it, a malus for the moves searched before it.
void SearchThread::update_histories(Move best, const SearchedMoves& searched, int depth, Move tt_move) {
  const Parameters& params = parameters_;
  const SearchStackEntry& previous = stack_[ply_ - 1];
  const int bonus =
      good_move_bonus(depth) + (best == tt_move ? params.bonus_tt_move : 0) + previous.stat_score / 32;
  const int malus = std::min(params.malus_per_ply * depth + params.malus_base, params.malus_max);
  const auto update_capture = [&](Move m, int value) {
    history_.capture(moved_piece(position_, m), to_of(m), type_of(position_.at(to_of(m)))).update(value);
  };
  if (is_capture(position_, best)) {
    update_capture(best, bonus);
  } else {
    update_quiet_history(best, bonus * 3 / 4);
    // The later a move was searched, the less it was expected to be good.
    int decreasing = malus;
    for (int i = 0; i < searched.quiet_count; ++i) {
      update_quiet_history(searched.quiets[i], -decreasing);
      decreasing = decreasing * 61 / 64;
    }
  }
  // The opponent's first move, if quiet, has been refuted.
  if (previous.move && previous.move_count == 1 && !previous.undo.captured)
    update_continuations(ply_ - 1, previous.piece, to_of(previous.move), -malus * 5 / 8);
  for (int i = 0; i < searched.capture_count; ++i) update_capture(searched.captures[i], -malus * 3 / 2);
}

// After a node without a best move: a bonus for the opponent's move that led here.
void SearchThread::update_history_of_previous_move(int depth, int best_score) {
  const Parameters& params = parameters_;
  const SearchStackEntry &ss = stack_[ply_], &previous = stack_[ply_ - 1];
  if (!previous.move) return;
  const Square to = to_of(previous.move);
  if (previous.undo.captured) {
    history_.capture(previous.piece, to, type_of(previous.undo.captured)).update(params.prior_capture_bonus);
    return;
  }
  // In 128ths: more where the move was not expected to be good.
  const auto is_surprising = [&](int static_eval) {
    return best_score <= static_eval - params.prior_surprise_margin;
  };
  const int scale = params.prior_base - previous.stat_score / params.prior_history_divisor +
                    std::min(params.prior_per_ply * depth, params.prior_depth_max) +
                    (previous.move_count > params.prior_late_move ? params.prior_late : 0) +
                    (!ss.checkers && is_surprising(ss.static_eval) ? params.prior_surprise : 0) +
                    (!previous.checkers && is_surprising(-previous.static_eval) ? params.prior_surprise : 0);
  if (scale <= 0) return;
  const int bonus = good_move_bonus(depth) * scale / 128;
  update_continuations(ply_ - 1, previous.piece, to, bonus * 7 / 4);
  history_.quiet(~position_.turn(), previous.move).update(bonus);
  if (type_of(previous.piece) != PAWN && !is_promotion(previous.move))
    history_.pawn(position_).at[previous.piece][to].update(bonus * 9 / 2);
}

int SearchThread::corrected_eval(int eval) {
  if (skill_.eval_noise || !skill_.sees_all_moves()) return eval;
  const Color us = position_.turn();
  const SearchStackEntry& ss = stack_[ply_];
  int error = history_.pawn_correction(us, position_) + history_.hand_correction(us, position_) +
              history_.minor_correction(us, ss.keys) + history_.non_pawn_correction(us, BLACK, ss.keys) +
              history_.non_pawn_correction(us, WHITE, ss.keys);
  for (int back : {2, 4})
    if (const auto* entry = continuation_correction(back)) error += *entry;
  error *= parameters_.correction_weight;
  return std::clamp(eval + error / (128 * History::CORRECTION_UNIT), -Evaluation::MAX_VALUE,
                    Evaluation::MAX_VALUE);
}

// Prefetches what corrected_eval reads.
void SearchThread::prefetch_corrections() {
  const Color us = position_.turn();
  const SearchStackEntry& ss = stack_[ply_];
  __builtin_prefetch(&history_.pawn_correction(us, position_));
  __builtin_prefetch(&history_.hand_correction(us, position_));
  __builtin_prefetch(&history_.minor_correction(us, ss.keys));
  for (Color of : {BLACK, WHITE}) __builtin_prefetch(&history_.non_pawn_correction(us, of, ss.keys));
  for (int back : {2, 4})
    if (const auto* entry = continuation_correction(back)) __builtin_prefetch(entry);
}

// `error`: the score of the search less the static evaluation.
void SearchThread::update_correction_history(int depth, int error) {
  constexpr int LIMIT = History::CorrectionEntry::LIMIT / 4;
  const Color us = position_.turn();
  const int bonus = std::clamp(error * depth * 2, -LIMIT, LIMIT);
  history_.pawn_correction(us, position_).update(bonus);
  history_.hand_correction(us, position_).update(bonus);
  history_.minor_correction(us, stack_[ply_].keys).update(bonus);
  for (Color of : {BLACK, WHITE}) history_.non_pawn_correction(us, of, stack_[ply_].keys).update(bonus);
  for (int back : {2, 4})
    if (auto* entry = continuation_correction(back)) entry->update(back == 2 ? bonus : bonus / 2);
}

// The correction by the last move and the one `back` plies ago, or null.
History::CorrectionEntry* SearchThread::continuation_correction(int back) {
  const SearchStackEntry &last = stack_[ply_ - 1], &before = stack_[ply_ - back];
  if (!last.move || !before.move) return nullptr;
  return &history_.continuation_correction(before.piece, to_of(before.move), last.piece, to_of(last.move));
}

}  // namespace komadai
