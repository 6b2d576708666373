// Whether the last move of a game ended it: the order of the rules is that of a match (komadai.match).
#pragma once

#include "rules/game_end_rules.h"
#include "rules/game_history.h"

namespace komadai::env {

enum class Ending : uint8_t {
  NONE,
  CHECKMATE,
  NO_LEGAL_MOVES,
  SENNICHITE,
  PERPETUAL_CHECK,
  TRY,
  IMPASSE_DECLARATION,
  MOVE_LIMIT,
};

struct GameEnd {
  Ending ending = Ending::NONE;
  int reward = 0;  // of the side that made the last move: 1 a win, 0 a draw, -1 a loss
};

// `may_be_fourth` is false if the position is known to have occurred less than four times.
GameEnd game_end(const Game& game, const GameRules& rules, bool has_legal_moves, bool may_be_fourth);

}  // namespace komadai::env
