// The engine as JavaScript has it. A search runs on the calling thread until it ends; infos come by a
// callback.
#include "search/search.h"

#include <emscripten/bind.h>

#include "browser/position.h"
#include "browser/values.h"
#include "eval/load.h"

namespace komadai::browser {
namespace {

constexpr double MAX_HASH_MB = 1024;

const char* name_of(Bound bound) { return bound == EXACT ? "exact" : bound == LOWER ? "lower" : "upper"; }

val value_of(const SearchInfo& info) {
  const bool mate = std::abs(info.score) >= MATE_WITHIN;
  val written = val::object();
  written.set("depth", info.depth);
  written.set("seldepth", info.seldepth);
  written.set("multipv", info.multipv);
  written.set("cp", mate ? val::null() : val(info.score));
  written.set("mate", mate ? val(info.score > 0 ? MATE - info.score : -MATE - info.score) : val::null());
  written.set("won", mate && info.score > 0);
  written.set("bound", std::string(name_of(info.bound)));
  written.set("nodes", double(info.nodes));
  written.set("timeMs", double(info.time_ms));
  written.set("hashfull", info.hashfull);
  written.set("pv", moves_of(info.pv));
  return written;
}

int checked_hash(int megabytes) {
  if (megabytes < 1 || megabytes > MAX_HASH_MB) fail("hash-expected", std::pair("value", megabytes));
  return megabytes;
}

class BrowserSearch {
 public:
  explicit BrowserSearch(int megabytes) : search_(size_t(checked_hash(megabytes))) {}

  void resize(int megabytes) { search_.resize(size_t(checked_hash(megabytes))); }
  void clear() { search_.clear(); }
  // From a callback of `go`.
  void stop() { search_.stop(); }
  // The options are those of komadai._core.Search.go. Returns the best move and its info.
  val go(const BrowserPosition& position, val given, val on_info) {
    const Game& game = position.game();
    // An unfinished position could have more moves than the search has memory for.
    if (const auto wrong = problems(game.position); !wrong.empty()) fail(wrong.front());
    const Options options(given);
    SearchLimits limits;
    limits.depth = int(options.number("depth", 0, MAX_INT, 0));
    limits.nodes = uint64_t(options.number("nodes", 0, MAX_NUMBER, 0));
    limits.soft_ms = int64_t(options.number("softMs", 0, MAX_NUMBER, 0));
    limits.hard_ms = int64_t(options.number("hardMs", 0, MAX_NUMBER, 0));
    limits.multipv = int(options.number("multipv", 1, MAX_INT, 1));
    for (const std::string& usi : options.texts("moves")) limits.moves.push_back(move_of(usi));
    GameRules rules;
    rules.impasse = options.impasse();
    rules.compensation = options.compensation();
    rules.max_moves = int(options.number("maxMoves", 0, MAX_INT, 0));
    SkillLimits skill;
    skill.overlook = int(options.number("overlook", 0, 1000, 0));
    skill.eval_noise = int(options.number("noise", 0, MATE, 0));
    skill.max_capture_plies = int(options.number("exchanges", -1, MAX_INT, -1));
    skill.seed = uint64_t(options.number("seed", 0, MAX_NUMBER, 0));

    search_.prepare();
    const auto report = [&](const SearchInfo& info) { on_info(value_of(info)); };
    const SearchResult result =
        search_.go(game, limits, rules, skill,
                   is_given(on_info) ? std::function<void(const SearchInfo&)>(report) : nullptr);
    val written = val::object();
    written.set("best", move_or_null(result.best));
    written.set("ponder", move_or_null(result.ponder));
    written.set("declaresWin", result.declares_win);
    written.set("info", value_of(result.info));
    return written;
  }

 private:
  Search search_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(search) {
  emscripten::class_<BrowserSearch>("Search")
      .constructor<int>()
      .function("resize", &BrowserSearch::resize)
      .function("clear", &BrowserSearch::clear)
      .function("stop", &BrowserSearch::stop)
      .function("go", &BrowserSearch::go);
}

}  // namespace komadai::browser
