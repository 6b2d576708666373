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
  void set_threads(int count) {
    if (count < 1 || count > MAX_SEARCH_THREADS) fail("threads-expected", std::pair("value", count));
    search_.set_threads(count);
  }
  // The evaluation in the bytes of a file (Uint8Array); undefined: the built-in one. Throws an Error with the
  // code "evaluation-expected".
  void set_evaluation(val bytes) {
    try {
      search_.set_evaluation(
          is_given(bytes)
              ? evaluation_of(emscripten::convertJSArrayToNumberVector<uint8_t>(bytes), "EvalFile")
              : open_evaluation(""));
    } catch (const EvaluationFileError& wrong) {
      fail("evaluation-expected", std::pair("reason", std::string(wrong.what())));
    }
  }
  // From a callback of `go`.
  void stop() { search_.stop(); }
  // Where in the memory the byte is that stops a search: the page sets it, because a search keeps its worker
  // busy.
  double stop_address() { return double(reinterpret_cast<uintptr_t>(&search_.stop_flag())); }
  // Before a `go` that is to be stopped by that byte.
  void prepare() {
    search_.prepare();
    prepared_ = true;
  }
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

    if (!prepared_) search_.prepare();
    prepared_ = false;
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
  bool prepared_ = false;
};

}  // namespace

EMSCRIPTEN_BINDINGS(search) {
  emscripten::class_<BrowserSearch>("Search")
      .constructor<int>()
      .function("resize", &BrowserSearch::resize)
      .function("clear", &BrowserSearch::clear)
      .function("setThreads", &BrowserSearch::set_threads)
      .function("setEvaluation", &BrowserSearch::set_evaluation)
      .function("stop", &BrowserSearch::stop)
      .function("stopAddress", &BrowserSearch::stop_address)
      .function("prepare", &BrowserSearch::prepare)
      .function("go", &BrowserSearch::go);
}

}  // namespace komadai::browser
