// The squares that a side attacks at least once and at least twice, computed by shifting whole sets of
// pieces.
#pragma once

#include "rules/position.h"

namespace komadai {

struct AttackCounts {
  Bitboard once, twice;  // attacked by at least one, at least two pieces, king excepted
  Bitboard pawns;        // by pawns
  Bitboard king;         // by the king

  void add(Bitboard squares) {
    twice |= once & squares;
    once |= squares;
  }
};

// By pawns, knights, silvers and golds.
template <Color C>
AttackCounts step_attack_counts(const Position& p) {
  AttackCounts c;
  c.pawns = c.once = forward<C>(p.movers(C, PAWN));
  if (const Bitboard knights = p.movers(C, KNIGHT)) {
    const Bitboard ahead = forward<C>(forward<C>(knights));
    c.add(to_left(ahead));
    c.add(to_right(ahead));
  }
  const Bitboard silvers = p.movers(C, SILVER), golds = p.movers(C, GOLD);
  const Bitboard both = silvers | golds, ahead = forward<C>(both);
  c.add(ahead);
  c.add(to_left(ahead));
  c.add(to_right(ahead));
  const Bitboard behind = forward<~C>(silvers);
  c.add(to_left(behind));
  c.add(to_right(behind));
  c.add(to_left(golds));
  c.add(to_right(golds));
  c.add(forward<~C>(golds));
  return c;
}

// `slides(type, squares)` is called for every slider with the squares that it attacks.
template <Color C, class Slides>
AttackCounts attack_counts(const Position& p, Slides&& slides) {
  AttackCounts c = step_attack_counts<C>(p);
  const Bitboard occupied = p.occupied();
  const auto slide = [&]<PieceType t>() {
    for (Square s : Each{p.movers(C, t)}) {
      const Bitboard reach = piece_attacks<C>(t, s, occupied);
      c.add(reach);
      slides(t, reach);
    }
  };
  slide.template operator()<LANCE>();
  slide.template operator()<BISHOP>();
  slide.template operator()<ROOK>();
  slide.template operator()<HORSE>();
  slide.template operator()<DRAGON>();
  if (p.king(C) != NO_SQUARE) c.king = steps(C, KING, p.king(C));
  return c;
}

}  // namespace komadai
