// Counts the moves of all pieces together, as sets. In each direction at most one piece reaches a square: the
// nearest one. So all pieces are shifted as one set per direction, and the number of moves is the number of
// set bits. Only knights and pieces that leave the promotion zone are counted separately.
#pragma once

#include <initializer_list>

#include "rules/position.h"
#include "rules/simd_bitboards.h"

namespace komadai {

constexpr Lanes four(Bitboard a, Bitboard b, Bitboard c, Bitboard d) {
  return Lanes{a.low(), a.high(), b.low(), b.high(), c.low(), c.high(), d.low(), d.high()};
}

// Distances in the directions of attacks.h: square numbers increase to the south, west, north-west and
// south-west, and decrease to the north, east, south-east and north-east.
constexpr Lanes DISTANCE{1, 1, 9, 9, 8, 8, 10, 10};
constexpr Bitboard NOT_RANK_A = BOARD.without(rank_squares(0)), NOT_RANK_I = BOARD.without(rank_squares(8));
// The destinations of steps that have not wrapped around at the end of a file.
template <Sense S>
constexpr Lanes LANDING = S == UPWARD ? four(NOT_RANK_A, BOARD, NOT_RANK_I, NOT_RANK_A)
                                      : four(NOT_RANK_I, BOARD, NOT_RANK_A, NOT_RANK_I);

// Sets of pieces by the directions in which they step or slide, as their side sees the board.
struct Steps {
  Pair forward, forward_diagonal, sideways, back, back_diagonal;
};

template <Color C, Sense S>
Lanes by_direction(const Steps& s) {
  constexpr bool forward_is_here = (C == WHITE) == (S == UPWARD);
  const Pair straight = forward_is_here ? s.forward : s.back;
  // The third lane is north-west or south-east, the fourth south-west or north-east.
  if constexpr (C == BLACK)
    return S == UPWARD ? lanes(straight, s.sideways, s.forward_diagonal, s.back_diagonal)
                       : lanes(straight, s.sideways, s.back_diagonal, s.forward_diagonal);
  else
    return S == UPWARD ? lanes(straight, s.sideways, s.back_diagonal, s.forward_diagonal)
                       : lanes(straight, s.sideways, s.forward_diagonal, s.back_diagonal);
}

struct PieceSets {
  Pair pawns, lances, silvers, golds, bishops, rooks, horses, dragons;

  PieceSets(const Position& p, Pair members)
      : pawns(pair_of(p.movers(PAWN)) & members),
        lances(pair_of(p.movers(LANCE)) & members),
        silvers(pair_of(p.movers(SILVER)) & members),
        golds(pair_of(p.movers(GOLD)) & members),
        bishops(pair_of(p.movers(BISHOP)) & members),
        rooks(pair_of(p.movers(ROOK)) & members),
        horses(pair_of(p.movers(HORSE)) & members),
        dragons(pair_of(p.movers(DRAGON)) & members) {}

