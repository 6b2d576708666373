// The rules besides mate by which a game ends, as far as they differ from game to game.
#pragma once

#include "rules/impasse.h"

namespace komadai {

struct GameRules {
  ImpasseRule impasse = ImpasseRule::NONE;
  Compensation compensation = {0, 0};
  int max_moves = 0;  // after this many moves the game is a draw; 0: no limit
};

}  // namespace komadai
