// Is this one move legal, and if not, which rule does it break?
#pragma once

#include "rules/position.h"

namespace komadai {

enum class Infraction : uint8_t {
  NONE,
  NO_SUCH_PIECE,   // nothing, or nothing of one's own, stands on the square left
  OUT_OF_TURN,     // the opponent's piece stands there
  WRONG_MOVEMENT,  // the piece doesn't move like that (or something is in the way)
  OWN_PIECE_CAPTURED,
  KING_CAPTURED,   // only on unfinished boards
  CANNOT_PROMOTE,  // outside the zone, or a piece that has no promoted side
  DEAD_PIECE,      // pawn, lance or knight left or dropped where it could never move
  LEFT_IN_CHECK,
  NOT_IN_HAND,
  DROP_ON_PIECE,
  NIFU,
  UCHIFUZUME,
};

Infraction infraction(const Position& position, Move move);
inline bool is_legal(const Position& position, Move move) {
  return infraction(position, move) == Infraction::NONE;
}

// Whether do_move may be called at all: a move of an own piece that is there, as it can promote,
// to a square without an own piece or a king.
bool is_possible(const Position& position, Move move);

// Whether the side to move mates by dropping a pawn on `to`, the square before the enemy king.
bool is_pawn_drop_mate(const Position& position, Square to);

}  // namespace komadai
