#include "search/see.h"

#include "eval/values.h"

namespace komadai {
namespace {

// The order in which pieces capture: pawn first, then by value, the king last.
constexpr int CAPTURE_ORDER[PIECE_TYPES] = {99, 0, 1, 2, 6, 9, 10, 8, 13, 3, 4, 5, 7, 11, 12};

}  // namespace

bool see_ge(const Position& p, Move m, int threshold) {
  const Square to = to_of(m);
  const PieceType captured = type_of(p.at(to));
  Bitboard occupied = p.occupied() | Bitboard::of(to);
  int gain = captured ? capture_value(captured) : 0;
  PieceType on_square;
  if (is_drop(m)) {
    on_square = dropped_type(m);
  } else {
    on_square = type_of(p.at(from_of(m)));
    occupied = occupied.without(Bitboard::of(from_of(m)));
    if (is_promotion(m)) {
      gain += promotion_value(on_square);
      on_square = promote(on_square);
    }
  }
  // The maximum that the opponent may win back.
  int bound = gain - threshold;
  if (bound < 0) return false;
  // Enough even if the piece on the square is lost without compensation.
  if (capture_value(on_square) <= bound) return true;

  // Capturing is optional. The opponent must win more than the bound, then we must win back at least what is
  // missing to it.
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
      if (CAPTURE_ORDER[type_of(p.at(s))] < CAPTURE_ORDER[type_of(p.at(from))]) from = s;
    PieceType t = type_of(p.at(from));
    occupied = occupied.without(Bitboard::of(from));
    attackers = (attackers | p.on_line(to, from, occupied)) & occupied;
    // A king cannot capture a guarded piece.
    if (t == KING && (attackers & p.of(~side))) return opponent;
    gain = capture_value(on_square);
    if (can_promote(t) && (ZONE[side].has(to) || ZONE[side].has(from))) {
      gain += promotion_value(t);
      t = promote(t);
    }
    if (opponent ? gain <= bound : gain < bound) return opponent;
    bound = gain - bound;
    on_square = t;
    side = ~side;
  }
}

}  // namespace komadai
