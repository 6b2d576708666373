// Mate search for all variants: depth-first proof-number search (Nagai 2002), in which the attacker attacks a
// royal with every move.
#pragma once

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "variants/board.h"

namespace komadai::variants {

enum class MateVerdict : uint8_t { UNKNOWN, MATE, NO_MATE };

struct MateResult {
  MateVerdict verdict = MateVerdict::UNKNOWN;
  std::vector<Move> line;  // the longest defence against the shortest attack found
  uint64_t nodes = 0;
};

class MateSearch {
 public:
  explicit MateSearch(const Board& board) : board_(board) {}

  // Searches until the answer is known, `nodes` positions are searched (0: no limit) or stop() is called from
  // another thread.
  MateResult solve(uint64_t nodes);
  void stop() { stop_ = true; }

 private:
  static constexpr uint32_t INFINITE_NUMBER = 1u << 30;
  struct Numbers {
    uint32_t proof = 1, disproof = 1;
  };
  struct Child {
    Move move;
    Numbers numbers;
    uint64_t key = 0;
    bool repeats = false;  // it repeats a position of the path, or is disproved only by such a repetition
  };

  void search(bool attacks, Numbers threshold, int ply);
  static bool disproved_by_repetition(bool attacks, const std::vector<Child>& children);
  void expand(bool attacks, std::vector<Child>& children);
  bool wins_at_once(Color attacker) const;
  Numbers known(uint64_t key) const;
  // The number of plies to mate from a proven position; writes the first move.
  int length(bool attacks, int ply, std::vector<Move>& line);

  Board board_;
  Color attacker_ = BLACK;
  uint64_t nodes_ = 0, limit_ = 0;
  std::unordered_map<uint64_t, Numbers> table_;
  std::unordered_map<uint64_t, std::pair<int, std::vector<Move>>> lengths_;
  std::vector<uint64_t> path_;
  Numbers last_;                     // what the last search() returned
  bool last_by_repetition_ = false;  // whether last_ is a disproof that depends on the path
  bool stores_repetitions_ = true;   // whether such disproofs are stored for other paths
  bool repetitions_mattered_ = false;
  std::atomic<bool> stop_{false};
};

}  // namespace komadai::variants
