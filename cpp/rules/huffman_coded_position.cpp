#include "rules/huffman_coded_position.h"

#include "rules/packed_bits.h"

namespace komadai {
namespace {

using namespace packed;

// After the board come Black's hand, White's hand, and the pieces that are in neither (handicaps). A piece in
// hand takes one bit less than on the board, so that forty pieces always take 256: the code, a bit for
// "missing" (inverted and one place earlier for bishop and rook), a bit for White. A missing gold is written
// as White's missing silver.
constexpr BoardCodes BOARD_CODES = {
    {{0b0, 1}, {0b01, 2}, {0b0011, 4}, {0b0111, 4}, {0b1011, 4}, {0b011111, 6}, {0b111111, 6}, {0b01111, 5}},
    true};
// In the order of the format; without the bit for White.
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

}  // namespace

std::optional<PackedPosition> pack_hcp(const Position& p) {
  Writer out;
  const Hand used = p.all_pieces();
  if (!is_of_one_set(used) || !out.write_board(p, BOARD_CODES)) return std::nullopt;
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
  return out.bytes();
}

Unpacked unpack_hcp(const PackedPosition& bytes) {
  Unpacked u;
  Reader in(bytes);
  u.problem = in.read_board(u.position, BOARD_CODES);
  while (!u.problem && in.more()) {
    const HandCode* code = IN_HAND;
    bool held = false;
    for (; code != std::end(IN_HAND); ++code)
      if ((held = in.skip(code->held)) || in.skip(code->missing)) break;
    if (code == std::end(IN_HAND) || !in.more()) {
      u.problem = HANDS_INCOMPLETE;
      break;
    }
    const Color c = Color(in.read(1));
    if (held) u.problem = Reader::hold(u.position, c, code->type);
  }
  return u;
}

}  // namespace komadai
