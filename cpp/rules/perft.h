// Perft: counts the leaves of the legal move tree, the usual test of a move generator.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/position.h"

namespace komadai {

class Perft {
 public:
  Perft(const Position& position, int depth);

  // Counts on this and `threads` - 1 more threads. To be called once. Meanwhile any thread may call done(),
  // parts() and stop().
  void run(int threads = 1);
  void stop() { stop_ = true; }
  size_t done() const { return done_; }
  size_t parts() const { return parts_.size(); }

  // After run(): the number of leaves, in all and below each legal move.
  uint64_t leaves() const;
  const std::vector<std::pair<Move, uint64_t>>& by_move() const { return totals_; }

 private:
  struct Part {
    size_t root;  // index of the first move
    Move second;  // NO_MOVE: all second moves
    uint64_t leaves;
  };
  void work();

  Position position_;
  int depth_;
  std::vector<Part> parts_;
  std::vector<std::pair<Move, uint64_t>> totals_;
  std::atomic<size_t> next_ = 0, done_ = 0;
  std::atomic<bool> stop_ = false;
};

}  // namespace komadai
