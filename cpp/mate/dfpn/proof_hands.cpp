#include "mate/dfpn/proof_hands.h"

#include "mate/movegen/futile_interposition.h"

namespace komadai::mate {

Hand proof_hand_of_defence(const Position& p, const Interposing& squares, Hand needed) {
  if (!squares.open && !squares.as_now) return needed;
  const Color us = p.turn();
  for (int i = PAWN; i < KING; ++i) {
    const PieceType t = PieceType(i);
    if (p.hand(us)[t] || !p.hand(~us)[t]) continue;
    if (squares.as_now || (droppable(p, us, t) & squares.open)) needed.set(t, p.hand(~us)[t]);
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
  const int max = p.hand(BLACK)[t] + p.hand(WHITE)[t] - 1;
  if (allowed[t] > max) allowed.set(t, max);
  return allowed;
}

}  // namespace komadai::mate
