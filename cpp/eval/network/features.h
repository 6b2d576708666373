// The inputs of a network: which of them a position turns on, as each side sees it. An input is a piece on a
// square or a piece in hand, numbered as in YaneuraOu, whose networks can be read: 1548 inputs of pieces, and
// 162 of kings for the sets that have them. White sees the board rotated by 180 degrees.
//
// A feature set may repeat the inputs for each bucket of the own king's square (HalfKP: 81 buckets), and may
// mirror the board so that the own king is always on files 1 to 5.
#pragma once

#include <algorithm>
#include <array>

#include "rules/position.h"

namespace komadai::network {

constexpr int PIECE_INPUTS = 1548;
constexpr int KING_INPUTS = 2 * SQUARES;

// The number of pieces of each type in hand that have an input: all of a set. More are ignored.
constexpr int HAND_INPUTS[KING] = {0, 18, 4, 4, 4, 2, 2, 4};

// The first input of each type in hand, for the side that sees the board and for its opponent.
constexpr int HAND_BASE[2][KING] = {
    // pawn lance knight silver bishop rook gold
    {0, 1, 39, 49, 59, 79, 85, 69},
    {0, 20, 44, 54, 64, 82, 88, 74},
};

// The first input of each type on the board. Pieces that move like a gold share the inputs of the gold.
constexpr std::array<std::array<int, PIECE_TYPES>, 2> BOARD_BASE = [] {
  constexpr PieceType ORDER[] = {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, HORSE, ROOK, DRAGON};
  std::array<std::array<int, PIECE_TYPES>, 2> base{};
  int next = 90;
  for (PieceType t : ORDER)
    for (auto& side : base) {
      side[t] = next;
      next += SQUARES;
    }
  for (auto& side : base) {
    for (PieceType t : {PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER}) side[t] = side[GOLD];
  }
  base[0][KING] = PIECE_INPUTS;
  base[1][KING] = PIECE_INPUTS + SQUARES;
  return base;
}();

// Each piece that is missing from a full set, as in handicap games, turns on this input once more.
constexpr int MISSING_PIECE = 0;
constexpr int PIECES_WITHOUT_KINGS = 38;

// A side without a king (a tsume problem) sees the board as if its king were on its first square.
constexpr Square NO_KING_SQUARE = make_square(4, 8);

constexpr Square mirror_files(Square s) { return make_square(8 - file_of(s), rank_of(s)); }

// How one side sees the board at present: the offset of its king's bucket, and whether it is mirrored.
struct View {
  int offset;
  bool mirrored;
  bool operator==(const View&) const = default;
};

struct FeatureSet {
  bool has_kings = true;  // both kings are inputs
  bool mirrored = false;  // the own king is always on files 1 to 5
  int buckets = 1;
  std::array<uint8_t, SQUARES> bucket_of{};  // by the own king's square, after mirroring

  bool operator==(const FeatureSet&) const = default;

  int inputs_of_bucket() const { return PIECE_INPUTS + (has_kings ? KING_INPUTS : 0); }
  int inputs() const { return buckets * inputs_of_bucket(); }

  // How the side whose king is on this square (or NO_SQUARE) sees the board.
  View view(Color side, Square king) const {
    Square s = king == NO_SQUARE ? NO_KING_SQUARE : side == BLACK ? king : 80 - king;
    const bool mirror = mirrored && file_of(s) > 4;
    if (mirror) s = mirror_files(s);
    return {bucket_of[size_t(s)] * inputs_of_bucket(), mirror};
  }
  // All views have a number below `views()`.
  int views() const { return buckets * (mirrored ? 2 : 1); }
  int view_number(View v) const {
    const int bucket = v.offset / inputs_of_bucket();
    return mirrored ? 2 * bucket + v.mirrored : bucket;
  }

  // Whether this piece is an input.
  bool has_input(Piece p) const { return has_kings || type_of(p) != KING; }
  int board_input(Color side, View v, Piece p, Square s) const {
    if (side == WHITE) s = 80 - s;
    if (v.mirrored) s = mirror_files(s);
    return v.offset + BOARD_BASE[color_of(p) != side][type_of(p)] + s;
  }
  // The input of the `number`th piece (from 1) of a type in hand.
  int hand_input(Color side, View v, Color owner, PieceType t, int number) const {
    return v.offset + HAND_BASE[owner != side][t] + number - 1;
  }
};

inline int missing_pieces(const Position& p) {
  int count = p.occupied().count();
  for (Color c : {BLACK, WHITE}) {
    count -= p.king(c) != NO_SQUARE;
    for (int t = PAWN; t < KING; ++t) count += p.hand(c)[PieceType(t)];
  }
  return std::max(0, PIECES_WITHOUT_KINGS - count);
}

// Calls `sink(input)` for each input that the position turns on for this side; MISSING_PIECE may be called
// several times.
template <class Sink>
void for_each_input(const FeatureSet& set, const Position& p, Color side, Sink sink) {
  const View view = set.view(side, p.king(side));
  for (Square s : Each{p.occupied()})
    if (set.has_input(p.at(s))) sink(set.board_input(side, view, p.at(s), s));
  for (Color owner : {BLACK, WHITE})
    for (int t = PAWN; t < KING; ++t) {
      const int count = std::min(p.hand(owner)[PieceType(t)], HAND_INPUTS[t]);
      for (int i = 1; i <= count; ++i) sink(set.hand_input(side, view, owner, PieceType(t), i));
    }
  for (int i = missing_pieces(p); i > 0; --i) sink(view.offset + MISSING_PIECE);
}

}  // namespace komadai::network
