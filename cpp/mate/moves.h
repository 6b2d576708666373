// The moves of the mate search, in the order in which they are to be tried.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

constexpr int MAX_MOVES = 600;

struct Candidate {
  Move move;
  int16_t order;  // the lower, the earlier among equals
  // Moves that need not be looked at before another has been settled (an interposition on the same
  // square, a move without promotion) wait for it: the index of the one before, or -1.
  int16_t after;
};

// All legal moves that give check.
int generate_attacks(const Position& position, Candidate* out);

// All legal moves (the king is in check).
int generate_defences(const Position& position, Candidate* out);

// The squares on which the defender, in check, could interpose if he had the pieces.
Bitboard interposing_squares(const Position& position);

}  // namespace komadai::mate
