// Moves in USI's form: 7g7f 3c3d 8h2b+, separated by spaces.
#pragma once

#include "records/run.h"

namespace komadai::records {

// Reads from `at`, the start of a move, to the end of the line, or up to the first word that is no legal
// move.
template <class Char>
void read_usi(Position& position, Text<Char> text, size_t at, Run& run);

}  // namespace komadai::records
