// All squares a side attacks at once: steps for whole sets of pieces, lines piece by piece.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

template <Color By>
inline Bitboard stepped_squares(const Position& p) {
  constexpr Bitboard TOP = rank_squares(0), BOTTOM = rank_squares(8);
  const auto north = [](Bitboard b) { return b.without(TOP) >> 1; };
  const auto south = [](Bitboard b) { return b.without(BOTTOM) << 1; };
  const auto sides = [](Bitboard b) { return (b << 9 & BOARD) | b >> 9; };
  const auto ahead = [&](Bitboard b) { return By == BLACK ? north(b) : south(b); };
  const auto back = [&](Bitboard b) { return By == BLACK ? south(b) : north(b); };

  const Bitboard own = p.of(By);
  const Bitboard royals = (p.movers(KING) | p.movers(HORSE) | p.movers(DRAGON)) & own;
  const Bitboard golds = (p.movers(GOLD) & own) | royals;
  const Bitboard silvers = (p.movers(SILVER) & own) | royals;
  const Bitboard both = golds | silvers;
  const Bitboard fore = ahead(both);  // straight ahead of golds and silvers
  Bitboard a =
      ahead(p.movers(By, PAWN)) | fore | sides(fore) | sides(golds) | back(golds) | sides(back(silvers));
  if (const Bitboard knights = p.movers(By, KNIGHT)) a |= sides(ahead(ahead(knights)));
  return a;
}

template <Color By>
inline Bitboard swept_squares(const Position& p, Bitboard occupied) {
  Bitboard a;
  for (Square s : Each{p.movers(By, LANCE)}) a |= lance_attacks<By>(s, occupied);
  for (Square s : Each{(p.movers(BISHOP) | p.movers(HORSE)) & p.of(By)}) a |= bishop_attacks(s, occupied);
  for (Square s : Each{(p.movers(ROOK) | p.movers(DRAGON)) & p.of(By)}) a |= rook_attacks(s, occupied);
  return a;
}

inline Bitboard attacked_squares(const Position& p, Color by, Bitboard occupied) {
  return by == BLACK ? stepped_squares<BLACK>(p) | swept_squares<BLACK>(p, occupied)
                     : stepped_squares<WHITE>(p) | swept_squares<WHITE>(p, occupied);
}

}  // namespace komadai::mate
