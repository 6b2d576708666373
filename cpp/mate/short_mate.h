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
    MATE,  // in so many plies, and no mate is shorter
    NONE,  // within the plies asked for
    OPEN   // the nodes ran out; or, by the rules of tsume, a length that only the solver can tell
  } kind = NONE;
  int plies = 0;
  Move move = NO_MOVE;  // the first of the mate
  // Of a mate in 3: an answer to it and the mate after that, where they are known.
  Move answer = NO_MOVE, last = NO_MOVE;
  uint64_t nodes = 0;  // moves made
};

constexpr int MAX_SHORT = 15;

// Whether the side to move mates within `plies` (1 to MAX_SHORT, odd) by checks alone, making at most so many
// moves. Kings may be missing, as for mate_in_1.
ShortMate mate_within(const Position& position, int plies, uint64_t nodes, Rules rules = Rules::BOARD);

// The same for the side to move, which is in check: whether it is mated within `plies` (even, from 2).
ShortMate::Kind mated_within(const Position& position, int plies, uint64_t nodes, Rules rules);

constexpr int MAX_CHECKS = 600;  // as many as there are legal moves

// The legal moves that give check, at most MAX_CHECKS, those first that look best; none if the king to be
// mated is missing or hangs. Their order depends on nothing but the position. Returns how many there are.
int ordered_checks(const Position& position, Move* out);

// The main line of a mate that was found (solver/main_line.h), or any line of its length: that is quicker.
struct MainLine;
enum class Line : uint8_t { MAIN, ANY };
MainLine line_of(const Position& position, const ShortMate& mate, Rules rules, Line which = Line::MAIN);

}  // namespace komadai::mate
