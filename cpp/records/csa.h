// Moves in CSA's form: +7776FU, then a line end or a comma, then the time T12.
#pragma once

#include "records/comment_spans.h"

namespace komadai::records {

// Reads from `at`, the start of a line. The last move of the run must be followed by another move, by the
// game's end (%TORYO) or by a line "/", perhaps after comments: anything else may belong to the move, which
// is then left out of the run. With `is_last` the record ends with the text, and the last move need not be
// followed by anything. The comments are part of the run, unless one of them is more than a comment
// ('$END_TIME:). For `hints` see comment_spans.h.
template <class Char>
void read_csa(Position& position, Text<Char> text, size_t at, std::u32string_view hints, bool is_last,
              Run& run);

}  // namespace komadai::records
