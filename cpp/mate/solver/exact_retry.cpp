// The solver's second, exact search. It runs if the length of the mate depends on which of two defences
// lasts longer, and the first search compared only bounds of their lengths.
#include "mate/solver.h"

namespace komadai::mate {
namespace {

// Moves made to find out which of two defences lasts longer: at first, and where the length hangs on it.
constexpr uint64_t COMPARED = 30'000, COMPARED_CLOSELY = 3'000'000;

}  // namespace

void Solver::found(const Value& mate) {
  solution_.plies = mate.plies;
  unsure_ = mate.unsure;
}

// No mate is shorter, or that is so unless a comparison of bounds was wrong.
void Solver::prove_exact(bool unsure) {
  solution_.exact = !unsure && !unsure_;
  inconclusive_ = !solution_.exact;
}

// All once more, with more time to compare how long defences last, and nothing told of other hands. What is
// still told by bounds then is asked about, as long as that makes something certain.
void Solver::make_certain(const Position& position) {
  be_certain(true);
  look_on();
  while (find_certain_length(position)) {
    look_for_shorter(position);
    if (!inconclusive_ || !learn_from_compared()) break;
    be_certain(true);
  }
  if (!solution_.exact) be_certain(false);
}

// The mate that was found may be longer than thought.
bool Solver::find_certain_length(const Position& position) {
  for (int plies = solution_.plies; plies <= effort_->plies; plies += 2) {
    Value value;
    if (!decided(position, effort_->attack, plies, nodes_for_looks(), value)) return false;
    if (value.disproved()) continue;
    found(value);
    inconclusive_ = false;
    return true;
  }
  return false;
}

bool Solver::learn_from_compared() {
  bool learnt = false;
  for (const Search::Compared& one : search_.take_compared()) {
    Value before, value;
    table_.look_up(key_in_table(one.position), one.position.hand(one.position.turn()), one.plies, before);
    if (!before.is_final() && decided(one.position, true, one.plies, nodes_for_looks(), value))
      learnt |= !value.unsure;
  }
  return learnt && !stopped_;
}

void Solver::be_certain(bool certain) {
  search_.take_compared();
  table_.be_certain(certain);
  search_.compare_by(certain ? COMPARED_CLOSELY : COMPARED);
  for (const auto& helper : helpers_) helper->compare_by(certain ? COMPARED_CLOSELY : COMPARED);
}

}  // namespace komadai::mate
