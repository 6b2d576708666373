// All legal moves, by pins and checkers found once per position, never by trying a move.
#pragma once

#include "rules/position.h"

namespace komadai {

// 593 is the most a valid position can have; an unfinished one in an editor can have more,
// bounded by 32 for each of 81 pieces and the drops.
constexpr int MAX_LEGAL_MOVES = 593;
constexpr int MAX_MOVES_OF_ANY_BOARD = 4096;

// Writes the legal moves from `out` on and returns the end. Unpromoted moves of rook, bishop,
// lance and pawn are among them (tsume needs them).
Move* generate_legal(const Position& position, Move* out);

// Their number, without writing them.
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
