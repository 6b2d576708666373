#include "usi/time_manager.h"

#include <algorithm>
#include <cmath>

namespace komadai::usi {
namespace {

constexpr int64_t MIN_MOVES_LEFT = 24;
constexpr int64_t MOVES_OF_A_GAME = 64;
constexpr int64_t UNLIMITED_FACTOR = 100;  // such a soft limit ends a search only if the move is certain

// The reserve for delays as a multiple of the longest recent delay. The GUI may be delayed as well.
constexpr double DELAY_FACTOR = 2.5, DELAY_FACTOR_WITH_PRIORITY = 1.5;
// The smallest delay that is assumed on a loaded machine. The reserve for it covers stalls of 60 ms; a
// virtual machine stalled for 54 ms in 36 minutes.
constexpr std::chrono::microseconds MIN_LOADED_DELAY{36'000};

constexpr double HALF_LIFE = 2;  // seconds of searching after which earlier measurements count half
// The share that counts as nearly a whole processor. With two games at once on two cores each search gets
// nine tenths of one; with four busy processes on each core a fifth.
constexpr double MIN_SHARE = 0.75;

int64_t kept(int64_t available_ms, int64_t margin_ms) {
  return std::max<int64_t>(1, available_ms - std::min(margin_ms, available_ms * 4 / 5));
}

Budget used_up(int64_t hard) { return {UNLIMITED_FACTOR * hard, hard}; }

}  // namespace

Budget Budget::less(int64_t spent_ms) const {
  return {std::max<int64_t>(1, soft - spent_ms), std::max<int64_t>(1, hard - spent_ms)};
}

Budget Budget::after_ponder(int64_t pondered_ms) const {
  if (soft >= hard) return *this;
  return {std::max<int64_t>({soft / 4, soft - pondered_ms / 2, 1}), hard};
}

std::optional<Budget> budget(const GoCommand& go, Color color, int64_t margin_ms, int64_t played) {
  if (go.movetime)
    return used_up(kept(*go.movetime, margin_ms * std::min<int64_t>(*go.movetime, 1000) / 1000));
  const auto& clock = color == BLACK ? go.btime : go.wtime;
  if (!clock && !go.byoyomi) return std::nullopt;
  const int64_t gain = (color == BLACK ? go.binc : go.winc).value_or(0), byoyomi = go.byoyomi.value_or(0);
  int64_t main = clock.value_or(0);
  if (main < gain) main += gain;
  const int64_t max_ms = kept(main + byoyomi, margin_ms);
  // After this move the main time is used up, and byoyomi that is not used is lost.
  if (byoyomi && main <= std::max(margin_ms, byoyomi)) return used_up(max_ms);
  // Spend main time evenly: moves must not get slower when only byoyomi or the increment is left.
  const int64_t moves_left = std::max(MIN_MOVES_LEFT, MOVES_OF_A_GAME - played / 2);
  const int64_t share = main / moves_left + gain * 4 / 5 + byoyomi;
  const int64_t hard = std::min({max_ms, 4 * share, main / 3 + gain / 2 + byoyomi});
  return Budget{std::max<int64_t>(1, std::min(share, hard)), std::max<int64_t>(1, hard)};
}

int64_t delay_reserve_ms(std::chrono::microseconds lateness, std::chrono::microseconds long_lateness,
                         bool has_priority, bool is_loaded) {
  const auto late = is_loaded ? std::max(long_lateness, MIN_LOADED_DELAY) : lateness;
  return std::llround(double(late.count()) / 1000 *
                      (has_priority ? DELAY_FACTOR_WITH_PRIORITY : DELAY_FACTOR));
}

void ProcessorShare::add(double wanted, double received) {
  const double old = std::exp2(-wanted / HALF_LIFE);
  wanted_ = wanted_ * old + wanted;
  received_ = received_ * old + received;
  is_enough_ = wanted_ > 0 && received_ >= MIN_SHARE * wanted_;
}

}  // namespace komadai::usi
