// Counts the moves piece by piece: the fastest way without AVX-512.
#pragma once

#include <initializer_list>

#include "rules/promotion_choices.h"

namespace komadai {

// The number of king moves to these squares; -1 in check.
template <Color Us>
int count_king_moves(const Position& p, Bitboard targets) {
  if (p.in_check()) return -1;
  const Square king = p.king(Us);
  const Bitboard occupied = p.occupied().without(Bitboard::of(king));
  int moves = 0;
  for (Square to : Each{steps(Us, KING, king) & targets}) moves += !p.attacked(~Us, to, occupied);
  return moves;
}

template <Color Us>
int count_free_pieces(const Position& p, Bitboard free, Bitboard targets) {
  const Bitboard occupied = p.occupied();
  const Bitboard pawns = forward<Us>(p.movers(PAWN) & free) & targets;
  int moves = pawns.without(LAST_RANK[Us]).count() + (pawns & ZONE[Us]).count();
  for (PieceType t : {LANCE, KNIGHT, SILVER, BISHOP, ROOK})
    for (Square from : Each{p.movers(t) & free})
      moves += count_choices<Us>(t, from, piece_attacks<Us>(t, from, occupied) & targets);
  for (PieceType t : {GOLD, HORSE, DRAGON})
    for (Square from : Each{p.movers(t) & free})
      moves += (piece_attacks<Us>(t, from, occupied) & targets).count();
  return moves;
}

}  // namespace komadai
