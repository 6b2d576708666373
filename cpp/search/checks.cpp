#include "search/checks.h"

#include <initializer_list>

#include "rules/legality.h"

namespace komadai {
namespace {

// Where a piece of `us` of this type gives check to a king on `king`.
Bitboard check_squares(Color us, PieceType t, Square king, Bitboard occupied) {
  return piece_attacks(~us, t, king, occupied);
}

// Own pieces that stand alone between an own slider and the enemy king.
Bitboard discoverers(const Position& p) {
  const Color us = p.turn();
  const Square king = p.king(~us);
  const Bitboard snipers = p.of(us) & ((TABLES.orthogonals[king] & (p.movers(ROOK) | p.movers(DRAGON))) |
                                       (TABLES.diagonals[king] & (p.movers(BISHOP) | p.movers(HORSE))) |
                                       (TABLES.rays[forward_of(~us)][king] & p.movers(LANCE)));
  Bitboard found;
  for (Square s : Each{snipers}) {
    const Bitboard blockers = between(king, s) & p.occupied();
    if (!blockers.more_than_one()) found |= blockers & p.of(us);
  }
  return found;
}

}  // namespace

CheckSquares::CheckSquares(const Position& p) : king_(p.king(~p.turn())) {
  if (king_ == NO_SQUARE) return;
  const Color us = p.turn();
  const Bitboard occupied = p.occupied();
  for (PieceType t : {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK})
    squares_[t] = check_squares(us, t, king_, occupied);
  for (PieceType t : {PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER}) squares_[t] = squares_[GOLD];
  const Bitboard ring = steps(~us, KING, king_);
  squares_[HORSE] = squares_[BISHOP] | ring;
  squares_[DRAGON] = squares_[ROOK] | ring;
  uncovering_ = discoverers(p);
}

bool CheckSquares::given_by(const Position& p, Move m) const {
  const Square to = to_of(m);
  if (is_drop(m)) return squares_[dropped_type(m)].has(to);
  const Square from = from_of(m);
  const PieceType t = type_of(p.at(from));
  if (squares_[is_promotion(m) ? promote(t) : t].has(to)) return true;
  return uncovering_.has(from) && !line_beyond(king_, from).has(to);
}

Move* generate_checks(const Position& p, const Guard& guard, Move* out) {
  const Color us = p.turn();
  const Square king = p.king(~us);
  if (king == NO_SQUARE) return out;
  if (guard.checkers) {  // few enough to try them all
    Move* end = generate_evasions(p, guard, out);
    Move* kept = out;
    for (Move* m = out; m != end; ++m)
      if (p.gives_check(*m)) *kept++ = *m;
    return kept;
  }
  const Bitboard occupied = p.occupied();
  const CheckSquares squares(p);
  const Bitboard reachable = BOARD.without(p.of(us) | p.movers(KING));
  for (Square from : Each{p.of(us)}) {
    const PieceType t = type_of(p.at(from));
    Bitboard to = piece_attacks(us, t, from, occupied) & reachable;
    if (guard.pinned.has(from)) to &= line_beyond(p.king(us), from);
    const Bitboard line = BOARD.without(squares.hidden_line(from));
    if (t == KING) {
      const Bitboard without_king = occupied.without(Bitboard::of(from));
      for (Square s : Each{to & line})
        if (!p.attacked(~us, s, without_king)) *out++ = make_move(from, s);
      continue;
    }
    if (can_promote(t)) {
      const Bitboard promoting = ZONE[us].has(from) ? to : to & ZONE[us];
      for (Square s : Each{promoting & (squares.of(promote(t)) | line)})
        *out++ = make_move(from, s) | PROMOTION;
      if (t == PAWN || t == BISHOP || t == ROOK) to = to.without(promoting);
      if (t == LANCE || t == KNIGHT) to = to.without(LAST_TWO_RANKS[us]);
    }
    for (Square s : Each{to & (squares.of(t) | line)}) *out++ = make_move(from, s);
  }
  const Hand hand = p.hand(us);
  if (hand.empty()) return out;
  const Bitboard empty = BOARD.without(occupied);
  for (PieceType t : {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN}) {
    if (!hand[t]) continue;
    Bitboard to = squares.of(t) & empty;
    if (t == PAWN) {
      to &= files_without(p.movers(us, PAWN));
      if (to && is_pawn_drop_mate(p, to.first())) to = Bitboard();
    }
    if (t == LANCE || t == PAWN) to = to.without(LAST_RANK[us]);
    if (t == KNIGHT) to = to.without(LAST_TWO_RANKS[us]);
    for (Square s : Each{to}) *out++ = make_drop(t, s);
  }
  return out;
}

}  // namespace komadai