  Steps promotable_steps() const { return {pawns | silvers, silvers, Pair{}, Pair{}, silvers}; }
  Steps unpromotable_steps() const {
    return {golds | horses, golds | dragons, golds | horses, golds | horses, dragons};
  }
  Steps all_steps() const {
    const Pair orthogonal = golds | horses;
    return {orthogonal | pawns | silvers, golds | silvers | dragons, orthogonal, orthogonal,
            silvers | dragons};
  }
  static Steps slides(Pair rooks, Pair bishops, Pair lances) {
    return {rooks | lances, bishops, rooks, rooks, bishops};
  }
  Steps all_slides() const { return slides(rooks | dragons, bishops | horses, lances); }
  Steps unpromotable_slides() const { return slides(dragons, horses, Pair{}); }
};

// The sliders and the empty squares that they pass: up to seven, the last step is made with the stepping
// pieces (Kogge-Stone fill).
template <Sense S>
Lanes filled(Lanes sliders, Lanes empty) {
  Lanes open = empty & LANDING<S>;
  sliders |= open & shifted<S>(sliders, DISTANCE);
  open &= shifted<S>(open, DISTANCE);
  sliders |= open & shifted<S>(sliders, 2 * DISTANCE);
  open &= shifted<S>(open, 2 * DISTANCE);
  return sliders | (open & shifted<S>(sliders, 4 * DISTANCE));
}

template <Color C, Sense S>
Lanes reached(const Steps& steps, const Steps& slides, Lanes empty) {
  const Lanes sources = by_direction<C, S>(steps) | filled<S>(by_direction<C, S>(slides), empty);
  return shifted<S>(sources, DISTANCE) & LANDING<S>;
}

template <Color C>
Bitboard knights_west(Bitboard knights) {
  if constexpr (C == BLACK) return Bitboard(knights.without(LAST_TWO_RANKS[BLACK]).bits << 7) & BOARD;
  return Bitboard(knights.without(LAST_TWO_RANKS[WHITE]).bits << 11) & BOARD;
}
template <Color C>
Bitboard knights_east(Bitboard knights) {
  if constexpr (C == BLACK) return Bitboard(knights.without(LAST_TWO_RANKS[BLACK]).bits >> 11);
  return Bitboard(knights.without(LAST_TWO_RANKS[WHITE]).bits >> 7);
}

template <Color C>
Bitboard attacked_squares(const Position& p, Bitboard occupied) {
  const PieceSets sets(p, pair_of(p.of(C)));
  const Lanes empty = broadcast(pair_of(BOARD.without(occupied)));
  const Steps steps = sets.all_steps(), slides = sets.all_slides();
  Bitboard attacked = bitboard_of(
      any_of(reached<C, UPWARD>(steps, slides, empty) | reached<C, DOWNWARD>(steps, slides, empty)));
  const Bitboard knights = p.movers(C, KNIGHT);
  attacked |= knights_west<C>(knights) | knights_east<C>(knights);
  for (Square king : Each{p.movers(C, KING)}) attacked |= komadai::steps(C, KING, king);
  return attacked;
}

// The number of king moves to these squares; -1 in check.
template <Color Us>
int count_king_moves(const Position& p, Bitboard targets) {
  const Square king = p.king(Us);
  const Bitboard attacked = attacked_squares<~Us>(p, p.occupied().without(Bitboard::of(king)));
  if (attacked.has(king)) return -1;
  return (steps(Us, KING, king) & targets).without(attacked).count();
}

template <Color Us>
int count_free_pieces(const Position& p, Bitboard free, Bitboard targets) {
  const Bitboard occupied = p.occupied();
  const PieceSets sets(p, pair_of(free));
  const Lanes empty = broadcast(pair_of(BOARD.without(occupied)));
  const Lanes to = broadcast(pair_of(targets));
  const Lanes in_zone = broadcast(pair_of(targets & ZONE[Us]));
  const Steps steps = sets.all_steps(), slides = sets.all_slides();
  const Lanes up = reached<Us, UPWARD>(steps, slides, empty);
  const Lanes down = reached<Us, DOWNWARD>(steps, slides, empty);

  // The moves of pieces that cannot promote, to exclude them from the promotions.
  const Steps unpromotable_steps = sets.unpromotable_steps();
  Lanes unpromotable_up = by_direction<Us, UPWARD>(unpromotable_steps),
        unpromotable_down = by_direction<Us, DOWNWARD>(unpromotable_steps);
  if (bitboard_of(sets.horses | sets.dragons)) {
    const Steps unpromotable_slides = sets.unpromotable_slides();
    unpromotable_up |= filled<UPWARD>(by_direction<Us, UPWARD>(unpromotable_slides), empty);
    unpromotable_down |= filled<DOWNWARD>(by_direction<Us, DOWNWARD>(unpromotable_slides), empty);
  }
  unpromotable_up = shifted<UPWARD>(unpromotable_up, DISTANCE);
  unpromotable_down = shifted<DOWNWARD>(unpromotable_down, DISTANCE);
  int moves =
      count_bits(up & to, down & to, up & ~unpromotable_up & in_zone, down & ~unpromotable_down & in_zone);

  // A pawn or lance on the last rank has no plain move.
  const Quad ahead = first_half(Us == BLACK ? down : up);
  const Bitboard at_end = bitboard_of(Pair{ahead[0], ahead[1]}) & targets & LAST_RANK[Us];
  if (at_end) {
    moves -= (forward<Us>(bitboard_of(sets.pawns)) & at_end).count();
    for (Square s : Each{bitboard_of(sets.lances)})
      moves -= (lance_attacks<Us>(s, occupied) & at_end).count();
  }

  // Pieces that leave the zone may promote too.
  const Bitboard leaving = bitboard_of(sets.silvers | sets.bishops | sets.rooks) & ZONE[Us];
  for (Square s : Each{leaving})
    moves += piece_attacks<Us>(type_of(p.at(s)), s, occupied)
                 .without(ZONE[Us])
                 .without(BOARD.without(targets))
                 .count();

  if (const Bitboard knights = p.movers(KNIGHT) & free)
    for (Bitboard landed : {knights_west<Us>(knights) & targets, knights_east<Us>(knights) & targets})
      moves += landed.without(LAST_TWO_RANKS[Us]).count() + (landed & ZONE[Us]).count();
  return moves;
}

}  // namespace komadai
