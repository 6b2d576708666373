#include "mate/hands.h"

namespace komadai::mate {
namespace {

// Where a piece of this type could be dropped at all, disregarding uchifuzume.
Bitboard droppable(const Position& p, Color us, PieceType t) {
  Bitboard to = BOARD.without(p.occupied());
  if (t == PAWN) to &= files_without(p.movers(us, PAWN));
  if (t == PAWN || t == LANCE) to = to.without(LAST_RANK[us]);
  if (t == KNIGHT) to = to.without(LAST_TWO_RANKS[us]);
  return to;
}

}  // namespace

Hand proof_hand_of_defence(const Position& p, Bitboard open, Hand needed) {
  if (!open) return needed;
  const Color us = p.turn();
  for (int i = PAWN; i < KING; ++i) {
    const PieceType t = PieceType(i);
    if (!p.hand(us)[t] && p.hand(~us)[t] && (droppable(p, us, t) & open)) needed.set(t, p.hand(~us)[t]);
  }
  return needed;
}

Hand disproof_hand_of_attack(const Position& p, Hand allowed) {
  const Color us = p.turn();
  const Square king = p.king(~us);
  for (int i = PAWN; i < KING; ++i) {
    const PieceType t = PieceType(i);
    if (p.hand(us)[t] || !allowed[t]) continue;
    if (piece_attacks(~us, t, king, p.occupied()) & droppable(p, us, t)) allowed.set(t, 0);
  }
  return allowed;
}

Hand disproof_hand_of_defence(const Position& p, Move defence, Hand allowed) {
  if (!is_drop(defence)) return allowed;
  const PieceType t = dropped_type(defence);
  const int most = p.hand(BLACK)[t] + p.hand(WHITE)[t] - 1;
  if (allowed[t] > most) allowed.set(t, most);
  return allowed;
}

}  // namespace komadai::mate
