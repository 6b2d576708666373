#include "browser/move_checker.h"

#include <algorithm>

#include "rules/movegen.h"

namespace komadai::browser {
namespace {

using mate::Solution;

// The node limits of a search; a packaged problem needs a few thousand nodes.
constexpr uint64_t NODES = 300'000, QUICK_NODES = 30'000;

}  // namespace

MoveVerdict MoveChecker::judge(Position position, Move move, const std::vector<Move>& solution, size_t done) {
  if (done < solution.size() && move == solution[done]) {
    if (done + 1 == solution.size()) return {"solved"};
    return {"goes_on", solution[done + 1]};
  }
  if (!position.gives_check(move)) return {"no_check"};
  int plies_left = int(solution.size()) - int(done);
  if (solution.empty()) {
    const Solution shortest = solve(position, true, 0, NODES);
    if (shortest.kind != Solution::MATE) return {"unclear"};
    plies_left = shortest.plies;
  }
  Undo undo;
  position.do_move(move, undo);
  return judge_check(position, plies_left - 1);
}

// Judges a check that is not the solution's move, and has been played.
MoveVerdict MoveChecker::judge_check(Position& position, int plies_left) {
  // The number of plies that a defender has left is even, so that a limit of 1 is one of 0.
  Solution found = solve(position, false, std::max(plies_left, 1), NODES);
  if (found.kind == Solution::MATE && found.plies <= plies_left) {
    if (!found.plies) return {"solved", NO_MOVE, true};
    return {"goes_on", found.line[0], true};
  }
  if (found.kind == Solution::UNKNOWN) return {"unclear"};
  found = solve(position, false, 0, QUICK_NODES);
  if (found.kind == Solution::MATE && found.plies > plies_left)
    return {"slower", found.line[0], false, found.plies - plies_left};
  if (found.kind == Solution::NO_MATE && !found.line.empty()) return {"wrong", found.line[0]};
  return {"wrong", refutation(position, plies_left)};
}

// A defence after which there is no mate, else one after which there is none in time.
Move MoveChecker::refutation(Position& position, int plies_left) {
  Move delaying = NO_MOVE;
  for (Move defence : MoveBuffer(position)) {
    Undo undo;
    position.do_move(defence, undo);
    const Solution::Kind kind = solve(position, true, 0, QUICK_NODES).kind;
    if (kind != Solution::NO_MATE && delaying == NO_MOVE && plies_left > 1 &&
        solve(position, true, std::max(plies_left - 1, 1), QUICK_NODES).kind == Solution::NO_MATE)
      delaying = defence;
    position.undo_move(defence, undo);
    if (kind == Solution::NO_MATE) return defence;
  }
  return delaying;
}

mate::Solution MoveChecker::solve(const Position& position, bool attack, int plies, uint64_t nodes) {
  mate::SolveLimits limits;
  limits.attack = attack;
  limits.exact = true;
  limits.plies = plies ? plies : mate::NO_LIMIT;
  limits.nodes = nodes;
  limits.should_continue = [] { return true; };
  return solver_.solve(position, limits);
}

}  // namespace komadai::browser
