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
    STANDS,  // a brinkmate in so many plies
    MATE,    // there is a mate by checks alone: nobody needs a brinkmate
    NONE,    // within the plies asked for
    UNKNOWN
  } kind = UNKNOWN;
  int plies = 0;
  std::vector<Move> moves;  // the first moves that do it in so many plies, one at least
  bool complete = false;    // everything that was to be looked at is settled
  std::vector<Move> line;   // from the first of them to the move after which the brinkmate stands
  struct Defence {
    Move move;
    Move next;  // the attacker's next move on the way to the brinkmate; NO_MOVE: he mates
  };
  std::vector<Defence> defences;  // against the first of them
  uint64_t nodes = 0;
};

struct BrinkmateProgress {
  int plies = 0;            // the length that is being looked for
  int done = 0, total = 0;  // first moves
  uint64_t nodes = 0;
};

constexpr int MOST_BRINKMATE_PLIES = 15;

// A search with its memory. Every question "is there a mate?" is put with few nodes first and with more only
// while it matters: most defences that hold are found before a hard question is asked.
class BrinkmateSearch {
 public:
  explicit BrinkmateSearch(size_t megabytes);

  // The position must be a problem, the attacker to move; plies are odd. `should_continue` is asked now and
  // then. `patient`: go on until it says no; else hard questions stay open after some hundred thousand nodes.
  Brinkmate solve(const Position& position, int plies, bool patient,
                  std::function<bool(const BrinkmateProgress&)> should_continue);

 private:
  enum Answer : uint8_t { NO, YES, OPEN };
  static constexpr int NO_LOOP = 1 << 20;
  // An answer, and how far up the path it relies on a perpetual check.
  struct AnswerWithLoop {
    Answer says;
    int loop = NO_LOOP;
  };
  struct Known {
    Answer says;
    uint8_t round;  // of OPEN: what it was asked with
  };
  enum Question : uint8_t { MATES, STANDS, BRINK };

  Answer mates();
  Answer mates_ahead();
  bool is_refuted_at_once();
  AnswerWithLoop stands(int plies, int checks);
  AnswerWithLoop loses(int plies, bool check, Answer mate, int checks);
  AnswerWithLoop parry(int plies, int checks);
  AnswerWithLoop brink(int plies, int checks);
  AnswerWithLoop brink_in(int plies, int checks);
  AnswerWithLoop after_attack(Move m, int plies, int checks);
  void look_for_first_moves(int plies, std::vector<Answer>& said, const std::vector<Move>& firsts);
  void describe(Brinkmate& found);
  Move next_move(int plies);
  void add_way(std::vector<Move>& line, int plies);

  std::vector<Move> attacks_in_order() const;
  std::vector<Move> defences_in_order() const;
  uint64_t key_of(Question question, int plies) const;
  const Known* known(uint64_t key) const;
  void keep(uint64_t key, Answer says);
  uint64_t patience() const;
  bool goes_on();

  Table table_;
  Search search_;
  Position p_;
  std::unordered_map<uint64_t, Known> known_;
  const size_t most_known_;
  std::vector<uint64_t> parrying_;  // the positions on the path in which the attacker parries a check
  std::vector<uint32_t> did_well_;  // by move: attacks that stood, defences that held
  std::function<bool(const BrinkmateProgress&)> should_continue_;
  BrinkmateProgress progress_;
  uint64_t questions_ = 0, begun_ = 0;
  int round_ = 0;
  bool stopped_ = false;
};

}  // namespace komadai::mate
