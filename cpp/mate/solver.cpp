#include "mate/solver.h"

#include <algorithm>
#include <new>
#include <thread>

#include "mate/solver/known_lengths.h"

namespace komadai::mate {
namespace {

// So many nodes are searched by one thread before the others are called.
constexpr uint64_t SINGLE_THREAD_NODES = 20'000;
// Lines of at most so many plies are compared with those that are as long, longer ones if they leave
// something over. That takes at most half as many nodes as the solution took and some more, for one question
// an eighth of them, and so many positions.
constexpr int PLIES_COMPARED = 63, PLIES_COMPARED_WITH_LEFT = 255;
constexpr int POSITIONS_COMPARED = 5'000;
// When the search was stopped after a mate was found, its line may take so many more: some milliseconds.
constexpr uint64_t LINE_NODE_BUDGET = 30'000;
// A line is followed back so often where a step turns out shorter.
constexpr int MAX_STEPS_BACK = 100'000;

// Whether the attacker holds anything at the end.
bool left_after(Position p, const std::vector<Move>& line, bool attack) {
  const Color attacker = attack ? p.turn() : ~p.turn();
  Undo undo;
  for (Move m : line) p.do_move(m, undo);
  return !p.hand(attacker).empty();
}

}  // namespace

NotAProblem not_a_problem(const Position& p, bool attack) {
  using enum NotAProblem;
  const Color us = p.turn();
  if (p.king(attack ? ~us : us) == NO_SQUARE) return NO_KING;
  if (p.movers(~us, KING).more_than_one() || p.movers(us, KING).more_than_one()) return TWO_KINGS;
  if (p.king(~us) != NO_SQUARE && p.attacked(us, p.king(~us), p.occupied()))
    return attack ? CHECK_ALREADY : KING_IN_CHECK;
  if (!attack && !p.attacked(~us, p.king(us), p.occupied())) return NO_CHECK;
  if (!A_SET.covers(p.all_pieces())) return TOO_MANY_PIECES;
  return NONE;
}

const char* code_of(NotAProblem reason) {
  switch (reason) {
    case NotAProblem::NONE: break;
    case NotAProblem::NO_KING: return "no-king";
    case NotAProblem::TWO_KINGS: return "two-kings";
    case NotAProblem::CHECK_ALREADY: return "check-already";
    case NotAProblem::KING_IN_CHECK: return "attacker-in-check";
    case NotAProblem::NO_CHECK: return "no-check";
    case NotAProblem::TOO_MANY_PIECES: return "too-many-pieces";
  }
  return "";
}

Solver::Solver(size_t megabytes) : table_(megabytes), search_(table_, [this] { return check_limits(); }) {}

bool Solver::check_limits() {
  if (line_node_limit_) return search_.nodes() < line_node_limit_;
  if (settled_.load(std::memory_order_relaxed)) return false;
  if (limits_->nodes && nodes() >= limits_->nodes) stopped_ = true;
  if (limits_->should_continue && !limits_->should_continue()) stopped_ = true;
  return !stopped_;
}

Progress Solver::progress() const {
  const Value root = search_.root();
  return {nodes(), root.pn, root.dn, solution_.plies, table_.fullness(), search_.line()};
}

uint64_t Solver::all_nodes() const {
  uint64_t sum = search_.nodes();
  for (const auto& helper : helpers_) sum += helper->nodes();
  return sum;
}

// Whether the search came to an end within so many nodes (not counting what was known before).
bool Solver::search_limited(const Position& p, bool attack, int plies, uint64_t max_nodes, Value& value) {
  if (limits_->threads == 1 || max_nodes <= SINGLE_THREAD_NODES) {
    value = search_.run(p, attack, plies, max_nodes);
    return value.is_final();
  }
  value = search_.run(p, attack, plies, SINGLE_THREAD_NODES);
  if (!value.is_final() && !stopped_)
    value = search_parallel(p, attack, plies, max_nodes - SINGLE_THREAD_NODES);
  return value.is_final();
}

// Whether there is a mate, of any length or within the plies there are. That there is none must not be a
// guess.
bool Solver::search_position(const Position& p, Value& value) {
  bool learnt = true;
  while (search_limited(p, limits_->attack, limits_->plies, FOREVER, value)) {
    inconclusive_ = value.disproved() && value.bound_based;
    if (!inconclusive_) return true;
    if (table_.exact_only()) learnt = resolve_comparisons();
    if (!learnt) return false;
    set_exact_only(true);
  }
  return false;
}

// All threads search the same, each a little differently; who is first has settled it for all.
Value Solver::search_parallel(const Position& p, bool attack, int plies, uint64_t max_nodes) {
  std::vector<Value> values(size_t(limits_->threads));
  struct Together {
    Solver& solver;
    std::vector<std::thread> threads;
    explicit Together(Solver& s) : solver(s) { solver.table_.share(true); }
    ~Together() {
      solver.settled_ = true;
      for (std::thread& thread : threads) thread.join();
      solver.table_.share(false);
      solver.settled_ = false;
    }
  };
  {
    Together together(*this);
    for (size_t i = 1; i < values.size(); ++i)
      together.threads.emplace_back([&, i] {
        try {
          values[i] = helpers_[i - 1]->run(p, attack, plies, max_nodes);
          if (values[i].is_final()) settled_ = true;
        } catch (const std::bad_alloc&) {  // the others go on without this one
        }
      });
    values[0] = search_.run(p, attack, plies, max_nodes);
  }
  for (const Value& value : values)
    if (value.is_final()) return value;
  return values[0];
}

Solution Solver::solve(const Position& position, const SolveLimits& limits) {
  limits_ = &limits;
  solution_ = Solution();
  if (table_.changes() > Table::MAX_CHANGES / 2 && !table_.forbids()) {
    clear();
    table_.count_changes_anew();
  }
  begun_ = all_nodes();
  own_begun_ = search_.nodes();
  search_.begin();
  while (int(helpers_.size()) < limits.threads - 1)
    helpers_.push_back(std::make_unique<Search>(
        table_, [this] { return !settled_.load(std::memory_order_relaxed); }, unsigned(helpers_.size()) + 1));
  stopped_ = inconclusive_ = line_is_proved_ = false;
  set_exact_only(false);
  deadline_ = FOREVER;
  min_plies_ = 1;
  Value value;
  if (limits.attack && !table_.forbids() && try_short_mate(position)) {
  } else if (search_position(position, value)) {
    if (value.disproved()) {
      solution_.kind = Solution::NO_MATE;
      if (!limits.attack && value.move != NO_MOVE) solution_.line.push_back(value.move);
    } else {
      solution_.kind = Solution::MATE;
      found(value);
      if (limits.shorten) shorten(position);
      if (limits.line) {
        bool whole = line_is_proved_ || (!stopped_ && find_line(position));
        if (!whole && stopped_) {
          line_node_limit_ = search_.nodes() + LINE_NODE_BUDGET;
          search_.set_comparison_moves(0);
          whole = find_line(position);
        }
        // A line that was found for a longer mate is better than none.
        if (!whole && !solution_.line.empty()) {
          solution_.plies = int(solution_.line.size());
          solution_.exact = false;
        }
        line_node_limit_ = 0;
        if (limits.shorten && limits.comparison_nodes) choose_line(position);
      }
    }
  }
  if (solution_.kind == Solution::MATE && limits.shorten && limits.line) compare_restoring_rules(position);
  solution_.bound_based = inconclusive_ && !stopped_ && (limits.exact || solution_.kind == Solution::UNKNOWN);
  solution_.nodes += all_nodes() - begun_;
  limits_ = nullptr;
  return std::move(solution_);
}

// A defence that lasts exactly so many plies (even), if one is found soon; else NO_MOVE. Where the length is
// known to be exact the memory mostly knows one: it proved that. (What lasts longer by an interposition that
// is futile in the end is none.)
Move Solver::longest_defence(Position p, int plies, uint64_t last_node) {
  const auto asked = [&](bool attack, int within, Value& value) {
    const uint64_t now = search_.nodes();
    return now < last_node && search_limited(p, attack, within, last_node - now, value) && !value.bound_based;
  };
  Value shorter, after;
  if (plies <= 2 || !asked(false, plies - 2, shorter) || !shorter.disproved() || shorter.move == NO_MOVE)
    return NO_MOVE;
  Undo undo;
  p.do_move(shorter.move, undo);
  return asked(true, plies - 1, after) && after.proved() && after.plies == plies - 1 ? shorter.move
                                                                                     : Move(NO_MOVE);
}

// The line of the mate: the attacker's shortest way, the defender's longest, as far as known. All of it was
// found before: the memory tells, or what it has lost is found again. How long defences last is known by
// bounds only, which may be equal where the truth isn't: where the length is exact, one that lasts so long
// for sure is looked for first. Where a step shows that the mate before it was shorter than thought, that is
// looked at once more, up to the root. False, and the line as it was, if it was stopped first, or if the
// memory forgets the lengths as fast as they are found again.
bool Solver::find_line(Position p) {
  struct Step {
    Move move;
    int plies;  // of the mate after it
    Undo undo;
  };
  std::vector<Step> steps;
  int steps_back = 0;
  const uint64_t last_sure = search_.nodes() + (search_.nodes() - own_begun_) / 2 + limits_->comparison_nodes;
  const auto left = [&] { return steps.empty() ? solution_.plies : steps.back().plies; };
  while (left() > 0) {
    const bool attack = (steps.size() % 2 == 0) == limits_->attack;
    if (!attack && solution_.exact && !line_node_limit_ && steps_back == 0) {
      if (const Move longest = longest_defence(p, left(), last_sure); longest != NO_MOVE) {
        steps.push_back({longest, left() - 1, {}});
        p.do_move(longest, steps.back().undo);
        continue;
      }
    }
    Value value;
    if (!search_limited(p, attack, left(), FOREVER, value) || !value.proved()) return false;
    if (value.plies < left()) {
      const bool ends = line_node_limit_ ? search_.nodes() >= line_node_limit_ : stopped_;
      if (ends || ++steps_back > MAX_STEPS_BACK) return false;
      const Hand hand = p.hand(attack ? p.turn() : ~p.turn());
      table_.store(key_in_table(p), hand, value, FOREVER);  // what takes no effort would be forgotten first
      if (steps.empty()) {
        found(value);
      } else {
        p.undo_move(steps.back().move, steps.back().undo);
        steps.pop_back();
      }
      continue;
    }
    steps.push_back({value.move, value.plies - 1, {}});
    p.do_move(value.move, steps.back().undo);
  }
  solution_.line.clear();
  for (const Step& step : steps) solution_.line.push_back(step.move);
  return true;
}

// Of the lines that are as long as the one that was found, the main one.
void Solver::choose_line(const Position& position) {
  if (!solution_.exact || stopped_ || table_.forbids() || solution_.plies > PLIES_COMPARED_WITH_LEFT) return;
  if (solution_.plies > PLIES_COMPARED && !left_after(position, solution_.line, limits_->attack)) {
    solution_.compared = true;
    return;
  }
  KnownLengths lengths(*this, (search_.nodes() - own_begun_) / 2 + limits_->comparison_nodes);
  MainLine found =
      main_line(position, limits_->attack, solution_.plies, Rules::TSUME, lengths, POSITIONS_COMPARED);
  if (found.moves.empty()) return;
  solution_.line = std::move(found.moves);
  solution_.compared = found.compared;
}

}  // namespace komadai::mate
