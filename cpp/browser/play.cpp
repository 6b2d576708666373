// The engine as an opponent: the time for its move, and when it resigns.
#include <emscripten/bind.h>

#include "browser/values.h"
#include "usi/resignation.h"
#include "usi/time_manager.h"

namespace komadai::browser {
namespace {

// The time for a move of this side, {soft, hard} in milliseconds; null if no clock runs. `given` has the
// numbers of USI's "go"; see usi::budget for the others.
val time_for_move(val given, int color, double margin_ms, double played) {
  const Options options(given);
  usi::GoCommand go;
  for (const auto& [name, member] : usi::GO_NUMBERS)
    if (const double number = options.number(std::string(name).c_str(), 0, MAX_NUMBER, -1); number >= 0)
      go.*member = int64_t(number);
  const auto budget = usi::budget(go, color == BLACK ? BLACK : WHITE, int64_t(margin_ms), int64_t(played));
  if (!budget) return val::null();
  val written = val::object();
  written.set("soft", double(budget->soft));
  written.set("hard", double(budget->hard));
  return written;
}

// Counts the moves with a lost score in one game.
class BrowserResignation {
 public:
  // `mated_in`: null, or the plies to the mate of the side to move. See usi::ResignationTracker.
  bool should_resign(int depth, int cp, val mated_in, int resign_value, int odds) {
    const std::optional<int> plies = is_given(mated_in) ? std::optional(mated_in.as<int>()) : std::nullopt;
    return tracker_.should_resign(depth, cp, plies, resign_value, odds);
  }
  void reset() { tracker_.reset(); }

 private:
  usi::ResignationTracker tracker_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(play) {
  emscripten::function("timeForMove", &time_for_move);
  emscripten::class_<BrowserResignation>("Resignation")
      .constructor<>()
      .function("shouldResign", &BrowserResignation::should_resign)
      .function("reset", &BrowserResignation::reset);
}

}  // namespace komadai::browser
