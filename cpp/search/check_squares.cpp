#include "search/check_squares.h"

#include <initializer_list>

namespace komadai {

CheckSquares::CheckSquares(const Position& p) : king_(p.king(~p.turn())) {
  if (king_ == NO_SQUARE) return;
  const Color us = p.turn();
  const Bitboard rook = rook_attacks(king_, p.occupied()), bishop = bishop_attacks(king_, p.occupied());
  const Bitboard neighbours = steps(~us, KING, king_);
  for (PieceType t : {PAWN, KNIGHT, SILVER, GOLD}) squares_[t] = steps(~us, t, king_);
  for (PieceType t : {PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER}) squares_[t] = squares_[GOLD];
  squares_[LANCE] = rook & TABLES.rays[forward_of(~us)][king_];
  squares_[BISHOP] = bishop;
  squares_[ROOK] = rook;
  squares_[HORSE] = bishop | neighbours;
  squares_[DRAGON] = rook | neighbours;
  discoverers_ = slider_blockers(p, us, king_, us);
}

bool CheckSquares::gives_check(const Position& p, Move m) const {
  const Square to = to_of(m);
  if (is_drop(m)) return squares_[dropped_type(m)].has(to);
  const Square from = from_of(m);
  const PieceType t = type_of(p.at(from));
  if (squares_[is_promotion(m) ? promote(t) : t].has(to)) return true;
  return discoverers_.has(from) && !line_beyond(king_, from).has(to);
}

}  // namespace komadai
