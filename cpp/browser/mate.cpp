// The solver of mate problems as JavaScript has it.
#include <emscripten/bind.h>

#include <chrono>

#include "browser/position.h"
#include "browser/values.h"
#include "mate/mate_in_1.h"
#include "mate/solver.h"

namespace komadai::browser {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double MAX_MEMORY_MB = 512;
constexpr double MS_BETWEEN_REPORTS = 100;

class BrowserMateSolver {
 public:
  explicit BrowserMateSolver(int megabytes) : solver_(checked(megabytes)) {}

  void clear() { solver_.clear(); }

  // Options: attack, exact, plies, nodes, ms, line, shorten, restoringIsFutile. `on_progress` is called ten
  // times a second, and ends the search by returning false. Throws an Error with the code of
  // komadai.errors.TsumeError if the position cannot be a problem.
  val solve(const BrowserPosition& problem, val given, val on_progress) {
    const Position& position = problem.game().position;
    const Options options(given);
    mate::SolveLimits limits;
    limits.attack = options.flag("attack", true);
    if (const auto reason = mate::not_a_problem(position, limits.attack); reason != mate::NotAProblem::NONE)
      fail(mate::code_of(reason));
    limits.exact = options.flag("exact", false);
    limits.nodes = uint64_t(options.number("nodes", 0, MAX_NUMBER, 0));
    const int plies = int(options.number("plies", 0, MAX_INT, 0));
    limits.plies = plies ? std::min(plies, mate::NO_LIMIT) : mate::NO_LIMIT;
    limits.line = options.flag("line", true);
    limits.shorten = options.flag("shorten", true);
    limits.restoring_is_futile = options.flag("restoringIsFutile", false);
    const double max_ms = options.number("ms", 0, MAX_NUMBER, 0);

    const auto start = Clock::now();
    const auto spent = [&] {
      return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    double next_report = MS_BETWEEN_REPORTS;
    limits.should_continue = [&] {
      const double now = spent();
      if (max_ms && now >= max_ms) return false;
      if (now < next_report || !is_given(on_progress)) return true;
      next_report = now + MS_BETWEEN_REPORTS;
      return !on_progress(value_of(solver_.progress())).isFalse();
    };
    return value_of(solver_.solve(position, limits), spent());
  }

 private:
  static size_t checked(int megabytes) {
    if (megabytes < 1 || megabytes > MAX_MEMORY_MB) fail("memory-expected", std::pair("value", megabytes));
    return size_t(megabytes);
  }

  static val value_of(const mate::Progress& progress) {
    val written = val::object();
    written.set("nodes", double(progress.nodes));
    written.set("plies", progress.plies ? val(progress.plies) : val::null());
    written.set("moves", moves_of(progress.line));
    return written;
  }

  static val value_of(const mate::Solution& solution, double ms) {
    val written = val::object();
    written.set("result", std::string(mate::key_of(solution.kind)));
    written.set("plies", solution.plies);
    written.set("exact", solution.exact);
    written.set("moves", moves_of(solution.line));
    written.set("nodes", double(solution.nodes));
    written.set("ms", ms);
    return written;
  }

  mate::Solver solver_;
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
      .function("solve", &BrowserMateSolver::solve);
}

}  // namespace komadai::browser
