// When a lion may be captured in chu shogi: lion trading and counter-strike.
#pragma once

#include "variants/board.h"

namespace komadai::variants {

// Whether the variant's lion rule allows this pseudo-legal move (always, where there is none).
bool allowed_by_lion_rule(Board& b, Move m);

}  // namespace komadai::variants
