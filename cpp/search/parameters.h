// The numbers that the search's steps are tuned by. They are changed while matches or the tuner measure
// them, never by a user: each default is what won.
#pragma once

#include <string_view>

namespace komadai {

struct Parameters {
  // Centipawns: the first window around what is expected.
  int aspiration = 33;
  // Centipawns for each ply left: so bad that only captures help; so good that the opponent won't come here.
  int razor = 282, razor_ply = 218;
  int futile_ply = 137, futile_depth = 7;
  // A pass: the plies it costs, and from how much on the eval it may cost more.
  int pass_plies = 4, pass_depth = 4, pass_eval = 243, pass_margin = 20;
  // A capture that wins this much more than needed, seen some plies less deep, settles a node.
  int probe_margin = 213;
  // Moves not looked at: quiet ones by their number, by what the eval lacks, by their past, by exchanges.
  int late_count = 3, lack = 123, lack_ply = 111, bad_past = 1806, quiet_exchange = 32, loud_exchange = 156;
  // Centipawns a ply that everything else must stay behind the one good move; and how far for two plies.
  int singular_depth = 7, singular_ply = 4, singular_twice = 24;
  // Reductions, in thousandths of a ply: base, by logarithms, and what changes them.
  int reduce_base = 463, reduce_log = 527, reduce_cut = 1456, reduce_worse = 751, reduce_open = 1257,
      reduce_hint = 976, reduce_past = 5502, reduce_capture = 786, reduce_check = 595, reduce_cutoffs = 672;
  // What a good move is paid: by depth, at most.
  int pay_ply = 158, pay_base = 66, pay_most = 1536;
  // How far a wrong eval of similar positions corrects this one, of 128.
  int correct = 72;
  // Checks in quiescence: at its first plies so many; centipawns that a capture may fall short.
  int loud_checks = 1, stand_margin = 159;
  // Extend checks: 0 never.
  int check_extension = 1;
  // Search by realization probability. A move of a probability of one in so many tenths is a ply; bounds of
  // what a move costs, and what the best known and one looked at again cost at most, in thousandths of a ply;
  // percent of how the moves of a category share its probability; as reduce_past; how far below the threshold
  // quiet moves are still looked at.
  int realize_odds = 40, realize_least = 400, realize_most = 4000, realize_best = 1000, realize_again = 1000,
      realize_share = 100, realize_past = 5600, realize_below = 1000;
};

struct Parameter {
  std::string_view name;
  int Parameters::* at;
  int low, high;
};

inline constexpr Parameter PARAMETERS[] = {
    {"aspiration", &Parameters::aspiration, 5, 200},
    {"razor", &Parameters::razor, 50, 900},
    {"razor_ply", &Parameters::razor_ply, 50, 900},
    {"futile_ply", &Parameters::futile_ply, 30, 400},
    {"futile_depth", &Parameters::futile_depth, 1, 20},
    {"pass_plies", &Parameters::pass_plies, 2, 8},
    {"pass_depth", &Parameters::pass_depth, 2, 8},
    {"pass_eval", &Parameters::pass_eval, 50, 800},
    {"pass_margin", &Parameters::pass_margin, 0, 60},
    {"probe_margin", &Parameters::probe_margin, 50, 900},
    {"late_count", &Parameters::late_count, 1, 30},
    {"lack", &Parameters::lack, 0, 600},
    {"lack_ply", &Parameters::lack_ply, 30, 400},
    {"bad_past", &Parameters::bad_past, 500, 20000},
    {"quiet_exchange", &Parameters::quiet_exchange, 5, 200},
    {"loud_exchange", &Parameters::loud_exchange, 20, 600},
    {"singular_depth", &Parameters::singular_depth, 4, 99},
    {"singular_ply", &Parameters::singular_ply, 1, 20},
    {"singular_twice", &Parameters::singular_twice, 0, 300},
    {"reduce_base", &Parameters::reduce_base, 0, 3000},
    {"reduce_log", &Parameters::reduce_log, 100, 1500},
    {"reduce_cut", &Parameters::reduce_cut, 0, 4000},
    {"reduce_worse", &Parameters::reduce_worse, 0, 4000},
    {"reduce_open", &Parameters::reduce_open, 0, 4000},
    {"reduce_hint", &Parameters::reduce_hint, 0, 4000},
    {"reduce_past", &Parameters::reduce_past, 1000, 30000},
    {"reduce_capture", &Parameters::reduce_capture, 0, 4000},
    {"reduce_check", &Parameters::reduce_check, 0, 4000},
    {"reduce_cutoffs", &Parameters::reduce_cutoffs, 0, 4000},
    {"pay_ply", &Parameters::pay_ply, 20, 600},
    {"pay_base", &Parameters::pay_base, -400, 600},
    {"pay_most", &Parameters::pay_most, 300, 6000},
    {"correct", &Parameters::correct, 0, 256},
    {"loud_checks", &Parameters::loud_checks, 0, 4},
    {"stand_margin", &Parameters::stand_margin, 0, 600},
    {"check_extension", &Parameters::check_extension, 0, 1},
    {"realize_odds", &Parameters::realize_odds, 11, 1000},
    {"realize_least", &Parameters::realize_least, 50, 1000},
    {"realize_most", &Parameters::realize_most, 1000, 20000},
    {"realize_best", &Parameters::realize_best, 50, 2000},
    {"realize_again", &Parameters::realize_again, 50, 4000},
    {"realize_share", &Parameters::realize_share, 0, 300},
    {"realize_past", &Parameters::realize_past, 1000, 1000000},
    {"realize_below", &Parameters::realize_below, 0, 100000},
};

}  // namespace komadai
