// The tuning parameters of the search. Matches and SPSA (komadai.training.tuning) change them, users do not.
// The defaults are the values that won. Margins are in centipawns.
#pragma once

#include <string_view>

namespace komadai {

struct Parameters {
  // The first aspiration window on either side of the score of the previous iteration.
  int aspiration = 40;
  // The history bonus of a quiet move by how much it changed the static evaluation: the limit of the change,
  // what is added to it, and the factor.
  int eval_gain_limit = 190, eval_gain_base = 60, eval_gain_weight = 10;
  // Hindsight: after a reduced move that lost more than this by the static evaluations, the depth is a ply
  // less.
  int hindsight_margin = 170;
  // Razoring: the margin below alpha, constant and per squared ply.
  int razor_base = 500, razor_squared = 300;
  // Reverse futility pruning: the margin above beta per ply, and how much less of it without a table hit; how
  // much less, in 1024ths of the margin of a ply, if improving and if the opponent is worsening; how much
  // more, in 128ths of the size of the correction; the maximum depth.
  int reverse_futility_per_ply = 66, reverse_futility_no_hit = 20, reverse_futility_improving = 2600,
      reverse_futility_worsening = 350, reverse_futility_correction = 90, reverse_futility_depth = 14;
  // Null move: how far the static evaluation must be above beta, and how much less per ply and if improving;
  // the reduction, constant and depth divisor; the depth from which the cutoff is verified.
  int null_move_margin = 350, null_move_per_ply = 16, null_move_improving = 50, null_move_base = 7,
      null_move_depth_divisor = 3, null_move_verify_depth = 16;
  // Internal iterative reduction: the minimum depth.
  int iir_depth = 8;
  // ProbCut: how much more than beta a capture must win in the shallower search, and how much less if
  // improving; how much more a score in the table must be.
  int probcut_margin = 220, probcut_improving = 60, small_probcut_margin = 350;
  // Late move pruning: the number of moves at depth 0.
  int lmp_count = 5;
  // Futility of captures: the margin, constant, per ply and in 1024ths of the capture history; the maximum
  // depth.
  int capture_futility_base = 120, capture_futility_per_ply = 200, capture_futility_history = 128,
      capture_futility_depth = 6;
  // Exchange pruning: how much captures and checks may lose, per ply and in 1024ths of the capture history,
  // and quiet moves per squared ply.
  int see_capture = 250, see_capture_history = 32, see_quiet = 40;
  // History pruning: the history per ply below which quiet moves are pruned; the history that counts as a ply
  // of depth.
  int history_prune = 4000, history_depth_divisor = 3200;
  // Futility of quiet moves: the margin, constant, without a best move, per ply, and if the evaluation is
  // above alpha; the maximum depth.
  int futility_base = 50, futility_no_best_move = 150, futility_per_ply = 120, futility_above_alpha = 80,
      futility_depth = 12;
  // Singular extensions: the minimum depth; the margin below the table's score in 64ths per ply, and more
  // where the position was on a principal variation.
  int singular_depth = 6, singular_per_ply = 70, singular_tt_pv = 80;
  // The further margin for an extension by two plies and by three: constant, in the principal variation, less
  // if the table move is quiet, and for three plies, more where the position was on a principal variation.
  // What is subtracted from both: 128ths of the size of the correction, a share of the history of the table
  // move, and a constant beyond the depth of the iteration.
  int double_extension_base = 0, double_extension_pv = 200, double_extension_quiet = 180,
      triple_extension_base = 80, triple_extension_pv = 300, triple_extension_quiet = 170,
      triple_extension_tt_pv = 90, extension_correction = 80, extension_history_divisor = 128,
      extension_far = 40;
  // Late move reductions, in 1024ths of a ply. For pruning and for the search: constant, logarithmic term,
  // share of that term if not improving, the window as a share of the root window; for pruning, where the
  // position was on a principal variation. For the search: constant; less on a principal variation, now or
  // before (`tt_pv`), and there also at the node itself (`pv`), with a score of the table above alpha, or
  // with one deep enough; less per move before it and per centipawn of correction; more at cut nodes, there
  // also without a table move; more if the table move is a capture; more with two and with three cutoffs of
  // nodes one ply deeper, there also at all-nodes; less for the table move; less by the history in 1024ths,
  // to which captures add a multiple of the captured value; more at all-nodes, the lower the depth.
  int lmr_base = 1150, lmr_log = 430, lmr_not_improving = 400, lmr_window = 600, lmr_tt_pv_pruning = 1000,
      lmr_late_base = 700, lmr_tt_pv = 2800, lmr_pv = 950, lmr_tt_pv_above_alpha = 900, lmr_tt_pv_deep = 950,
      lmr_move_count = 64, lmr_correction = 5, lmr_cut_node = 3500, lmr_cut_node_no_move = 1000,
      lmr_tt_capture = 1000, lmr_cutoffs = 1100, lmr_two_cutoffs = 250, lmr_cutoffs_all_node = 1000,
      lmr_tt_move = 2200, lmr_history = 105, lmr_captured = 6, lmr_all_node = 280;
  // A move that exceeds alpha in the reduced search is searched a ply deeper if it exceeds the best score by
  // this, and a ply shallower if it does not exceed it by that.
  int deeper_margin = 50, shallower_margin = 10;
  // At depth 1, and for a first move with a null window: the reduction from which the search is a ply
  // shallower; with a ply more it is two plies shallower.
  int full_depth_reduction = 4700;
  // Histories: the bonus of a good move and the malus of the moves before it, per ply, constant and maximum;
  // a further bonus if it was the table move; the bonus of a move whose reduced search exceeded alpha.
  int bonus_per_ply = 125, bonus_base = -60, bonus_max = 1500, malus_per_ply = 800, malus_base = -200,
      malus_max = 2000, bonus_tt_move = 350, bonus_research = 1800;
  // The largest bonus after a cutoff by the table; the bonus in the history of the table move.
  int bonus_table_cutoff_max = 1000, tt_move_bonus = 800;
  // The bonus of a quiet move after which all replies fail low, in 128ths of the bonus of a good move:
  // constant, less by its history divided by this, per ply of depth and the maximum of that, for a move after
  // this number, and for each of the two static evaluations that the score is below by this margin. The bonus
  // of a capture.
  int prior_base = -225, prior_history_divisor = 112, prior_per_ply = 60, prior_depth_max = 450,
      prior_late = 165, prior_late_move = 8, prior_surprise = 150, prior_surprise_margin = 90,
      prior_capture_bonus = 1000;
  // The weight of each correction history, in 128ths.
  int correction_weight = 110;
  // Quiescence: the margin of futility pruning; how much a searched capture may lose; the captures that are
  // searched without a check or a recapture.
  int qsearch_futility = 200, qsearch_see = -150, qsearch_moves = 2;
  // Move ordering: a capture is good if it loses less than its score divided by this; quiet moves with a
  // lower score come after the other captures; the score per ply of depth above which quiet moves are sorted;
  // what a quiet check adds, and how much it may lose for that; the weight of the history near the root; what
  // leaving the reach of less valuable pieces adds and entering it subtracts, per centipawn of the piece.
  int good_capture_divisor = 10, good_quiet = -13000, sorted_quiets_per_ply = -3500,
      ordered_check_score = 16000, ordered_check_loss = 150, ordered_low_ply = 8, ordered_threat = 12;
  // Search by realization probability. A move whose probability is one in `realization_odds` tenths costs a
  // ply. In thousandths of a ply: the minimum and maximum cost of a move, the maximum cost of the table move
  // and of a re-search. The percentage of how far the moves of a category share its probability; the divisor
  // of the history (as lmr_history_divisor); how far below the threshold quiet moves are still searched.
  int realization_odds = 40, realization_min_cost = 400, realization_max_cost = 4000,
      realization_tt_cost = 1000, realization_research_cost = 1000, realization_share = 100,
      realization_history_divisor = 14000, realization_prune_below = 1000;
};

struct Parameter {
  std::string_view name;
  int Parameters::* member;
  int low, high;
};

inline constexpr Parameter PARAMETERS[] = {
    {"aspiration", &Parameters::aspiration, 5, 200},
    {"eval_gain_limit", &Parameters::eval_gain_limit, 0, 1000},
    {"eval_gain_base", &Parameters::eval_gain_base, -200, 400},
    {"eval_gain_weight", &Parameters::eval_gain_weight, 0, 40},
    {"hindsight_margin", &Parameters::hindsight_margin, 0, 1000},
    {"razor_base", &Parameters::razor_base, 50, 2000},
    {"razor_squared", &Parameters::razor_squared, 20, 2000},
    {"reverse_futility_per_ply", &Parameters::reverse_futility_per_ply, 20, 400},
    {"reverse_futility_no_hit", &Parameters::reverse_futility_no_hit, 0, 200},
    {"reverse_futility_improving", &Parameters::reverse_futility_improving, 0, 8000},
    {"reverse_futility_worsening", &Parameters::reverse_futility_worsening, 0, 4000},
    {"reverse_futility_correction", &Parameters::reverse_futility_correction, 0, 1000},
    {"reverse_futility_depth", &Parameters::reverse_futility_depth, 1, 30},
    {"null_move_margin", &Parameters::null_move_margin, -200, 1500},
    {"null_move_per_ply", &Parameters::null_move_per_ply, 0, 100},
    {"null_move_improving", &Parameters::null_move_improving, -100, 400},
    {"null_move_base", &Parameters::null_move_base, 2, 12},
    {"null_move_depth_divisor", &Parameters::null_move_depth_divisor, 2, 8},
    {"null_move_verify_depth", &Parameters::null_move_verify_depth, 4, 99},
    {"iir_depth", &Parameters::iir_depth, 2, 20},
    {"probcut_margin", &Parameters::probcut_margin, 50, 900},
    {"probcut_improving", &Parameters::probcut_improving, 0, 400},
    {"small_probcut_margin", &Parameters::small_probcut_margin, 50, 2000},
    {"lmp_count", &Parameters::lmp_count, 1, 30},
    {"capture_futility_base", &Parameters::capture_futility_base, -200, 1000},
    {"capture_futility_per_ply", &Parameters::capture_futility_per_ply, 20, 800},
    {"capture_futility_history", &Parameters::capture_futility_history, 0, 1000},
    {"capture_futility_depth", &Parameters::capture_futility_depth, 0, 20},
    {"see_capture", &Parameters::see_capture, 20, 900},
    {"see_capture_history", &Parameters::see_capture_history, 0, 500},
    {"see_quiet", &Parameters::see_quiet, 5, 200},
    {"history_prune", &Parameters::history_prune, 500, 30000},
    {"history_depth_divisor", &Parameters::history_depth_divisor, 500, 30000},
    {"futility_base", &Parameters::futility_base, -300, 600},
    {"futility_no_best_move", &Parameters::futility_no_best_move, 0, 800},
    {"futility_per_ply", &Parameters::futility_per_ply, 20, 400},
    {"futility_above_alpha", &Parameters::futility_above_alpha, 0, 400},
    {"futility_depth", &Parameters::futility_depth, 1, 30},
    {"singular_depth", &Parameters::singular_depth, 4, 99},
    {"singular_per_ply", &Parameters::singular_per_ply, 8, 400},
    {"singular_tt_pv", &Parameters::singular_tt_pv, 0, 400},
    {"double_extension_base", &Parameters::double_extension_base, -200, 400},
    {"double_extension_pv", &Parameters::double_extension_pv, 0, 800},
    {"double_extension_quiet", &Parameters::double_extension_quiet, 0, 800},
    {"triple_extension_base", &Parameters::triple_extension_base, -200, 800},
    {"triple_extension_pv", &Parameters::triple_extension_pv, 0, 1200},
    {"triple_extension_quiet", &Parameters::triple_extension_quiet, 0, 800},
    {"triple_extension_tt_pv", &Parameters::triple_extension_tt_pv, 0, 600},
    {"extension_correction", &Parameters::extension_correction, 0, 1000},
    {"extension_history_divisor", &Parameters::extension_history_divisor, 16, 2000},
    {"extension_far", &Parameters::extension_far, 0, 400},
    {"lmr_base", &Parameters::lmr_base, -2000, 5000},
    {"lmr_log", &Parameters::lmr_log, 100, 1500},
    {"lmr_not_improving", &Parameters::lmr_not_improving, 0, 1024},
    {"lmr_window", &Parameters::lmr_window, 0, 3000},
    {"lmr_tt_pv_pruning", &Parameters::lmr_tt_pv_pruning, 0, 4000},
    {"lmr_late_base", &Parameters::lmr_late_base, -2000, 4000},
    {"lmr_tt_pv", &Parameters::lmr_tt_pv, 0, 6000},
    {"lmr_pv", &Parameters::lmr_pv, 0, 4000},
    {"lmr_tt_pv_above_alpha", &Parameters::lmr_tt_pv_above_alpha, 0, 4000},
    {"lmr_tt_pv_deep", &Parameters::lmr_tt_pv_deep, 0, 4000},
    {"lmr_move_count", &Parameters::lmr_move_count, 0, 300},
    {"lmr_correction", &Parameters::lmr_correction, 0, 100},
    {"lmr_cut_node", &Parameters::lmr_cut_node, 0, 8000},
    {"lmr_cut_node_no_move", &Parameters::lmr_cut_node_no_move, 0, 4000},
    {"lmr_tt_capture", &Parameters::lmr_tt_capture, 0, 4000},
    {"lmr_cutoffs", &Parameters::lmr_cutoffs, 0, 4000},
    {"lmr_two_cutoffs", &Parameters::lmr_two_cutoffs, 0, 3000},
    {"lmr_cutoffs_all_node", &Parameters::lmr_cutoffs_all_node, 0, 4000},
    {"lmr_tt_move", &Parameters::lmr_tt_move, 0, 6000},
    {"lmr_history", &Parameters::lmr_history, 0, 500},
    {"lmr_captured", &Parameters::lmr_captured, 0, 40},
    {"lmr_all_node", &Parameters::lmr_all_node, 0, 1000},
    {"deeper_margin", &Parameters::deeper_margin, 0, 400},
    {"shallower_margin", &Parameters::shallower_margin, 0, 200},
    {"full_depth_reduction", &Parameters::full_depth_reduction, 0, 12000},
    {"bonus_per_ply", &Parameters::bonus_per_ply, 20, 600},
    {"bonus_base", &Parameters::bonus_base, -400, 600},
    {"bonus_max", &Parameters::bonus_max, 300, 6000},
    {"malus_per_ply", &Parameters::malus_per_ply, 50, 3000},
    {"malus_base", &Parameters::malus_base, -800, 800},
    {"malus_max", &Parameters::malus_max, 300, 6000},
    {"bonus_tt_move", &Parameters::bonus_tt_move, 0, 2000},
    {"bonus_research", &Parameters::bonus_research, 0, 6000},
    {"bonus_table_cutoff_max", &Parameters::bonus_table_cutoff_max, 0, 4000},
    {"tt_move_bonus", &Parameters::tt_move_bonus, 0, 4000},
    {"prior_base", &Parameters::prior_base, -1000, 500},
    {"prior_history_divisor", &Parameters::prior_history_divisor, 20, 1000},
    {"prior_per_ply", &Parameters::prior_per_ply, 0, 300},
    {"prior_depth_max", &Parameters::prior_depth_max, 0, 2000},
    {"prior_late", &Parameters::prior_late, 0, 1000},
    {"prior_late_move", &Parameters::prior_late_move, 1, 60},
    {"prior_surprise", &Parameters::prior_surprise, 0, 1000},
    {"prior_surprise_margin", &Parameters::prior_surprise_margin, 0, 500},
    {"prior_capture_bonus", &Parameters::prior_capture_bonus, 0, 4000},
    {"correction_weight", &Parameters::correction_weight, 0, 256},
    {"qsearch_futility", &Parameters::qsearch_futility, -200, 900},
    {"qsearch_see", &Parameters::qsearch_see, -600, 200},
    {"qsearch_moves", &Parameters::qsearch_moves, 1, 60},
    {"good_capture_divisor", &Parameters::good_capture_divisor, 1, 100},
    {"good_quiet", &Parameters::good_quiet, -60000, 0},
    {"sorted_quiets_per_ply", &Parameters::sorted_quiets_per_ply, -20000, 0},
    {"ordered_check_score", &Parameters::ordered_check_score, 0, 60000},
    {"ordered_check_loss", &Parameters::ordered_check_loss, -200, 900},
    {"ordered_low_ply", &Parameters::ordered_low_ply, 0, 32},
    {"ordered_threat", &Parameters::ordered_threat, 0, 40},
    {"realization_odds", &Parameters::realization_odds, 11, 1000},
    {"realization_min_cost", &Parameters::realization_min_cost, 50, 1000},
    {"realization_max_cost", &Parameters::realization_max_cost, 1000, 20000},
    {"realization_tt_cost", &Parameters::realization_tt_cost, 50, 2000},
    {"realization_research_cost", &Parameters::realization_research_cost, 50, 4000},
    {"realization_share", &Parameters::realization_share, 0, 300},
    {"realization_history_divisor", &Parameters::realization_history_divisor, 1000, 1000000},
    {"realization_prune_below", &Parameters::realization_prune_below, 0, 100000},
};

}  // namespace komadai
