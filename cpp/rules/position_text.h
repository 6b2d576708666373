// Reads a position from a text: a bare SFEN, USI's position command or a link to a page.
#pragma once

#include <string_view>

#include "rules/game_history.h"
#include "rules/legality.h"

namespace komadai {

struct ParsedPosition {
  Game game;
  SfenProblem problem{nullptr, 0, nullptr, {}};
  // The rule that a move of the text breaks; NONE for every other problem.
  Infraction infraction = Infraction::NONE;
};

// Reads `startpos`, `SFEN` and `sfen SFEN`, each with or without `position` before it and `moves …`
// after it, with `_` instead of blanks, and http links that end in such a text. The moves become the
// history. With `validate` false the start may be any arrangement; the moves must be legal in any case.
ParsedPosition parse_position(std::string_view text, bool validate = true);

}  // namespace komadai
