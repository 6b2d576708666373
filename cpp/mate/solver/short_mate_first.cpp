// The solver's first step: looks for a short mate, which does not need the large proof table.
#include <algorithm>

#include "mate/solver.h"
#include "mate/solver/main_line.h"

namespace komadai::mate {
namespace {

// The limits of the short search. They are small for any mate, because the search with the table is soon
// faster.
struct ShortLimits {
  int plies;
  uint64_t nodes;
};
constexpr ShortLimits FOR_ANY{7, 1'500}, FOR_SHORTEST{MAX_SHORT, 60'000}, FOR_EXACT{MAX_SHORT, 300'000};
// Lines of up to this many plies are found without the tree's table.
constexpr int SHORTEST_LINES = 3;
// Lines of up to this many plies are always compared, which takes half as long as the search; with 5 plies it
// would take as long. For longer ones at most POSITIONS_COMPARED positions are compared.
constexpr int COMPARED_AT_ONCE = 3;
constexpr int POSITIONS_COMPARED = 2'000;

}  // namespace

bool Solver::try_short_mate(const Position& position) {
  const ShortLimits short_limits = limits_->exact ? FOR_EXACT : limits_->shorten ? FOR_SHORTEST : FOR_ANY;
  const uint64_t nodes =
      limits_->nodes ? std::min(short_limits.nodes, limits_->nodes / 2 + 1) : short_limits.nodes;
  const ShortMate mate =
      tree_.shortest(position, std::min(short_limits.plies, limits_->plies), nodes, !limits_->shorten);
  solution_.nodes = mate.nodes;
  if (mate.kind == ShortMate::MATE) {
    solution_.kind = Solution::MATE;
    solution_.plies = mate.plies;
    solution_.exact = true;
    if (limits_->line) {
      const bool compares = limits_->shorten && (limits_->comparison_nodes || mate.plies <= COMPARED_AT_ONCE);
      if (!compares && mate.answer != NO_MOVE) {
        solution_.line = {mate.move, mate.answer, mate.last};
        return true;
      }
      MainLine line = mate.plies <= SHORTEST_LINES
                          ? line_of(position, mate, Rules::TSUME, compares ? Line::MAIN : Line::ANY)
                          : main_line(position, true, mate.plies, Rules::TSUME, tree_,
                                      compares ? POSITIONS_COMPARED : 0, compares ? NO_MOVE : mate.move);
      solution_.line = std::move(line.moves);
      solution_.compared = line.compared;
    }
    return true;
  }
  min_plies_ = tree_.no_mate_within() + 2;
  if (mate.kind != ShortMate::NONE || limits_->plies >= min_plies_) return false;
  solution_.kind = Solution::NO_MATE;
  return true;
}

}  // namespace komadai::mate
