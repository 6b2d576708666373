#include "rules/impasse.h"

namespace komadai {
namespace {

using C = ImpasseCondition;

int points(const Position& p, ImpasseRule rule, Color c, const Compensation& compensation) {
  return (counts_whole_board(rule) ? all_points(p, c) : zone_points(p, c)) + compensation[c];
}

ConditionState check(const Position& p, C condition, ImpasseRule rule, Color us,
                     const Compensation& compensation, bool time_remaining) {
  const auto plain = [condition](bool met) { return ConditionState{condition, met}; };
  const auto counted = [condition](int value, int needed) {
    return ConditionState{condition, value >= needed, value, needed};
  };
  const Bitboard pieces = p.of(us);
  switch (condition) {
    case C::TURN: return plain(p.turn() == us);
    case C::TIME_REMAINING: return plain(time_remaining);
    case C::KING_IN_ZONE: return plain(has_king_in_zone(p, us));
    case C::OPPONENTS_KING_IN_ZONE: return plain(has_king_in_zone(p, ~us));
    case C::PIECES_IN_ZONE: return counted(pieces_in_zone(p, us), MIN_PIECES_IN_ZONE);
    case C::ALL_PIECES_IN_ZONE: return counted((pieces & ZONE[us]).count(), pieces.count());
    case C::PIECES_PROTECTED: {
      int guarded = 0;
      for (Square s : Each{pieces}) guarded += p.attacked(us, s, p.occupied());
      return counted(guarded, pieces.count());
    }
    case C::NOT_IN_CHECK: return plain(p.king(us) != NO_SQUARE && !p.attacked(~us, p.king(us), p.occupied()));
    case C::KING_ON_TRY_SQUARE: return plain(p.king(us) == TRY_SQUARE[us]);
    case C::POINTS: break;
  }
  return counted(points(p, rule, us, compensation),
                 rule == ImpasseRule::POINTS_27 ? POINTS_TO_WIN_27[us] : MIN_POINTS_TO_DRAW);
}

}  // namespace

std::vector<ImpasseCondition> conditions_of(ImpasseRule rule) {
  switch (rule) {
    case ImpasseRule::POINTS_24:
    case ImpasseRule::POINTS_27:
      return {C::TURN, C::TIME_REMAINING, C::KING_IN_ZONE, C::PIECES_IN_ZONE, C::NOT_IN_CHECK, C::POINTS};
    case ImpasseRule::PROTECTED:
      return {C::TURN,
              C::TIME_REMAINING,
              C::KING_IN_ZONE,
              C::OPPONENTS_KING_IN_ZONE,
              C::ALL_PIECES_IN_ZONE,
              C::PIECES_PROTECTED,
              C::NOT_IN_CHECK,
              C::POINTS};
    case ImpasseRule::ALL_IN:
      return {C::TURN,
              C::TIME_REMAINING,
              C::KING_IN_ZONE,
              C::OPPONENTS_KING_IN_ZONE,
              C::ALL_PIECES_IN_ZONE,
              C::NOT_IN_CHECK,
              C::POINTS};
    case ImpasseRule::TRY: return {C::OPPONENTS_KING_IN_ZONE, C::KING_ON_TRY_SQUARE, C::NOT_IN_CHECK};
    case ImpasseRule::TRY_ONE_KING: return {C::KING_ON_TRY_SQUARE, C::NOT_IN_CHECK};
    default: return {};
  }
}

std::vector<ConditionState> check_conditions(const Position& p, ImpasseRule rule, Color color,
                                             const Compensation& compensation, bool time_remaining) {
  std::vector<ConditionState> states;
  for (C condition : conditions_of(rule))
    states.push_back(check(p, condition, rule, color, compensation, time_remaining));
  return states;
}

std::optional<Color> declaration_winner(const Position& p, ImpasseRule rule, Color declarer,
                                        const Compensation& compensation) {
  const int needed = points_to_win(rule, declarer);
  const bool wins = needed ? points(p, rule, declarer, compensation) >= needed
                           : points(p, rule, ~declarer, compensation) < MIN_POINTS_TO_DRAW;
  return wins ? std::optional(declarer) : std::nullopt;
}

std::optional<Color> agreement_winner(const Position& p, ImpasseRule rule, const Compensation& compensation) {
  const int needed = min_points_by_agreement(rule);
  const bool black = all_points(p, BLACK) + compensation[BLACK] >= needed;
  const bool white = all_points(p, WHITE) + compensation[WHITE] >= needed;
  if (black == white) return std::nullopt;
  return black ? BLACK : WHITE;
}

}  // namespace komadai
