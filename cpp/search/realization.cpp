// The search by realization probability, one node: the depth of a line depends on the probability of its
// moves (transition.h), not on their number. The other steps are shared with the plain search.
//
// Tsuruoka, Yokoyama, Chikayama, "Game-tree search algorithm based on realization probability", ICGA Journal
// 25, 2002; the re-search of a move as in Winands and Bjornsson, "Enhanced realization probability search",
// New Mathematics and Natural Computation 4, 2008.
#include <algorithm>

#include "search/node_steps.h"
#include "search/search_thread.h"
#include "search/see.h"
#include "search/transition.h"

namespace komadai {
namespace {

constexpr int PLY = TransitionCosts::PLY;
// The table stores the depth in half plies, in a byte.
int to_tt_depth(int budget) { return std::min(budget * 2 / PLY, 250); }

}  // namespace

// `budget`: how much less probable the line may become, in thousandths of a ply.
int SearchThread::realization_search(int alpha, int beta, int budget, bool cut_node) {
  if (budget <= 0) return quiescence(alpha, beta, 0);
  const bool pv = beta - alpha > 1, root = ply_ == 0;
  const Parameters& params = parameters_;

  // 1. The end of the game, and mate distance pruning.
  if (const int score = enter_node(alpha, beta); score != NO_SCORE) return score;
  SearchStackEntry& ss = stack_[ply_];
  const CheckersAndPins info(position_, ss.checkers);
  const bool in_check = bool(info.checkers);

  // 2. The transposition table.
  const TTEntryData tt = table_.probe(position_.key());
  const int tt_value = from_table(tt.value, ply_);
  const Move tt_move = root ? root_moves_[pv_index_].move : tt.move;
  if (tt.is_hit()) count(Counter::TABLE_HITS);
  ss.tt_pv = pv || tt.was_pv();
  if (tt.is_hit() && !pv && tt.depth > to_tt_depth(budget) && tt.causes_cutoff(tt_value, beta))
    return decided(Counter::TABLE_CUTOFFS, tt_value);

  // 3. Mate in one.
  if (!in_check && !root && !tt.is_hit() && skill_.sees_all_moves())
    if (const int score = mate_in_one_score(info, pv); score != NO_SCORE) return score;

  // 4. The static evaluation, and pruning by it.
  const NodeEval node = evaluate_node(tt, tt_value);
  ss.stat_score = ss.move_count = 0;
  const int depth = (budget + PLY - 1) / PLY;
  if (!pv && !in_check && std::abs(beta) < MATE_WITHIN) {
    const int score = prune_by_eval(
        alpha, beta, depth, cut_node, node, tt,
        [&](int reduction) { return -realization_search(-beta, -beta + 1, budget - reduction * PLY, false); },
        [&](int reduction) { return realization_search(beta - 1, beta, budget - reduction * PLY, false); });
    if (score != NO_SCORE) return score;
  }
  // 5. Internal iterative reduction.
  if (!tt_move && depth >= 4 && (pv || cut_node)) budget -= PLY;

  // 6. The moves, best first.
  const MoveClassifier classifier(position_, info.checkers, root ? last_game_move_ : stack_[ply_ - 1].move);
  const OrderingData ordering = ordering_data(tt_move, &classifier.check_squares());
  MovePicker picker(position_, info, history_, ordering, depth, MovePicker::Wanted::ALL, move_stack_,
                    parameters_);
  SharedTransitionCosts shared_costs(*costs_);

  int best_score = -INFINITE, move_count = 0, next_root_move = pv_index_;
  Move best_move = NO_MOVE;
  SearchedMoves searched;
  const int original_alpha = alpha;
  bool skipped = false;

  while (const Move m = next_move(picker, next_root_move, skipped)) {
    ss.move_count = ++move_count;
    const bool capture = is_capture(position_, m);

    // 7. The cost of the move: by its categories, for quiet moves also by their history. The table move is
    // cheap.
    int cost = shared_costs.next(classifier.categories(m));
    if (!capture && params.realization_history_divisor)
      cost -= quiet_history(m, ordering) * PLY / params.realization_history_divisor;
    if (m == tt_move) cost = std::min(cost, params.realization_tt_cost);
    cost = std::clamp(cost, costs_->min_cost(), costs_->max_cost());
    const int new_budget = budget - cost;
    prefetch(m);

    // 8. Pruning of quiet moves: far below the threshold, futile, or losing material.
    if (!root && !in_check && best_score > -MATE_WITHIN && !capture &&
        !classifier.check_squares().gives_check(position_, m)) {
      if (!pv && new_budget < -params.realization_prune_below) {
        skip_move(Counter::IMPROBABLE, m);
        continue;
      }
      const int new_depth = std::max(new_budget, 0) / PLY;
      if (!pv && new_depth <= 6 &&
          ss.static_eval + params.futility_base + params.futility_per_ply * new_depth <= alpha) {
        skip_move(Counter::FUTILITY, m);
        continue;
      }
      if (new_depth <= 6 && !see_ge(position_, m, -params.see_quiet * new_depth * new_depth)) {
        skip_move(Counter::EXCHANGE, m);
        continue;
      }
    }

    // 9. Search the move. An improbable move that exceeds alpha is searched again at the cost of a probable
    // one.
    const uint64_t nodes_before = nodes();
    TreeNode* const recorded = record_move(m);
    do_move(m);
    const int research_budget = budget - std::min(cost, params.realization_research_cost);
    int score = alpha + 1;
    if (!pv || move_count > 1) {
      score = -realization_search(-alpha - 1, -alpha, new_budget, true);
      if (score > alpha && new_budget < research_budget) {
        count(Counter::SEARCHED_AGAIN);
        score = -realization_search(-alpha - 1, -alpha, research_budget, !cut_node);
      }
    }
    if (pv && (move_count == 1 || score > alpha))
      score = -realization_search(-beta, -alpha, research_budget, false);
    undo_move();
    if (stopped_) return 0;
    record_result(recorded, score, alpha, beta, std::max(new_budget, 0) / PLY, nodes() - nodes_before);

    if (root)
      update_root_move(root_moves_[next_root_move - 1], nodes() - nodes_before, score,
                       move_count == 1 || score > alpha);
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
    if (m != best_move) searched.add(m, capture);
  }

  // 10. No legal move.
  if (move_count == 0) return score_without_moves(skipped);

  // 11. Histories and the transposition table.
  const Bound bound = best_score >= beta ? LOWER : (pv && best_score > original_alpha) ? EXACT : UPPER;
  return finish_node(best_score, best_move, bound, depth, to_tt_depth(budget), node.raw, searched, tt_move);
}

}  // namespace komadai
