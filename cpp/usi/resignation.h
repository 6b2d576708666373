// When the engine resigns: in a lost game, a handicap taken into account.
#pragma once

#include <atomic>
#include <optional>

#include "rules/position.h"

namespace komadai::usi {

// Counts the moves with a lost score in one game.
class ResignationTracker {
 public:
  // Whether to resign after a search of this depth (0: there was no time for one). `cp` is the score from the
  // side to move's view, `mated_in` the plies to the mate if it is mated. `resign_value` is the option: a
  // score of as many centipawns below 0, and of `odds` more, the value of a handicap that the engine gave, is
  // lost.
  bool should_resign(int depth, int cp, std::optional<int> mated_in, int resign_value, int odds);

  void reset() { lost_ = 0; }  // for a new game; any thread may call it

 private:
  std::atomic<int> lost_{0};
};

// The value in centipawns of the pieces that White gave at the start of a handicap game.
int handicap_odds(const Position& start);
// The points that White is credited with for them at an impasse.
int handicap_points(const Position& start);

}  // namespace komadai::usi
