// Moves as KIF files hold them: `   1 ７六歩(77)   ( 0:16/00:00:16)`, a line each.
#pragma once

#include "records/run.h"

namespace komadai::records {

// Where a line of a game stands besides its position.
struct KifState {
  unsigned number;  // of the next move, as the record counts
  Move previous;    // for 同; NO_MOVE at the start
  int64_t used[2];  // what either side has used, in milliseconds
};

// Reads from `at`, the start of a line, on, and brings the state up to the run's end.
template <class Char>
void read_kif(Position& position, Text<Char> text, size_t at, KifState& state, Run& run);

}  // namespace komadai::records
