// The alpha-beta search of one node. The steps are numbered.
#include <algorithm>
#include <array>
#include <cmath>

#include "search/check_squares.h"
#include "search/node_steps.h"
#include "search/search_thread.h"
#include "search/see.h"

namespace komadai {
namespace {

constexpr int ONE_PLY = 1000;  // of reductions
// Natural logarithms in 64ths.
const auto LOG = [] {
  std::array<int, 256> table{};
  for (int n = 1; n < 256; ++n) table[n] = int(64 * std::log(n));
  return table;
}();

}  // namespace

int SearchThread::alpha_beta(int alpha, int beta, int depth, bool cut_node) {
  if (depth <= 0) return quiescence(alpha, beta, 0);
  const bool pv = beta - alpha > 1, root = ply_ == 0;
  const Parameters& params = parameters_;

  // 1. The end of the game, and mate distance pruning.
  if (const int score = enter_node(alpha, beta); score != NO_SCORE) return score;
  SearchStackEntry& ss = stack_[ply_];
  const CheckersAndPins info(position_, ss.checkers);
  const bool in_check = bool(info.checkers);
  const Move excluded = ss.excluded;

  // 2. The transposition table.
  const uint64_t key = position_.key();
  const TTEntryData tt = excluded ? TTEntryData{} : table_.probe(key);
  const int tt_value = from_table(tt.value, ply_);
  const Move tt_move = root ? root_moves_[pv_index_].move : tt.move;
  const bool tt_pv = pv || tt.was_pv();
  if (tt.is_hit() && !pv && tt.depth > depth && tt.causes_cutoff(tt_value, beta)) {
    if (tt_value >= beta && tt_move && !is_capture(position_, tt_move))
      update_quiet_history(tt_move, history_bonus(depth) / 2);
    return tt_value;
  }

  // 3. Mate in one.
  if (!in_check && !root && !tt.is_hit() && !excluded && skill_.sees_all_moves())
    if (const int score = mate_in_one_score(info, pv); score != NO_SCORE) return score;

  // 4. The static evaluation.
  const NodeEval node = evaluate_node(tt, tt_value);

  stack_[ply_ + 1].killers[0] = stack_[ply_ + 1].killers[1] = NO_MOVE;
  stack_[ply_ + 1].excluded = NO_MOVE;
  stack_[ply_ + 2].cutoff_count = 0;
  if (!root) ss.double_extensions = stack_[ply_ - 1].double_extensions;

  // 5. Pruning by the static evaluation.
  const bool may_prune = !pv && !in_check && !excluded && std::abs(beta) < MATE_WITHIN;
  if (may_prune) {
    const int score = prune_by_eval(alpha, beta, depth, node, !tt.is_hit(), [&](int reduction) {
      return -alpha_beta(-beta, -beta + 1, depth - reduction, !cut_node);
    });
    if (score != NO_SCORE) return score;
  }

  // 6. Internal iterative reduction: without a table move, a shallower search finds one for the next
  // iteration.
  if (!tt_move && !excluded && depth >= 4 && (pv || cut_node)) --depth;

  // 7. ProbCut: a capture that wins more than needed in a shallower search.
  const int probcut_beta = beta + params.probcut_margin;
  if (may_prune && depth >= 5 && skill_.sees_all_moves() &&
      !(tt.is_hit() && tt.depth > depth - 3 && tt_value < probcut_beta)) {
    MovePicker picker(position_, info, history_, ordering_data(tt_move), depth,
                      MovePicker::Wanted::GOOD_CAPTURES, move_stack_);
    while (const Move m = picker.next()) {
      prefetch(m);
      if (!see_ge(position_, m, probcut_beta - ss.static_eval)) continue;
      do_move(m);
      int score = -quiescence(-probcut_beta, -probcut_beta + 1, 0);
      if (score >= probcut_beta) score = -alpha_beta(-probcut_beta, -probcut_beta + 1, depth - 4, !cut_node);
      undo_move();
      if (stopped_) return 0;
      if (score >= probcut_beta) {
        table_.store(key, m, to_table(score, ply_), node.raw, depth - 3, LOWER, tt_pv);
        return std::abs(score) < MATE_WITHIN ? score - params.probcut_margin : score;
      }
    }
  }

  // 8. The moves, best first.
  const OrderingData ordering = ordering_data(tt_move);
  MovePicker picker(position_, info, history_, ordering, depth, MovePicker::Wanted::ALL, move_stack_);
  const CheckSquares check_squares(position_);

  int best_score = -INFINITE, move_count = 0, next_root_move = pv_index_;
  Move best_move = NO_MOVE;
  SearchedMoves searched;
  const int original_alpha = alpha;
  bool skipped = false;

  while (const Move m = next_move(picker, next_root_move, skipped)) {
    ++move_count;
    prefetch(m);
    const bool capture = is_capture(position_, m);
    const bool check = check_squares.gives_check(position_, m);
    const int history = capture ? 0 : quiet_history(m, ordering);
    const int base_reduction =
        params.lmr_base + params.lmr_log * LOG[std::min(depth, 255)] * LOG[std::min(move_count, 255)] / 4096;

    // 9. Move pruning.
    if (!root && best_score > -MATE_WITHIN && !in_check) {
      const int lmr_depth = std::max(depth - base_reduction / ONE_PLY, 1);
      if (!capture && !check) {
        if (!pv && searched.quiet_count > (params.lmp_count + depth * depth) * (node.improving ? 2 : 1)) {
          picker.skip_quiets();
          continue;
        }
        if (lmr_depth <= 4 && history < -params.history_prune * depth) continue;
        if (!pv && lmr_depth <= 7 &&
            ss.static_eval + params.futility_base + params.futility_per_ply * lmr_depth <= alpha)
          continue;
        if (lmr_depth <= 7 && !see_ge(position_, m, -params.see_quiet * lmr_depth * lmr_depth)) continue;
      } else if (depth <= 6 && picker.is_bad_capture() &&
                 !see_ge(position_, m, -params.see_capture * depth)) {
        continue;
      }
    }

    // 10. Singular extension: the table move is extended if a shallower search without it stays well below
    // its score. If the search without it fails high as well, the node is cut off (multi-cut).
    int extension = 0;
    if (!root && m == tt_move && !excluded && depth >= params.singular_depth && ply_ < 2 * root_depth_ &&
        std::abs(tt_value) < MATE_WITHIN && (tt.bound() & LOWER) && tt.depth > depth - 3) {
      const int singular_beta = tt_value - params.singular_per_ply * depth;
      ss.excluded = m;
      const int score = alpha_beta(singular_beta - 1, singular_beta, (depth - 1) / 2, cut_node);
      ss.excluded = NO_MOVE;
      pv_length_[ply_] = ply_;
      if (stopped_) return 0;
      if (score < singular_beta) {
        extension = 1;
        if (!pv && score < singular_beta - params.double_extension_margin && ss.double_extensions < 6)
          extension = 2, ++ss.double_extensions;
      } else if (singular_beta >= beta) {
        return singular_beta;
      } else if (tt_value >= beta) {
        extension = -1;
      }
    }
    // 11. Check extension, unless the check only loses a piece.
    else if (params.check_extension && check && ply_ < 2 * root_depth_ &&
             (depth <= 4 || see_ge(position_, m, 0)))
      extension = 1;

    // 12. Search the move: late moves with a reduced depth first (LMR), all but the first with a null window.
    const uint64_t nodes_before = nodes();
    do_move(m);
    const int new_depth = depth - 1 + extension;
    int score = alpha + 1;
    if (depth >= 2 && move_count > 1 + 2 * root && (!capture || cut_node) && !(check && extension)) {
      int reduction = base_reduction;
      if (tt_pv) reduction -= params.lmr_pv;
      if (cut_node) reduction += params.lmr_cut_node;
      if (!node.improving) reduction += params.lmr_not_improving;
      if (capture) reduction -= params.lmr_capture;
      if (in_check) reduction -= params.lmr_in_check;
      if (m == ss.killers[0] || m == ss.killers[1] || m == ordering.counter_move)
        reduction -= params.lmr_killer;
      if (stack_[ply_].cutoff_count > 3) reduction += params.lmr_cutoffs;
      reduction -= history * ONE_PLY / params.lmr_history_divisor;
      const int reduced_depth = std::clamp(new_depth - reduction / ONE_PLY, std::min(1, new_depth),
                                           new_depth + (pv && move_count <= 4));
      score = -alpha_beta(-alpha - 1, -alpha, reduced_depth, true);
      if (score > alpha && reduced_depth < new_depth)
        score = -alpha_beta(-alpha - 1, -alpha, new_depth, !cut_node);
    } else if (!pv || move_count > 1) {
      score = -alpha_beta(-alpha - 1, -alpha, new_depth, !cut_node);
    }
    if (pv && (move_count == 1 || score > alpha)) score = -alpha_beta(-beta, -alpha, new_depth, false);
    undo_move();
    if (extension == 2) --ss.double_extensions;
    if (stopped_) return 0;

    if (root)
      update_root_move(root_moves_[next_root_move - 1], nodes() - nodes_before, score,
                       move_count == 1 || score > alpha);
    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = m;
        if (pv) update_pv(m);
        if (score >= beta) {
          ++ss.cutoff_count;
          break;
        }
        alpha = score;
      }
    }
    if (m != best_move) searched.add(m, capture);
  }

  // 13. No legal move.
  if (move_count == 0) return excluded ? alpha : score_without_moves(skipped);

  // 14. Histories and the transposition table.
  const Bound bound = best_score >= beta ? LOWER : (pv && best_score > original_alpha) ? EXACT : UPPER;
  return finish_node(best_score, best_move, bound, depth, depth, node.raw, tt_pv, searched);
}

}  // namespace komadai
