// The squares that a piece attacks. Steps come from tables. Slides are computed ray by ray: on a ray in the
// direction of increasing square numbers, occupied ^ (occupied - 1) are the squares up to the first piece; on
// one in the other direction, the squares down to the highest piece are a shifted mask. There are no large
// tables: all rays fit in the first-level cache.
#pragma once

#include "rules/bitboard.h"

namespace komadai {

// As Black sees the board: north is forward for Black (towards rank a), east is towards file 1. Square
// numbers increase in the first four directions and decrease in their opposites (^ 4).
enum Direction : uint8_t { SOUTH, WEST, NORTH_WEST, SOUTH_WEST, NORTH, EAST, SOUTH_EAST, NORTH_EAST };
constexpr int DIRECTIONS = 8;
constexpr uint8_t NOT_ALIGNED = 8;
constexpr Direction opposite(Direction d) { return Direction(d ^ 4); }
constexpr Direction forward_of(Color c) { return c == BLACK ? NORTH : SOUTH; }

// The squares from which pieces of one side attack a square on an empty board. Two cache lines.
struct alignas(64) Reach {
  Bitboard pawn, knight, silver, gold, step, diagonal, orthogonal, lance;  // `step`: king, horse, dragon
};

struct AttackTables {
  constexpr AttackTables();

  Bitboard rays[DIRECTIONS][SQUARES];                 // from a square, which is not included, to the edge
  Bitboard steps[2][PIECE_TYPES][SQUARES];            // one-square moves, and the knight's
  Bitboard diagonals[SQUARES], orthogonals[SQUARES];  // on an empty board
  Reach reach[2][SQUARES];
  uint8_t direction[SQUARES][SQUARES]{};  // from the first to the second, or NOT_ALIGNED
};
extern const AttackTables TABLES;

template <Direction D>
inline Bitboard ray_attacks(Square s, Bitboard occupied) {
  const Bitboard ray = TABLES.rays[D][s];
  if constexpr (D < 4) {
    const Bitboard::Bits met = (occupied & ray).bits;
    return ray & Bitboard(met ^ (met - 1));
  } else {
    const Bitboard met = (occupied & ray) | Bitboard(1);
    return ray & (Bitboard(~Bitboard::Bits(0)) << met.last());
  }
}

template <Color C>
inline Bitboard lance_attacks(Square s, Bitboard occupied) {
  return ray_attacks<forward_of(C)>(s, occupied);
}
inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  return ray_attacks<NORTH_WEST>(s, occupied) | ray_attacks<SOUTH_WEST>(s, occupied) |
         ray_attacks<NORTH_EAST>(s, occupied) | ray_attacks<SOUTH_EAST>(s, occupied);
}
inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  return ray_attacks<NORTH>(s, occupied) | ray_attacks<SOUTH>(s, occupied) | ray_attacks<EAST>(s, occupied) |
         ray_attacks<WEST>(s, occupied);
}

inline Bitboard steps(Color c, PieceType t, Square s) { return TABLES.steps[c][t][s]; }

template <Color C>
inline Bitboard piece_attacks(PieceType t, Square s, Bitboard occupied) {
  switch (t) {
    case LANCE: return lance_attacks<C>(s, occupied);
    case BISHOP: return bishop_attacks(s, occupied);
    case ROOK: return rook_attacks(s, occupied);
    case HORSE: return bishop_attacks(s, occupied) | steps(C, HORSE, s);
    case DRAGON: return rook_attacks(s, occupied) | steps(C, DRAGON, s);
    default: return steps(C, t, s);
  }
}
inline Bitboard piece_attacks(Color c, PieceType t, Square s, Bitboard occupied) {
  return c == BLACK ? piece_attacks<BLACK>(t, s, occupied) : piece_attacks<WHITE>(t, s, occupied);
}

inline bool aligned(Square a, Square b) { return TABLES.direction[a][b] != NOT_ALIGNED; }

// The squares strictly between two squares; empty if they are not aligned.
inline Bitboard between(Square a, Square b) {
  const uint8_t d = TABLES.direction[a][b];
  if (d == NOT_ALIGNED) return Bitboard();
  return TABLES.rays[d][a] & TABLES.rays[d ^ 4][b];
}

// The squares from `a`, which is not included, through `b` to the edge. The two must be aligned.
inline Bitboard line_beyond(Square a, Square b) { return TABLES.rays[TABLES.direction[a][b]][a]; }

}  // namespace komadai
