// The alpha-beta search of one node. The steps are numbered.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "eval/values.h"
#include "search/check_squares.h"
#include "search/node_steps.h"
#include "search/search_thread.h"
#include "search/see.h"

namespace komadai {
namespace {

constexpr int ONE_PLY = 1024;  // of reductions
// Natural logarithms in 64ths.
const auto LOG = [] {
  std::array<int, 256> table{};
  for (int n = 1; n < 256; ++n) table[n] = int(64 * std::log(n));
  return table;
}();
// At these depths a move that raises alpha reduces the depth of the moves after it by a ply.
constexpr int RAISED_ALPHA_MIN_DEPTH = 3, RAISED_ALPHA_MAX_DEPTH = 13;

bool is_mate_score(int score) { return std::abs(score) >= MATE_WITHIN; }

}  // namespace

int SearchThread::alpha_beta(int alpha, int beta, int depth, bool cut_node) {
  if (depth <= 0) return quiescence(alpha, beta, 0);
  depth = std::min(depth, MAX_PLY - 1);
  const bool pv = beta - alpha > 1, root = ply_ == 0, all_node = !pv && !cut_node;
  const Parameters& params = parameters_;

  // 1. The end of the game, and mate distance pruning.
  if (const int score = enter_node(alpha, beta); score != NO_SCORE) return score;
  SearchStackEntry &ss = stack_[ply_], &previous = stack_[ply_ - 1];
  const CheckersAndPins info(position_, ss.checkers);
  const bool in_check = bool(info.checkers);
  const bool prior_quiet = previous.move && !previous.undo.captured;
  const Move excluded = ss.excluded;
  const int prior_reduction = previous.reduction;
  previous.reduction = 0;
  ss.stat_score = ss.move_count = 0;
  stack_[ply_ + 1].excluded = NO_MOVE;
  stack_[ply_ + 2].cutoff_count = 0;
  ss.follows_pv =
      root || (previous.follows_pv && size_t(ply_) <= last_pv_.size() && previous.move == last_pv_[ply_ - 1]);

  // 2. The transposition table.
  const uint64_t key = position_.key();
  const TTEntryData tt = table_.probe(key);
  const int tt_value = from_table(tt.value, ply_), tt_depth = tt.depth - 1;
  const Move tt_move = root ? root_moves_[pv_index_].move : tt.move;
  if (tt.is_hit()) count(Counter::TABLE_HITS);
  const bool tt_capture = tt_move && is_capture(position_, tt_move);
  if (!excluded) ss.tt_pv = pv || tt.was_pv();
  if (!pv && !excluded && tt.is_hit() && tt_depth >= depth && tt.causes_cutoff(tt_value, beta) &&
      (depth > 5 || cut_node == (tt_value >= beta))) {
    if (tt_move && tt_value >= beta) {
      if (!tt_capture)
        update_quiet_history(tt_move, std::min(good_move_bonus(depth), params.bonus_table_cutoff_max));
      // The opponent's early quiet move has been refuted.
      if (prior_quiet && previous.move_count <= 4)
        update_continuations(ply_ - 1, previous.piece, to_of(previous.move), -params.malus_max);
    }
    return decided(Counter::TABLE_CUTOFFS, tt_value);
  }

  // 3. Mate in one.
  if (!in_check && !root && !tt.is_hit() && !excluded && skill_.sees_all_moves())
    if (const int score = mate_in_one_score(info, pv); score != NO_SCORE) return score;

  // 4. The static evaluation.
  NodeEval node = evaluate_node(tt, tt_value);
  if (!in_check) {
    // How much the opponent's quiet move changed the evaluation goes into its history.
    if (prior_quiet && !previous.checkers && !excluded) {
      const int gain = std::clamp(-(previous.static_eval + ss.static_eval), -params.eval_gain_limit,
                                  params.eval_gain_limit) +
                       params.eval_gain_base;
      history_.quiet(~position_.turn(), previous.move).update(params.eval_gain_weight * gain);
      if (!tt.is_hit() && type_of(previous.piece) != PAWN && !is_promotion(previous.move))
        history_.pawn(position_).at[previous.piece][to_of(previous.move)].update(params.eval_gain_weight *
                                                                                 gain);
    }
    // Hindsight: the previous move was reduced more or less than it deserved.
    if (prior_reduction >= 3 && !node.worsening) ++depth;
    if (prior_reduction >= 2 && depth >= 2 && ss.static_eval + previous.static_eval > params.hindsight_margin)
      --depth;

    // 5. Pruning by the static evaluation.
    if (!pv && !is_mate_score(beta)) {
      const int score = prune_by_eval(
          alpha, beta, depth, cut_node, node, tt,
          [&](int reduction) { return -alpha_beta(-beta, -beta + 1, depth - reduction, false); },
          [&](int reduction) { return alpha_beta(beta - 1, beta, depth - reduction, false); });
      if (score != NO_SCORE) return score;
    }
    node.improving |= ss.static_eval >= beta;

    // 6. Internal iterative reduction: without a table move, a shallower search finds one for the next
    // iteration.
    if (!tt_move && !all_node && !ss.follows_pv && depth >= params.iir_depth && prior_reduction <= 3) --depth;

    // 7. ProbCut: a capture that wins more than needed in a shallower search.
    const int probcut_beta = beta + params.probcut_margin - params.probcut_improving * node.improving;
    if (!root && depth >= 3 && !is_mate_score(beta) && skill_.sees_all_moves() &&
        !(tt.is_hit() && tt_value < probcut_beta)) {
      MovePicker picker(position_, info, history_, ordering_data(tt_move, nullptr), depth,
                        MovePicker::Wanted::CAPTURES, move_stack_, parameters_);
      while (const Move m = picker.next()) {
        if (m == excluded || !see_ge(position_, m, probcut_beta - ss.static_eval)) continue;
        prefetch(m);
        do_move(m);
        int score = -quiescence(-probcut_beta, -probcut_beta + 1, 0);
        if (score >= probcut_beta && depth > 4)
          score = -alpha_beta(-probcut_beta, -probcut_beta + 1, depth - 4, !cut_node);
        undo_move();
        if (stopped_) return 0;
        if (score >= probcut_beta) {
          if (!excluded) table_.store(key, m, to_table(score, ply_), node.raw, depth - 3, LOWER, ss.tt_pv);
          if (!is_mate_score(score)) return decided(Counter::PROBCUT, score - (probcut_beta - beta));
        }
      }
    }
  }
  // The small ProbCut: the score in the table is far above beta.
  if (!root && (tt.bound() & LOWER) && tt_depth >= depth - 4 &&
      tt_value >= beta + params.small_probcut_margin && !is_mate_score(beta) && !is_mate_score(tt_value))
    return decided(Counter::PROBCUT, beta + params.small_probcut_margin);

  // 8. The moves, best first.
  const CheckSquares check_squares(position_);
  const OrderingData ordering = ordering_data(tt_move, &check_squares);
  MovePicker picker(position_, info, history_, ordering, depth, MovePicker::Wanted::ALL, move_stack_,
                    parameters_);

  int best_score = -INFINITE, move_count = 0, next_root_move = pv_index_;
  Move best_move = NO_MOVE;
  SearchedMoves searched;
  bool skipped = false;
  if (root) root_window_ = std::max(beta - alpha, 1);

  while (const Move m = next_move(picker, next_root_move, skipped)) {
    ss.move_count = ++move_count;
    const bool capture = is_capture(position_, m);
    const bool check = check_squares.gives_check(position_, m);
    const Square to = to_of(m);
    const Piece piece = moved_piece(position_, m);
    const PieceType captured = type_of(position_.at(to));
    const int capture_history = capture ? int(history_.capture(piece, to, captured)) : 0;
    const int log_product =
        params.lmr_log * LOG[std::min(depth, 255)] * LOG[std::min(move_count, 255)] / 4096;
    int reduction = params.lmr_base + log_product - params.lmr_window * (beta - alpha) / root_window_ +
                    (node.improving ? 0 : log_product * params.lmr_not_improving / 1024);
    if (ss.tt_pv) reduction += params.lmr_tt_pv_pruning;

    // 9. Move pruning.
    if (!root && best_score > -MATE_WITHIN) {
      if (move_count >= (params.lmp_count + depth * depth) / (2 - node.improving) && picker.skip_quiets())
        count(Counter::LATE_MOVES);
      int lmr_depth = depth - 1 - reduction / ONE_PLY;
      if (capture || check) {
        if (!check && lmr_depth <= params.capture_futility_depth && !in_check &&
            ss.static_eval + params.capture_futility_base + params.capture_futility_per_ply * lmr_depth +
                    (captured ? capture_value(captured) : 0) +
                    (is_promotion(m) ? promotion_value(type_of(piece)) : 0) +
                    params.capture_futility_history * capture_history / 1024 <=
                alpha) {
          skip_move(Counter::FUTILITY, m);
          continue;
        }
        const int margin =
            std::max(params.see_capture * depth + params.see_capture_history * capture_history / 1024, 0);
        if (!see_ge(position_, m, -margin)) {
          skip_move(Counter::EXCHANGE, m);
          continue;
        }
      } else if (!(pv && ss.follows_pv)) {
        int history = ordering.continuation[0]->at[piece][to] + ordering.continuation[1]->at[piece][to] +
                      ordering.pawn->at[piece][to];
        if (history < -params.history_prune * depth) {
          skip_move(Counter::HISTORY, m);
          continue;
        }
        history += 2 * history_.quiet(position_.turn(), m);
        lmr_depth += history / params.history_depth_divisor;
        const int futile_score =
            ss.static_eval + params.futility_base + (best_move ? 0 : params.futility_no_best_move) +
            params.futility_per_ply * lmr_depth + (ss.static_eval > alpha ? params.futility_above_alpha : 0);
        if (!in_check && lmr_depth <= params.futility_depth && futile_score <= alpha) {
          if (best_score <= futile_score && !is_mate_score(best_score)) best_score = futile_score;
          skip_move(Counter::FUTILITY, m);
          continue;
        }
        lmr_depth = std::max(lmr_depth, 0);
        if (!see_ge(position_, m, -params.see_quiet * lmr_depth * lmr_depth)) {
          skip_move(Counter::EXCHANGE, m);
          continue;
        }
      }
    }

    prefetch(m);

    // 10. Singular extension: the table move is extended if a shallower search without it stays well below
    // its score. If the search without it fails high as well, the node is cut off (multi-cut).
    int extension = 0, new_depth = depth - 1;
    if (!root && m == tt_move && !excluded && depth >= params.singular_depth + ss.tt_pv &&
        ply_ < 2 * root_depth_ && !is_mate_score(tt_value) && (tt.bound() & LOWER) && tt_depth >= depth - 3) {
      const int singular_beta =
          tt_value - (params.singular_per_ply + (ss.tt_pv && !pv ? params.singular_tt_pv : 0)) * depth / 64;
      ss.excluded = m;
      TreeNode* const recorded = std::exchange(recorded_[ply_], nullptr);
      const int score = alpha_beta(singular_beta - 1, singular_beta, new_depth / 2, cut_node);
      recorded_[ply_] = recorded;
      ss.excluded = NO_MOVE;
      pv_length_[ply_] = ply_;
      if (stopped_) return 0;
      if (score < singular_beta) {
        const int less = node.correction * params.extension_correction / 128 +
                         history_.tt_move() / params.extension_history_divisor +
                         (ply_ > root_depth_ ? params.extension_far : 0);
        const int double_margin = params.double_extension_base + pv * params.double_extension_pv -
                                  !tt_capture * params.double_extension_quiet - less;
        const int triple_margin = params.triple_extension_base + pv * params.triple_extension_pv -
                                  !tt_capture * params.triple_extension_quiet +
                                  ss.tt_pv * params.triple_extension_tt_pv - less;
        count(Counter::EXTENDED);
        extension = 1 + (score < singular_beta - double_margin) + (score < singular_beta - triple_margin);
        ++depth;
      } else if (score >= beta && !is_mate_score(score)) {
        history_.tt_move().update(-2 * params.tt_move_bonus);
        return decided(Counter::MULTI_CUTS, score);
      } else if (tt_value >= beta) {
        extension = -3;
      } else if (cut_node) {
        extension = -2;
      }
      ss.move_count = move_count;
    }

    // 11. The reduction.
    new_depth += extension;
    if (ss.tt_pv)
      reduction -= params.lmr_tt_pv + pv * params.lmr_pv +
                   (tt.is_hit() && tt_value > alpha ? params.lmr_tt_pv_above_alpha : 0) +
                   (tt.is_hit() && tt_depth >= depth ? params.lmr_tt_pv_deep * (1 + cut_node) : 0);
    reduction +=
        params.lmr_late_base - params.lmr_move_count * move_count - params.lmr_correction * node.correction;
    if (cut_node) reduction += params.lmr_cut_node + (tt_move ? 0 : params.lmr_cut_node_no_move);
    if (tt_capture) reduction += params.lmr_tt_capture;
    const int cutoffs = stack_[ply_ + 1].cutoff_count;
    if (cutoffs > 1)
      reduction += params.lmr_two_cutoffs + (cutoffs > 2 ? params.lmr_cutoffs : 0) +
                   all_node * params.lmr_cutoffs_all_node;
    if (m == tt_move) reduction -= params.lmr_tt_move;
    ss.stat_score = capture ? params.lmr_captured * (captured ? capture_value(captured) : 0) + capture_history
                            : quiet_history(m, ordering);
    reduction -= ss.stat_score * params.lmr_history / 1024;
    if (all_node) reduction += reduction * params.lmr_all_node / (256 * depth + 256);

    // 12. Search the move: late moves with a reduced depth first (LMR), all but the first with a null window.
    const uint64_t nodes_before = nodes();
    TreeNode* const recorded = record_move(m);
    do_move(m);
    int score = alpha + 1;
    if (depth >= 2 && move_count > 1) {
      const int reduced_depth = std::max(1, std::min(new_depth - reduction / ONE_PLY, new_depth + 2)) + pv;
      ss.reduction = new_depth - reduced_depth;
      if (ss.reduction > 0) count(Counter::REDUCED);
      score = -alpha_beta(-alpha - 1, -alpha, reduced_depth, true);
      ss.reduction = 0;
      if (score > alpha) {
        // Deeper if the score is much better than expected, shallower if it is hardly better.
        if (reduced_depth < new_depth && score > best_score + params.deeper_margin)
          ++new_depth;
        else if (score < best_score + params.shallower_margin)
          --new_depth;
        if (new_depth > reduced_depth) {
          count(Counter::SEARCHED_AGAIN);
          score = -alpha_beta(-alpha - 1, -alpha, new_depth, !cut_node);
        }
        if (!stopped_) update_continuations(ply_ - 1, piece, to, params.bonus_research);
      }
    } else if (!pv || move_count > 1) {
      if (!tt_move) reduction += ONE_PLY;
      score = -alpha_beta(-alpha - 1, -alpha,
                          new_depth - (reduction > params.full_depth_reduction) -
                              (reduction > params.full_depth_reduction + ONE_PLY && new_depth > 2),
                          !cut_node);
    }
    if (pv && (move_count == 1 || score > alpha)) {
      // The table move is not left to the quiescence search.
      if (m == tt_move && tt_depth > 1) new_depth = std::max(new_depth, 1);
      score = -alpha_beta(-beta, -alpha, new_depth, false);
    }
    undo_move();
    if (stopped_) return 0;
    record_result(recorded, score, alpha, beta, new_depth, nodes() - nodes_before);

    if (root)
      update_root_move(root_moves_[next_root_move - 1], nodes() - nodes_before, score,
                       move_count == 1 || score > alpha);
    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = m;
        if (pv) update_pv(m);
        if (score >= beta) {
          if (extension < 2 || pv) ++ss.cutoff_count;
          count_cutoff(move_count);
          break;
        }
        // The moves after one that raises alpha are less likely to do so.
        if (depth >= RAISED_ALPHA_MIN_DEPTH && depth <= RAISED_ALPHA_MAX_DEPTH && !is_mate_score(score))
          --depth;
        alpha = score;
      }
    }
    if (m != best_move) searched.add(m, capture);
  }

  // 13. No legal move.
  if (move_count == 0) return excluded ? alpha : score_without_moves(skipped);

  // 14. A score above beta is brought nearer to it: the more, the shallower the search was.
  if (best_score >= beta && !is_mate_score(best_score) && !is_mate_score(alpha))
    best_score = (best_score * depth + beta) / (depth + 1);

  // 15. Histories and the transposition table.
  if (best_move && !pv)
    history_.tt_move().update(best_move == tt_move ? params.tt_move_bonus : -params.tt_move_bonus);
  if (best_score <= alpha) ss.tt_pv |= previous.tt_pv;
  const Bound bound = best_score >= beta ? LOWER : pv && best_move ? EXACT : UPPER;
  return finish_node(best_score, best_move, bound, depth, depth, node.raw, searched, tt_move);
}

}  // namespace komadai
