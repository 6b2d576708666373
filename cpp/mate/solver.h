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
  bool compared = false;  // whether it is proved that no line of this length leaves fewer pieces in hand
  // The result is not proved, and only because a comparison of two defences used bounds of their lengths.
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
  int plies;     // the length of the shortest mate found so far, 0 if there is none
  int fullness;  // of the memory, per thousand
  std::vector<Move> line;
};

// "mate", "no-mate" or "unknown".
constexpr const char* key_of(Solution::Kind kind) {
  return kind == Solution::MATE ? "mate" : kind == Solution::NO_MATE ? "no-mate" : "unknown";
}

constexpr int MAX_THREADS = 256;

struct SolveLimits {
  bool attack = true;    // the side to move mates; false: it is in check, and is to be mated
  bool exact = false;    // prove that no mate is shorter, however long it takes
  bool shorten = true;   // look for shorter mates; false: any mate will do
  uint64_t nodes = 0;    // the node limit, 0: none
  int plies = NO_LIMIT;  // the maximum length of the mate
  bool line = true;      // find the main line, too
  // The node limit for comparing lines of equal length, in addition to half of the nodes of the solution. 0:
  // lines are not compared.
  uint64_t comparison_nodes = 100'000;
  int threads = 1;  // 1 to MAX_THREADS
  // Whether restoring interpositions are no defences (docs/tsume-rules.md). If false, the length by that rule
  // is determined, too, but only if the main line contains one.
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
  // `progress` and `nodes` may be called from `should_continue`.
  Progress progress() const;
  // The nodes that the search with the proof table has visited for this problem.
  uint64_t nodes() const { return all_nodes() - begun_; }
  // Until `clear`, this position (the attacker to move) counts as no mate, so no mate passes through it.
  void forbid(const Position& position) {
    table_.forbid(key_in_table(position), position.hand(position.turn()));
  }
  // Clears a large table before the next problem: old entries are useless and cause cache misses.
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
  void set_mate(const Value& mate);
  void prove_exact(bool bound_based);
  void extend_deadline();
  uint64_t nodes_to_deadline() const { return deadline_ - std::min(deadline_, search_.nodes()); }
  void shorten_root(const Position& position, uint64_t max_nodes);
  // A query whether a position of the line has a mate within `plies`, which would be shorter than the line's.
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
  Value search_query(const PositionQuery& query, uint64_t max_nodes);
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
  // Node counts at the start of the problem: of all threads, and of the first one.
  uint64_t begun_ = 0, own_begun_ = 0;
  // The node counts at which the search for shorter mates ends: `deadline_` is extended by `quiet_nodes_`
  // when a shorter mate is found, up to `final_deadline_`.
  uint64_t deadline_ = 0, quiet_nodes_ = 0, final_deadline_ = 0;
  uint64_t line_node_limit_ = 0;  // the node count that ends the search for the line of a stopped search
  int min_plies_ = 1;             // it is proved that no mate is shorter
  std::vector<PositionQuery> queries_;  // the attacker's positions of the line, from its start
  Assumptions assumptions_;             // that these positions have no shorter mate
  struct QueryResult {
    uint64_t nodes;  // the node limit with which it was searched
    bool settled;
    Assumed assumed;
    bool bound_based;
    uint32_t changes;
  };
  std::unordered_map<uint64_t, QueryResult> query_results_;  // by the key of the query
  bool stopped_ = false;
  bool line_is_proved_ = false;  // no position of the line with the attacker to move has a shorter mate
  bool bound_based_ = false;     // the mate may be longer than `solution_.plies`: a comparison used bounds
  bool inconclusive_ = false;    // the search is complete, but its result depends on such a comparison
};

}  // namespace komadai::mate
