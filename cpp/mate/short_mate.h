// Searches short mates without allocating a table: at the root and the leaves of the engine's search, and
// for large numbers of problems. For longer mates use solver.h.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/position.h"

namespace komadai::mate {

enum class Rules : uint8_t {
  BOARD,  // mate is when there is no legal move
  TSUME,  // futile interpositions are no defences (docs/tsume-rules.md)
};

struct ShortMate {
  enum Kind : uint8_t {
    MATE,  // in `plies`, and no mate is shorter
    NONE,  // no mate within the limit of plies
    OPEN   // the node limit was reached, or (rules of tsume) only the solver can determine the length
  } kind = NONE;
  int plies = 0;
  Move move = NO_MOVE;  // the first move of the mate
  // Of a mate in 3: a defence against `move` and the mate after it, if they are known.
  Move answer = NO_MOVE, last = NO_MOVE;
  uint64_t nodes = 0;  // moves made
};

constexpr int MAX_SHORT = 15;

// Whether the side to move mates within `plies` (1 to MAX_SHORT, odd) by checks alone. At most `nodes` moves
// are made. Kings may be missing, as for mate_in_1.
ShortMate mate_within(const Position& position, int plies, uint64_t nodes, Rules rules = Rules::BOARD);

// The same for the side to move, which is in check: whether it is mated within `plies` (even, from 2).
ShortMate::Kind mated_within(const Position& position, int plies, uint64_t nodes, Rules rules);

constexpr int MAX_CHECKS = 600;  // no position has more legal moves

// Writes the legal moves that give check, at most MAX_CHECKS, the most promising first, and returns their
// number. The order depends only on the position. None if the king to be mated is missing or already
// attacked.
int ordered_checks(const Position& position, Move* out);

// The main line of a mate (solver/main_line.h), or any line of its length, which is faster.
struct MainLine;
enum class Line : uint8_t { MAIN, ANY };
MainLine line_of(const Position& position, const ShortMate& mate, Rules rules, Line which = Line::MAIN);

}  // namespace komadai::mate
