// The tuning parameters of the search. Matches and SPSA (komadai.training.tuning) change them, users do not.
// The defaults are the values that won. Margins are in centipawns.
#pragma once

#include <string_view>

namespace komadai {

struct Parameters {
  // The first aspiration window on either side of the score of the previous iteration.
  int aspiration = 33;
  // Razoring: margin below alpha, constant and per ply.
  int razor_base = 282, razor_per_ply = 218;
  // Reverse futility pruning: margin above beta per ply, and the maximum depth.
  int reverse_futility_per_ply = 137, reverse_futility_depth = 7;
  // Null move: the reduction (constant, depth divisor, divisor of the eval's margin over beta), and how far
  // the eval may be below beta per ply.
  int null_move_base = 4, null_move_depth_divisor = 4, null_move_eval_divisor = 243, null_move_margin = 20;
  // ProbCut: how much more than beta a capture must win in the shallower search.
  int probcut_margin = 213;
  // Move pruning: late moves by number, futility by eval (constant, per ply), history per ply, exchanges of
  // quiet moves (per squared ply) and of captures (per ply).
  int lmp_count = 3, futility_base = 123, futility_per_ply = 111, history_prune = 1806, see_quiet = 32,
      see_capture = 156;
  // Singular extensions: the minimum depth, the margin below the table's score per ply, and the further
  // margin for an extension by two plies.
  int singular_depth = 7, singular_per_ply = 4, double_extension_margin = 24;
  // Late move reductions, in thousandths of a ply: constant, logarithmic term, and adjustments.
  int lmr_base = 463, lmr_log = 527, lmr_cut_node = 1456, lmr_not_improving = 751, lmr_pv = 1257,
      lmr_killer = 976, lmr_history_divisor = 5502, lmr_capture = 786, lmr_in_check = 595, lmr_cutoffs = 672;
  // The history bonus of a good move: per ply, constant, maximum.
  int history_bonus_per_ply = 158, history_bonus_base = 66, history_bonus_max = 1536;
  // The weight of the correction history, in 128ths.
  int correction_weight = 72;
  // Quiescence: the plies in which quiet checks are searched; the margin of delta pruning.
  int qsearch_check_plies = 1, delta_margin = 159;
  // Extend checks: 0 never.
  int check_extension = 1;
  // Search by realization probability. A move whose probability is one in `realization_odds` tenths costs a
  // ply. In thousandths of a ply: the minimum and maximum cost of a move, the maximum cost of the table move
  // and of a re-search. The percentage of how far the moves of a category share its probability; the divisor
  // of the history (as lmr_history_divisor); how far below the threshold quiet moves are still searched.
  int realization_odds = 40, realization_min_cost = 400, realization_max_cost = 4000,
      realization_tt_cost = 1000, realization_research_cost = 1000, realization_share = 100,
      realization_history_divisor = 5600, realization_prune_below = 1000;
};

struct Parameter {
  std::string_view name;
  int Parameters::* member;
  int low, high;
};

inline constexpr Parameter PARAMETERS[] = {
    {"aspiration", &Parameters::aspiration, 5, 200},
    {"razor_base", &Parameters::razor_base, 50, 900},
    {"razor_per_ply", &Parameters::razor_per_ply, 50, 900},
    {"reverse_futility_per_ply", &Parameters::reverse_futility_per_ply, 30, 400},
    {"reverse_futility_depth", &Parameters::reverse_futility_depth, 1, 20},
    {"null_move_base", &Parameters::null_move_base, 2, 8},
    {"null_move_depth_divisor", &Parameters::null_move_depth_divisor, 2, 8},
    {"null_move_eval_divisor", &Parameters::null_move_eval_divisor, 50, 800},
    {"null_move_margin", &Parameters::null_move_margin, 0, 60},
    {"probcut_margin", &Parameters::probcut_margin, 50, 900},
    {"lmp_count", &Parameters::lmp_count, 1, 30},
    {"futility_base", &Parameters::futility_base, 0, 600},
    {"futility_per_ply", &Parameters::futility_per_ply, 30, 400},
    {"history_prune", &Parameters::history_prune, 500, 20000},
    {"see_quiet", &Parameters::see_quiet, 5, 200},
    {"see_capture", &Parameters::see_capture, 20, 600},
    {"singular_depth", &Parameters::singular_depth, 4, 99},
    {"singular_per_ply", &Parameters::singular_per_ply, 1, 20},
    {"double_extension_margin", &Parameters::double_extension_margin, 0, 300},
    {"lmr_base", &Parameters::lmr_base, 0, 3000},
    {"lmr_log", &Parameters::lmr_log, 100, 1500},
    {"lmr_cut_node", &Parameters::lmr_cut_node, 0, 4000},
    {"lmr_not_improving", &Parameters::lmr_not_improving, 0, 4000},
    {"lmr_pv", &Parameters::lmr_pv, 0, 4000},
    {"lmr_killer", &Parameters::lmr_killer, 0, 4000},
    {"lmr_history_divisor", &Parameters::lmr_history_divisor, 1000, 30000},
    {"lmr_capture", &Parameters::lmr_capture, 0, 4000},
    {"lmr_in_check", &Parameters::lmr_in_check, 0, 4000},
    {"lmr_cutoffs", &Parameters::lmr_cutoffs, 0, 4000},
    {"history_bonus_per_ply", &Parameters::history_bonus_per_ply, 20, 600},
    {"history_bonus_base", &Parameters::history_bonus_base, -400, 600},
    {"history_bonus_max", &Parameters::history_bonus_max, 300, 6000},
    {"correction_weight", &Parameters::correction_weight, 0, 256},
    {"qsearch_check_plies", &Parameters::qsearch_check_plies, 0, 4},
    {"delta_margin", &Parameters::delta_margin, 0, 600},
    {"check_extension", &Parameters::check_extension, 0, 1},
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
