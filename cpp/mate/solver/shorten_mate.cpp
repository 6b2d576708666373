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

// A shorter mate is looked for with a share of the nodes that the first took, and these.
constexpr uint64_t MIN_ROOT_NODES = 20'000;
// Without `exact` these looks end when nothing shorter was found for one and a half times as many nodes as
// the first mate took, at least for so many; after five times as many and four times these they end anyhow.
constexpr uint64_t MIN_QUIET_NODES = 300'000;
// The first look along the line takes so many nodes for each question; for the last of those that are open
// four times as many, for the one before it half of that, before that a third: they have the fewest plies, so
// they are settled soonest, and what comes before rests on them.
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
  for (uint64_t most = FIRST_QUERY_NODES; continues_shortening() && write_queries(position);) {
    QueryState all;
    while ((all = query_line(most)) != QueryState::FOUND && continues_shortening()) {
      if (all == QueryState::OPEN) {
        most *= 2;
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

// Something was found: it is worth looking for more.
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
      found(value);
      extend_deadline();
    }
  }
}

// Finds the line and asks about the attacker's positions along it, and the first. Where a step of the line
// can't be shown again (by our rule of futile interpositions a mate may take longer with more in hand:
// outlasts()), only about the first.
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

// Asks the questions that are not settled, the last ones first, until something is found: then the line is
// another one.
Solver::QueryState Solver::query_line(uint64_t max_nodes) {
  uint64_t open = 0;
  for (size_t i = queries_.size(); i-- > 0 && continues_shortening();) {
    const QueryState at =
        query_position(queries_[i], std::max(max_nodes, LAST_QUERY_FACTOR * max_nodes / (open + 1)));
    if (at == QueryState::FOUND) {
      table_.invalidate_assumptions_from(Assumptions::number(queries_[i].plies));
      // That may make those before it shorter, too, one by one up to the root.
      while (i > 0 && ask(queries_[i - 1], max_nodes).proved()) --i;
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
  // What one guess at checks from afar doesn't settle, the other one may: every second time it is the other.
  const Assuming here(*this, std::bit_width(max_nodes / FIRST_QUERY_NODES) % 2 == 0);
  Answer& answer = query_results_[query.key];
  if (answer.settled && table_.holds(answer.assumed, answer.bound_based, answer.changes))
    return QueryState::SETTLED;
  if (!answer.settled && answer.nodes >= max_nodes) return QueryState::OPEN;
  const uint32_t changes = table_.changes();
  const Value value = ask(query, max_nodes);
  answer = {max_nodes, value.disproved(), value.assumed, value.bound_based, changes};
  return value.proved() ? QueryState::FOUND : value.disproved() ? QueryState::SETTLED : QueryState::OPEN;
}

Value Solver::ask(const PositionQuery& query, uint64_t max_nodes) {
  Value value;
  search_limited(query.position, query.attack, query.plies, std::min(max_nodes, nodes_to_deadline()), value);
  if (&query == &queries_.front()) {
    if (value.proved()) {
      found(value);
      extend_deadline();
    } else if (value.disproved() && value.assumed == 0) {
      prove_exact(value.bound_based);
    }
  }
  return value;
}

void Solver::assume(const Assumptions* assumptions, bool far_in_full) {
  const auto tell = [&](Search& search) {
    search.assume(assumptions);
    search.count_distance_in_full(far_in_full);
  };
  tell(search_);
  for (const auto& helper : helpers_) tell(*helper);
  table_.assume(assumptions != nullptr);
}

}  // namespace komadai::mate
