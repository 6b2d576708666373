// Impasse (jishogi): points, declarations and tries under each impasse rule. The rules and their sources are
// described in src/komadai/impasse.py, which puts the results into words.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/position.h"

namespace komadai {

enum class ImpasseRule : uint8_t {
  NONE,
  AGREED,
  POINTS_24,
  POINTS_27,
  POINTS_27_PLAIN,
  PROTECTED,
  ALL_IN,
  TRY,
  TRY_ONE_KING,
};
constexpr int IMPASSE_RULES = 9;
// The rules' names in files and options, in the order of the enumeration.
constexpr std::array<std::string_view, IMPASSE_RULES> IMPASSE_RULE_KEYS = {
    "none", "agreed", "24-point", "27-point", "27-plain", "protected", "all-in", "try", "try-one-king",
};

// Points below which a side loses under the rules that count for a draw.
constexpr int MIN_POINTS_TO_DRAW = 24;
// Points that win a declaration under the 24-point rule, and under the 27-point rule (Black, White).
constexpr int POINTS_TO_WIN_24 = 31, POINTS_TO_WIN_27[2] = {28, 27};
// Points that win under the plain 27-point rule.
constexpr int POINTS_TO_WIN_27_PLAIN = 27;
// Pieces other than the king that a declaration by points needs in the promotion zone.
constexpr int MIN_PIECES_IN_ZONE = 10;
// The square that Black's king, and White's, must reach under the try rules: 5a, 5i.
constexpr Square TRY_SQUARE[2] = {make_square(4, 0), make_square(4, 8)};

// Points added to Black's and to White's: those of the pieces that the giver of a handicap removed.
using Compensation = std::array<int, 2>;

// A rook or bishop, promoted or not, counts five points, every other piece but the king one: the pieces on
// these squares and those in hand.
inline int points_on(const Position& p, Color c, Bitboard squares) {
  const Bitboard pieces = (p.of(c) & squares).without(p.movers(KING));
  const Bitboard big = p.movers(BISHOP) | p.movers(ROOK) | p.movers(HORSE) | p.movers(DRAGON);
  const Hand hand = p.hand(c);
  int points = pieces.count() + 4 * ((pieces & big).count() + hand[BISHOP] + hand[ROOK]);
  for (int t = PAWN; t <= GOLD; ++t) points += hand[PieceType(t)];
  return points;
}
// For a declaration by points: pieces in the promotion zone and in hand.
inline int zone_points(const Position& p, Color c) { return points_on(p, c, ZONE[c]); }
// For a count of both sides: all pieces.
inline int all_points(const Position& p, Color c) { return points_on(p, c, BOARD); }

inline bool has_king_in_zone(const Position& p, Color c) {
  return p.king(c) != NO_SQUARE && ZONE[c].has(p.king(c));
}
inline int pieces_in_zone(const Position& p, Color c) {
  return (p.of(c) & ZONE[c]).without(p.movers(KING)).count();
}

constexpr bool has_try(ImpasseRule rule) {
  return rule == ImpasseRule::TRY || rule == ImpasseRule::TRY_ONE_KING;
}
// Whether the rule counts all pieces, or only those in the promotion zone and in hand.
constexpr bool counts_whole_board(ImpasseRule rule) {
  return rule == ImpasseRule::AGREED || rule == ImpasseRule::POINTS_27_PLAIN ||
         rule == ImpasseRule::PROTECTED || rule == ImpasseRule::ALL_IN;
}
// Points that win by a declaration that counts the own points only; 0: the rule has no such declaration.
constexpr int points_to_win(ImpasseRule rule, Color c) {
  return rule == ImpasseRule::POINTS_24   ? POINTS_TO_WIN_24
         : rule == ImpasseRule::POINTS_27 ? POINTS_TO_WIN_27[c]
                                          : 0;
}
// Points below which a side loses when the players agree on an impasse; 0: they cannot agree.
constexpr int min_points_by_agreement(ImpasseRule rule) {
  if (rule == ImpasseRule::POINTS_27_PLAIN) return POINTS_TO_WIN_27_PLAIN;
  return rule == ImpasseRule::POINTS_24 || counts_whole_board(rule) ? MIN_POINTS_TO_DRAW : 0;
}

// Whether the side to move, which must not be in check, wins by declaring its points.
inline bool wins_by_points(const Position& p, ImpasseRule rule, const Compensation& compensation) {
  const Color us = p.turn();
  const int needed = points_to_win(rule, us);
  return needed && has_king_in_zone(p, us) && pieces_in_zone(p, us) >= MIN_PIECES_IN_ZONE &&
         zone_points(p, us) + compensation[us] >= needed;
}

// Whether the side that has just played this move has won by a try. Only the king's own move to the square
// wins: a king that already stands there when the other king enters does not.
inline bool wins_by_try(const Position& p, ImpasseRule rule, Move last) {
  const Color us = ~p.turn();
  const Square target = TRY_SQUARE[us];
  if (!has_try(rule) || !last || p.king(us) != target || to_of(last) != target) return false;
  return rule == ImpasseRule::TRY_ONE_KING || has_king_in_zone(p, ~us);
}

// The conditions of a declaration, or of a win by try.
enum class ImpasseCondition : uint8_t {
  TURN,
  TIME_REMAINING,
  KING_IN_ZONE,
  OPPONENTS_KING_IN_ZONE,
  PIECES_IN_ZONE,
  ALL_PIECES_IN_ZONE,
  PIECES_PROTECTED,
  NOT_IN_CHECK,
  KING_ON_TRY_SQUARE,
  POINTS,
};
constexpr std::array<std::string_view, 10> IMPASSE_CONDITION_KEYS = {
    "turn",
    "time_remaining",
    "king_in_zone",
    "opponents_king_in_zone",
    "pieces_in_zone",
    "all_pieces_in_zone",
    "pieces_protected",
    "not_in_check",
    "king_on_try_square",
    "points",
};

// Returns the conditions of a rule, in display order. Empty if the rule has neither a declaration nor a try.
std::vector<ImpasseCondition> conditions_of(ImpasseRule rule);

struct ConditionState {
  ImpasseCondition condition;
  bool met;
  int value = -1, needed = -1;  // where the condition counts something
};

// The conditions of a declaration or try by this side, and how far each is met.
std::vector<ConditionState> check_conditions(const Position& position, ImpasseRule rule, Color color,
                                             const Compensation& compensation, bool time_remaining);

// The winner of a declaration all of whose conditions are met; none: a draw.
std::optional<Color> declaration_winner(const Position& position, ImpasseRule rule, Color declarer,
                                        const Compensation& compensation);

// The winner if both players agree on an impasse; none: a draw. Under a rule with an agreement only.
std::optional<Color> agreement_winner(const Position& position, ImpasseRule rule,
                                      const Compensation& compensation);

}  // namespace komadai
