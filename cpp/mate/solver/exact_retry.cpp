// The solver's second, exact search. It runs if the length of the mate depends on which of two defences
// is longer, and the first search compared only bounds of their lengths.
#include "mate/solver.h"

namespace komadai::mate {
namespace {

// The move limits for finding out which of two defences is longer: in the first search, and in the exact
// one.
constexpr uint64_t COMPARISON_MOVES = 30'000, EXACT_COMPARISON_MOVES = 3'000'000;

}  // namespace

void Solver::set_mate(const Value& mate) {
  solution_.plies = mate.plies;
  bound_based_ = mate.bound_based;
}

// No mate is shorter. `bound_based`: this depends on a comparison of bounds, so it is not proved.
void Solver::prove_exact(bool bound_based) {
  solution_.exact = !bound_based && !bound_based_;
  inconclusive_ = !solution_.exact;
}

// Repeats the search with more moves for comparisons of defences, and without results of other hands.
// Comparisons that still use bounds are then searched one by one, as long as that decides at least one of
// them.
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

// Finds the true length of the mate, which may be longer than the first search reported.
bool Solver::find_exact_length(const Position& position) {
  for (int plies = solution_.plies; plies <= limits_->plies; plies += 2) {
    Value value;
    if (!search_limited(position, limits_->attack, plies, nodes_to_deadline(), value)) return false;
    if (value.disproved()) continue;
    set_mate(value);
    inconclusive_ = false;
    return true;
  }
  return false;
}

bool Solver::resolve_comparisons() {
  bool progressed = false;
  for (const Search::Compared& one : search_.take_compared()) {
    Value before, value;
    table_.look_up(key_in_table(one.position), one.position.hand(one.position.turn()), one.plies, before);
    if (!before.is_final() && search_limited(one.position, true, one.plies, nodes_to_deadline(), value))
      progressed |= !value.bound_based;
  }
  return progressed && !stopped_;
}

void Solver::set_exact_only(bool certain) {
  search_.take_compared();
  table_.set_exact_only(certain);
  search_.set_comparison_moves(certain ? EXACT_COMPARISON_MOVES : COMPARISON_MOVES);
  for (const auto& helper : helpers_)
    helper->set_comparison_moves(certain ? EXACT_COMPARISON_MOVES : COMPARISON_MOVES);
}

}  // namespace komadai::mate
