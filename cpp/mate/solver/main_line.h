// Chooses the main line among the lines of a mate, by docs/tsume-rules.md, "The main line".
#pragma once

#include <vector>

#include "mate/short_mate.h"

namespace komadai::mate {

// Answers whether positions are mate within a number of plies; OPEN if it cannot be determined.
class Lengths {
 public:
  virtual ~Lengths() = default;
  // Whether the side to move mates within so many plies (odd, at least 1).
  virtual ShortMate::Kind mates(const Position& position, int plies) = 0;
  // Whether the side to move, which is in check, is mated within so many plies (even, at least 2).
  virtual ShortMate::Kind is_mated(const Position& position, int plies) = 0;
};

struct MainLine {
  std::vector<Move> moves;  // empty if none was found
  int left = 0;             // pieces in the attacker's hand at its end
  bool compared = false;    // whether it is known that no line of this length leaves less
};

// The position is mate in exactly so many plies, the attacker to move (`attack`) or the defender. At most
// so many positions are looked at: the best line among them; with 0, the first line that has the length.
// `first`: no check before this one keeps the length, if that is known.
MainLine main_line(const Position& position, bool attack, int plies, Rules rules, Lengths& lengths,
                   int most_positions, Move first = NO_MOVE);

}  // namespace komadai::mate
