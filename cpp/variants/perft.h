// Counts the positions that legal moves lead to: a test of move generation.
#pragma once

#include <cstdint>

#include "variants/board.h"

namespace komadai::variants {

// The number of sequences of `depth` legal moves.
uint64_t perft(Board& b, int depth);

}  // namespace komadai::variants
