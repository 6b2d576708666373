// Moves in KI2's form: `▲７六歩    △３四歩    ▲２六歩`, rows of a few moves.
#pragma once

#include "records/comment_spans.h"

namespace komadai::records {

// Reads from `at`, the start of a line. `previous` is the move before, for 同, or NO_MOVE. Comments (*) are
// read if a row of moves, まで or a variation follows. For `hints` see comment_spans.h.
template <class Char>
void read_ki2(Position& position, Text<Char> text, size_t at, Move previous, std::u32string_view hints,
              Run& run);

}  // namespace komadai::records
