// Static exchange evaluation: the result of all captures on one square, each side capturing with its least
// valuable piece first. Pieces behind others join in; pins and drops are ignored.
#pragma once

#include "rules/position.h"

namespace komadai {

// Whether the exchange that the move begins gains at least `threshold` centipawns.
bool see_ge(const Position& position, Move move, int threshold);

}  // namespace komadai
