#include "rules/outcome.h"

#include "rules/movegen.h"

namespace komadai {

Outcome outcome_of(const Game& game) {
  const Position& p = game.position;
  if (!has_legal_move(p))
    return {p.in_check() ? Termination::CHECKMATE : Termination::NO_LEGAL_MOVES, ~p.turn()};
  if (game.occurrences() < 4) return {};
  const auto [black, white] = game.only_checks_since_first_occurrence();
  // If every move of both sides was a check, the repetition is a draw.
  if (black == white) return {Termination::SENNICHITE, std::nullopt};
  return {Termination::PERPETUAL_CHECK, black ? WHITE : BLACK};
}

}  // namespace komadai
