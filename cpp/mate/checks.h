// Every legal move that gives check, found from the king outwards: from which squares would each type
// check, and who gets there? Made for the leaves of searches: a template that hands each find to a
// visitor, so that who wants only some of them pays only for those.
#pragma once

#include <initializer_list>

#include "rules/position.h"

namespace komadai::mate {

// The sliders of one side that attack a square when these squares are occupied.
template <Color By>
inline Bitboard sliders_at(const Position& p, Square s, Bitboard occupied) {
  Bitboard found;
  if (const Bitboard b = (p.movers(BISHOP) | p.movers(HORSE)) & p.of(By) & TABLES.diagonals[s])
    found = bishop_attacks(s, occupied) & b;
  if (const Bitboard r = (p.movers(ROOK) | p.movers(DRAGON)) & p.of(By) & TABLES.orthogonals[s])
    found |= rook_attacks(s, occupied) & r;
  if (const Bitboard l = p.movers(LANCE) & p.of(By) & TABLES.rays[opposite(forward_of(By))][s])
    found |= lance_attacks<~By>(s, occupied) & l;
  return found;
}

// Pieces of `own` that stand alone between a square and a slider of `By` that looks at it.
template <Color By>
inline Bitboard shields(const Position& p, Square s, Color own) {
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

// From where a step can bring a piece of this type, promoted by it or not, to give check to a king on
// this square: who stands elsewhere need not be looked at.
struct Approaches {
  Bitboard from[2][SQUARES][GOLD + 1];
  Approaches();
};
extern const Approaches APPROACHES;

// Us is to move. The other side must have a king, which is not in check.
template <Color Us>
class Checks {
 public:
  explicit Checks(const Position& p)
      : p_(p), king(p.king(~Us)), own_king(p.king(Us)), occupied(p.occupied()) {
    uncovering = shields<Us>(p, king, Us);
    reachable = BOARD.without(p.of(Us) | p.movers(KING));
    droppable = BOARD.without(occupied);
    if (own_king == NO_SQUARE) return;
    pinned = shields<~Us>(p, own_king, Us);
    const Bitboard checkers = p.checkers();
    if (!checkers) return;
    const Bitboard blocks = between(own_king, checkers.first());
    targets = checkers.more_than_one() ? Bitboard() : blocks | checkers;
    droppable &= targets;
    immobile = pinned;
  }

  // Calls, until one of them returns true (as it does then):
  //   visit.drop(type, squares); the pawn's may be uchifuzume
  //   visit.move(type, from, plain, promoted): where a piece checks by itself, as it is and promoted; a type
  //     of GOLD stands for all that move like one
  //   visit.uncover(type, from, plain, promoted): the same of a piece that another one stands behind
  template <class Visitor>
  bool each(Visitor& visit) {
    find_squares();
    const Hand hand = p_.hand(Us);
    if (!hand.empty() && droppable)
      for (PieceType t : {GOLD, SILVER, ROOK, BISHOP, KNIGHT, LANCE, PAWN})
        if (hand[t])
          if (const Bitboard to = drops_of(t); to && visit.drop(t, to)) return true;
    const Bitboard free = p_.of(Us).without(uncovering | immobile);
    for (PieceType t : {GOLD, SILVER, KNIGHT, PAWN})
      for (Square from : Each{p_.movers(t) & free & APPROACHES.from[Us][king][t]})
        if (direct(visit, t, from, steps(Us, t, from))) return true;
    for (PieceType t : {DRAGON, HORSE, ROOK, BISHOP, LANCE})
      for (Square from : Each{p_.movers(t) & free})
        if (direct(visit, t, from, piece_attacks<Us>(t, from, occupied))) return true;
    for (Square from : Each{uncovering.without(immobile)})
      if (discovered(visit, from)) return true;
    return false;
  }

 private:
  void find_squares() {
    const Bitboard ring = steps(~Us, KING, king);
    at_[ROOK] = rook_attacks(king, occupied);
    at_[BISHOP] = bishop_attacks(king, occupied);
    at_[DRAGON] = at_[ROOK] | ring;
    at_[HORSE] = at_[BISHOP] | ring;
    at_[LANCE] = at_[ROOK] & TABLES.rays[opposite(forward_of(Us))][king];
    for (PieceType t : {PAWN, KNIGHT, SILVER, GOLD}) at_[t] = steps(~Us, t, king);
  }
  Bitboard at_promoted(PieceType t) const { return at_[t == ROOK ? DRAGON : t == BISHOP ? HORSE : GOLD]; }

  Bitboard drops_of(PieceType t) const {
    Bitboard to = at_[t] & droppable;
    if (t == PAWN) to &= files_without(p_.movers(Us, PAWN));
    if (t == LANCE || t == PAWN) to = to.without(LAST_RANK[Us]);
    if (t == KNIGHT) to = to.without(LAST_TWO_RANKS[Us]);
    return to;
  }

  template <class Visitor>
  bool direct(Visitor& visit, PieceType t, Square from, Bitboard attacks) {
    attacks &= reachable & targets;
    if (pinned.has(from)) attacks &= line_beyond(own_king, from);
    const Bitboard promoted = promoting(t, from, attacks & at_promoted(t));
    const Bitboard plain = staying(t, attacks & at_[t]);
    return (plain | promoted) && visit.move(t, from, plain, promoted);
  }

  template <class Visitor>
  bool discovered(Visitor& visit, Square from) {
    const PieceType t = type_of(p_.at(from));
    const Bitboard off_line = BOARD.without(line_beyond(king, from));
    Bitboard attacks = piece_attacks<Us>(t, from, occupied) & reachable;
    if (t == KING) {
      if (from != own_king) return false;  // one too many, on an unfinished board
      const Bitboard without_king = occupied.without(Bitboard::of(from));
      Bitboard safe;
      for (Square s : Each{attacks & off_line})
        if (!p_.attacked(~Us, s, without_king)) safe |= Bitboard::of(s);
      return safe && visit.uncover(t, from, safe, Bitboard());
    }
    attacks &= targets;
    if (pinned.has(from)) attacks &= line_beyond(own_king, from);
    const PieceType kind = is_promoted(t) && t < HORSE ? GOLD : t;
    const Bitboard promoted =
        can_promote(t) ? promoting(t, from, attacks & (at_promoted(t) | off_line)) : Bitboard();
    const Bitboard plain = staying(t, attacks & (at_[kind] | off_line));
    return (plain | promoted) && visit.uncover(kind, from, plain, promoted);
  }

  static Bitboard promoting(PieceType t, Square from, Bitboard to) {
    if (!can_promote(t)) return Bitboard();
    return ZONE[Us].has(from) ? to : to & ZONE[Us];
  }
  static Bitboard staying(PieceType t, Bitboard to) {
    if (t == PAWN || t == LANCE) return to.without(LAST_RANK[Us]);
    return t == KNIGHT ? to.without(LAST_TWO_RANKS[Us]) : to;
  }

  const Position& p_;

 public:
  const Square king, own_king;
  const Bitboard occupied;
  Bitboard uncovering;            // own pieces with an own slider behind them, alone before the king
  Bitboard pinned;                // to the own king
  Bitboard reachable, droppable;  // where there is room
  Bitboard targets = BOARD;       // in check: what takes the checker or shields from it

 private:
  Bitboard immobile;  // in check the pinned can't help
  Bitboard at_[PIECE_TYPES];
};

}  // namespace komadai::mate
