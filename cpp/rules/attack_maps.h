// The squares that a side attacks, without the number of attackers. Stepping pieces are shifted as whole
// sets. (step_attack_counts, which also finds squares attacked twice, takes 1.7 times as long, and mate_in_1
// needs the squares at every leaf.)
#pragma once

#include "rules/position.h"

namespace komadai {

template <Color By>
inline Bitboard stepped_squares(const Position& p) {
  const auto sides = [](Bitboard b) { return to_left(b) | to_right(b); };
  const auto ahead = [](Bitboard b) { return forward<By>(b); };
  const auto back = [](Bitboard b) { return forward<~By>(b); };

  const Bitboard own = p.of(By);
  const Bitboard royals = (p.movers(KING) | p.movers(HORSE) | p.movers(DRAGON)) & own;
  const Bitboard golds = (p.movers(GOLD) & own) | royals;
  const Bitboard silvers = (p.movers(SILVER) & own) | royals;
  const Bitboard both = golds | silvers;
  const Bitboard fore = ahead(both);  // in front of golds and silvers
  const Bitboard knights = p.movers(KNIGHT) & own;
  return ahead(p.movers(PAWN) & own) | fore | back(golds) |
         sides(fore | golds | back(silvers) | ahead(ahead(knights)));
}

// Which of these squares a side attacks. Meant for few squares: sliders that cannot reach them are skipped.
template <Color By>
inline Bitboard attacked_among(const Position& p, Bitboard squares, Bitboard occupied) {
  if (!squares) return squares;
  Bitboard a = stepped_squares<By>(p);
  for (Square s : Each{p.movers(By, LANCE)})
    if (TABLES.rays[forward_of(By)][s] & squares) a |= lance_attacks<By>(s, occupied);
  for (Square s : Each{(p.movers(BISHOP) | p.movers(HORSE)) & p.of(By)})
    if (TABLES.diagonals[s] & squares) a |= bishop_attacks(s, occupied);
  for (Square s : Each{(p.movers(ROOK) | p.movers(DRAGON)) & p.of(By)})
    if (TABLES.orthogonals[s] & squares) a |= rook_attacks(s, occupied);
  return a & squares;
}
inline Bitboard attacked_among(const Position& p, Color by, Bitboard squares, Bitboard occupied) {
  return by == BLACK ? attacked_among<BLACK>(p, squares, occupied)
                     : attacked_among<WHITE>(p, squares, occupied);
}

}  // namespace komadai
