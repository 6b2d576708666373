// Helpmates (協力詰): both sides cooperate to mate the defender's king as fast as possible. Counts all
// shortest solutions.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rules/position.h"

namespace komadai::mate {

struct Helpmates {
  bool complete = false;                 // false: it was stopped before anything was known
  int plies = 0;                         // of the shortest, 0 if there is none within the plies asked for
  uint64_t count = 0;                    // of the shortest solutions; stays at the highest number
  std::vector<std::vector<Move>> lines;  // the first of them
  uint64_t nodes = 0;
};

// Looks for mates of 1, 3, 5 … `plies` plies in a table of so many megabytes, writes at most `most` lines.
// `keep_on(nodes)` is asked now and then.
Helpmates find_helpmates(const Position& position, int plies, size_t megabytes, size_t most,
                         const std::function<bool(uint64_t)>& should_continue);

}  // namespace komadai::mate
