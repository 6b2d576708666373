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

// By the piece that moves (as it stands before the move, or is dropped) and its destination.
template <int Limit>
struct PieceToHistory {
  static constexpr int LIMIT = Limit;
  GravityCounter<Limit> at[32][SQUARES];
};
// Its high limit makes it a slow average: most of its entries are visited rarely.
using ContinuationHistory = PieceToHistory<30000>;
using PawnHistory = PieceToHistory<8192>;

// Zobrist keys of some of the pieces on the board, updated with each move.
struct PieceKeys {
  uint64_t minors = 0;             // lances, knights, silvers and golds of both sides
  uint64_t non_pawns[2] = {0, 0};  // of one side

  // Adds or removes a piece.
  void toggle(Piece p, Square s) {
    const PieceType type = MOVES_AS[type_of(p)];
    if (type == PAWN) return;
    const uint64_t key = mix64(uint64_t(make_piece(color_of(p), type)) << 8 | uint64_t(s));
    non_pawns[color_of(p)] ^= key;
    if (type != BISHOP && type != ROOK && type != HORSE && type != DRAGON && type != KING) minors ^= key;
  }
};

class History {
 public:
  History() : tables_(1) {}
  void clear() { tables_ = Zeroed<Tables>(1); }

  // By side, origin (81 + type for a drop) and destination.
  HistoryEntry& quiet(Color c, Move m) { return tables_[0].quiet[c][from_of(m)][to_of(m)]; }
  // The same of one origin, by destination.
  const HistoryEntry* quiet_from(Color c, int from) const { return tables_[0].quiet[c][from]; }
  HistoryEntry& capture(Piece piece, Square to, PieceType captured) {
    return tables_[0].capture[piece][to][captured];
  }
  // Continuation history: moves that follow this one, as a reply or as a later move of the same side.
  ContinuationHistory& continuation(Piece piece, Square to) { return tables_[0].continuation[piece][to]; }
  // Stands for the continuation history of a move that does not exist; all its entries are 0.
  ContinuationHistory& no_continuation() { return tables_[0].continuation[NO_PIECE][0]; }
  // By the pawns of both sides, hashed. Each entry has 5 KB, so more bits are slower.
  PawnHistory& pawn(const Position& p) { return tables_[0].pawn[pawn_hash(p) >> (64 - PAWN_BITS)]; }
  // By the distance from the root, near it, in the present search.
  static constexpr int LOW_PLIES = 5;
  HistoryEntry& low_ply(int ply, Move m) { return tables_[0].low_ply[ply][from_of(m)][to_of(m)]; }
  void clear_low_plies() {
    std::fill_n(&tables_[0].low_ply[0][0][0], sizeof(Tables::low_ply) / sizeof(HistoryEntry), HistoryEntry());
  }
  // How often the move of the transposition table was the best one.
  HistoryEntry& tt_move() { return tables_[0].tt_move; }

  // Correction history, in 256ths of a centipawn: by the pawns of both sides, and by both hands.
  static constexpr int CORRECTION_UNIT = 256;
  using CorrectionEntry = GravityCounter<64 * CORRECTION_UNIT>;
  CorrectionEntry& pawn_correction(Color c, const Position& p) {
    return tables_[0].pawns[c][pawn_hash(p) >> (64 - CORRECTION_BITS)];
  }
  // By the minor pieces of both sides, and by the pieces of one side without its pawns.
  CorrectionEntry& minor_correction(Color c, const PieceKeys& keys) {
    return tables_[0].minors[c][keys.minors >> (64 - CORRECTION_BITS)];
  }
  CorrectionEntry& non_pawn_correction(Color c, Color of, const PieceKeys& keys) {
    return tables_[0].non_pawns[c][of][keys.non_pawns[of] >> (64 - CORRECTION_BITS)];
  }
  // By two moves: pieces and destinations, hashed, since a table of all pairs (13 MB) is slow to read.
  CorrectionEntry& continuation_correction(Piece first, Square first_to, Piece second, Square second_to) {
    const uint32_t pair = uint32_t(first * SQUARES + first_to) << 16 | uint32_t(second * SQUARES + second_to);
    return tables_[0].continuation_correction[pair * 0x9e3779b1u >> (32 - CONTINUATION_CORRECTION_BITS)];
  }
  CorrectionEntry& hand_correction(Color c, const Position& p) {
    const uint64_t hash = p.hand(BLACK).counts * GOLDEN_GAMMA ^ p.hand(WHITE).counts * 0xbf58476d1ce4e5b9;
    return tables_[0].hands[c][hash >> (64 - CORRECTION_BITS)];
  }

 private:
  static constexpr int CORRECTION_BITS = 14, CONTINUATION_CORRECTION_BITS = 16, PAWN_BITS = 7;
  static uint64_t pawn_hash(const Position& p) {
    const Bitboard black = p.pieces(BLACK, PAWN), white = p.pieces(WHITE, PAWN);
    return black.low() * GOLDEN_GAMMA ^ black.high() * 0xbf58476d1ce4e5b9 ^ white.low() * 0x94d049bb133111eb ^
           white.high() * 0xd6e8feb86659fd93;
  }
  struct Tables {
    HistoryEntry quiet[2][SQUARES + GOLD + 1][SQUARES];
    HistoryEntry capture[32][SQUARES][PIECE_TYPES];
    ContinuationHistory continuation[32][SQUARES];
    PawnHistory pawn[1 << PAWN_BITS];
    HistoryEntry low_ply[LOW_PLIES][SQUARES + GOLD + 1][SQUARES];
    HistoryEntry tt_move;
    CorrectionEntry pawns[2][1 << CORRECTION_BITS], hands[2][1 << CORRECTION_BITS],
        minors[2][1 << CORRECTION_BITS], non_pawns[2][2][1 << CORRECTION_BITS];
    CorrectionEntry continuation_correction[1 << CONTINUATION_CORRECTION_BITS];
  };
  Zeroed<Tables> tables_;
};

// The piece as it stands before the move; for a drop, the dropped piece.
inline Piece moved_piece(const Position& p, Move m) {
  return is_drop(m) ? make_piece(p.turn(), dropped_type(m)) : p.at(from_of(m));
}

}  // namespace komadai
