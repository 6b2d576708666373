// The solver's search for mates shorter than the first one. It searches the problem and each position of the
// longest line found so far, with a growing number of nodes. While it searches one position, it assumes that
// the others have no shorter mate, so that a hard subproblem is not searched again at each position before
// it. A mate that is found is valid in any case, because assumptions only remove mates.
//
// If no position has a shorter mate, all assumptions are true. Proof by minimal counterexample: among the
// false assumptions and their shorter versions ("no mate within n plies"), take one with the fewest plies.
// The answer for its position depends only on assumptions about fewer plies, which are true. So the answer
// is true, and so is the assumption: a contradiction. The answers must come from searches under these
// assumptions, not under those of another line.
#include <algorithm>
#include <bit>

#include "mate/solver.h"

namespace komadai::mate {
namespace {

// The first search for a shorter mate gets a tenth of the nodes of the first mate, plus this many.
constexpr uint64_t MIN_ROOT_NODES = 20'000;
// Without `exact` the search for shorter mates ends after one and a half times the nodes of the first mate
// (at least MIN_QUIET_NODES) without success, and in any case after five times those nodes plus 4 *
// MIN_QUIET_NODES.
constexpr uint64_t MIN_QUIET_NODES = 300'000;
// The node limit of each query in the first pass along the line. The last open query gets four times as many,
// the one before it half of that, then a third: later positions have fewer plies, so they are decided sooner,
// and the answers of earlier ones depend on them.
constexpr uint64_t FIRST_QUERY_NODES = 1024, LAST_QUERY_FACTOR = 4;

}  // namespace

void Solver::shorten(const Position& position) {
  search_shorter(position);
  if (inconclusive_) search_exactly(position);
}

void Solver::search_shorter(const Position& position) {
  const uint64_t first = search_.nodes() - own_begun_;
  quiet_nodes_ = std::max(first + first / 2, MIN_QUIET_NODES);
  final_deadline_ = search_.nodes() + 5 * first + 4 * MIN_QUIET_NODES;
  extend_deadline();
  shorten_root(position, first / 10 + MIN_ROOT_NODES);
  query_results_.clear();
  table_.invalidate_assumptions_from(1);
  bool by_this_line = true;
  for (uint64_t max_nodes = FIRST_QUERY_NODES; continues_shortening() && write_queries(position);) {
    QueryState all;
    while ((all = query_line(max_nodes)) != QueryState::FOUND && continues_shortening()) {
      if (all == QueryState::OPEN) {
        max_nodes *= 2;
      } else if (by_this_line) {
        bool bound_based = false;
        for (const PositionQuery& query : queries_) bound_based |= query_results_[query.key].bound_based;
        prove_exact(bound_based);
        line_is_proved_ = solution_.exact && int(solution_.line.size()) == solution_.plies;
      } else {
        table_.invalidate_assumptions_from(1);
        by_this_line = true;
      }
    }
    by_this_line = false;
  }
}

bool Solver::continues_shortening() {
  if (solution_.plies <= min_plies_) prove_exact(false);
  return !solution_.exact && !inconclusive_ && !stopped_ && search_.nodes() < deadline_ &&
         table_.changes() < Table::MAX_CHANGES;
}

// Called when a shorter mate was found: continues the search.
void Solver::extend_deadline() {
  deadline_ = limits_->exact ? FOREVER : std::min(search_.nodes() + quiet_nodes_, final_deadline_);
}

void Solver::shorten_root(const Position& position, uint64_t max_nodes) {
  while (!solution_.exact && !inconclusive_ && !stopped_) {
    Value value;
    if (solution_.plies <= min_plies_) {
      prove_exact(false);
    } else if (!search_limited(position, limits_->attack, solution_.plies - 2, max_nodes, value)) {
      return;
    } else if (value.disproved()) {
      prove_exact(value.bound_based);
    } else {
      set_mate(value);
      extend_deadline();
    }
  }
}

// Finds the line and writes queries for its first position and for those with the attacker to move. If a step
// of the line cannot be reproduced, there is only a query for the first position. (By the rule of futile
// interpositions a mate may take longer with more pieces in hand.)
bool Solver::write_queries(const Position& position) {
  const int before = solution_.plies;
  const bool whole = find_line(position);
  if (stopped_) return false;
  if (solution_.plies < before) extend_deadline();
  queries_.clear();
  assumptions_.clear();
  const std::vector<Move> line = whole ? solution_.line : std::vector<Move>{NO_MOVE};
  Position p = position;
  Undo undo;
  for (size_t i = 0; i < line.size() && int(i) + 2 < solution_.plies; ++i) {
    if (i > 0) p.do_move(line[i - 1], undo);
    const int plies = solution_.plies - 2 - int(i);
    const bool attack = (i % 2 == 0) == limits_->attack;
    if (attack || i == 0)
      queries_.push_back({p, attack, plies, p.key() + uint64_t(plies << 16 | line[i]) * 0x9e3779b97f4a7c15});
    if (attack) assumptions_.add(key_in_table(p), p.hand(p.turn()), plies);
  }
  return true;
}

// Searches the open queries, the last ones first, until a shorter mate is found, which changes the line.
Solver::QueryState Solver::query_line(uint64_t max_nodes) {
  uint64_t open = 0;
  for (size_t i = queries_.size(); i-- > 0 && continues_shortening();) {
    const QueryState at =
        query_position(queries_[i], std::max(max_nodes, LAST_QUERY_FACTOR * max_nodes / (open + 1)));
    if (at == QueryState::FOUND) {
      table_.invalidate_assumptions_from(Assumptions::number(queries_[i].plies));
      // Earlier positions of the line may now have shorter mates, too, one by one up to the root.
      while (i > 0 && search_query(queries_[i - 1], max_nodes).proved()) --i;
      return at;
    }
    open += at == QueryState::OPEN;
  }
  return open ? QueryState::OPEN : QueryState::SETTLED;
}

Solver::QueryState Solver::query_position(const PositionQuery& query, uint64_t max_nodes) {
  struct Assuming {
    Solver& solver;
    Assuming(Solver& s, bool far_in_full) : solver(s) { solver.assume(&solver.assumptions_, far_in_full); }
    ~Assuming() { solver.assume(nullptr, false); }
  };
  // The two estimates for distant checks alternate: one may decide what the other does not.
  const Assuming here(*this, std::bit_width(max_nodes / FIRST_QUERY_NODES) % 2 == 0);
  QueryResult& result = query_results_[query.key];
  if (result.settled && table_.holds(result.assumed, result.bound_based, result.changes))
    return QueryState::SETTLED;
  if (!result.settled && result.nodes >= max_nodes) return QueryState::OPEN;
  const uint32_t changes = table_.changes();
  const Value value = search_query(query, max_nodes);
  result = {max_nodes, value.disproved(), value.assumed, value.bound_based, changes};
  return value.proved() ? QueryState::FOUND : value.disproved() ? QueryState::SETTLED : QueryState::OPEN;
}

Value Solver::search_query(const PositionQuery& query, uint64_t max_nodes) {
  Value value;
  search_limited(query.position, query.attack, query.plies, std::min(max_nodes, nodes_to_deadline()), value);
  if (&query == &queries_.front()) {
    if (value.proved()) {
      set_mate(value);
      extend_deadline();
    } else if (value.disproved() && value.assumed == 0) {
      prove_exact(value.bound_based);
    }
  }
  return value;
}

void Solver::assume(const Assumptions* assumptions, bool far_in_full) {
  const auto apply = [&](Search& search) {
    search.assume(assumptions);
    search.count_distance_in_full(far_in_full);
  };
  apply(search_);
  for (const auto& helper : helpers_) apply(*helper);
  table_.assume(assumptions != nullptr);
}

}  // namespace komadai::mate
