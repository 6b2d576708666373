#include "rules/huffman_coded_position.h"

namespace komadai {
namespace {

// Bits fill each byte from the lowest: side to move (1 bit), Black's and White's king squares (7 bits each),
// every other square from 0 to 80, then Black's hand, White's hand, and the pieces that are in neither
// (handicaps). A piece in hand takes one bit less than on the board, so that forty pieces always take 256.
//
// On the board: the code, a bit for White, a bit for promoted (not for gold). In hand: the code, a bit for
// "missing" (inverted and one place earlier for bishop and rook), a bit for White. A missing gold is written
// as White's missing silver.
struct Code {
  uint8_t bits, length;
};
constexpr Code ON_BOARD[KING] = {{0b0, 1},    {0b01, 2},     {0b0011, 4},   {0b0111, 4},
                                 {0b1011, 4}, {0b011111, 6}, {0b111111, 6}, {0b01111, 5}};
// In the order of HAND_ORDER; without the bit for White.
struct HandCode {
  PieceType type;
  Code held, missing;
};
constexpr HandCode IN_HAND[] = {
    {PAWN, {0b00, 2}, {0b10, 2}},         {LANCE, {0b0001, 4}, {0b1001, 4}},
    {KNIGHT, {0b0011, 4}, {0b1011, 4}},   {SILVER, {0b0101, 4}, {0b1101, 4}},
    {GOLD, {0b0111, 4}, {0b1101, 4}},     {BISHOP, {0b011111, 6}, {0b001111, 6}},
    {ROOK, {0b111111, 6}, {0b101111, 6}},
};
constexpr int BITS = 256;

struct Writer {
  PackedPosition bytes{};
  int cursor = 0;

  void write(unsigned value, int n) {
    for (int i = 0; i < n; ++i, ++cursor)
      if (value >> i & 1) bytes[size_t(cursor / 8)] |= uint8_t(1 << cursor % 8);
  }
  void write(Code code) { write(code.bits, code.length); }
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
  bool skip(Code code) {
    Reader ahead = *this;
    if (cursor + code.length > BITS || ahead.read(code.length) != code.bits) return false;
    cursor += code.length;
    return true;
  }
};

}  // namespace

std::optional<PackedPosition> pack_hcp(const Position& p) {
  if (p.movers(BLACK, KING).count() != 1 || p.movers(WHITE, KING).count() != 1) return std::nullopt;
  Writer out;
  out.write(p.turn(), 1);
  out.write(unsigned(p.king(BLACK)), 7);
  out.write(unsigned(p.king(WHITE)), 7);
  const Hand used = p.all_pieces();
  for (int t = PAWN; t < KING; ++t)
    if (used[PieceType(t)] > PIECES_IN_SET[t]) return std::nullopt;
  for (Square s = 0; s < SQUARES; ++s) {
    const Piece piece = p.at(s);
    const PieceType t = unpromote(type_of(piece));
    if (t == KING) continue;
    out.write(ON_BOARD[t]);
    if (!piece) continue;
    out.write(color_of(piece), 1);
    if (t != GOLD) out.write(is_promoted(type_of(piece)), 1);
  }
  for (const Color c : {BLACK, WHITE})
    for (const HandCode& code : IN_HAND)
      for (int n = p.hand(c)[code.type]; n > 0; --n) {
        out.write(code.held);
        out.write(c, 1);
      }
  for (const HandCode& code : IN_HAND)
    for (int n = PIECES_IN_SET[code.type] - used[code.type]; n > 0; --n) {
      out.write(code.missing);
      out.write(code.type == GOLD ? WHITE : BLACK, 1);
    }
  return out.bytes;
}

Unpacked unpack_hcp(const PackedPosition& bytes) {
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
  for (const Color c : {BLACK, WHITE}) u.position.put(kings[c], make_piece(c, KING));
  for (Square s = 0; s < SQUARES; ++s) {
    if (s == kings[0] || s == kings[1]) continue;
    int t = NO_TYPE;
    while (t < KING && !in.skip(ON_BOARD[t])) ++t;
    if (t == KING) return fail("the code of the board is incomplete");
    if (t == NO_TYPE) continue;
    const Color c = Color(in.read(1));
    const bool promoted = t != GOLD && in.read(1);
    u.position.put(s, make_piece(c, promoted ? promote(PieceType(t)) : PieceType(t)));
  }
  while (in.more()) {
    const HandCode* code = IN_HAND;
    bool held = false;
    for (; code != std::end(IN_HAND); ++code)
      if ((held = in.skip(code->held)) || in.skip(code->missing)) break;
    if (code == std::end(IN_HAND) || !in.more()) return fail("the code of the hands is incomplete");
    const Color c = Color(in.read(1));
    if (!held) continue;
    const int count = u.position.hand(c)[code->type] + 1;
    if (count > PIECES_IN_SET[code->type]) return fail("more pieces in hand than a set has");
    u.position.set_hand(c, code->type, count);
  }
  return u;
}

}  // namespace komadai
