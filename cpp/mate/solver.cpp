#include "mate/solver.h"

#include <algorithm>
#include <new>
#include <thread>

#include "mate/solver/known_lengths.h"

namespace komadai::mate {
namespace {

// The first thread searches this many nodes before the other threads start.
constexpr uint64_t SINGLE_THREAD_NODES = 20'000;
// Lines of up to PLIES_COMPARED plies are compared with the others of the same length; longer ones only if
// they leave pieces in hand. The limits are POSITIONS_COMPARED and the nodes of `comparison_nodes`, of which
// one query may use an eighth.
constexpr int PLIES_COMPARED = 63, PLIES_COMPARED_WITH_LEFT = 255;
constexpr int POSITIONS_COMPARED = 5'000;
// The node limit for the line if the search was stopped after a mate was found: some milliseconds.
constexpr uint64_t LINE_NODE_BUDGET = 30'000;
// How often find_line may go back because a step turned out to be shorter.
constexpr int MAX_STEPS_BACK = 100'000;

// Whether the attacker has pieces in hand at the end of the line.
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

// Searches with a node limit; returns whether the result is final.
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

// Whether there is a mate within the limit of plies. Returns false if that is undecided. "No mate" is only
// returned if it does not depend on a comparison of bounds.
bool Solver::search_position(const Position& p, Value& value) {
  bool progressed = true;
  while (search_limited(p, limits_->attack, limits_->plies, FOREVER, value)) {
    inconclusive_ = value.disproved() && value.bound_based;
    if (!inconclusive_) return true;
    if (table_.exact_only()) progressed = resolve_comparisons();
    if (!progressed) return false;
    set_exact_only(true);
  }
  return false;
}

// All threads search the same position in slightly different orders; the first final result ends all of them.
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
      set_mate(value);
      if (limits.shorten) shorten(position);
      if (limits.line) {
        bool whole = line_is_proved_ || (!stopped_ && find_line(position));
        if (!whole && stopped_) {
          line_node_limit_ = search_.nodes() + LINE_NODE_BUDGET;
          search_.set_comparison_moves(0);
          whole = find_line(position);
        }
        // The line of a longer mate is better than no line.
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

// A defence with a length of exactly `plies` (even), if one is found before `last_node`; else NO_MOVE. If the
// length is exact, the table usually has such a defence from the proof. Interpositions that are futile in the
// end do not count.
Move Solver::longest_defence(Position p, int plies, uint64_t last_node) {
  const auto decide = [&](bool attack, int within, Value& value) {
    const uint64_t now = search_.nodes();
    return now < last_node && search_limited(p, attack, within, last_node - now, value) && !value.bound_based;
  };
  Value shorter, after;
  if (plies <= 2 || !decide(false, plies - 2, shorter) || !shorter.disproved() || shorter.move == NO_MOVE)
    return NO_MOVE;
  Undo undo;
  p.do_move(shorter.move, undo);
  return decide(true, plies - 1, after) && after.proved() && after.plies == plies - 1 ? shorter.move
                                                                                      : Move(NO_MOVE);
}

// Finds the line of the mate: the attacker's shortest attack, the defender's longest defence. Its positions
// are looked up in the table, and searched again if their entries were replaced. Lengths of defences are
// bounds, so several may seem equal: if the length is exact, a defence that provably has that length is
// searched first. If a step turns out to be shorter than expected, the step before it is searched again, up
// to the root. Returns false and leaves the line unchanged if the search was stopped, or if the table loses
// entries as fast as they are found.
bool Solver::find_line(Position p) {
  struct Step {
    Move move;
    int plies;  // of the mate after it
    Undo undo;
  };
  std::vector<Step> steps;
  int steps_back = 0;
  const uint64_t last_node_for_longest =
      search_.nodes() + (search_.nodes() - own_begun_) / 2 + limits_->comparison_nodes;
  const auto plies_left = [&] { return steps.empty() ? solution_.plies : steps.back().plies; };
  while (plies_left() > 0) {
    const bool attack = (steps.size() % 2 == 0) == limits_->attack;
    if (!attack && solution_.exact && !line_node_limit_ && steps_back == 0) {
      if (const Move longest = longest_defence(p, plies_left(), last_node_for_longest); longest != NO_MOVE) {
        steps.push_back({longest, plies_left() - 1, {}});
        p.do_move(longest, steps.back().undo);
        continue;
      }
    }
    Value value;
    if (!search_limited(p, attack, plies_left(), FOREVER, value) || !value.proved()) return false;
    if (value.plies < plies_left()) {
      const bool ends = line_node_limit_ ? search_.nodes() >= line_node_limit_ : stopped_;
      if (ends || ++steps_back > MAX_STEPS_BACK) return false;
      const Hand hand = p.hand(attack ? p.turn() : ~p.turn());
      table_.store(key_in_table(p), hand, value, FOREVER);  // entries with less effort are replaced first
      if (steps.empty()) {
        set_mate(value);
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

// Replaces the line by the main line, if it is found within the limits.
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
