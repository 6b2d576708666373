// Counts the leaves of the legal move tree: the classical proof of a move generator.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "rules/position.h"

namespace komadai {

struct PerftJob {
  int depth;
  int threads = 1;
  std::atomic<bool>* stop = nullptr;        // set from outside to give up
  std::atomic<uint32_t>* done = nullptr;    // parts finished so far, of `parts` (see below)
  std::atomic<uint32_t>* parts = nullptr;
};

uint64_t perft(const Position& position, const PerftJob& job);
// Leaves below each legal move.
std::vector<std::pair<Move, uint64_t>> perft_divide(const Position& position, const PerftJob& job);

}  // namespace komadai
