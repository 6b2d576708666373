#include "rules/packed_sfen.h"

#include <initializer_list>

namespace komadai {
namespace {

// The format of YaneuraOu's PackedSfen: side to move (1 bit), the squares of Black's and White's king (7 bits
// each), the other squares from 0 to 80, then the hands: 256 bits with all forty pieces. Bits fill each byte
// from the lowest. A piece is its code, a bit for promotion (not for gold) and a bit for White; in hand the
// first bit of the code, which is always 1, is left out. Pieces missing because of a handicap follow as
// promoted pieces in hand, a gold as a promoted silver of White.
struct Code {
  uint8_t bits, length;
};
constexpr Code CODES[KING] = {{0b0, 1},    {0b01, 2},     {0b0011, 4},   {0b1011, 4},
                              {0b0111, 4}, {0b011111, 6}, {0b111111, 6}, {0b01111, 5}};
constexpr PieceType HAND_ORDER[] = {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK};
constexpr int BITS = 256;

struct Writer {
  PackedPosition bytes{};
  int cursor = 0;

  void write_in_hand(PieceType t, bool promoted, Color c) {
    write(CODES[t].bits >> 1, CODES[t].length - 1);
    if (t != GOLD) write(promoted, 1);
    write(c, 1);
  }
  void write(unsigned value, int n) {
    for (int i = 0; i < n; ++i, ++cursor)
      if (value >> i & 1) bytes[size_t(cursor / 8)] |= uint8_t(1 << cursor % 8);
  }
};

struct Reader {
  const PackedPosition& bytes;
  int cursor = 0;

  bool more() const { return cursor < BITS; }
  unsigned read(int n) {
    unsigned value = 0;
    for (int i = 0; i < n && more(); ++i, ++cursor)
      value |= unsigned(bytes[size_t(cursor / 8)] >> cursor % 8 & 1) << i;
    return value;
  }
  // The type whose code comes next; `skipped` leading bits are implied to be 1.
  PieceType read_type(int skipped) {
    unsigned value = skipped ? 1 : 0;
    int n = skipped;
    while (more() && n < 6) {
      value |= read(1) << n++;
      for (int t = NO_TYPE; t < KING; ++t)
        if (CODES[t].length == n && CODES[t].bits == value) return PieceType(t);
    }
    return PIECE_TYPES;
  }
};

}  // namespace

std::optional<PackedPosition> pack(const Position& p) {
  if (p.movers(BLACK, KING).count() != 1 || p.movers(WHITE, KING).count() != 1) return std::nullopt;
  Writer out;
  out.write(p.turn(), 1);
  out.write(unsigned(p.king(BLACK)), 7);
  out.write(unsigned(p.king(WHITE)), 7);
  int missing[KING];
  for (int t = PAWN; t < KING; ++t) missing[t] = PIECES_IN_SET[t];
  for (Square s = 0; s < SQUARES; ++s) {
    const Piece piece = p.at(s);
    const PieceType t = unpromote(type_of(piece));
    if (t == KING) continue;
    if (piece && --missing[t] < 0) return std::nullopt;
    out.write(CODES[t].bits, CODES[t].length);
    if (!piece) continue;
    if (t != GOLD) out.write(is_promoted(type_of(piece)), 1);
    out.write(color_of(piece), 1);
  }
  for (Color c : {BLACK, WHITE})
    for (PieceType t : HAND_ORDER)
      for (int n = p.hand(c)[t]; n > 0; --n) {
        if (--missing[t] < 0) return std::nullopt;
        out.write_in_hand(t, false, c);
      }
  for (PieceType t : HAND_ORDER)
    for (; missing[t] > 0; --missing[t])
      t == GOLD ? out.write_in_hand(SILVER, true, WHITE) : out.write_in_hand(t, true, BLACK);
  return out.bytes;
}

Unpacked unpack(const PackedPosition& bytes) {
  Unpacked u;
  const auto fail = [&u](const char* problem) {
    u.problem = problem;
    return u;
  };
  Reader in{bytes};
  u.position.set_turn(Color(in.read(1)));
  const Square kings[2] = {Square(in.read(7)), Square(in.read(7))};
  if (kings[0] >= SQUARES || kings[1] >= SQUARES || kings[0] == kings[1])
    return fail("a king's square is not on the board");
  for (Color c : {BLACK, WHITE}) u.position.put(kings[c], make_piece(c, KING));
  for (Square s = 0; s < SQUARES; ++s) {
    if (s == kings[0] || s == kings[1]) continue;
    const PieceType t = in.read_type(0);
    if (t == PIECE_TYPES) return fail("the code of the board is incomplete");
    if (t == NO_TYPE) continue;
    const bool promoted = t != GOLD && in.read(1);
    const Color c = Color(in.read(1));
    u.position.put(s, make_piece(c, promoted ? promote(t) : t));
  }
  while (in.more()) {
    const PieceType t = in.read_type(1);
    if (t == PIECE_TYPES) return fail("the code of the hands is incomplete");
    const bool missing = t != GOLD && in.read(1);
    if (!in.more()) return fail("the code of the hands is incomplete");
    const Color c = Color(in.read(1));
    if (missing) continue;
    const int count = u.position.hand(c)[t] + 1;
    if (count > PIECES_IN_SET[t]) return fail("more pieces in hand than a set has");
    u.position.set_hand(c, t, count);
  }
  return u;
}

}  // namespace komadai
