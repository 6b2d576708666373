// The solver's first step: looks for a short mate, which does not need the large proof table.
#include <algorithm>

#include "mate/solver.h"
#include "mate/solver/main_line.h"

namespace komadai::mate {
namespace {

// With so many plies and nodes. Where any mate will do, the search with memory is soon the faster one.
struct ShortLimits {
  int plies;
  uint64_t nodes;
};
constexpr ShortLimits FOR_ANY{7, 1'500}, FOR_SHORTEST{MAX_SHORT, 60'000}, FOR_EXACT{MAX_SHORT, 300'000};
// Lines so short are found again without any memory.
constexpr int SHORTEST_LINES = 3;
// So long, equally long lines are always compared, which takes half as long as the search; with 5 plies it
// would take as long as that. Of longer ones so many positions are looked at.
constexpr int COMPARED_AT_ONCE = 3;
constexpr int POSITIONS_COMPARED = 2'000;

}  // namespace

bool Solver::try_short_mate(const Position& position) {
  const ShortLimits look = limits_->exact ? FOR_EXACT : limits_->shorten ? FOR_SHORTEST : FOR_ANY;
  const uint64_t nodes = limits_->nodes ? std::min(look.nodes, limits_->nodes / 2 + 1) : look.nodes;
  const ShortMate mate =
      tree_.shortest(position, std::min(look.plies, limits_->plies), nodes, !limits_->shorten);
  solution_.nodes = mate.nodes;
  if (mate.kind == ShortMate::MATE) {
    solution_.kind = Solution::MATE;
    solution_.plies = mate.plies;
    solution_.exact = true;
    if (limits_->line) {
      const bool comparison_nodes =
          limits_->shorten && (limits_->comparison_nodes || mate.plies <= COMPARED_AT_ONCE);
      if (!comparison_nodes && mate.answer != NO_MOVE) {
        solution_.line = {mate.move, mate.answer, mate.last};
        return true;
      }
      MainLine line =
          mate.plies <= SHORTEST_LINES
              ? line_of(position, mate, Rules::TSUME, comparison_nodes ? Line::MAIN : Line::ANY)
              : main_line(position, true, mate.plies, Rules::TSUME, tree_,
                          comparison_nodes ? POSITIONS_COMPARED : 0, comparison_nodes ? NO_MOVE : mate.move);
      solution_.line = std::move(line.moves);
      solution_.compared = line.compared;
    }
    return true;
  }
  min_plies_ = tree_.in_vain() + 2;
  if (mate.kind != ShortMate::NONE || limits_->plies >= min_plies_) return false;
  solution_.kind = Solution::NO_MATE;
  return true;
}

}  // namespace komadai::mate
