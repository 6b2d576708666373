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
  bound_based_ = mate.bound_based;
}

// No mate is shorter, or that is so unless a comparison of bounds was wrong.
void Solver::prove_exact(bool bound_based) {
  solution_.exact = !bound_based && !bound_based_;
  inconclusive_ = !solution_.exact;
}

// All once more, with more time to compare how long defences last, and nothing told of other hands. What is
// still told by bounds then is asked about, as long as that makes something certain.
void Solver::search_exactly(const Position& position) {
  set_exact_only(true);
  extend_deadline();
  while (find_exact_length(position)) {
    search_shorter(position);
    if (!inconclusive_ || !resolve_comparisons()) break;
    set_exact_only(true);
  }
  if (!solution_.exact) set_exact_only(false);
}

// The mate that was found may be longer than thought.
bool Solver::find_exact_length(const Position& position) {
  for (int plies = solution_.plies; plies <= limits_->plies; plies += 2) {
    Value value;
    if (!search_limited(position, limits_->attack, plies, nodes_to_deadline(), value)) return false;
    if (value.disproved()) continue;
    found(value);
    inconclusive_ = false;
    return true;
  }
  return false;
}

bool Solver::resolve_comparisons() {
  bool learnt = false;
  for (const Search::Compared& one : search_.take_compared()) {
    Value before, value;
    table_.look_up(key_in_table(one.position), one.position.hand(one.position.turn()), one.plies, before);
    if (!before.is_final() && search_limited(one.position, true, one.plies, nodes_to_deadline(), value))
      learnt |= !value.bound_based;
  }
  return learnt && !stopped_;
}

void Solver::set_exact_only(bool certain) {
  search_.take_compared();
  table_.set_exact_only(certain);
  search_.set_comparison_moves(certain ? COMPARED_CLOSELY : COMPARED);
  for (const auto& helper : helpers_) helper->set_comparison_moves(certain ? COMPARED_CLOSELY : COMPARED);
}

}  // namespace komadai::mate
