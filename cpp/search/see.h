// Static exchange evaluation: what is left after all captures on one square, the cheapest piece
// first. Pieces behind others join in; pins and drops are not looked at.
#pragma once

#include "rules/position.h"

namespace komadai {

// Whether the exchange that the move begins gains at least `threshold` centipawns.
bool exchange_gains(const Position& position, Move move, int threshold);

}  // namespace komadai
