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

// A lance, bishop, rook, horse or dragon and the squares it attacks.
struct Slider {
  Square at;
  PieceType type;
  Color color;
  Bitboard reach;
};

struct Sliders {
  static constexpr int MOST = 16;  // on an edited board there may be more; they are passed over
  Slider each[MOST];
  int count = 0;
};

// Towards file 9 and towards file 1.
constexpr Bitboard to_left(Bitboard b) { return (b << 9) & BOARD; }
constexpr Bitboard to_right(Bitboard b) { return b >> 9; }

template <Color C>
Control control(const Position& p, Sliders& sliders) {
  Control c;
  const Bitboard occupied = p.occupied();
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
  const auto slide = [&]<PieceType t>() {
    for (Square s : Each{p.movers(C, t)}) {
      const Bitboard reach = piece_attacks<C>(t, s, occupied);
      c.add(reach);
      if (sliders.count < Sliders::MOST) sliders.each[sliders.count++] = {s, t, C, reach};
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
