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
constexpr uint64_t SECOND_LOOK = 20'000;
// Without `exact` these looks end when nothing shorter was found for one and a half times as many nodes as
// the first mate took, at least for so many; after five times as many and four times these they end anyhow.
constexpr uint64_t QUIET = 300'000;
// The first look along the line takes so many nodes for each question; for the last of those that are open
// four times as many, for the one before it half of that, before that a third: they have the fewest plies, so
// they are settled soonest, and what comes before rests on them.
constexpr uint64_t LOOK_ALONG = 1024, FOR_THE_LAST = 4;

}  // namespace

void Solver::shorten(const Position& position) {
  look_for_shorter(position);
  if (inconclusive_) make_certain(position);
}

void Solver::look_for_shorter(const Position& position) {
  const uint64_t first = search_.nodes() - own_begun_;
  quiet_ = std::max(first + first / 2, QUIET);
  end_of_looks_ = search_.nodes() + 5 * first + 4 * QUIET;
  look_on();
  shorten_root(position, first / 10 + SECOND_LOOK);
  answers_.clear();
  table_.forget_assumed(1);
  bool by_this_line = true;
  for (uint64_t most = LOOK_ALONG; looks_on() && write_questions(position);) {
    Looks all;
    while ((all = look_along_line(most)) != Looks::FOUND && looks_on()) {
      if (all == Looks::OPEN) {
        most *= 2;
      } else if (by_this_line) {
        bool unsure = false;
        for (const Question& question : questions_) unsure |= answers_[question.key].unsure;
        prove_exact(unsure);
        line_is_proved_ = solution_.exact && int(solution_.line.size()) == solution_.plies;
      } else {
        table_.forget_assumed(1);
        by_this_line = true;
      }
    }
    by_this_line = false;
  }
}

bool Solver::looks_on() {
  if (solution_.plies <= least_) prove_exact(false);
  return !solution_.exact && !inconclusive_ && !stopped_ && search_.nodes() < last_look_ &&
         table_.changes() < Table::MOST_CHANGES;
}

// Something was found: it is worth looking for more.
void Solver::look_on() {
  last_look_ = effort_->exact ? FOREVER : std::min(search_.nodes() + quiet_, end_of_looks_);
}

void Solver::shorten_root(const Position& position, uint64_t most_nodes) {
  while (!solution_.exact && !inconclusive_ && !stopped_) {
    Value value;
    if (solution_.plies <= least_) {
      prove_exact(false);
    } else if (!decided(position, effort_->attack, solution_.plies - 2, most_nodes, value)) {
      return;
    } else if (value.disproved()) {
      prove_exact(value.unsure);
    } else {
      found(value);
      look_on();
    }
  }
}

// Finds the line and asks about the attacker's positions along it, and the first. Where a step of the line
// can't be shown again (by our rule of futile interpositions a mate may take longer with more in hand:
// outlasts()), only about the first.
bool Solver::write_questions(const Position& position) {
  const int before = solution_.plies;
  const bool whole = find_line(position);
  if (stopped_) return false;
  if (solution_.plies < before) look_on();
  questions_.clear();
  assumptions_.clear();
  const std::vector<Move> line = whole ? solution_.line : std::vector<Move>{NO_MOVE};
  Position p = position;
  Undo undo;
  for (size_t i = 0; i < line.size() && int(i) + 2 < solution_.plies; ++i) {
    if (i > 0) p.do_move(line[i - 1], undo);
    const int plies = solution_.plies - 2 - int(i);
    const bool attack = (i % 2 == 0) == effort_->attack;
    if (attack || i == 0)
      questions_.push_back(
          {p, attack, plies, p.key() + uint64_t(plies << 16 | line[i]) * 0x9e3779b97f4a7c15});
    if (attack) assumptions_.add(key_in_table(p), p.hand(p.turn()), plies);
  }
  return true;
}

// Asks the questions that are not settled, the last ones first, until something is found: then the line is
// another one.
Solver::Looks Solver::look_along_line(uint64_t most_nodes) {
  uint64_t open = 0;
  for (size_t i = questions_.size(); i-- > 0 && looks_on();) {
    const Looks at = look_at(questions_[i], std::max(most_nodes, FOR_THE_LAST * most_nodes / (open + 1)));
    if (at == Looks::FOUND) {
      table_.forget_assumed(Assumptions::number(questions_[i].plies));
      // That may make those before it shorter, too, one by one up to the root.
      while (i > 0 && ask(questions_[i - 1], most_nodes).proved()) --i;
      return at;
    }
    open += at == Looks::OPEN;
  }
  return open ? Looks::OPEN : Looks::SETTLED;
}

Solver::Looks Solver::look_at(const Question& question, uint64_t most_nodes) {
  struct Assuming {
    Solver& solver;
    Assuming(Solver& s, bool far_in_full) : solver(s) { solver.assume(&solver.assumptions_, far_in_full); }
    ~Assuming() { solver.assume(nullptr, false); }
  };
  // What one guess at checks from afar doesn't settle, the other one may: every second time it is the other.
  const Assuming here(*this, std::bit_width(most_nodes / LOOK_ALONG) % 2 == 0);
  Answer& answer = answers_[question.key];
  if (answer.settled && table_.holds(answer.assumed, answer.unsure, answer.changes)) return Looks::SETTLED;
  if (!answer.settled && answer.nodes >= most_nodes) return Looks::OPEN;
  const uint32_t changes = table_.changes();
  const Value value = ask(question, most_nodes);
  answer = {most_nodes, value.disproved(), value.assumed, value.unsure, changes};
  return value.proved() ? Looks::FOUND : value.disproved() ? Looks::SETTLED : Looks::OPEN;
}

Value Solver::ask(const Question& question, uint64_t most_nodes) {
  Value value;
  decided(question.position, question.attack, question.plies, std::min(most_nodes, nodes_for_looks()), value);
  if (&question == &questions_.front()) {
    if (value.proved()) {
      found(value);
      look_on();
    } else if (value.disproved() && value.assumed == 0) {
      prove_exact(value.unsure);
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
