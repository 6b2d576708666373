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

// The hand that is enough before the attacker's move if `hand` is after it. For a disproof: the
// hand that still does not mate.
inline Hand hand_before(const Position& p, Move m, Hand hand) {
  if (is_drop(m)) {
    hand.add(dropped_type(m));
  } else if (const Piece taken = p.at(to_of(m))) {
    const PieceType t = unpromote(type_of(taken));
    if (hand[t]) hand.remove(t);
  }
  return hand;
}

// A proof says that no interposition on the open squares saves the defender. Of the pieces that he
// has none of, the attacker must then keep having them all. `needed` is what the mates after the moves
// that there are take.
Hand proof_hand_of_defence(const Position& p, const Interposing& squares, Hand needed);

// A disproof says that all checks fail: a hand that gives other checks is not covered by it.
Hand disproof_hand_of_attack(const Position& p, Hand allowed);

// A move that the defender has whatever the attacker holds, or with all but one of a piece to drop.
Hand disproof_hand_of_defence(const Position& p, Move defence, Hand allowed);

}  // namespace komadai::mate
