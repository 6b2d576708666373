#include "mate/helpmate.h"

#include <bit>
#include <limits>

#include "mate/mate_in_1.h"
#include "mate/movegen/candidates.h"
#include "rules/movegen.h"

namespace komadai::mate {
namespace {

constexpr uint64_t MAX_COUNT = std::numeric_limits<uint64_t>::max();

uint64_t saturated_sum(uint64_t a, uint64_t b) { return a > MAX_COUNT - b ? MAX_COUNT : a + b; }

// Counts and writes the lines that mate. The counts are cached by position and number of plies.
class HelpmateSearch {
 public:
  HelpmateSearch(const Position& p, size_t megabytes, const std::function<bool(uint64_t)>& should_continue)
      : p_(p),
        should_continue_(should_continue),
        table_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Entry))) {}

  // The number of lines from the current position that mate in exactly `plies`.
  uint64_t count(int plies) {
    if (plies == 1 && mate_in_1(p_) == NO_MOVE) return 0;
    const uint64_t key = p_.key() + uint64_t(plies) * 0x9e3779b97f4a7c15;
    Entry& entry = table_[key >> 7 & (table_.size() - 1)];
    if (plies > 1 && entry.key == key) return entry.count;
    uint64_t all = 0;
    for_each_pair(plies, [&](Move, Move) {
      all = saturated_sum(all, plies == 1 ? 1 : count(plies - 2));
      return !stopped_;
    });
    if (plies > 1 && !stopped_) entry = {key, all};
    return all;
  }

  // Appends the lines that mate in exactly `plies` to `out`, until it has `max_lines`. `line` is the current
  // line from the start.
  void write(int plies, size_t max_lines, std::vector<Move>& line, std::vector<std::vector<Move>>& out) {
    for_each_pair(plies, [&](Move check, Move answer) {
      line.push_back(check);
      if (plies == 1) {
        out.push_back(line);
      } else if (count(plies - 2)) {
        line.push_back(answer);
        write(plies - 2, max_lines, line, out);
        line.pop_back();
      }
      line.pop_back();
      return !stopped_ && out.size() < max_lines;
    });
  }

  bool stopped() const { return stopped_; }
  uint64_t nodes() const { return nodes_; }

 private:
  struct Entry {
    uint64_t key = 0, count = 0;
  };

  // Calls `visit` after each check and each answer to it, until it returns false. With one ply left only
  // checks without an answer are visited.
  template <class Visit>
  void for_each_pair(int plies, Visit visit) {
    Candidate checks[MAX_MOVES];
    const int n = generate_attacks(p_, checks);
    for (int i = 0; i < n; ++i) {
      Undo undo;
      make(checks[i].move, undo);
      bool go_on = true;
      const MoveBuffer<> answers(p_);
      if (plies == 1) {
        if (!answers.size()) go_on = visit(checks[i].move, NO_MOVE);
      } else {
        for (Move answer : answers) {
          Undo back;
          make(answer, back);
          go_on = visit(checks[i].move, answer);
          p_.undo_move(answer, back);
          if (!go_on) break;
        }
      }
      p_.undo_move(checks[i].move, undo);
      if (!go_on) return;
    }
  }

  void make(Move m, Undo& undo) {
    p_.do_move(m, undo);
    if ((++nodes_ & 1023) == 0 && !should_continue_(nodes_)) stopped_ = true;
  }

  Position p_;
  const std::function<bool(uint64_t)>& should_continue_;
  std::vector<Entry> table_;
  uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

Helpmates find_helpmates(const Position& position, int plies, size_t megabytes, size_t max_lines,
                         const std::function<bool(uint64_t)>& should_continue) {
  HelpmateSearch search(position, megabytes, should_continue);
  Helpmates found;
  for (int length = 1; length <= plies && !found.count && !search.stopped(); length += 2) {
    found.count = search.count(length);
    if (found.count) found.plies = length;
  }
  found.complete = !search.stopped();
  if (found.count) {
    std::vector<Move> line;
    search.write(found.plies, max_lines, line, found.lines);
  }
  found.nodes = search.nodes();
  return found;
}

}  // namespace komadai::mate
