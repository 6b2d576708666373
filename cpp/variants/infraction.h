// Why a move of a variant is illegal.
#pragma once

#include "variants/board.h"

namespace komadai::variants {

// The rule that a move of these rules breaks, as a value of komadai.Infraction, which says which of several
// is named; "" for a legal move.
const char* infraction(Board& b, Move m);

}  // namespace komadai::variants
