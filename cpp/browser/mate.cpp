// The searches for mates and brinkmates as JavaScript has them, and the judge of an attacker's move.
#include <emscripten/bind.h>

#include <chrono>

#include "browser/move_checker.h"
#include "browser/position.h"
#include "browser/values.h"
#include "mate/brinkmate.h"
#include "mate/mate_in_1.h"
#include "mate/solver.h"

namespace komadai::browser {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double MAX_MEMORY_MB = 512;
constexpr double MS_BETWEEN_REPORTS = 100;

size_t checked_memory(int megabytes) {
  if (megabytes < 1 || megabytes > MAX_MEMORY_MB) fail("memory-expected", std::pair("value", megabytes));
  return size_t(megabytes);
}

const Position& checked_problem(const BrowserPosition& problem, bool attack) {
  const Position& position = problem.game().position;
  if (const auto reason = mate::not_a_problem(position, attack); reason != mate::NotAProblem::NONE)
    fail(mate::code_of(reason));
  return position;
}

// The limits of a search, and its reports: `on_progress` is called ten times a second, and ends the search by
// returning false.
class Watch {
 public:
  Watch(const Options& options, val on_progress)
      : max_ms_(options.number("ms", 0, MAX_NUMBER, 0)), on_progress_(std::move(on_progress)) {}

  double spent() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }
  template <class Report>
  bool should_continue(Report report) {
    const double now = spent();
    if (max_ms_ && now >= max_ms_) return false;
    if (now < next_report_ || !is_given(on_progress_)) return true;
    next_report_ = now + MS_BETWEEN_REPORTS;
    return !on_progress_(report()).isFalse();
  }

 private:
  const double max_ms_;
  const val on_progress_;
  const Clock::time_point start_ = Clock::now();
  double next_report_ = MS_BETWEEN_REPORTS;
};

val value_of(const mate::Progress& progress) {
  val written = val::object();
  written.set("nodes", double(progress.nodes));
  written.set("plies", progress.plies ? val(progress.plies) : val::null());
  written.set("moves", moves_of(progress.line));
  return written;
}

val value_of(const mate::Solution& solution, double ms) {
  val written = val::object();
  written.set("result", std::string(mate::key_of(solution.kind)));
  written.set("plies", solution.plies);
  written.set("exact", solution.exact);
  written.set("moves", moves_of(solution.line));
  written.set("nodes", double(solution.nodes));
  written.set("ms", ms);
  return written;
}

class BrowserMateSolver {
 public:
  explicit BrowserMateSolver(int megabytes) : solver_(checked_memory(megabytes)) {}

  void clear() { solver_.clear(); }

  // Options: attack, exact, plies, nodes, ms, line, shorten, restoringIsFutile. Throws an Error with the code
  // of komadai.errors.TsumeError if the position cannot be a problem.
  val solve(const BrowserPosition& problem, val given, val on_progress) {
    const Options options(given);
    mate::SolveLimits limits;
    limits.attack = options.flag("attack", true);
    const Position& position = checked_problem(problem, limits.attack);
    limits.exact = options.flag("exact", false);
    limits.nodes = uint64_t(options.number("nodes", 0, MAX_NUMBER, 0));
    const int plies = int(options.number("plies", 0, MAX_INT, 0));
    limits.plies = plies ? std::min(plies, mate::NO_LIMIT) : mate::NO_LIMIT;
    limits.line = options.flag("line", true);
    limits.shorten = options.flag("shorten", true);
    limits.restoring_is_futile = options.flag("restoringIsFutile", false);
    Watch watch(options, on_progress);
    limits.should_continue = [&] {
      return watch.should_continue([&] { return value_of(solver_.progress()); });
    };
    const mate::Solution solution = solver_.solve(position, limits);
    val written = value_of(solution, watch.spent());
    written.set("otherPlies",
                solution.other_rule == mate::Solution::DIFFERENT ? val(solution.other_plies) : val::null());
    return written;
  }

