// Pruning by the static evaluation, shared by the plain search and the search by realization probability.
#pragma once

#include <algorithm>

#include "search/search_thread.h"

namespace komadai {

// Razoring, reverse futility pruning and null move. Returns the score if the node needs no move to be
// searched, else NO_SCORE. `search_after_null(reduction)` searches the position after a null move with a null
// window around beta, `verify(reduction)` the position itself; both return the score from the present side's
// view.
template <class NullSearch, class Verify>
int SearchThread::prune_by_eval(int alpha, int beta, int depth, bool cut_node, const NodeEval& node,
                                const TTEntryData& tt, NullSearch&& search_after_null, Verify&& verify) {
  const Parameters& params = parameters_;
  const SearchStackEntry& ss = stack_[ply_];
  const int eval = node.eval;
  // Razoring: so far below alpha that only captures can help.
  if (eval < alpha - params.razor_base - params.razor_squared * depth * depth)
    return decided(Counter::RAZORING, quiescence(alpha, beta, 0));
  // Reverse futility: so far above beta that the opponent will avoid this position.
  if (!ss.tt_pv && depth <= params.reverse_futility_depth && eval >= beta && eval < MATE_WITHIN &&
      (!tt.move || is_capture(position_, tt.move))) {
    const int per_ply = params.reverse_futility_per_ply - (tt.is_hit() ? 0 : params.reverse_futility_no_hit);
    const int less = node.improving * params.reverse_futility_improving +
                     node.worsening * params.reverse_futility_worsening;
    const int margin =
        per_ply * depth - per_ply * less / 1024 + node.correction * params.reverse_futility_correction / 128;
    if (eval - margin >= beta) {
      const int score = beta + (eval - beta) / 3;
      // Another path to this position need not evaluate it.
      if (!tt.is_hit() && !ss.excluded)
        table_.store(position_.key(), NO_MOVE, beta, node.raw, -1, LOWER, false);
      return decided(Counter::REVERSE_FUTILITY, score);
    }
  }
  // Null move: still above beta after a free move of the opponent.
  if (cut_node && stack_[ply_ - 1].move && !ss.excluded && ply_ >= null_move_min_ply_ &&
      ss.static_eval >= beta + params.null_move_margin - params.null_move_per_ply * depth -
                            params.null_move_improving * node.improving) {
    const int reduction = params.null_move_base + depth / params.null_move_depth_divisor;
    do_null_move();
    const int score = search_after_null(reduction);
    undo_null_move();
    if (stopped_) return 0;
    if (score >= beta && score < MATE_WITHIN) {
      if (null_move_min_ply_ || depth < params.null_move_verify_depth)
        return decided(Counter::NULL_MOVES, score);
      // At a large depth the cutoff is verified by a search without null moves.
      null_move_min_ply_ = ply_ + 3 * (depth - reduction) / 4;
      const int verified = verify(reduction);
      null_move_min_ply_ = 0;
      if (stopped_) return 0;
      if (verified >= beta) return decided(Counter::NULL_MOVES, score);
    }
  }
  return NO_SCORE;
}

}  // namespace komadai
