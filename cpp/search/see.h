// Static exchange evaluation: the result of all captures on one square, each side capturing with its least
// valuable piece first. Sliders behind other pieces take part; pins and drops are ignored.
#pragma once

#include "rules/position.h"

namespace komadai {

// Whether the exchange that the move begins gains at least `threshold` centipawns.
bool see_ge(const Position& position, Move move, int threshold);

}  // namespace komadai
