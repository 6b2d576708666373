// Legal moves for the search, generated in stages. Leaves out moves that are never better than the same move
// with promotion: unpromoted pawns, bishops, rooks, and lances on the second rank. (Tsume problems need
// them, the search does not.)
#pragma once

#include "rules/movegen.h"

namespace komadai {

// What a node knows before any move is made.
struct Guard {
  Bitboard checkers, pinned;
  explicit Guard(const Position& p) : Guard(p, p.checkers()) {}
  Guard(const Position& p, Bitboard checkers) : checkers(checkers), pinned(p.pinned(p.turn())) {}
};

// More than the 593 moves a valid position can have.
constexpr int MAX_MOVES = MAX_LEGAL_MOVES + 7;

// Captures and promotions of pawns. Not in check.
Move* generate_captures(const Position& position, const Guard& guard, Move* out);
// All the rest. Not in check.
Move* generate_quiets(const Position& position, const Guard& guard, Move* out);
// Every answer to a check.
Move* generate_evasions(const Position& position, const Guard& guard, Move* out);

// Whether promoting instead would always be at least as good.
bool is_pointless(const Position& position, Move move);
// Whether generate_captures makes this (legal) move.
inline bool is_capture(const Position& p, Move m) {
  return p.at(to_of(m)) != NO_PIECE || (is_promotion(m) && type_of(p.at(from_of(m))) == PAWN);
}

}  // namespace komadai
