// Helpmates (協力詰): both sides cooperate to mate the defender's king as fast as possible. Counts all
// shortest solutions.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rules/position.h"

namespace komadai::mate {

struct Helpmates {
  bool complete = false;                 // false: stopped, so `count` may be too small
  int plies = 0;                         // the length of the shortest solutions, 0 if there is none
  uint64_t count = 0;                    // of the shortest solutions; 2^64 - 1 if there are more
  std::vector<std::vector<Move>> lines;  // the first shortest solutions
  uint64_t nodes = 0;
};

// Searches mates of 1, 3, 5 … `plies` plies with a table of `megabytes` MiB, and writes at most `max_lines`
// lines. The search ends when `should_continue(nodes)` returns false.
Helpmates find_helpmates(const Position& position, int plies, size_t megabytes, size_t max_lines,
                         const std::function<bool(uint64_t)>& should_continue);

}  // namespace komadai::mate
