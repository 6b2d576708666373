#include "search/checks.h"

#include "rules/check_generation.h"
#include "rules/legality.h"

namespace komadai {
namespace {

// Writes down what checks there are, but for the pointless ones.
template <Color Us>
struct CheckWriter {
  const Position& p;
  Move* out;

  bool drop(PieceType t, Bitboard to) {
    if (t == PAWN && is_pawn_drop_mate(p, to.first())) return false;
    for (Square s : Each{to}) *out++ = make_drop(t, s);
    return false;
  }
  bool move(PieceType t, Square from, Bitboard plain, Bitboard promoted) {
    for (Square s : Each{promoted}) *out++ = make_move(from, s) | PROMOTION;
    if (t == PAWN || t == BISHOP || t == ROOK) plain = plain.without(promoted);
    if (t == LANCE || t == KNIGHT) plain = plain.without(LAST_TWO_RANKS[Us]);
    for (Square s : Each{plain}) *out++ = make_move(from, s);
    return false;
  }
  bool uncover(PieceType t, Square from, Bitboard plain, Bitboard promoted) {
    return move(t, from, plain, promoted);
  }
};

template <Color Us>
Move* write_checks(const Position& p, const Guard& guard, Move* out) {
  CheckWriter<Us> writer{p, out};
  Checks<Us>(p, guard.pinned).each(writer);
  return writer.out;
}

}  // namespace

CheckSquares::CheckSquares(const Position& p) : king_(p.king(~p.turn())) {
  if (king_ == NO_SQUARE) return;
  const Color us = p.turn();
  const Bitboard rook = rook_attacks(king_, p.occupied()), bishop = bishop_attacks(king_, p.occupied());
  const Bitboard ring = steps(~us, KING, king_);
  for (PieceType t : {PAWN, KNIGHT, SILVER, GOLD}) squares_[t] = steps(~us, t, king_);
  for (PieceType t : {PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER}) squares_[t] = squares_[GOLD];
  squares_[LANCE] = rook & TABLES.rays[forward_of(~us)][king_];
  squares_[BISHOP] = bishop;
  squares_[ROOK] = rook;
  squares_[HORSE] = bishop | ring;
  squares_[DRAGON] = rook | ring;
  uncovering_ = us == BLACK ? shields<BLACK>(p, king_, us) : shields<WHITE>(p, king_, us);
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
  if (p.king(~p.turn()) == NO_SQUARE) return out;
  return p.turn() == BLACK ? write_checks<BLACK>(p, guard, out) : write_checks<WHITE>(p, guard, out);
}

}  // namespace komadai
