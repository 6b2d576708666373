// Brinkmates (hisshi, 必至): attacks after which the attacker mates against every defence.
// docs/tsume-rules.md has the exact definition.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "mate/dfpn/search.h"

namespace komadai::mate {

struct Brinkmate {
  enum Kind : uint8_t {
    BRINKMATE,  // in `plies`
    MATE,       // there is a mate by checks alone, so a brinkmate is not needed
    NONE,       // within the limit of plies
    UNKNOWN
  } kind = UNKNOWN;
  int plies = 0;
  std::vector<Move> moves;  // the attacker's first moves that reach the brinkmate in `plies`; at least one
  bool complete = false;    // false: an answer may be missing because a limit was reached
  std::vector<Move> line;   // from the first of them to the move that completes the brinkmate
  struct Defence {
    Move move;
    Move next;  // the attacker's next move towards the brinkmate; NO_MOVE: the attacker mates
  };
  std::vector<Defence> defences;  // against the first of them
  uint64_t nodes = 0;
};

struct BrinkmateProgress {
  int plies = 0;            // the length that is searched now
  int done = 0, total = 0;  // first moves that are decided, and all of them
  uint64_t nodes = 0;
};

constexpr int MAX_BRINKMATE_PLIES = 15;

// A search with its tables. Each query "is there a mate?" gets few nodes in the first round and four times as
// many in each later one. Most defences that hold are found in the early rounds, before a query becomes
// expensive.
class BrinkmateSearch {
 public:
  explicit BrinkmateSearch(size_t megabytes);

  // The position must be a problem with the attacker to move. `plies` is odd, at most MAX_BRINKMATE_PLIES.
  // The search ends when `should_continue` returns false. Without `until_stopped` a query that needs more
  // than some hundred thousand nodes stays open.
  Brinkmate solve(const Position& position, int plies, bool until_stopped,
                  std::function<bool(const BrinkmateProgress&)> should_continue);

 private:
  enum Answer : uint8_t { NO, YES, OPEN };
  static constexpr int NO_LOOP = 1 << 20;
  // An answer, and the lowest index in `parried_` of a perpetual check that it relies on.
  struct AnswerWithLoop {
    Answer answer;
    int loop = NO_LOOP;
  };
  struct StoredAnswer {
    Answer answer;
    uint8_t round;  // of OPEN: the round of the query
  };
  enum Query : uint8_t { MATES, DEFENCES_LOSE, REACHES_BRINKMATE };

  Answer mates();
  Answer mates_with_more_nodes();
  bool is_refuted_by_first_defences();
  AnswerWithLoop defences_lose(int plies, int checks);
  AnswerWithLoop defence_loses(int plies, bool check, Answer mate, int checks);
  AnswerWithLoop parries_check(int plies, int checks);
  AnswerWithLoop reaches_brinkmate(int plies, int checks);
  AnswerWithLoop reaches_brinkmate_in(int plies, int checks);
  AnswerWithLoop after_attack(Move m, int plies, int checks);
  void search_first_moves(int plies, std::vector<Answer>& answers, const std::vector<Move>& firsts);
  void write_line_and_defences(Brinkmate& found);
  Move next_move(int plies);
  void extend_line(std::vector<Move>& line, int plies);

  std::vector<Move> attacks_in_order() const;
  std::vector<Move> defences_in_order() const;
  uint64_t key_of(Query query, int plies) const;
  const StoredAnswer* look_up(uint64_t key) const;
  void store(uint64_t key, Answer answer);
  uint64_t query_node_limit() const;
  bool check_limits();

  Table table_;
  Search search_;
  Position p_;
  std::unordered_map<uint64_t, StoredAnswer> stored_;
  const size_t max_stored_;
  std::vector<uint64_t> parried_;  // the positions on the path in which the attacker parries a check
  std::vector<uint32_t> history_;  // by move: how often it succeeded as an attack or as a defence
  std::function<bool(const BrinkmateProgress&)> should_continue_;
  BrinkmateProgress progress_;
  uint64_t query_nodes_ = 0, first_node_ = 0;
  int round_ = 0;
  bool stopped_ = false;
};

}  // namespace komadai::mate
