#include "mate/solver.h"

#include <algorithm>
#include <new>
#include <thread>

#include "mate/main_line.h"
#include "mate/within.h"

namespace komadai::mate {
namespace {

constexpr uint64_t FOREVER = ~uint64_t(0);
// The shortest of all are asked for without any memory first.
constexpr int WITHOUT_MEMORY = 5;
constexpr uint64_t NODES_WITHOUT_MEMORY = 1'000;
// A shorter mate is looked for with a share of the nodes that the first took, and these.
constexpr uint64_t SECOND_LOOK = 20'000;
// Without `exact` these looks end when nothing shorter was found for one and a half times as many nodes as
// the first mate took, at least for so many; after five times as many and four times these they end anyhow.
constexpr uint64_t QUIET = 300'000;
// So many nodes are searched by one thread before the others are called.
constexpr uint64_t ALONE = 20'000;
// The first look along the line takes so many nodes for each question.
constexpr uint64_t LOOK_ALONG = 1024;
// Lines of at most so many plies are compared with those that are as long, longer ones if they leave
// something over. That takes at most half as many nodes as the solution took and some more, for one question
// an eighth of them, and so many positions.
constexpr int PLIES_COMPARED = 63, PLIES_COMPARED_WITH_LEFT = 255;
constexpr int POSITIONS_COMPARED = 5'000;
// When the search was stopped after a mate was found, its line may take so many more: some milliseconds.
constexpr uint64_t GRACE = 30'000;

// Whether the attacker holds anything at the end.
bool left_after(Position p, const std::vector<Move>& line, bool attack) {
  const Color attacker = attack ? p.turn() : ~p.turn();
  Undo undo;
  for (Move m : line) p.do_move(m, undo);
  return !p.hand(attacker).empty();
}

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
  if (!A_SET.covers(p.all_pieces())) return "there are more pieces of a kind than in a set";
  return {};
}

Solver::Solver(size_t megabytes) : table_(megabytes), search_(table_, [this] { return goes_on(); }) {}

bool Solver::goes_on() {
  if (grace_) return search_.nodes() < grace_;
  if (settled_.load(std::memory_order_relaxed)) return false;
  if (effort_->nodes && nodes() >= effort_->nodes) stopped_ = true;
  if (effort_->keep_on && !effort_->keep_on()) stopped_ = true;
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
bool Solver::decided(const Position& p, bool attack, int plies, uint64_t most_nodes, Value& value) {
  if (effort_->threads == 1 || most_nodes <= ALONE) {
    value = search_.run(p, attack, plies, most_nodes);
    return value.is_final();
  }
  value = search_.run(p, attack, plies, ALONE);
  if (!value.is_final() && !stopped_) value = decide_together(p, attack, plies, most_nodes - ALONE);
  return value.is_final();
}

// All threads search the same, each a little differently; who is first has settled it for all.
Value Solver::decide_together(const Position& p, bool attack, int plies, uint64_t most_nodes) {
  std::vector<Value> values(size_t(effort_->threads));
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
          values[i] = helpers_[i - 1]->run(p, attack, plies, most_nodes);
          if (values[i].is_final()) settled_ = true;
        } catch (const std::bad_alloc&) {  // the others go on without this one
        }
      });
    values[0] = search_.run(p, attack, plies, most_nodes);
  }
  for (const Value& value : values)
    if (value.is_final()) return value;
  return values[0];
}

Solution Solver::solve(const Position& position, const Effort& effort) {
  effort_ = &effort;
  solution_ = Solution();
  if (table_.changes() > Table::MOST_CHANGES / 2 && !forbids_) clear();
  begun_ = all_nodes();
  own_begun_ = search_.nodes();
  search_.begin();
  while (int(helpers_.size()) < effort.threads - 1)
    helpers_.push_back(std::make_unique<Search>(
        table_, [this] { return !settled_.load(std::memory_order_relaxed); }, unsigned(helpers_.size()) + 1));
  stopped_ = false;
  least_ = 1;
  Value value;
  if (effort.attack && !forbids_ && look_shortly(position)) {
  } else if (decided(position, effort.attack, effort.plies, FOREVER, value)) {
    if (value.disproved()) {
      solution_.kind = Solution::NO_MATE;
      if (!effort.attack && value.move != NO_MOVE) solution_.line.push_back(value.move);
    } else {
      solution_.kind = Solution::MATE;
      solution_.plies = value.plies;
      if (effort.shorten) shorten(position);
      if (effort.line) {
        if (stopped_) grace_ = search_.nodes() + GRACE;
        // A line that was found for a longer mate is better than none.
        if (!find_line(position) && !solution_.line.empty()) {
          solution_.plies = int(solution_.line.size());
          solution_.exact = false;
        }
        grace_ = 0;
        if (effort.shorten && effort.compare) choose_line(position);
      }
    }
  }
  solution_.nodes += all_nodes() - begun_;
  effort_ = nullptr;
  return std::move(solution_);
}

// Looks for shorter mates: of the whole problem, and of every position along the line that is the longest so
// far, with more and more nodes. Of each is asked whether it has a shorter mate while all others are assumed
// to have none: what is hard after the line's move is then not asked at every position before it. What was
// found holds in any case, since assumptions only take mates away.
//
// If the answer is no for all of them, none has one. Else take, of the false assumptions and all of their
// shorter versions ("no mate within so many plies"), one with the fewest plies: what its answer rests on is
// about fewer plies, so it is true, and so is the answer. The answers must have been found under these
// assumptions, not under those of another line.
void Solver::shorten(const Position& position) {
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
        solution_.exact = true;
      } else {
        table_.forget_assumed(1);
        by_this_line = true;
      }
    }
    by_this_line = false;
  }
}

