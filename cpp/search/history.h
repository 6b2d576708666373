// History statistics: how often moves caused cutoffs in this search, which orders moves and scales
// reductions, and correction history: how far the static evaluation was off in similar positions.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "memory/zeroed.h"
#include "rules/mix64.h"
#include "rules/position.h"

namespace komadai {

// A moving average with exponential decay that stays within -Limit and Limit ("history gravity").
template <int Limit>
class GravityCounter {
 public:
  static constexpr int LIMIT = Limit;
  operator int() const { return value_; }
  void update(int bonus) {
    bonus = std::clamp(bonus, -LIMIT, LIMIT);
    value_ = int16_t(value_ + bonus - value_ * std::abs(bonus) / LIMIT);
  }

 private:
  int16_t value_ = 0;
};
using HistoryEntry = GravityCounter<8192>;

// By the piece that moves (or is dropped) and its destination.
struct PieceToHistory {
  HistoryEntry at[32][SQUARES];
};

class History {
 public:
  History() : tables_(1) {}
  void clear() { tables_ = Zeroed<Tables>(1); }

  // By side, origin (81 + type for a drop) and destination.
  HistoryEntry& quiet(Color c, Move m) { return tables_[0].quiet[c][from_of(m)][to_of(m)]; }
  HistoryEntry& capture(Piece piece, Square to, PieceType captured) {
    return tables_[0].capture[piece][to][captured];
  }
  // Continuation history: moves that follow this one, as a reply or as a later move of the same side.
  PieceToHistory& continuation(Piece piece, Square to) { return tables_[0].continuation[piece][to]; }
  Move& counter_move(Piece piece, Square to) { return tables_[0].counter_move[piece][to]; }

  // Correction history, in 256ths of a centipawn: by the pawns of both sides, and by both hands.
  static constexpr int CORRECTION_UNIT = 256;
  using CorrectionEntry = GravityCounter<64 * CORRECTION_UNIT>;
  CorrectionEntry& pawn_correction(Color c, const Position& p) {
    const Bitboard black = p.pieces(BLACK, PAWN), white = p.pieces(WHITE, PAWN);
    const uint64_t hash = black.low() * GOLDEN_GAMMA ^ black.high() * 0xbf58476d1ce4e5b9 ^
                          white.low() * 0x94d049bb133111eb ^ white.high() * 0xd6e8feb86659fd93;
    return tables_[0].pawns[c][hash >> (64 - CORRECTION_BITS)];
  }
  CorrectionEntry& hand_correction(Color c, const Position& p) {
    const uint64_t hash = p.hand(BLACK).counts * GOLDEN_GAMMA ^ p.hand(WHITE).counts * 0xbf58476d1ce4e5b9;
    return tables_[0].hands[c][hash >> (64 - CORRECTION_BITS)];
  }

 private:
  static constexpr int CORRECTION_BITS = 14;
  struct Tables {
    HistoryEntry quiet[2][SQUARES + GOLD + 1][SQUARES];
    HistoryEntry capture[32][SQUARES][PIECE_TYPES];
    Move counter_move[32][SQUARES];
    PieceToHistory continuation[32][SQUARES];
    CorrectionEntry pawns[2][1 << CORRECTION_BITS], hands[2][1 << CORRECTION_BITS];
  };
  Zeroed<Tables> tables_;
};

// The piece as it stands before the move; for a drop, the dropped piece.
inline Piece moved_piece(const Position& p, Move m) {
  return is_drop(m) ? make_piece(p.turn(), dropped_type(m)) : p.at(from_of(m));
}

}  // namespace komadai
