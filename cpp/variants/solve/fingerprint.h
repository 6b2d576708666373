// A number for the rules and the setup of a variant, so that a table is not used with other rules.
#pragma once

#include <cstdint>

#include "variants/board.h"

namespace komadai::variants::solve {

// Names and values of pieces are left out.
uint64_t fingerprint(const Board& setup);

}  // namespace komadai::variants::solve