bool Solver::looks_on() {
  if (solution_.plies <= least_) solution_.exact = true;
  return !solution_.exact && !stopped_ && search_.nodes() < last_look_ &&
         table_.changes() < Table::MOST_CHANGES;
}

// Something was found: it is worth looking for more.
void Solver::look_on() {
  last_look_ = effort_->exact ? FOREVER : std::min(search_.nodes() + quiet_, end_of_looks_);
}

void Solver::shorten_root(const Position& position, uint64_t most_nodes) {
  while (!solution_.exact && !stopped_) {
    Value value;
    if (solution_.plies <= least_) {
      solution_.exact = true;
    } else if (!decided(position, effort_->attack, solution_.plies - 2, most_nodes, value)) {
      return;
    } else if (value.disproved()) {
      solution_.exact = true;
    } else {
      solution_.plies = value.plies;
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

// Asks the questions that are not settled, the last ones first.
Solver::Looks Solver::look_along_line(uint64_t most_nodes) {
  Looks all = Looks::SETTLED;
  for (size_t i = questions_.size(); i-- > 0 && looks_on();) {
    const Looks at = look_at(questions_[i], most_nodes);
    if (at == Looks::FOUND) {
      table_.forget_assumed(Assumptions::number(questions_[i].plies));
      // That may make those before it shorter, too, one by one up to the root.
      while (i > 0 && ask(questions_[i - 1], most_nodes).proved()) --i;
    }
    all = std::max(all, at);
  }
  return all;
}

Solver::Looks Solver::look_at(const Question& question, uint64_t most_nodes) {
  struct Assuming {
    Solver& solver;
    explicit Assuming(Solver& s) : solver(s) { solver.assume(&solver.assumptions_); }
    ~Assuming() { solver.assume(nullptr); }
  };
  const Assuming here(*this);
  Answer& answer = answers_[question.key];
  if (answer.settled && table_.holds(answer.assumed, answer.changes)) return Looks::SETTLED;
  if (!answer.settled && answer.nodes >= most_nodes) return Looks::OPEN;
  const uint32_t changes = table_.changes();
  const Value value = ask(question, most_nodes);
  answer = {most_nodes, value.disproved(), value.assumed, changes};
  return value.proved() ? Looks::FOUND : value.disproved() ? Looks::SETTLED : Looks::OPEN;
}

Value Solver::ask(const Question& question, uint64_t most_nodes) {
  Value value;
  const uint64_t left = last_look_ - std::min(last_look_, search_.nodes());
  decided(question.position, question.attack, question.plies, std::min(most_nodes, left), value);
  if (&question == &questions_.front()) {
    if (value.proved()) {
      solution_.plies = value.plies;
      look_on();
    } else if (value.disproved() && value.assumed == 0) {
      solution_.exact = true;
    }
  }
  return value;
}

void Solver::assume(const Assumptions* assumptions) {
  search_.assume(assumptions);
  for (const auto& helper : helpers_) helper->assume(assumptions);
  table_.assume(assumptions != nullptr);
}

// The line of the mate: the attacker's shortest way, the defender's longest, as far as known. All of it was
// found before: the memory tells, or what it has lost is found again. Where a step shows that the mate
// before it was shorter than thought, that is looked at once more, up to the root. False, and the line as it
// was, if it was stopped first.
bool Solver::find_line(Position p) {
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
      return false;
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
  solution_.line.clear();
  for (const Step& step : steps) solution_.line.push_back(step.move);
  return true;
}

// Of the lines that are as long as the one that was found, the main one.
void Solver::choose_line(const Position& position) {
  struct Known : Lengths {
    Solver& solver;
    const uint64_t last, share;
    Known(Solver& s, uint64_t nodes) : solver(s), last(s.search_.nodes() + nodes), share(nodes / 8) {}
    ShortMate::Kind mates(const Position& p, int plies) override {
      if (plies <= WITHOUT_MEMORY) {
        const ShortMate quick = mate_within(p, plies, NODES_WITHOUT_MEMORY, Rules::TSUME);
        if (quick.kind != ShortMate::OPEN) return quick.kind;
      }
      return ask(p, true, plies);
    }
    ShortMate::Kind is_mated(const Position& p, int plies) override {
      if (plies < WITHOUT_MEMORY) {
        const ShortMate::Kind quick = mated_within(p, plies, NODES_WITHOUT_MEMORY, Rules::TSUME);
        if (quick != ShortMate::OPEN) return quick;
      }
      return ask(p, false, plies);
    }
    ShortMate::Kind ask(const Position& p, bool attack, int plies) {
      const uint64_t now = solver.search_.nodes();
      Value value;
      if (solver.stopped_ || now >= last) return ShortMate::OPEN;
      if (!solver.decided(p, attack, plies, std::min(share, last - now), value)) return ShortMate::OPEN;
      return value.proved() ? ShortMate::MATE : ShortMate::NONE;
    }
  };
  if (!solution_.exact || stopped_ || forbids_ || solution_.plies > PLIES_COMPARED_WITH_LEFT) return;
  if (solution_.plies > PLIES_COMPARED && !left_after(position, solution_.line, effort_->attack)) {
    solution_.compared = true;
    return;
  }
  Known lengths(*this, (search_.nodes() - own_begun_) / 2 + effort_->compare);
  MainLine found =
      main_line(position, effort_->attack, solution_.plies, Rules::TSUME, lengths, POSITIONS_COMPARED);
  if (found.moves.empty()) return;
  solution_.line = std::move(found.moves);
  solution_.compared = found.compared;
}

}  // namespace komadai::mate
