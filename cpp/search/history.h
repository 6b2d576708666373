// What the moves of this search have been worth so far: statistics that order the next ones, and how wrong
// the evaluation was in positions like this one.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "memory/zeroed.h"
#include "rules/position.h"

namespace komadai {

// A moving average that forgets: it never leaves -LIMIT..LIMIT.
template <int Limit>
class Average {
 public:
  static constexpr int LIMIT = Limit;
  operator int() const { return value_; }
  void learn(int bonus) {
    bonus = std::clamp(bonus, -LIMIT, LIMIT);
    value_ = int16_t(value_ + bonus - value_ * std::abs(bonus) / LIMIT);
  }

 private:
  int16_t value_ = 0;
};
using Tally = Average<8192>;

// One row: by the piece that moves (or is dropped) and where to.
struct PieceTo {
  Tally at[32][SQUARES];
};

class History {
 public:
  History() : tables_(1) {}
  void clear() { tables_ = Zeroed<Tables>(1); }

  // By side, square left (or 81 + type for a drop) and square reached.
  Tally& quiet(Color c, Move m) { return tables_[0].quiet[c][from_of(m)][to_of(m)]; }
  Tally& capture(Piece mover, Square to, PieceType taken) { return tables_[0].capture[mover][to][taken]; }
  // What follows this move well, an answer or a later move of one's own.
  PieceTo& after(Piece mover, Square to) { return tables_[0].after[mover][to]; }
  Move& counter(Piece mover, Square to) { return tables_[0].counter[mover][to]; }

  // How far the evaluation was off, in 256ths of a centipawn: with these pawns, these hands.
  static constexpr int ERROR_UNIT = 256;
  using Error = Average<64 * ERROR_UNIT>;
  Error& pawns_error(Color c, const Position& p) {
    const Bitboard black = p.pieces(BLACK, PAWN), white = p.pieces(WHITE, PAWN);
    const uint64_t mixed = black.low() * 0x9e3779b97f4a7c15 ^ black.high() * 0xbf58476d1ce4e5b9 ^
                           white.low() * 0x94d049bb133111eb ^ white.high() * 0xd6e8feb86659fd93;
    return tables_[0].pawns[c][mixed >> (64 - ERROR_BITS)];
  }
  Error& hands_error(Color c, const Position& p) {
    const uint64_t mixed =
        p.hand(BLACK).counts * 0x9e3779b97f4a7c15 ^ p.hand(WHITE).counts * 0xbf58476d1ce4e5b9;
    return tables_[0].hands[c][mixed >> (64 - ERROR_BITS)];
  }

 private:
  static constexpr int ERROR_BITS = 14;
  struct Tables {
    Tally quiet[2][SQUARES + GOLD + 1][SQUARES];
    Tally capture[32][SQUARES][PIECE_TYPES];
    Move counter[32][SQUARES];
    PieceTo after[32][SQUARES];
    Error pawns[2][1 << ERROR_BITS], hands[2][1 << ERROR_BITS];
  };
  Zeroed<Tables> tables_;
};

// The piece as it stands before the move; a dropped one as what it is.
inline Piece mover(const Position& p, Move m) {
  return is_drop(m) ? make_piece(p.turn(), dropped_type(m)) : p.at(from_of(m));
}

}  // namespace komadai
