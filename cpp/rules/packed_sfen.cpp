#include "rules/packed_sfen.h"

#include "rules/packed_bits.h"

namespace komadai {
namespace {

using namespace packed;

// The format of YaneuraOu's PackedSfen. In hand the first bit of a code, which is always 1, is left out.
// Pieces missing because of a handicap follow as promoted pieces in hand, a gold as a promoted silver of
// White.
constexpr BoardCodes BOARD_CODES = {
    {{0b0, 1}, {0b01, 2}, {0b0011, 4}, {0b1011, 4}, {0b0111, 4}, {0b011111, 6}, {0b111111, 6}, {0b01111, 5}},
    false};
constexpr PieceType HAND_ORDER[] = {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK};

constexpr Code in_hand(PieceType t) {
  const Code code = BOARD_CODES.codes[t];
  return {uint8_t(code.bits >> 1), uint8_t(code.length - 1)};
}

void write_in_hand(Writer& out, PieceType t, bool promoted, Color c) {
  out.write(in_hand(t));
  if (t != GOLD) out.write(promoted, 1);
  out.write(c, 1);
}

}  // namespace

std::optional<PackedPosition> pack(const Position& p) {
  Writer out;
  const Hand used = p.all_pieces();
  if (!is_of_one_set(used) || !out.write_board(p, BOARD_CODES)) return std::nullopt;
  for (const Color c : {BLACK, WHITE})
    for (const PieceType t : HAND_ORDER)
      for (int n = p.hand(c)[t]; n > 0; --n) write_in_hand(out, t, false, c);
  for (const PieceType t : HAND_ORDER)
    for (int n = PIECES_IN_SET[t] - used[t]; n > 0; --n)
      t == GOLD ? write_in_hand(out, SILVER, true, WHITE) : write_in_hand(out, t, true, BLACK);
  return out.bytes();
}

Unpacked unpack(const PackedPosition& bytes) {
  Unpacked u;
  Reader in(bytes);
  u.problem = in.read_board(u.position, BOARD_CODES);
  while (!u.problem && in.more()) {
    const PieceType* t = HAND_ORDER;
    while (t != std::end(HAND_ORDER) && !in.skip(in_hand(*t))) ++t;
    const bool missing = t != std::end(HAND_ORDER) && *t != GOLD && in.read(1);
    if (t == std::end(HAND_ORDER) || !in.more()) {
      u.problem = HANDS_INCOMPLETE;
      break;
    }
    const Color c = Color(in.read(1));
    if (!missing) u.problem = Reader::hold(u.position, c, *t);
  }
  return u;
}

}  // namespace komadai
