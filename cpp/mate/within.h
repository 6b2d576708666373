// Short mates without a table, for where there is no time to set one up: the engine's root and leaves, and
// problems by the hundred thousand. What is longer, solver.h solves.
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
  uint64_t nodes = 0;   // moves made
};

constexpr int MAX_SHORT = 15;

// Whether the side to move mates within `plies` (1 to MAX_SHORT, odd) by checks alone, making at most so many
// moves. Kings may be missing, as for mate_in_1.
ShortMate mate_within(const Position& position, int plies, uint64_t nodes, Rules rules = Rules::BOARD);

// The line of a mate that was found: the attacker's shortest way, the defender's longest.
std::vector<Move> line_of(const Position& position, const ShortMate& mate, Rules rules = Rules::BOARD);

}  // namespace komadai::mate
