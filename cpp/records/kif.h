// Moves in KIF's form: `   1 ７六歩(77)   ( 0:16/00:00:16)`, a line each.
#pragma once

#include "records/comment_spans.h"

namespace komadai::records {

// The state of a reader in addition to the position.
struct KifState {
  unsigned number;  // the number of the next move in the record
  Move previous;    // for 同; NO_MOVE at the start
  int64_t used[2];  // the time each side has used, in milliseconds
};

// Reads from `at`, the start of a line. Comments (*) are read if a move, an ending or a variation follows:
// anything else may be part of them. For `hints` see comment_spans.h. Updates the state to the run's end.
template <class Char>
void read_kif(Position& position, Text<Char> text, size_t at, KifState& state, std::u32string_view hints,
              Run& run);

}  // namespace komadai::records
