// Which squares a side attacks, and which of them twice: whole sets of pieces move at once.
#pragma once

#include "rules/position.h"

namespace komadai {

struct Control {
  Bitboard once, twice;  // by at least one, at least two pieces; the king not counted
  Bitboard pawns;        // by pawns
  Bitboard king;         // by the king

  void add(Bitboard squares) {
    twice |= once & squares;
    once |= squares;
  }
};

// Without the king, and without the steps and lines of lances, bishops, rooks, horses and dragons.
template <Color C>
Control control_by_steps(const Position& p) {
  Control c;
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

// `slides(type, squares)` is told of every slider and what it attacks.
template <Color C, class Slides>
Control control(const Position& p, Slides&& slides) {
  Control c = control_by_steps<C>(p);
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
