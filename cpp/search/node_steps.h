// Pruning by the static evaluation, shared by the plain search and the search by realization probability.
#pragma once

#include <algorithm>

#include "search/search_thread.h"

namespace komadai {

// Razoring, reverse futility pruning and null move. Returns the score if the node needs no move to be
// searched, else NO_SCORE. `store_eval`: store the position in the table after reverse futility pruning, so
// that another path to it need not evaluate it. `search_after_null(reduction)` searches the position after a
// null move with a null window around beta and returns its score from the present side's view.
template <class NullSearch>
int SearchThread::prune_by_eval(int alpha, int beta, int depth, const NodeEval& node, bool store_eval,
                                NullSearch&& search_after_null) {
  const SearchStackEntry& ss = stack_[ply_];
  const int eval = node.eval;
  // Razoring: so far below alpha that only captures can help.
  if (depth <= 3 && eval + parameters_.razor_base + parameters_.razor_per_ply * depth <= alpha) {
    const int score = quiescence(alpha, alpha + 1, 0);
    if (score <= alpha || stopped_) return score;
  }
  // Reverse futility: so far above beta that the opponent will avoid this position.
  if (depth <= parameters_.reverse_futility_depth &&
      eval - parameters_.reverse_futility_per_ply * (depth - node.improving) >= beta && eval < MATE_WITHIN) {
    if (store_eval) table_.store(position_.key(), NO_MOVE, beta, node.raw, -1, LOWER, false);
    return eval;
  }
  // Null move: still above beta after a free move of the opponent.
  if (depth >= 3 && stack_[ply_ - 1].move && eval >= beta &&
      ss.static_eval >= beta - parameters_.null_move_margin * depth) {
    const int reduction = parameters_.null_move_base + depth / parameters_.null_move_depth_divisor +
                          std::min((eval - beta) / parameters_.null_move_eval_divisor, 3);
    do_null_move();
    const int score = search_after_null(reduction);
    undo_null_move();
    if (stopped_) return 0;
    if (score >= beta) return score >= MATE_WITHIN ? beta : score;
  }
  return NO_SCORE;
}

}  // namespace komadai
