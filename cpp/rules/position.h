// A position of the 9x9 game: where the pieces stand, what is in hand, whose turn it is.
// It can hold any arrangement (an editor's unfinished one too): nothing here may run out of
// bounds whatever stands on the board. Whether a position is valid is asked in sfen.h.
#pragma once

#include "rules/attacks.h"

namespace komadai {

// What undo_move needs and the move doesn't tell.
struct Undo {
  uint64_t key;
  Piece captured;
};

class Position {
 public:
  Position();

  Color turn() const { return turn_; }
  Piece at(Square s) const { return board_[s]; }
  Hand hand(Color c) const { return hands_[c]; }
  // The king, or NO_SQUARE. An unfinished position may hold several: the lowest square is royal.
  Square king(Color c) const { return kings_[c]; }
  // 64 bits of board, hands and side to move; equal positions have equal keys.
  uint64_t key() const { return key_; }
  // The part of it that is not the hands: the board and the side to move.
  uint64_t board_key() const;
  // What it will be after this move, which must be possible.
  uint64_t board_key_after(uint64_t board_key, Move m) const;
  // What key() will be.
  uint64_t key_after(Move m) const;

  Bitboard occupied() const { return colors_[BLACK] | colors_[WHITE]; }
  Bitboard of(Color c) const { return colors_[c]; }
  // By way of moving: GOLD stands for everything that moves like a gold (と 杏 圭 全 too).
  Bitboard movers(PieceType t) const { return kinds_[t]; }
  Bitboard movers(Color c, PieceType t) const { return kinds_[t] & colors_[c]; }
  // By true type, promoted pieces apart.
  Bitboard pieces(Color c, PieceType t) const;

  // Pieces of `by` that attack `s` when these squares are occupied.
  Bitboard attackers(Color by, Square s, Bitboard occupied) const;
  Bitboard attackers(Color by, Square s) const { return attackers(by, s, occupied()); }
  bool attacked(Color by, Square s, Bitboard occupied) const;
  Bitboard checkers() const { return king(turn_) == NO_SQUARE ? Bitboard() : attackers(~turn_, king(turn_)); }
  bool in_check() const { return king(turn_) != NO_SQUARE && attacked(~turn_, king(turn_), occupied()); }
  // The piece of either side that attacks `s` along its line with another square when these squares are
  // occupied: the first one that is met, if it moves that way.
  Bitboard on_line(Square s, Square other, Bitboard occupied) const;
  // checkers(), of whom this move has just given check, faster.
  Bitboard checkers_by(Move m) const;
  // Pieces of `c` that may not leave the line between their king and an enemy piece.
  Bitboard pinned(Color c) const;
  // Whether a legal move gives check (directly or by discovery).
  bool gives_check(Move m) const;

  // The move must be possible: an own piece at `from` (or in hand), no own piece and no king at `to`.
  void do_move(Move m, Undo& undo);
  void undo_move(Move m, const Undo& undo);
  void do_pass() { flip_turn(); }
  void undo_pass() { flip_turn(); }

  // Editing.
  void put(Square s, Piece p);    // replaces what stands there; NO_PIECE: nothing
  void place(Square s, Piece p);  // a piece, where nothing stands
  void set_hand(Color c, PieceType t, int count);
  void set_turn(Color c) {
    if (turn_ != c) flip_turn();
  }

  // How many of each type there are on the board (promoted ones too) and in both hands; kings are not
  // counted.
  Hand all_pieces() const;

  bool operator==(const Position& o) const;

 private:
  void flip_turn();
  void find_king(Color c);

  Bitboard colors_[2];
  Bitboard kinds_[PIECE_TYPES];  // by MOVES_AS: all that move like a gold share one
  uint8_t board_[SQUARES + 1];   // + 1: NO_SQUARE reads as empty
  uint8_t kings_[2];
  Color turn_;
  Hand hands_[2];
  uint64_t key_;
};

// Pieces of `own` that stand alone between a square and a slider of `By` that moves along the line to it.
template <Color By>
inline Bitboard slider_blockers(const Position& p, Square s, Color own) {
  const Bitboard snipers = p.of(By) & ((TABLES.orthogonals[s] & (p.movers(ROOK) | p.movers(DRAGON))) |
                                       (TABLES.diagonals[s] & (p.movers(BISHOP) | p.movers(HORSE))) |
                                       (TABLES.rays[opposite(forward_of(By))][s] & p.movers(LANCE)));
  Bitboard found;
  for (Square sniper : Each{snipers}) {
    const Bitboard blockers = between(s, sniper) & p.occupied();
    if (!blockers.more_than_one()) found |= blockers & p.of(own);
  }
  return found;
}
inline Bitboard slider_blockers(const Position& p, Color by, Square s, Color own) {
  return by == BLACK ? slider_blockers<BLACK>(p, s, own) : slider_blockers<WHITE>(p, s, own);
}

}  // namespace komadai
