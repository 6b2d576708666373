#include "search/see.h"

#include "eval/values.h"

namespace komadai {
namespace {

// The order in which pieces are risked: pawn first, then the cheaper ones, the king last.
constexpr int RANK[PIECE_TYPES] = {99, 0, 1, 2, 6, 9, 10, 8, 13, 3, 4, 5, 7, 11, 12};

}  // namespace

bool exchange_gains(const Position& p, Move m, int threshold) {
  const Square to = to_of(m);
  const PieceType taken = type_of(p.at(to));
  Bitboard occupied = p.occupied() | Bitboard::of(to);
  // gains[n]: what the side that makes the n-th capture has won by then, if it were the last.
  int gains[40];
  gains[0] = taken ? capture_value(taken) : 0;
  PieceType standing;
  if (is_drop(m)) {
    standing = dropped_type(m);
  } else {
    standing = type_of(p.at(from_of(m)));
    occupied = occupied.without(Bitboard::of(from_of(m)));
    if (is_promotion(m)) {
      gains[0] += promotion_value(standing);
      standing = promote(standing);
    }
  }
  if (gains[0] < threshold) return false;
  // Even if what now stands there is lost for nothing, it is enough.
  if (gains[0] - capture_value(standing) >= threshold) return true;

  Color side = ~p.turn();
  int last = 0;
  while (last < 39) {
    const Bitboard attackers = p.attackers(side, to, occupied) & occupied;
    if (!attackers) break;
    Square from = attackers.first();
    for (Square s : Each{attackers})
      if (RANK[type_of(p.at(s))] < RANK[type_of(p.at(from))]) from = s;
    PieceType t = type_of(p.at(from));
    occupied = occupied.without(Bitboard::of(from));
    // A king can only take what nobody guards.
    if (t == KING && (p.attackers(~side, to, occupied) & occupied)) break;
    int gain = capture_value(standing) - gains[last];
    if (can_promote(t) && (ZONE[side].has(to) || ZONE[side].has(from))) {
      gain += promotion_value(t);
      t = promote(t);
    }
    gains[++last] = gain;
    standing = t;
    side = ~side;
  }
  // Backwards: nobody has to take.
  for (; last > 0; --last)
    if (gains[last] > -gains[last - 1]) gains[last - 1] = -gains[last];
  return gains[0] >= threshold;
}

}  // namespace komadai
