// Mates by checks alone. A small one looks for a mate at once in every quiet node; a larger one
// proves short mates before the search begins. Problems are solved by mate/solver.h.
#pragma once

#include <functional>
#include <vector>

#include "search/generate.h"

namespace komadai {

// All legal moves that give check (without the pointless ones). Works in check, too.
Move* generate_checks(const Position& position, const Guard& guard, Move* out);

// A mate in one by a check next to the king or by a knight: those that occur in play.
// The side to move is not in check. The position is the same afterwards.
Move near_mate_in_one(Position& position, const Guard& guard);

struct MateResult {
  enum Kind : uint8_t { MATE, NO_MATE, UNKNOWN } kind = UNKNOWN;
  std::vector<Move> line;  // the whole mate, if there is one
  uint64_t nodes = 0;
};

// Searches mates of 1, 3, 5 … `plies` plies. `keep_on(nodes)` is asked now and then.
// NO_MATE: the checks run out before that depth, so there is none of any length.
MateResult find_mate(const Position& position, int plies, const std::function<bool(uint64_t)>& keep_on);

}  // namespace komadai
