// What the two 256-bit codes of a position share: side to move (1 bit), the squares of Black's and White's
// king (7 bits each), the other squares from 0 to 80, then pieces in hand. Bits fill each byte from the
// lowest.
#pragma once

#include <algorithm>

#include "rules/packed_sfen.h"

namespace komadai::packed {

struct Code {
  uint8_t bits, length;
};
constexpr int BITS = 256;

// The codes of the pieces on the board, NO_TYPE first.
struct BoardCodes {
  Code codes[KING];
  bool color_first;  // whether the bit for White stands before the one for promoted, which a gold has not
};

class Writer {
 public:
  void write(unsigned value, int n) {
    for (int i = 0; i < n; ++i, ++cursor_)
      if (value >> i & 1) bytes_[size_t(cursor_ / 8)] |= uint8_t(1 << cursor_ % 8);
  }
  void write(Code code) { write(code.bits, code.length); }

  // Writes all but the hands. Returns false unless each side has one king.
  bool write_board(const Position& p, const BoardCodes& board) {
    if (p.movers(BLACK, KING).count() != 1 || p.movers(WHITE, KING).count() != 1) return false;
    write(p.turn(), 1);
    for (const Color c : {BLACK, WHITE}) write(unsigned(p.king(c)), 7);
    for (Square s = 0; s < SQUARES; ++s) {
      const Piece piece = p.at(s);
      const PieceType t = unpromote(type_of(piece));
      if (t == KING) continue;
      write(board.codes[t]);
      if (!piece) continue;
      if (board.color_first) write(color_of(piece), 1);
      if (t != GOLD) write(is_promoted(type_of(piece)), 1);
      if (!board.color_first) write(color_of(piece), 1);
    }
    return true;
  }

  const PackedPosition& bytes() const { return bytes_; }

 private:
  PackedPosition bytes_{};
  int cursor_ = 0;
};

class Reader {
 public:
  explicit Reader(const PackedPosition& bytes) { std::copy(bytes.begin(), bytes.end(), bytes_.begin()); }

  bool more() const { return cursor_ < BITS; }
  unsigned read(int n) {
    const unsigned value = ahead() & ((1u << n) - 1);
    cursor_ = std::min(cursor_ + n, BITS);
    return value;
  }
  bool skip(Code code) {
    if (cursor_ + code.length > BITS || (ahead() & ((1u << code.length) - 1)) != code.bits) return false;
    cursor_ += code.length;
    return true;
  }
  // The type whose code comes next, KING if there is none.
  PieceType read_type(const Code (&codes)[KING]) {
    for (int t = NO_TYPE; t < KING; ++t)
      if (skip(codes[t])) return PieceType(t);
    return KING;
  }

  // Reads all but the hands. Returns what is wrong, or null.
  const char* read_board(Position& p, const BoardCodes& board) {
    p.set_turn(Color(read(1)));
    const Square kings[2] = {Square(read(7)), Square(read(7))};
    if (kings[0] >= SQUARES || kings[1] >= SQUARES || kings[0] == kings[1])
      return "a king's square is not on the board";
    for (const Color c : {BLACK, WHITE}) p.put(kings[c], make_piece(c, KING));
    for (Square s = 0; s < SQUARES; ++s) {
      if (s == kings[0] || s == kings[1]) continue;
      const PieceType t = read_type(board.codes);
      if (t == KING) return "the code of the board is incomplete";
      if (t == NO_TYPE) continue;
      bool white = board.color_first && read(1);
      const bool promoted = t != GOLD && read(1);
      if (!board.color_first) white = read(1);
      p.put(s, make_piece(Color(white), promoted ? promote(t) : t));
    }
    return nullptr;
  }

  // Puts one more piece of the type in hand. Returns what is wrong, or null.
  static const char* hold(Position& p, Color c, PieceType t) {
    const int count = p.hand(c)[t] + 1;
    if (count > PIECES_IN_SET[t]) return "more pieces in hand than a set has";
    p.set_hand(c, t, count);
    return nullptr;
  }

 private:
  // The next nine bits or more; 0 after the end.
  unsigned ahead() const {
    const uint8_t* next = &bytes_[size_t(cursor_ / 8)];
    return unsigned(next[0] | next[1] << 8) >> cursor_ % 8;
  }

  std::array<uint8_t, BITS / 8 + 2> bytes_{};
  int cursor_ = 0;
};

// Whether no type has more pieces than a set.
inline bool is_of_one_set(const Hand& all) {
  for (int t = PAWN; t < KING; ++t)
    if (all[PieceType(t)] > PIECES_IN_SET[t]) return false;
  return true;
}

constexpr const char* HANDS_INCOMPLETE = "the code of the hands is incomplete";

}  // namespace komadai::packed
