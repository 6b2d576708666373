// Chooses the main line among the lines of a mate, by docs/tsume-rules.md, "The main line".
#pragma once

#include <vector>

#include "mate/short_mate.h"

namespace komadai::mate {

// Answers whether positions are mate within a number of plies; OPEN if it cannot be determined.
class Lengths {
 public:
  virtual ~Lengths() = default;
  // Whether the side to move mates within `plies` (odd, at least 1).
  virtual ShortMate::Kind mates(const Position& position, int plies) = 0;
  // Whether the side to move, which is in check, is mated within `plies` (even, at least 2).
  virtual ShortMate::Kind is_mated(const Position& position, int plies) = 0;
};

struct MainLine {
  std::vector<Move> moves;  // empty if none was found
  int left = 0;             // pieces in the attacker's hand at its end
  bool compared = false;    // whether it is proved that no line of this length leaves fewer pieces
};

// The position is mate in exactly `plies`, with the attacker (`attack`) or the defender to move. Visits at
// most `max_positions` positions and returns the best line among them; 0: returns the first line of that
// length. `first`: if not NO_MOVE, it is known that no check ordered before it keeps the length.
MainLine main_line(const Position& position, bool attack, int plies, Rules rules, Lengths& lengths,
                   int max_positions, Move first = NO_MOVE);

}  // namespace komadai::mate
