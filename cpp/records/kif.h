// Moves as KIF files hold them: `   1 ７六歩(77)   ( 0:16/00:00:16)`, a line each.
#pragma once

#include "records/comment_spans.h"

namespace komadai::records {

// Where a line of a game stands besides its position.
struct KifState {
  unsigned number;  // of the next move, as the record counts
  Move previous;    // for 同; NO_MOVE at the start
  int64_t used[2];  // what either side has used, in milliseconds
};

// Reads from `at`, the start of a line, on, with comments (*) if a move, an ending or a variation follows
// them: what else stands there may be part of them. For `telling` see comment_spans.h. Brings the state up to
// the run's end.
template <class Char>
void read_kif(Position& position, Text<Char> text, size_t at, KifState& state, std::u32string_view telling,
              Run& run);

}  // namespace komadai::records
