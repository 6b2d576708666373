// Generates all legal moves from the pins and checkers of the position, without making moves.
#pragma once

#include "rules/position.h"

namespace komadai {

// A valid position has at most 593 legal moves. An unfinished one in an editor can have more: at most 32 for
// each of 81 pieces, and the drops.
constexpr int MAX_LEGAL_MOVES = 593;
constexpr int MAX_MOVES_OF_ANY_BOARD = 4096;

// Writes the legal moves from `out` on and returns the end. Includes the unpromoted moves of rook, bishop,
// lance and pawn, which tsume needs.
Move* generate_legal(const Position& position, Move* out);

// The number of legal moves, faster than generating them.
int count_legal(const Position& position);

bool has_legal_move(const Position& position);

template <int Capacity = MAX_LEGAL_MOVES + 7>
struct MoveBuffer {
  Move moves[Capacity];
  Move* last;
  explicit MoveBuffer(const Position& p) { last = generate_legal(p, moves); }
  const Move* begin() const { return moves; }
  const Move* end() const { return last; }
  int size() const { return int(last - moves); }
};

}  // namespace komadai
