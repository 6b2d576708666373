// Counts the positions that legal moves lead to: a test of move generation.
#pragma once

#include <cstdint>
#include <functional>

#include "variants/board.h"

namespace komadai::variants {

// The tree is searched recursively, and no deeper count ends within a lifetime.
constexpr int MAX_PERFT_PLIES = 32;

// The number of sequences of `depth` legal moves. `pause` is called at every position two plies before the
// end and may throw to end the count; `b` must not be used then.
uint64_t perft(Board& b, int depth, const std::function<void()>& pause);

}  // namespace komadai::variants
