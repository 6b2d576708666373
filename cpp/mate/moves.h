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

// All legal moves but the futile interpositions (the king is in check). `open` becomes the squares on
// which the defender could interpose with effect if he had the pieces.
int generate_defences(const Position& position, Candidate* out, Bitboard& open);

}  // namespace komadai::mate
