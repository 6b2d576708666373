#include "mate/helpmate.h"

#include <bit>
#include <limits>

#include "mate/mate_in_1.h"
#include "mate/movegen/candidates.h"
#include "rules/movegen.h"

namespace komadai::mate {
namespace {

constexpr uint64_t MOST = std::numeric_limits<uint64_t>::max();

uint64_t sum(uint64_t a, uint64_t b) { return a > MOST - b ? MOST : a + b; }

class Counting {
 public:
  Counting(const Position& p, size_t megabytes, const std::function<bool(uint64_t)>& should_continue)
      : p_(p),
        should_continue_(should_continue),
        table_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Entry))) {}

  // How many lines mate in exactly so many plies from here.
  uint64_t count(int plies) {
    if (plies == 1 && mate_in_1(p_) == NO_MOVE) return 0;
    const uint64_t key = p_.key() + uint64_t(plies) * 0x9e3779b97f4a7c15;
    Entry& entry = table_[key >> 7 & (table_.size() - 1)];
    if (plies > 1 && entry.key == key) return entry.count;
    uint64_t all = 0;
    for_each_pair(plies, [&](Move, Move) {
      all = sum(all, plies == 1 ? 1 : count(plies - 2));
      return !stopped_;
    });
    if (plies > 1 && !stopped_) entry = {key, all};
    return all;
  }

  void write(int plies, size_t most, std::vector<Move>& line, std::vector<std::vector<Move>>& out) {
    for_each_pair(plies, [&](Move check, Move answer) {
      line.push_back(check);
      if (plies == 1) {
        out.push_back(line);
      } else if (count(plies - 2)) {
        line.push_back(answer);
        write(plies - 2, most, line, out);
        line.pop_back();
      }
      line.pop_back();
      return !stopped_ && out.size() < most;
    });
  }

  bool stopped() const { return stopped_; }
  uint64_t nodes() const { return nodes_; }

 private:
  struct Entry {
    uint64_t key = 0, count = 0;
  };

  // Plays every check and every answer to it (the last check must have none), until `visit` says no.
  template <class Visit>
  void for_each_pair(int plies, Visit visit) {
    Candidate checks[MAX_MOVES];
    const int n = generate_attacks(p_, checks);
    for (int i = 0; i < n; ++i) {
      Undo undo;
      make(checks[i].move, undo);
      bool on = true;
      const MoveBuffer<> answers(p_);
      if (plies == 1) {
        if (!answers.size()) on = visit(checks[i].move, NO_MOVE);
      } else {
        for (Move answer : answers) {
          Undo back;
          make(answer, back);
          on = visit(checks[i].move, answer);
          p_.undo_move(answer, back);
          if (!on) break;
        }
      }
      p_.undo_move(checks[i].move, undo);
      if (!on) return;
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

Helpmates find_helpmates(const Position& position, int plies, size_t megabytes, size_t most,
                         const std::function<bool(uint64_t)>& should_continue) {
  Counting counting(position, megabytes, should_continue);
  Helpmates found;
  for (int length = 1; length <= plies && !found.count && !counting.stopped(); length += 2) {
    found.count = counting.count(length);
    if (found.count) found.plies = length;
  }
  found.complete = !counting.stopped();
  if (found.count) {
    std::vector<Move> line;
    counting.write(found.plies, most, line, found.lines);
  }
  found.nodes = counting.nodes();
  return found;
}

}  // namespace komadai::mate
