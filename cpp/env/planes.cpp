#include "env/planes.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "env/actions.h"

namespace komadai::env {
namespace {

constexpr int PIECE_PLANES = 14, MAX_COUNTED = 3;
constexpr int SIDE_PLANES = 2 * PIECE_PLANES + MAX_COUNTED;
static_assert(2 * SIDE_PLANES == BOARD_PLANES);

struct HandPlanes {
  PieceType type;
  int planes;  // plane n is set if the hand has more than n pieces
};
constexpr HandPlanes HAND_PLANES[] = {{PAWN, 8}, {LANCE, 4},  {KNIGHT, 4}, {SILVER, 4},
                                      {GOLD, 4}, {BISHOP, 2}, {ROOK, 2}};

using BoardPlanes = std::array<Bitboard, BOARD_PLANES>;
using ConstantPlanes = std::array<uint8_t, CONSTANT_PLANES>;

// The planes of one side, with the squares of the position (not yet rotated).
void add_side(const Position& p, Color c, Bitboard* planes) {
  Bitboard* const attacks = planes + PIECE_PLANES;
  Bitboard* const counts = attacks + PIECE_PLANES;
  const Bitboard occupied = p.occupied();
  for (Square s : Each{p.of(c)}) {
    const PieceType t = type_of(p.at(s));
    const Bitboard attacked = piece_attacks(c, t, s, occupied);
    planes[t - PAWN] |= Bitboard::of(s);
    attacks[t - PAWN] |= attacked;
    for (int n = MAX_COUNTED - 1; n > 0; --n) counts[n] |= counts[n - 1] & attacked;
    counts[0] |= attacked;
  }
}

BoardPlanes board_planes(const Position& p) {
  BoardPlanes planes;
  add_side(p, p.turn(), planes.data());
  add_side(p, ~p.turn(), planes.data() + SIDE_PLANES);
  return planes;
}

// For each square the planes that are set there, as bits.
using CellPlanes = std::array<uint64_t, SQUARES>;

void add_side(const Position& p, Color c, int first, CellPlanes& cells) {
  const Bitboard occupied = p.occupied();
  std::array<uint8_t, SQUARES> counts{};
  for (Square s : Each{p.of(c)}) {
    const PieceType t = type_of(p.at(s));
    const uint64_t piece = uint64_t(1) << (first + t - PAWN);
    const uint64_t attack = piece << PIECE_PLANES;
    cells[s] |= piece;
    for (Square attacked : Each{piece_attacks(c, t, s, occupied)}) {
      cells[attacked] |= attack;
      ++counts[attacked];
    }
  }
  constexpr uint64_t AT_LEAST[MAX_COUNTED + 1] = {0, 1, 3, 7};
  for (Square s = 0; s < SQUARES; ++s)
    cells[s] |= AT_LEAST[std::min<int>(counts[s], MAX_COUNTED)] << (first + 2 * PIECE_PLANES);
}

CellPlanes cell_planes(const Position& p) {
  CellPlanes cells{};
  add_side(p, p.turn(), 0, cells);
  add_side(p, ~p.turn(), SIDE_PLANES, cells);
  return cells;
}

// Eight bits as eight bytes, 0 or 1, the lowest bit first in memory.
constexpr auto BYTES_OF_BITS = [] {
  std::array<std::array<uint8_t, 8>, 256> bytes{};
  for (size_t bits = 0; bits < bytes.size(); ++bits)
    for (size_t bit = 0; bit < 8; ++bit) bytes[bits][bit] = bits >> bit & 1;
  return bytes;
}();

ConstantPlanes constant_planes(const Position& p) {
  ConstantPlanes planes;
  uint8_t* next = planes.data();
  for (Color c : {p.turn(), ~p.turn()})
    for (const HandPlanes& hand : HAND_PLANES)
      for (int n = 0; n < hand.planes; ++n) *next++ = p.hand(c)[hand.type] > n;
  *next = p.in_check();
  return planes;
}

}  // namespace

void write_pgx_planes(const Position& p, uint8_t* out) {
  const CellPlanes cells = cell_planes(p);
  const ConstantPlanes constant = constant_planes(p);
  for (int rank = 0; rank < 9; ++rank)
    for (int file = 8; file >= 0; --file) {
      uint64_t planes = cells[size_t(seen_by(p.turn(), make_square(file, rank)))];
      // The last of the eight groups of eight writes two bytes too many, which the constant planes replace.
      for (int group = 0; group < 8; ++group, planes >>= 8)
        std::memcpy(out + 8 * group, &BYTES_OF_BITS[planes & 0xff], 8);
      std::memcpy(out + BOARD_PLANES, constant.data(), CONSTANT_PLANES);
      out += PLANES;
    }
}

void write_dlshogi_planes(const Position& p, float* board, float* constants) {
  const BoardPlanes planes = board_planes(p);
  std::fill_n(board, BOARD_PLANES * SQUARES, 0.0f);
  for (int plane = 0; plane < BOARD_PLANES; ++plane)
    for (Square s : Each{planes[size_t(plane)]}) board[plane * SQUARES + seen_by(p.turn(), s)] = 1;
  const ConstantPlanes constant = constant_planes(p);
  for (int plane = 0; plane < CONSTANT_PLANES; ++plane)
    std::fill_n(constants + plane * SQUARES, SQUARES, float(constant[size_t(plane)]));
}

}  // namespace komadai::env
