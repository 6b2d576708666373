// Basic types: colours, pieces, squares, moves, hands.
#pragma once

#include <cstdint>

namespace komadai {

enum Color : uint8_t { BLACK, WHITE };
constexpr Color operator~(Color c) { return Color(c ^ 1); }

// A promoted type is the unpromoted type plus 8; gold and king have none.
enum PieceType : uint8_t {
  NO_TYPE,
  PAWN,
  LANCE,
  KNIGHT,
  SILVER,
  BISHOP,
  ROOK,
  GOLD,
  KING,
  PRO_PAWN,
  PRO_LANCE,
  PRO_KNIGHT,
  PRO_SILVER,
  HORSE,
  DRAGON,
  PIECE_TYPES
};
constexpr int PROMOTED = 8;
constexpr bool is_promoted(PieceType t) { return t > KING; }
constexpr bool can_promote(PieceType t) { return t >= PAWN && t <= ROOK; }
constexpr PieceType promote(PieceType t) { return PieceType(t + PROMOTED); }
constexpr PieceType unpromote(PieceType t) { return is_promoted(t) ? PieceType(t - PROMOTED) : t; }

// The type that a type moves like: promoted pawns, lances, knights and silvers move like golds.
constexpr PieceType MOVES_AS[PIECE_TYPES] = {NO_TYPE, PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK,  GOLD,
                                             KING,    GOLD, GOLD,  GOLD,   GOLD,   HORSE,  DRAGON};

// Piece type plus 16 for White; 0 is an empty square.
using Piece = uint8_t;
constexpr Piece NO_PIECE = 0;
constexpr Piece make_piece(Color c, PieceType t) { return Piece(t | c << 4); }
constexpr PieceType type_of(Piece p) { return PieceType(p & 15); }
constexpr Color color_of(Piece p) { return Color(p >> 4); }

// 0-80, file by file: 0 is 1a, 8 is 1i, 9 is 2a, 80 is 9i.
using Square = int;
constexpr Square SQUARES = 81;
constexpr Square NO_SQUARE = 81;
constexpr int file_of(Square s) { return s / 9; }
constexpr int rank_of(Square s) { return s % 9; }
constexpr Square make_square(int file, int rank) { return file * 9 + rank; }

// Ranks counted from the far side of the board: 0 is the rank where a pawn must promote.
constexpr int rank_from_far(Color c, Square s) { return c == BLACK ? rank_of(s) : 8 - rank_of(s); }

// bits 0-6: to; bits 7-13: from, or 81 + piece type for a drop; bit 14: promotion.
using Move = uint16_t;
constexpr Move NO_MOVE = 0;
constexpr Move PROMOTION = 1 << 14;
constexpr Move make_move(Square from, Square to) { return Move(to | from << 7); }
constexpr Move make_drop(PieceType t, Square to) { return Move(to | (SQUARES + t) << 7); }
constexpr Square to_of(Move m) { return m & 127; }
constexpr Square from_of(Move m) { return m >> 7 & 127; }
constexpr bool is_drop(Move m) { return from_of(m) > SQUARES; }
constexpr PieceType dropped_type(Move m) { return PieceType(from_of(m) - SQUARES); }
constexpr bool is_promotion(Move m) { return m & PROMOTION; }

// Whether this number is a move that can exist on some board. Readers refuse all others.
constexpr bool is_well_formed(unsigned m) {
  const unsigned to = m & 127, from = m >> 7 & 127;
  if (m > 0x7fff || to >= 81 || from == to || from == 81 || from > 81 + GOLD) return false;
  return from < 81 || !(m & PROMOTION);
}

// The maximum number of pieces of a type on the board and in hand, in any arrangement. Captures only move
// pieces between the two, so no hand ever holds more.
constexpr int MAX_OF_A_TYPE = 117;

// The pieces in hand of one side: byte t counts the pieces of type t. A byte never reaches 128
// (MAX_OF_A_TYPE), so its top bit is free as a guard bit for comparisons.
struct Hand {
  uint64_t counts = 0;

  constexpr int operator[](PieceType t) const { return counts >> 8 * t & 255; }
  void add(PieceType t) { counts += uint64_t(1) << 8 * t; }
  void remove(PieceType t) { counts -= uint64_t(1) << 8 * t; }
  constexpr void set(PieceType t, int n) {
    counts = (counts & ~(uint64_t(255) << 8 * t)) | uint64_t(n) << 8 * t;
  }
  bool empty() const { return counts == 0; }
  bool operator==(const Hand&) const = default;

  // Whether this hand has at least as many of every type as the other.
  bool covers(Hand other) const {
    constexpr uint64_t guards = 0x8080808080808080;
    return (((counts | guards) - other.counts) & guards) == guards;
  }
};

// The number of pieces of each type in a set; kings: one for each side.
constexpr int PIECES_IN_SET[KING + 1] = {0, 18, 4, 4, 4, 2, 2, 4, 2};
// The same without the kings.
constexpr Hand A_SET = [] {
  Hand all;
  for (int t = PAWN; t < KING; ++t) all.set(PieceType(t), PIECES_IN_SET[t]);
  return all;
}();

}  // namespace komadai
