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
  int gain = taken ? capture_value(taken) : 0;
  PieceType standing;
  if (is_drop(m)) {
    standing = dropped_type(m);
  } else {
    standing = type_of(p.at(from_of(m)));
    occupied = occupied.without(Bitboard::of(from_of(m)));
    if (is_promotion(m)) {
      gain += promotion_value(standing);
      standing = promote(standing);
    }
  }
  // How much the opponent may win back.
  int bound = gain - threshold;
  if (bound < 0) return false;
  // Even if what now stands there is lost for nothing, it is enough.
  if (capture_value(standing) <= bound) return true;

  // Nobody has to take. The opponent must win more than the bound, we then as much as is lacking to it again.
  Color side = ~p.turn();
  Bitboard attackers = p.attackers(side, to, occupied) & occupied;
  if (!attackers) return true;
  attackers |= p.attackers(~side, to, occupied) & occupied;
  while (true) {
    const bool opponent = side != p.turn();
    const Bitboard own = attackers & p.of(side);
    if (!own) return opponent;
    Square from = own.first();
    for (Square s : Each{own})
      if (RANK[type_of(p.at(s))] < RANK[type_of(p.at(from))]) from = s;
    PieceType t = type_of(p.at(from));
    occupied = occupied.without(Bitboard::of(from));
    attackers = (attackers | p.on_line(to, from, occupied)) & occupied;
    // A king can only take what nobody guards.
    if (t == KING && (attackers & p.of(~side))) return opponent;
    gain = capture_value(standing);
    if (can_promote(t) && (ZONE[side].has(to) || ZONE[side].has(from))) {
      gain += promotion_value(t);
      t = promote(t);
    }
    if (opponent ? gain <= bound : gain < bound) return opponent;
    bound = gain - bound;
    standing = t;
    side = ~side;
  }
}

}  // namespace komadai
