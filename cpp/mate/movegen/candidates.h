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
  bool as_now = false;    // drops were found futile only because of what the defender holds now
  bool needless = false;  // the king can move or the checker can be captured, whatever is in hand
};

// All legal moves except interpositions that are futile at once. The king must be in check.
int generate_defences(const Position& position, Candidate* out, Interposing& squares);

// The approximate number of these moves that are not blocked by another one; futile interpositions are only
// excluded if there are no other replies. 0 only if there is none; `squares` is then valid, too.
int count_defences(const Position& position, Bitboard checkers, Interposing& squares);

// Whether there is no reply: count_defences would return 0.
bool is_mated_by_tsume(const Position& position, Bitboard checkers);

}  // namespace komadai::mate
