// Quiescence search: captures that lose little, and evasions in check.
#include <algorithm>

#include "eval/values.h"
#include "mate/mate_in_1.h"
#include "search/search_thread.h"
#include "search/see.h"

namespace komadai {

// `depth` is 0 where the main search ends and counts down from there.
int SearchThread::quiescence(int alpha, int beta, int depth) {
  const bool pv = beta - alpha > 1;
  pv_length_[ply_] = ply_;
  if (should_stop()) return 0;
  seldepth_ = std::max(seldepth_, ply_);
  enter_statistics(Counter::QUIESCENCE_NODES);
  const CheckersAndPins info(position_, stack_[ply_].checkers);
  const bool in_check = bool(info.checkers);
  if (ply_ > 0)
    if (const int score = game_end_score(); score != NO_SCORE) return decided(Counter::GAME_ENDS, score);
  if (ply_ >= MAX_PLY) return in_check ? DRAW : evaluate();

  // 1. The transposition table.
  const uint64_t key = position_.key();
  const TTEntryData tt = table_.probe(key);
  if (tt.is_hit()) count(Counter::TABLE_HITS);
  if (tt.is_hit() && !pv)
    if (const int score = from_table(tt.value, ply_); tt.causes_cutoff(score, beta))
      return decided(Counter::TABLE_CUTOFFS, score);

  // 2. Stand pat: captures are optional, so the static evaluation is a lower bound. Or a mate in one.
  int best_score = mated_in(ply_), raw_eval = 0, futility_base = -INFINITE;
  if (!in_check) {
    raw_eval = tt.is_hit() ? tt.eval : evaluate();
    const int static_eval = corrected_eval(raw_eval);
    best_score = static_eval;
    if (tt.is_hit()) {
      const int tt_value = tt.value;
      if (std::abs(tt_value) < MATE_WITHIN && tt.causes_cutoff(tt_value, static_eval + 1))
        best_score = tt_value;
    } else if (skill_.sees_all_moves() && depth > -4) {
      if (mate::mate_in_1(position_, info.pinned)) return decided(Counter::MATES_IN_ONE, mate_in(ply_ + 1));
    }
    if (best_score >= beta || (skill_.max_capture_plies >= 0 && -depth >= skill_.max_capture_plies)) {
      if (!tt.is_hit()) table_.store(key, NO_MOVE, to_table(best_score, ply_), raw_eval, -1, LOWER, false);
      return decided(Counter::STAND_PAT, best_score);
    }
    futility_base = static_eval + parameters_.qsearch_futility;
    alpha = std::max(alpha, best_score);
  }
  const int original_alpha = alpha;

  // 3. The moves.
  const Move previous = stack_[ply_ - 1].move;
  const Square recapture_square = previous ? to_of(previous) : NO_SQUARE;
  MovePicker picker(position_, info, history_, ordering_data(tt.move, nullptr), depth,
                    MovePicker::Wanted::CAPTURES, move_stack_, parameters_);
  Move best_move = NO_MOVE;
  bool skipped = false;
  int move_count = 0;
  while (const Move m = picker.next()) {
    if (is_skipped_by_skill(m)) {
      skipped = true;
      continue;
    }
    ++move_count;
    // 4. Pruning, once a move that avoids mate is known.
    if (best_score > -MATE_WITHIN) {
      if (!in_check && to_of(m) != recapture_square && !position_.gives_check(m)) {
        if (move_count > parameters_.qsearch_moves) {
          skip_move(Counter::QUIESCENCE_MOVES, m);
          continue;
        }
        const PieceType captured = type_of(position_.at(to_of(m)));
        const int optimistic_score =
            futility_base + (captured ? capture_value(captured) : 0) +
            (is_promotion(m) ? promotion_value(type_of(position_.at(from_of(m)))) : 0);
        if (optimistic_score <= alpha) {
          best_score = std::max(best_score, optimistic_score);
          skip_move(Counter::FUTILITY, m);
          continue;
        }
        if (!see_ge(position_, m, alpha - futility_base)) {
          best_score = std::max(best_score, std::min(alpha, futility_base));
          skip_move(Counter::EXCHANGE, m);
          continue;
        }
      }
      // In check, one quiet evasion that avoids mate is enough.
      const bool quiet = !is_capture(position_, m);
      if (quiet || !see_ge(position_, m, parameters_.qsearch_see)) {
        skip_move(quiet ? Counter::QUIESCENCE_MOVES : Counter::EXCHANGE, m);
        continue;
      }
    }
    prefetch(m);
    TreeNode* const recorded = record_move(m);
    const uint64_t nodes_before = nodes();
    do_move(m);
    const int score = -quiescence(-beta, -alpha, depth - 1);
    undo_move();
    if (stopped_) return 0;
    record_result(recorded, score, alpha, beta, 0, nodes() - nodes_before);
    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = m;
        if (pv) update_pv(m);
        if (score >= beta) {
          count_cutoff(move_count);
          break;
        }
        alpha = score;
      }
    }
  }
  // It is not mate if evasions were skipped.
  if (in_check && skipped && best_score <= -MATE_WITHIN) best_score = std::max(best_score, evaluate());
  const Bound bound = best_score >= beta ? LOWER : (pv && best_score > original_alpha) ? EXACT : UPPER;
  table_.store(key, best_move, to_table(best_score, ply_), raw_eval, -1, bound, pv);
  return best_score;
}

}  // namespace komadai
