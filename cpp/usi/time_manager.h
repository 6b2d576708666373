// The time for a move: as much as is useful, and never enough to lose on time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "rules/types.h"
#include "usi/go_command.h"

namespace komadai::usi {

// Milliseconds for one move: `soft` is the time it should take, `hard` the maximum. The search exceeds `soft`
// if the best move changes or its score falls, and stays below it if the move is certain.
struct Budget {
  int64_t soft = 0, hard = 0;

  // The rest of it after this time.
  Budget less(int64_t spent_ms) const;
  // The time for a move after pondering. Half of the pondering counts as time already used, but at least a
  // quarter of the time is used in any case. Byoyomi cannot be saved, so it is used in full.
  Budget after_ponder(int64_t pondered_ms) const;
  bool operator==(const Budget&) const = default;
};

// The time for a move of this side, or nothing if no clock runs.
//
// `margin_ms` is reserved for the transmission and a busy machine, at most four fifths of the time. A
// `movetime` below a second keeps back proportionally less, because no flag falls. `played` is the number of
// moves of both sides so far. By the protocol btime does not include the increment of this move, but some
// GUIs have added it already. So the increment is added only if the clock shows less than it.
std::optional<Budget> budget(const GoCommand& go, Color color, int64_t margin_ms, int64_t played);

// Milliseconds to reserve for delays of the machine: `lateness` is its longest recent delay, `long_lateness`
// that of the last minute, which may come again on a loaded machine. `has_priority`: whether the threads that
// keep the clock do not wait for others; the GUI may be delayed all the same.
int64_t delay_reserve_ms(std::chrono::microseconds lateness, std::chrono::microseconds long_lateness,
                         bool has_priority, bool is_loaded);

// The share of a processor that the search thread gets: small if other programs compute on this machine.
// Measured by the search thread, read by any other.
class ProcessorShare {
 public:
  // Adds a measurement: the seconds for which a processor was wanted, and those that were received.
  void add(double wanted, double received);
  // Whether the thread gets nearly all it can use; false before the first measurement.
  bool is_enough() const { return is_enough_; }

 private:
  double wanted_ = 0, received_ = 0;
  std::atomic<bool> is_enough_{false};
};

}  // namespace komadai::usi
