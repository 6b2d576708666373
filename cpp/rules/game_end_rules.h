// Ends of a game other than mate, as far as a search needs them: declaration of a win (入玉宣言), the try
// rule, and a limit on the number of moves.
#pragma once

#include "rules/position.h"

namespace komadai {

struct GameRules {
  // Points that win by declaration, for Black and for White; 0: nobody can declare.
  int declare[2] = {0, 0};
  // Points added to a side's own (the giver of a handicap has them for the pieces it gave).
  int bonus[2] = {0, 0};
  // The try rule: how many kings must have entered (1: only the one that arrives, 2: both) for a king
  // to win by moving to the square where the other king began; 0: no try rule.
  int try_kings = 0;
  // The number of moves after which the game is a draw; 0: none.
  int max_moves = 0;
};

constexpr Square TRY_SQUARE[2] = {make_square(4, 0), make_square(4, 8)};

// Whether the side to move, which is not in check, wins by declaring now.
inline bool can_declare(const Position& p, const GameRules& rules) {
  const Color us = p.turn();
  const Square king = p.king(us);
  if (!rules.declare[us] || king == NO_SQUARE || !ZONE[us].has(king)) return false;
  const Bitboard inside = (p.of(us) & ZONE[us]).without(p.movers(KING));
  const int count = inside.count();
  if (count < 10) return false;
  const Bitboard big = p.movers(BISHOP) | p.movers(ROOK) | p.movers(HORSE) | p.movers(DRAGON);
  const Hand hand = p.hand(us);
  int points = count + 4 * (inside & big).count() + 5 * (hand[BISHOP] + hand[ROOK]) + rules.bonus[us];
  for (int t = PAWN; t <= GOLD; ++t)
    if (t != BISHOP && t != ROOK) points += hand[PieceType(t)];
  return points >= rules.declare[us];
}

// Whether the side that has just played this move has won by the try rule. Only the king's own move
// to the square wins: a king that already stands there when the other king enters has to come again.
inline bool has_tried(const Position& p, const GameRules& rules, Move last) {
  const Color us = p.turn();
  const Square target = TRY_SQUARE[~us];
  if (!rules.try_kings || !last || p.king(~us) != target || to_of(last) != target) return false;
  return rules.try_kings == 1 || (p.king(us) != NO_SQUARE && ZONE[us].has(p.king(us)));
}

}  // namespace komadai
