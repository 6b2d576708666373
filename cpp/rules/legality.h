// Legality of a single move, and the rule that an illegal move breaks.
#pragma once

#include <array>
#include <cstddef>

#include "rules/position.h"

namespace komadai {

enum class Infraction : uint8_t {
  NONE,
  NO_SUCH_PIECE,   // the origin square is empty
  OUT_OF_TURN,     // the opponent's piece is on the origin square
  WRONG_MOVEMENT,  // the piece does not move like that, or a piece is in between
  OWN_PIECE_CAPTURED,
  KING_CAPTURED,   // possible only on unfinished boards
  CANNOT_PROMOTE,  // outside the promotion zone, or a gold or king, or a promoted piece
  DEAD_PIECE,      // a pawn, lance or knight on a square from which it could never move
  LEFT_IN_CHECK,
  NOT_IN_HAND,
  DROP_ON_PIECE,
  NIFU,
  UCHIFUZUME,
};
// The values of komadai.Infraction, in the order of the enumeration.
inline constexpr std::array INFRACTION_KEYS = {
    "",
    "no_such_piece",
    "out_of_turn",
    "wrong_movement",
    "own_piece_captured",
    "king_captured",
    "cannot_promote",
    "dead_piece",
    "left_in_check",
    "not_in_hand",
    "occupied_drop",
    "nifu",
    "uchifuzume",
};
constexpr const char* key_of(Infraction i) { return INFRACTION_KEYS[size_t(i)]; }

Infraction infraction(const Position& position, Move move);
inline bool is_legal(const Position& position, Move move) {
  return infraction(position, move) == Infraction::NONE;
}

// Whether do_move may be called with this move: an own piece is on the origin square (or in hand) and can
// promote if it does, and no own piece and no king is on the destination.
bool is_possible(const Position& position, Move move);

// Whether a pawn dropped by the side to move on `to`, the square in front of the enemy king, mates.
bool is_pawn_drop_mate(const Position& position, Square to);

}  // namespace komadai
