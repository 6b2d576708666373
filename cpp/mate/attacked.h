// All squares a side attacks at once: steps for whole sets of pieces, lines piece by piece.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

inline Bitboard attacked_squares(const Position& p, Color by, Bitboard occupied) {
  constexpr Bitboard TOP = rank_squares(0), BOTTOM = rank_squares(8);
  const auto north = [](Bitboard b) { return b.without(TOP) >> 1; };
  const auto south = [](Bitboard b) { return b.without(BOTTOM) << 1; };
  const auto sides = [](Bitboard b) { return (b << 9 & BOARD) | b >> 9; };
  const auto ahead = [&](Bitboard b) { return by == BLACK ? north(b) : south(b); };
  const auto back = [&](Bitboard b) { return by == BLACK ? south(b) : north(b); };

  const Bitboard royals = p.movers(by, KING) | p.movers(by, HORSE) | p.movers(by, DRAGON);
  const Bitboard golds = p.movers(by, GOLD) | royals;
  const Bitboard silvers = p.movers(by, SILVER) | royals;
  const Bitboard both = golds | silvers;
  const Bitboard fore = ahead(both);  // straight ahead of golds and silvers
  Bitboard a =
      ahead(p.movers(by, PAWN)) | fore | sides(fore) | sides(golds) | back(golds) | sides(back(silvers));
  if (const Bitboard knights = p.movers(by, KNIGHT)) a |= sides(ahead(ahead(knights)));
  for (Square s : Each{p.movers(by, LANCE)})
    a |= by == BLACK ? lance_attacks<BLACK>(s, occupied) : lance_attacks<WHITE>(s, occupied);
  for (Square s : Each{p.movers(by, BISHOP) | p.movers(by, HORSE)}) a |= bishop_attacks(s, occupied);
  for (Square s : Each{p.movers(by, ROOK) | p.movers(by, DRAGON)}) a |= rook_attacks(s, occupied);
  return a;
}

}  // namespace komadai::mate
