// Solves a small variant by retrograde analysis.
//
// First a search finds all positions that can be reached from the start, as sets of bits over the numbers of
// Index. Positions that are decided at once (Standing) are counted and not expanded. Then each open position
// gets a byte for its distance: one pass over all of them finds wins and losses in at most two plies, and
// level d goes back from the positions decided in d - 1 plies. A predecessor of a lost position is won; a
// predecessor of a won position is lost if all its moves lead to won positions. What is never decided is a
// draw.
//
// Wins have odd distances and losses even ones. The analysis may be stopped at any time and continued, also
// in another process: the state consists of a few numbers and arrays, and every step may be repeated.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "memory/zeroed.h"
#include "variants/solve/index.h"

namespace komadai::variants::solve {

constexpr int MAX_DISTANCE = 254;

class Retrograde {
 public:
  enum class Stage { SEARCH, FIRST_PASS, LEVELS, DONE };

  struct Counters {
    Stage stage = Stage::SEARCH;
    uint64_t chunk = 0;        // of the sweep over all positions: the next
    uint64_t sweep_found = 0;  // positions expanded in this sweep
    uint64_t expanded = 0;
    uint64_t open = 0;  // reachable positions that are not decided at once
    uint64_t wins_at_once = 0, losses_at_once = 0;
    int level = 0;
    std::array<uint64_t, MAX_DISTANCE + 1> decided = {};  // open positions by distance
  };

  // The start must be open. Throws std::bad_alloc.
  Retrograde(const Game& game, const Position& start);

  // Works for about this time on several threads. Returns whether all is done. Throws std::bad_alloc, and
  // std::overflow_error if a position is decided in more than MAX_DISTANCE plies.
  bool run(int threads, double seconds);
  // Ends run() soon. For any thread.
  void stop() { stop_ = true; }

  // Between calls of run().
  Counters counters() const;
  uint64_t chunks() const { return chunks_; }
  uint64_t size() const { return index_.size(); }

  // The arrays of the present stage, which make up the state together with the counters.
  std::vector<std::span<const uint8_t>> arrays() const;
  // Continues with the state of an analysis of the same game. Throws std::invalid_argument for arrays of
  // another size, and if there are not counters.open positions in them.
  void restore(const Counters& counters, const std::vector<std::span<const uint8_t>>& arrays);

  bool has_distances() const { return stage_ != Stage::SEARCH; }
  // If has_distances(): a part of the table. The set of open positions among the numbers from `first` (a
  // multiple of BLOCK below size()) on, and a byte for each: 0 a draw, else the distance + 1.
  static constexpr uint64_t BLOCK = 512;
  std::span<const uint8_t> open_set(uint64_t first, uint64_t count) const;
  std::span<const uint8_t> distances(uint64_t first, uint64_t count) const;

 private:
  void begin_stage(Stage stage);
  void make_arrays();
  void begin_sweep();
  bool end_sweep();
  void work_on(uint64_t chunk);
  void expand(uint64_t word);
  void first_pass(uint64_t block);
  void go_back(uint64_t block);
  void decide(uint64_t rank, int distance);
  bool is_open(uint64_t number) const { return open_[number / 64] >> (number % 64) & 1; }
  uint64_t rank(uint64_t number) const;
  uint64_t nth_open(uint64_t block, int nth) const;
  bool all_moves_lose(const Position& position) const;
  uint64_t words() const { return (index_.size() + 63) / 64; }
  uint64_t blocks() const { return (index_.size() + BLOCK - 1) / BLOCK; }

  const Game& game_;
  Index index_;
  Stage stage_ = Stage::SEARCH;
  std::atomic<uint64_t> next_chunk_ = 0, sweep_found_ = 0, expanded_count_ = 0, open_count_ = 0;
  std::atomic<uint64_t> wins_at_once_ = 0, losses_at_once_ = 0;
  std::array<std::atomic<uint64_t>, MAX_DISTANCE + 1> decided_ = {};
  int level_ = 0;
  uint64_t chunks_ = 0, chunk_size_ = 0, sweep_size_ = 0;  // in words or blocks
  std::atomic<bool> stop_ = false;

  Zeroed<uint64_t> open_;
  Zeroed<uint64_t> seen_, expanded_;  // for the search
  Zeroed<uint32_t> ranks_;            // after it: the number of open positions before each block
  Zeroed<uint8_t> distance_;          // by rank: 0 not decided, else the distance + 1
};

}  // namespace komadai::variants::solve
