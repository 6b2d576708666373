// Move generation for the mate search: checks for the attacker, replies to a check for the defender, each
// with its place in the search order.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

constexpr int MAX_MOVES = 600;

struct Candidate {
  Move move;
  int16_t order;  // the lower, the earlier among equals
  // The index of a move that must be solved before this one is searched (an interposition on the same square,
  // the same move with promotion), or -1.
  int16_t blocked_by;
};

// All legal moves that give check.
int generate_attacks(const Position& position, Candidate* out);

// The squares between the king and its only checker; on the open ones a drop would not be futile.
struct Interposing {
  Bitboard all, open;
  bool as_now = false;    // so judged by what the defender holds now
  bool needless = false;  // the king flees, or the checker can be taken, whatever is in hand
};

// All legal moves but the interpositions that are futile at once (the king is in check).
int generate_defences(const Position& position, Candidate* out, Interposing& squares);

// How many there are against these checkers that don't wait for another, about (the futile ones are told
// apart only where all would be): 0 only if there is none at all, and then `squares` is right, too.
int count_defences(const Position& position, Bitboard checkers, Interposing& squares);

// Whether there is none: count_defences would be 0.
bool is_mated_by_tsume(const Position& position, Bitboard checkers);

}  // namespace komadai::mate
