// The rules of a game's end that differ from game to game: the impasse rule and the limit of moves.
#pragma once

#include "rules/impasse.h"

namespace komadai {

struct GameRules {
  ImpasseRule impasse = ImpasseRule::NONE;
  Compensation compensation = {0, 0};
  int max_moves = 0;  // after this many moves the game is a draw; 0: no limit
};

}  // namespace komadai