  // Judges the attacker's legal move, as komadai.tsume.move_checker does: {verdict, reply, equal, plies}.
  // `solution` is the whole solution if the `done` moves so far follow it, else empty.
  val judge(const BrowserPosition& problem, std::string usi, val solution, int done) {
    const Position& position = checked_problem(problem, true);
    std::vector<Move> moves;
    for (const std::string& each : emscripten::vecFromJSArray<std::string>(solution))
      moves.push_back(move_of(each));
    const Move move = move_of(usi);
    if (!is_legal(position, move)) fail("illegal-move", std::pair("move", usi));
    const MoveVerdict verdict = MoveChecker(solver_).judge(position, move, moves, size_t(std::max(done, 0)));
    val written = val::object();
    written.set("verdict", std::string(verdict.verdict));
    written.set("reply", move_or_null(verdict.reply));
    written.set("equal", verdict.equal);
    written.set("plies", verdict.plies ? val(verdict.plies) : val::null());
    return written;
  }

 private:
  mate::Solver solver_;
};

const char* key_of(mate::Brinkmate::Kind kind) {
  switch (kind) {
    case mate::Brinkmate::BRINKMATE: return "brinkmate";
    case mate::Brinkmate::MATE: return "mate";
    case mate::Brinkmate::NONE: return "no-brinkmate";
    default: return "unknown";
  }
}

class BrowserBrinkmateSolver {
 public:
  explicit BrowserBrinkmateSolver(int megabytes) : search_(checked_memory(megabytes)) {}

  // Options: plies (odd, 1 to 15; an even number counts as the odd one below), nodes, ms. Throws as `solve`
  // of MateSolver. `plies` and `moves` of a mate are not determined.
  val solve(const BrowserPosition& problem, val given, val on_progress) {
    const Options options(given);
    const Position& position = checked_problem(problem, true);
    const int plies = int(options.number("plies", 1, mate::MAX_BRINKMATE_PLIES, 3));
    const double nodes = options.number("nodes", 0, MAX_NUMBER, 0);
    const bool limited = nodes || options.number("ms", 0, MAX_NUMBER, 0);
    Watch watch(options, on_progress);
    const mate::Brinkmate found = search_.solve(position, plies - (plies % 2 == 0), limited,
                                                [&](const mate::BrinkmateProgress& progress) {
                                                  if (nodes && double(progress.nodes) >= nodes) return false;
                                                  return watch.should_continue([&] {
                                                    val written = val::object();
                                                    written.set("plies", progress.plies);
                                                    written.set("done", progress.done);
                                                    written.set("total", progress.total);
                                                    written.set("nodes", double(progress.nodes));
                                                    return written;
                                                  });
                                                });
    val written = val::object();
    written.set("result", std::string(key_of(found.kind)));
    written.set("plies", found.kind == mate::Brinkmate::BRINKMATE ? val(found.plies) : val::null());
    written.set("moves", moves_of(found.moves));
    written.set("line", moves_of(found.line));
    written.set("complete", found.complete);
    written.set("nodes", double(found.nodes));
    written.set("ms", watch.spent());
    return written;
  }

 private:
  mate::BrinkmateSearch search_;
};

val mate_in_1(const BrowserPosition& position) {
  return move_or_null(mate::mate_in_1(position.game().position));
}

}  // namespace

EMSCRIPTEN_BINDINGS(mate) {
  emscripten::function("mateIn1", &mate_in_1);
  emscripten::class_<BrowserMateSolver>("MateSolver")
      .constructor<int>()
      .function("clear", &BrowserMateSolver::clear)
      .function("solve", &BrowserMateSolver::solve)
      .function("judge", &BrowserMateSolver::judge);
  emscripten::class_<BrowserBrinkmateSolver>("BrinkmateSolver")
      .constructor<int>()
      .function("solve", &BrowserBrinkmateSolver::solve);
}

}  // namespace komadai::browser
