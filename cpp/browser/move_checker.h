// Judges the attacker's move in a mate problem, as komadai.tsume.move_checker does.
#pragma once

#include <vector>

#include "mate/solver.h"

namespace komadai::browser {

struct MoveVerdict {
  const char* verdict;   // goes_on, solved, no_check, wrong, slower or unclear
  Move reply = NO_MOVE;  // the longest defence, or one that refutes a wrong move
  bool equal = false;    // right, without being the solution's move
  int plies = 0;         // how many plies longer a slower mate is
};

class MoveChecker {
 public:
  explicit MoveChecker(mate::Solver& solver) : solver_(solver) {}

  // `solution` is the whole solution if the `done` moves so far follow it, else empty. The move is legal.
  MoveVerdict judge(Position position, Move move, const std::vector<Move>& solution, size_t done);

 private:
  MoveVerdict judge_check(Position& position, int plies_left);
  Move refutation(Position& position, int plies_left);
  // `plies` 0: no limit.
  mate::Solution solve(const Position& position, bool attack, int plies, uint64_t nodes);

  mate::Solver& solver_;
};

}  // namespace komadai::browser
