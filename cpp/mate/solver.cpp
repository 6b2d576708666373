#include "mate/solver.h"

#include <algorithm>

#include "mate/hands.h"

namespace komadai::mate {
namespace {

constexpr uint64_t FOREVER = ~uint64_t(0);
// Without `exact`, a shorter mate is looked for with a quarter of the nodes that it took so far, and these.
constexpr uint64_t SECOND_LOOK = 20'000;
// When the search was stopped after a mate was found, its line may take so many more: some milliseconds.
constexpr uint64_t GRACE = 10'000;

}  // namespace

std::string not_a_problem(const Position& p, bool attack) {
  const Color us = p.turn();
  if (p.king(attack ? ~us : us) == NO_SQUARE) return "the side to be mated has no king";
  if (p.movers(~us, KING).more_than_one() || p.movers(us, KING).more_than_one())
    return "a side has two kings";
  if (p.king(~us) != NO_SQUARE && p.attacked(us, p.king(~us), p.occupied()))
    return attack ? "the king to be mated is in check already"
                  : "the king of the side that mates could be taken";
  if (!attack && !p.attacked(~us, p.king(us), p.occupied())) return "the king to be mated is not in check";
  for (int t = PAWN; t < KING; ++t)
    if (p.number_of(PieceType(t)) > PIECES_IN_SET[t]) return "there are more pieces of a kind than in a set";
  return {};
}

Solver::Solver(size_t megabytes) : table_(megabytes), search_(table_, [this] { return goes_on(); }) {}

bool Solver::goes_on() {
  if (grace_) return search_.nodes() < grace_;
  if (effort_->nodes && search_.nodes() - begun_ >= effort_->nodes) stopped_ = true;
  if (effort_->keep_on && !effort_->keep_on()) stopped_ = true;
  return !stopped_ && search_.nodes() < patience_;
}

Progress Solver::progress() const {
  const Value root = search_.root();
  return {search_.nodes() - begun_, root.pn, root.dn, solution_.plies, table_.fullness(), search_.line()};
}

// Whether the search came to an end within so many nodes (not counting what was known before).
bool Solver::decided(const Position& p, bool attack, int plies, uint64_t most_nodes, Value& value) {
  patience_ = most_nodes == FOREVER ? FOREVER : search_.nodes() + most_nodes;
  value = search_.run(p, attack, plies);
  return value.is_final();
}

Solution Solver::solve(const Position& position, const Effort& effort) {
  effort_ = &effort;
  solution_ = Solution();
  begun_ = search_.nodes();
  stopped_ = false;
  Value value;
  if (decided(position, effort.attack, effort.plies, FOREVER, value)) {
    if (value.disproved()) {
      solution_.kind = Solution::NO_MATE;
      if (!effort.attack && value.move != NO_MOVE) solution_.line.push_back(value.move);
    } else {
      solution_.kind = Solution::MATE;
      solution_.plies = value.plies;
      while (effort.shorten && !solution_.exact && !stopped_) {
        const uint64_t used = search_.nodes() - begun_;
        if (solution_.plies <= 1) {
          solution_.exact = true;
        } else if (!decided(position, effort.attack, solution_.plies - 2,
                            effort.exact ? FOREVER : used / 4 + SECOND_LOOK, value)) {
          break;
        } else if (value.disproved()) {
          solution_.exact = true;
        } else {
          solution_.plies = value.plies;
        }
      }
      if (effort.line) {
        if (stopped_) grace_ = search_.nodes() + GRACE;
        find_line(position);
        grace_ = 0;
      }
    }
  }
  solution_.nodes = search_.nodes() - begun_;
  effort_ = nullptr;
  return solution_;
}

// The line of the mate: the attacker's shortest way, the defender's longest, as far as known. All of it was
// found before: the memory tells, or what it has lost is found again. Where a step shows that the mate
// before it was shorter than thought, that is looked at once more, up to the root.
void Solver::find_line(Position p) {
  struct Step {
    Move move;
    int plies;  // of the mate after it
    Undo undo;
  };
  std::vector<Step> steps;
  const auto left = [&] { return steps.empty() ? solution_.plies : steps.back().plies; };
  while (left() > 0) {
    Value value;
    if (!decided(p, (steps.size() % 2 == 0) == effort_->attack, left(), FOREVER, value) || !value.proved())
      break;
    if (value.plies < left()) {
      if (steps.empty()) {
        solution_.plies = value.plies;
      } else {
        p.undo_move(steps.back().move, steps.back().undo);
        steps.pop_back();
      }
      continue;
    }
    steps.push_back({value.move, value.plies - 1, {}});
    p.do_move(value.move, steps.back().undo);
  }
  for (const Step& step : steps) solution_.line.push_back(step.move);
}

}  // namespace komadai::mate
