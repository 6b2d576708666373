// A position of the 9x9 game: the board, the hands and the side to move. It can hold any arrangement, also an
// editor's unfinished one: no function may read or write out of bounds whatever is on the board. `problems`
// in sfen.h checks whether a position is valid.
#pragma once

#include "rules/attacks.h"

namespace komadai {

// What undo_move needs besides the move.
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
  // The Zobrist key of board, hands and side to move; equal positions have equal keys.
  uint64_t key() const { return key_; }
  // The key of the board and the side to move, without the hands.
  uint64_t board_key() const;
  // The board key after this move, which must be possible; `board_key` is the present one.
  uint64_t board_key_after(uint64_t board_key, Move m) const;
  // key() after this move, which must be possible.
  uint64_t key_after(Move m) const;

  Bitboard occupied() const { return colors_[BLACK] | colors_[WHITE]; }
  Bitboard of(Color c) const { return colors_[c]; }
  // Pieces that move like this type: GOLD includes promoted pawns, lances, knights and silvers.
  Bitboard movers(PieceType t) const { return kinds_[t]; }
  Bitboard movers(Color c, PieceType t) const { return kinds_[t] & colors_[c]; }
  // Pieces of exactly this type.
  Bitboard pieces(Color c, PieceType t) const;

  // Pieces of `by` that attack `s` if these squares are occupied.
  Bitboard attackers(Color by, Square s, Bitboard occupied) const;
  Bitboard attackers(Color by, Square s) const { return attackers(by, s, occupied()); }
  bool attacked(Color by, Square s, Bitboard occupied) const;
  Bitboard checkers() const { return king(turn_) == NO_SQUARE ? Bitboard() : attackers(~turn_, king(turn_)); }
  bool in_check() const { return king(turn_) != NO_SQUARE && attacked(~turn_, king(turn_), occupied()); }
  // The slider of either side that attacks `s` from the direction of another square if these squares are
  // occupied: the first piece on the line, if it moves along it.
  Bitboard on_line(Square s, Square other, Bitboard occupied) const;
  // checkers(), faster, if this move was the last one.
  Bitboard checkers_by(Move m) const;
  // Pieces of `c` that may not leave the line between their king and an enemy slider.
  Bitboard pinned(Color c) const;
  // Whether a legal move gives check (directly or by discovery).
  bool gives_check(Move m) const;

  // The move must be possible: an own piece at `from` (or in hand), no own piece and no king at `to`.
  void do_move(Move m, Undo& undo);
  void undo_move(Move m, const Undo& undo);
  void do_pass() { flip_turn(); }
  void undo_pass() { flip_turn(); }

  // Editing.
  void put(Square s, Piece p);    // replaces what is on the square; NO_PIECE clears it
  void place(Square s, Piece p);  // puts a piece on an empty square
  void set_hand(Color c, PieceType t, int count);
  void set_turn(Color c) {
    if (turn_ != c) flip_turn();
  }

  // The number of pieces of each type on the board (promoted ones included) and in both hands, without kings.
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
