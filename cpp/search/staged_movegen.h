// Legal moves for the search, generated in stages. Moves that are never better than the same move with
// promotion are left out: unpromoted pawns, bishops, rooks, and lances on the second rank. (Tsume problems
// need them, the search does not.)
#pragma once

#include "rules/movegen.h"

namespace komadai {

// The checkers and the pinned pieces of the side to move, computed once per node.
struct CheckersAndPins {
  Bitboard checkers, pinned;
  explicit CheckersAndPins(const Position& p) : CheckersAndPins(p, p.checkers()) {}
  CheckersAndPins(const Position& p, Bitboard checkers) : checkers(checkers), pinned(p.pinned(p.turn())) {}
};

// More than the 593 moves a valid position can have.
constexpr int MAX_MOVES = MAX_LEGAL_MOVES + 7;

// Each function writes moves to `out` and returns a pointer behind the last one.

// Captures and promotions of pawns. Not in check; all other moves are QuietMoves (quiet_moves.h).
Move* generate_captures(const Position& position, const CheckersAndPins& info, Move* out);
// All legal moves in check.
Move* generate_evasions(const Position& position, const CheckersAndPins& info, Move* out);

// Whether the same move with promotion would always be at least as good.
bool is_dominated_by_promotion(const Position& position, Move move);
// Whether generate_captures generates this legal move.
inline bool is_capture(const Position& p, Move m) {
  return p.at(to_of(m)) != NO_PIECE || (is_promotion(m) && type_of(p.at(from_of(m))) == PAWN);
}

}  // namespace komadai
