#include "env/game_end.h"

#include <algorithm>

namespace komadai::env {
namespace {

// Whether the side to move may declare under this rule without losing.
bool can_declare(const Position& p, const GameRules& rules) {
  // Every rule with a declaration asks for the king in the zone, which is rare and quickly checked.
  if (has_try(rules.impasse) || !has_king_in_zone(p, p.turn())) return false;
  const auto states = check_conditions(p, rules.impasse, p.turn(), rules.compensation, true);
  return !states.empty() && std::all_of(states.begin(), states.end(), [](const auto& s) { return s.met; });
}

}  // namespace

GameEnd game_end(const Game& game, const GameRules& rules, bool has_legal_moves, bool may_be_fourth) {
  const Position& p = game.position;
  const Color mover = ~p.turn();
  if (!has_legal_moves) return {p.in_check() ? Ending::CHECKMATE : Ending::NO_LEGAL_MOVES, 1};
  if (may_be_fourth && game.occurrences() >= 4) {
    const auto only_checks = game.only_checks_since_first_occurrence();
    if (only_checks[BLACK] == only_checks[WHITE]) return {Ending::SENNICHITE, 0};
    return {Ending::PERPETUAL_CHECK, only_checks[mover] ? -1 : 1};
  }
  if (!game.history.empty() && wins_by_try(p, rules.impasse, game.history.back().move))
    return {Ending::TRY, 1};
  if (can_declare(p, rules)) {
    const auto winner = declaration_winner(p, rules.impasse, p.turn(), rules.compensation);
    return {Ending::IMPASSE_DECLARATION, winner ? *winner == mover ? 1 : -1 : 0};
  }
  if (rules.max_moves && game.history.size() >= size_t(rules.max_moves)) return {Ending::MOVE_LIMIT, 0};
  return {};
}

}  // namespace komadai::env
