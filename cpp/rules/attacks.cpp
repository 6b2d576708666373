#include "rules/attacks.h"

#include <initializer_list>

namespace komadai {
namespace {

struct Step {
  int file, rank;
};
// In the order of Direction: north decreases the rank, east the file.
constexpr Step DIRECTION_STEPS[DIRECTIONS] = {{0, 1},  {1, 0},  {1, -1}, {1, 1},
                                              {0, -1}, {-1, 0}, {-1, 1}, {-1, -1}};

constexpr Square stepped(Square s, Step step) {
  const int file = file_of(s) + step.file, rank = rank_of(s) + step.rank;
  return file < 0 || file > 8 || rank < 0 || rank > 8 ? NO_SQUARE : make_square(file, rank);
}

// The directions in which a type of Black steps, as bits in the order of Direction.
constexpr unsigned bits(auto... directions) { return ((1u << directions) | ... | 0u); }
constexpr unsigned GOLD_STEPS = bits(NORTH, NORTH_EAST, NORTH_WEST, EAST, WEST, SOUTH);
constexpr unsigned STEPS[PIECE_TYPES] = {
    0,
    bits(NORTH),                                                  // pawn
    0,                                                            // lance
    0,                                                            // knight: below
    bits(NORTH, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST),  // silver
    0,                                                            // bishop
    0,                                                            // rook
    GOLD_STEPS,
    255,  // king
    GOLD_STEPS,
    GOLD_STEPS,
    GOLD_STEPS,
    GOLD_STEPS,
    bits(NORTH, SOUTH, EAST, WEST),                        // horse, beside its diagonals
    bits(NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST),  // dragon, beside its lines
};

}  // namespace

// A constructor that sets every bitboard first: GCC 13 does not accept as a constant what a function returns,
// nor arrays of arrays whose elements have only their default values.
constexpr AttackTables::AttackTables() {
  AttackTables& t = *this;
  for (auto& squares : t.rays)
    for (Bitboard& b : squares) b = Bitboard(0);
  for (auto& types : t.steps)
    for (auto& squares : types)
      for (Bitboard& b : squares) b = Bitboard(0);
  for (Bitboard& b : t.diagonals) b = Bitboard(0);
  for (Bitboard& b : t.orthogonals) b = Bitboard(0);
  for (Square s = 0; s < SQUARES; ++s) {
    for (Square o = 0; o < SQUARES; ++o) t.direction[s][o] = NOT_ALIGNED;
    for (int d = 0; d < DIRECTIONS; ++d) {
      for (Square o = stepped(s, DIRECTION_STEPS[d]); o != NO_SQUARE; o = stepped(o, DIRECTION_STEPS[d])) {
        t.rays[d][s] |= Bitboard::of(o);
        t.direction[s][o] = uint8_t(d);
      }
      const bool diagonal = DIRECTION_STEPS[d].file && DIRECTION_STEPS[d].rank;
      (diagonal ? t.diagonals : t.orthogonals)[s] |= t.rays[d][s];
    }
    for (int c = 0; c < 2; ++c) {
      const int sign = c == BLACK ? 1 : -1;  // for White the board is rotated
      for (int type = 0; type < PIECE_TYPES; ++type)
        for (int d = 0; d < DIRECTIONS; ++d)
          if (STEPS[type] >> d & 1) {
            const Square o = stepped(s, {DIRECTION_STEPS[d].file * sign, DIRECTION_STEPS[d].rank * sign});
            if (o != NO_SQUARE) t.steps[c][type][s] |= Bitboard::of(o);
          }
      for (int side : {-1, 1}) {
        const Square o = stepped(s, {side, -2 * sign});
        if (o != NO_SQUARE) t.steps[c][KNIGHT][s] |= Bitboard::of(o);
      }
    }
    // A square attacks this one if a piece of the other side would attack it from here.
    for (Color by : {BLACK, WHITE}) {
      const auto& back = t.steps[~by];
      t.reach[by][s] = {back[PAWN][s], back[KNIGHT][s], back[SILVER][s],  back[GOLD][s],
                        back[KING][s], t.diagonals[s],  t.orthogonals[s], t.rays[forward_of(~by)][s]};
    }
  }
}

constinit const AttackTables TABLES;

}  // namespace komadai
