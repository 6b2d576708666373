// Operations on hands as multisets, and the hands of proofs and disproofs: the pieces that a mate needs, and
// the pieces that an attacker may have without a mate.
#pragma once

#include <algorithm>

#include "mate/movegen/candidates.h"
#include "rules/position.h"

namespace komadai::mate {

inline Hand larger(Hand a, Hand b) {
  Hand both;
  for (int t = PAWN; t < KING; ++t) both.set(PieceType(t), std::max(a[PieceType(t)], b[PieceType(t)]));
  return both;
}
inline Hand smaller(Hand a, Hand b) {
  Hand both;
  for (int t = PAWN; t < KING; ++t) both.set(PieceType(t), std::min(a[PieceType(t)], b[PieceType(t)]));
  return both;
}
inline Hand all_in_hands(const Position& p) {
  Hand all;
  all.counts = p.hand(BLACK).counts + p.hand(WHITE).counts;
  return all;
}

// The attacker's hand after his move (before it is made), from his hand before.
inline Hand hand_after(const Position& p, Move m, Hand hand) {
  if (is_drop(m)) {
    hand.remove(dropped_type(m));
  } else if (const Piece taken = p.at(to_of(m))) {
    hand.add(unpromote(type_of(taken)));
  }
  return hand;
}

// The hand before the attacker's move from which `hand` results. For a proof it is enough for the mate; for a
// disproof it does not mate.
inline Hand hand_before(const Position& p, Move m, Hand hand) {
  if (is_drop(m)) {
    hand.add(dropped_type(m));
  } else if (const Piece taken = p.at(to_of(m))) {
    const PieceType t = unpromote(type_of(taken));
    if (hand[t]) hand.remove(t);
  }
  return hand;
}

// The proof hand of a position with the defender to move. `needed` is the union of the hands of the mates
// after each reply. The proof is valid only while the defender has no other pieces to interpose, so the
// attacker must keep all pieces of the kinds that the defender does not have.
Hand proof_hand_of_defence(const Position& p, const Interposing& squares, Hand needed);

// The disproof hand of a position with the attacker to move. All checks fail, so the hand must not allow
// drops that give further checks.
Hand disproof_hand_of_attack(const Position& p, Hand allowed);

// The disproof hand of a position with the defender to move. If the refutation is a drop, the defender must
// keep one piece of that kind.
Hand disproof_hand_of_defence(const Position& p, Move defence, Hand allowed);

}  // namespace komadai::mate
