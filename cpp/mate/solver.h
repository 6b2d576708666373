// Solves mate problems: whether there is a mate, its length, and its main line.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "mate/dfpn/search.h"
#include "mate/short/pn_tree.h"

namespace komadai::mate {

struct Solution {
  enum Kind : uint8_t { MATE, NO_MATE, UNKNOWN } kind = UNKNOWN;
  int plies = 0;       // of the mate
  bool exact = false;  // no shorter one exists
  // The shortest attack that was found against the longest defence; of a defence that holds, its first move.
  std::vector<Move> line;
  bool compared = false;  // whether it is known that no line of its length leaves the attacker less
  // Neither exact nor no mate for sure, and only because bounds had to tell which of two defences lasts
  // longer.
  bool bound_based = false;
  uint64_t nodes = 0;
  // The length if restoring interpositions are judged the other way (`Effort::restoring_is_futile`): SAME
  // without a search if the main line contains none and they count as defences.
  enum OtherRule : uint8_t { SAME, DIFFERENT, UNDETERMINED } other_rule = SAME;
  int other_plies = 0;  // with DIFFERENT
};

struct Progress {
  uint64_t nodes;
  int pn, dn;    // at the root
  int plies;     // of the best mate so far, 0 if there is none yet
  int fullness;  // of the memory, per thousand
  std::vector<Move> line;
};

constexpr int MAX_THREADS = 256;

struct SolveLimits {
  bool attack = true;    // the side to move mates; false: it is in check, and is to be mated
  bool exact = false;    // prove that no mate is shorter, however long it takes
  bool shorten = true;   // look for shorter mates; false: any mate will do
  uint64_t nodes = 0;    // the most to visit, 0: any number
  int plies = NO_LIMIT;  // look for mates of at most so many plies
  bool line = true;      // find the main line, too
  uint64_t comparison_nodes =
      100'000;      // lines, with so many nodes and half of those the solution took; 0: none
  int threads = 1;  // 1 to MAX_THREADS
  // Whether restoring interpositions are no defences (docs/tsume-rules.md). False: the length by that rule is
  // looked for, too, if the main line contains one.
  bool restoring_is_futile = false;
  std::function<bool()> should_continue;
};

// Why a position cannot be a mate problem. The names reach Python as codes (`code_of`); texts for people are
// in komadai/tsume_error_texts.py.
enum class NotAProblem : uint8_t {
  NONE,             // it can be one
  NO_KING,          // the side to be mated has no king
  TWO_KINGS,        // a side has two kings
  CHECK_ALREADY,    // the attacker is to move, but the king to be mated is in check
  KING_IN_CHECK,    // the defender is to move, but the attacker's king is in check
  NO_CHECK,         // the defender is to move, but not in check
  TOO_MANY_PIECES,  // more pieces of a kind than in a set
};
NotAProblem not_a_problem(const Position& position, bool attack);
const char* code_of(NotAProblem reason);

// Solves any number of problems, one after the other, with one proof table.
class Solver {
 public:
  explicit Solver(size_t megabytes);

  // The position must be a problem.
  Solution solve(const Position& position, const SolveLimits& limits);
  // May be called from `should_continue`, both.
  Progress progress() const;
  // The nodes of the search with the proof table for this problem so far.
  uint64_t nodes() const { return all_nodes() - begun_; }
  // Until `clear`, this position (the attacker to move) counts as no mate, so mates avoid it.
  void forbid(const Position& position) {
    table_.forbid(key_in_table(position), position.hand(position.turn()));
  }
  // Clears a large table before the next problem: its entries are of no use there and cost cache misses.
  void clear_if_large() {
    if (table_.is_large() && !table_.forbids()) table_.clear();
  }
  void clear() {
    table_.clear();
    search_.clear();
    query_results_.clear();
    helpers_.clear();
  }

 private:
  static constexpr uint64_t FOREVER = ~uint64_t(0);

  bool check_limits();
  Value search_parallel(const Position& position, bool attack, int plies, uint64_t max_nodes);
  uint64_t all_nodes() const;
  bool search_limited(const Position& position, bool attack, int plies, uint64_t max_nodes, Value& value);
  bool search_position(const Position& position, Value& value);
  // Whether the short search solved the problem.
  bool try_short_mate(const Position& position);
  void shorten(const Position& position);
  void search_shorter(const Position& position);
  void search_exactly(const Position& position);
  bool find_exact_length(const Position& position);
  bool resolve_comparisons();
  void set_exact_only(bool certain);
  void found(const Value& mate);
  void prove_exact(bool bound_based);
  void extend_deadline();
  uint64_t nodes_to_deadline() const { return deadline_ - std::min(deadline_, search_.nodes()); }
  void shorten_root(const Position& position, uint64_t max_nodes);
  // Whether a position of the line has a shorter mate than the line has, so many plies at most.
  struct PositionQuery {
    Position position;
    bool attack;
    int plies;
    uint64_t key;
  };
  enum class QueryState { SETTLED, OPEN, FOUND };
  bool continues_shortening();
  bool write_queries(const Position& position);
  QueryState query_line(uint64_t max_nodes);
  QueryState query_position(const PositionQuery& query, uint64_t max_nodes);
  Value ask(const PositionQuery& query, uint64_t max_nodes);
  void assume(const Assumptions* assumptions, bool far_in_full);
  bool find_line(Position position);
  Move longest_defence(Position position, int plies, uint64_t last_node);
  void choose_line(const Position& position);
  void compare_restoring_rules(const Position& position);

  class KnownLengths;

  ProofTree tree_;
  Table table_;
  Search search_;
  std::vector<std::unique_ptr<Search>> helpers_;
  std::atomic<bool> settled_{false};  // by one of several threads
  const SolveLimits* limits_ = nullptr;
  Solution solution_;
  // Node counts: of all threads and of the first at the problem's start; where the search for shorter mates
  // ends if it finds none, for how many it may do so, and where it ends anyhow.
  uint64_t begun_ = 0, own_begun_ = 0, deadline_ = 0, quiet_nodes_ = 0, final_deadline_ = 0;
  uint64_t line_node_limit_ = 0;        // where to give up looking for the line of a search that was stopped
  int min_plies_ = 1;                   // plies: no mate is shorter
  std::vector<PositionQuery> queries_;  // of the line, from its start
  Assumptions assumptions_;             // that the answers are no
  struct Answer {
    uint64_t nodes;  // it took more, or it was settled
    bool settled;
    Assumed assumed;
    bool bound_based;
    uint32_t changes;
  };
  std::unordered_map<uint64_t, Answer> query_results_;  // to questions, by their keys
  bool stopped_ = false;
  bool line_is_proved_ = false;  // that none of the attacker's positions along the line has a shorter mate
  bool bound_based_ = false;     // whether the mate that was found may be longer than thought
  bool inconclusive_ = false;    // all is settled, but something of it isn't certain
};

}  // namespace komadai::mate
