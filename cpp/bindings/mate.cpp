#include "bindings/mate.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <exception>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "mate/solver.h"
#include "rules/sfen.h"

namespace komadai::python {

nb::tuple to_tuple(const std::vector<Move>& moves) {
  nb::object tuple = nb::steal(PyTuple_New(Py_ssize_t(moves.size())));
  if (!tuple.is_valid()) throw nb::python_error();
  for (size_t i = 0; i < moves.size(); ++i)
    PyTuple_SET_ITEM(tuple.ptr(), Py_ssize_t(i), move_object(moves[i]));
  return nb::borrow<nb::tuple>(tuple);
}

namespace {

using Clock = std::chrono::steady_clock;

nb::dict to_dict(const mate::Progress& p, double seconds) {
  nb::dict d;
  d["nodes"] = p.nodes;
  d["pn"] = p.pn;
  d["dn"] = p.dn;
  d["plies"] = p.plies ? nb::object(nb::int_(p.plies)) : nb::none();
  d["hashfull"] = p.fullness;
  d["moves"] = to_tuple(p.line);
  d["seconds"] = seconds;
  return d;
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

const char* name_of(mate::Solution::OtherRule rule) {
  return rule == mate::Solution::SAME        ? "same"
         : rule == mate::Solution::DIFFERENT ? "differs"
                                             : "undetermined";
}

// The result of one search, as Python sees it (komadai._core.MateResult).
struct MateResult {
  mate::Solution solution;
  double seconds;
  const char* reason;  // which limit was reached
};

// solve_many: the time after which it returns the answers it has, and the seconds between checks for Ctrl-C.
constexpr std::chrono::milliseconds SLICE(10);
constexpr double SIGNALS_EVERY = 0.1;

// A komadai.tsume.Solution, or another named tuple with its fields. The strings are created once, for speed.
nb::object made_of(PyTypeObject* type, const MateResult& result, size_t memory_mb) {
  static PyObject* const names[] = {PyUnicode_InternFromString("mate"), PyUnicode_InternFromString("no-mate"),
                                    PyUnicode_InternFromString("unknown")};
  static PyObject* const no_reason = PyUnicode_InternFromString("");
  static PyObject* const same = PyUnicode_InternFromString("same");
  const mate::Solution& s = result.solution;
  const bool mate = s.kind == mate::Solution::MATE;
  const bool why = *result.reason && !s.exact;
  nb::object fields[] = {
      nb::borrow(names[s.kind]),
      mate ? nb::object(nb::int_(s.plies)) : nb::none(),
      boolean(s.exact),
      to_tuple(s.line),
      nb::int_(s.nodes),
      nb::float_(result.seconds),
      why ? nb::object(nb::str(result.reason)) : nb::borrow(no_reason),
      nb::int_(memory_mb),
      s.other_rule == mate::Solution::SAME ? nb::borrow(same) : nb::object(nb::str(name_of(s.other_rule))),
      s.other_plies ? nb::object(nb::int_(s.other_plies)) : nb::none()};
  nb::object all = nb::steal(type->tp_alloc(type, Py_ssize_t(std::size(fields))));
  if (!all.is_valid()) throw nb::python_error();
  for (size_t i = 0; i < std::size(fields); ++i)
    PyTuple_SET_ITEM(all.ptr(), Py_ssize_t(i), fields[i].release().ptr());
  return all;
}

// The position of a Board or an SFEN, if it can be a problem.
Position problem_of(PyObject* problem) {
  Position position;
  if (is_board(problem)) {
    position = board_of(problem).position;
  } else if (PyUnicode_Check(problem)) {
    position = game_from_text(problem, false).position;
  } else {
    raise(VALUES.argument_type_error, "problems: expected Boards or SFENs, got %.200s",
          Py_TYPE(problem)->tp_name);
  }
  refuse_unless_problem(position, true);
  return position;
}

// Reads Boards or SFENs up to the first that is not a problem; if that is the very first one, raises its
// error.
std::vector<Position> positions_of(const nb::list& problems) {
  std::vector<Position> positions;
  positions.reserve(problems.size());
  for (const nb::handle problem : problems) {
    try {
      positions.push_back(problem_of(problem.ptr()));
    } catch (...) {
      if (positions.empty()) throw;
      break;
    }
  }
  return positions;
}

class MateSolver {
 public:
  explicit MateSolver(long megabytes) : memory_mb_(checked(megabytes)), solver_(memory_mb_) {}

  MateResult solve(nb::handle board, bool attack, bool exact, int plies, uint64_t nodes, double seconds,
                   bool line, bool shorten, int threads, bool restoring_is_futile, nb::object on_progress,
                   double interval) {
    const Position position = to_board(board.ptr()).position;
    refuse_unless_problem(position, attack);
    if (plies < 0) raise(VALUES.range_error, "plies: expected at least 0, got %d", plies);
    if (threads < 1 || threads > mate::MAX_THREADS)
      raise(VALUES.range_error, "threads: expected 1 to %d, got %d", mate::MAX_THREADS, threads);
    if (!(seconds >= 0)) raise(VALUES.range_error, "seconds: expected at least 0");
    Working working(*this);
    mate::SolveLimits limits;
    limits.attack = attack;
    limits.exact = exact;
    limits.nodes = nodes;
    limits.plies = plies ? std::min(plies, mate::NO_LIMIT) : mate::NO_LIMIT;
    limits.line = line;
    limits.shorten = shorten;
    limits.threads = threads;
    limits.restoring_is_futile = restoring_is_futile;
    Watch watch(*this, seconds, on_progress, interval);
    limits.should_continue = [&] { return watch.should_continue(); };
    mate::Solution solution;
    {
      const nb::gil_scoped_release release;
      solution = watch.solve(position, limits);
    }
    if (watch.failure) std::rethrow_exception(watch.failure);
    const char* const reason = watch.reason_of(solution, nodes);
    return {std::move(solution), watch.spent(), reason};
  }

  // Solves as many problems as there is time for, at least one. Raises only errors of the first problem.
  nb::list solve_many(nb::list problems, nb::type_object made, bool exact, int plies, uint64_t nodes,
                      double seconds, bool shorten, bool restoring_is_futile) {
    auto* const type = reinterpret_cast<PyTypeObject*>(made.ptr());
    if (!PyType_IsSubtype(type, &PyTuple_Type)) throw nb::type_error("made: expected a kind of tuple");
    if (plies < 0) raise(VALUES.range_error, "plies: expected at least 0, got %d", plies);
    if (!(seconds >= 0)) raise(VALUES.range_error, "seconds: expected at least 0");
    Working working(*this);
    const std::vector<Position> positions = positions_of(problems);
    mate::SolveLimits limits;
    limits.exact = exact;
    limits.nodes = nodes;
    limits.plies = plies ? std::min(plies, mate::NO_LIMIT) : mate::NO_LIMIT;
    limits.shorten = shorten;
    limits.restoring_is_futile = restoring_is_futile;
    limits.comparison_nodes = 0;  // what is found at a glance is compared all the same
    std::vector<MateResult> answers;
    answers.reserve(positions.size());
    const nb::object nothing;
    Watch watch(*this, seconds, nothing, SIGNALS_EVERY);
    limits.should_continue = [&] { return watch.should_continue(); };
    {
      const nb::gil_scoped_release release;
      const auto begun = watch.start;
      for (const Position& position : positions) {
        solver_.clear_if_large();
        answers.push_back({watch.solve(position, limits), 0, ""});
        if (watch.failure) break;
        const auto now = Clock::now();
        answers.back().seconds = std::chrono::duration<double>(now - watch.start).count();
        answers.back().reason = watch.reason_of(answers.back().solution, nodes);
        if (now - begun > SLICE) break;
        watch.restart(now);
      }
    }
    if (watch.failure) std::rethrow_exception(watch.failure);
    nb::object found = nb::steal(PyList_New(Py_ssize_t(answers.size())));
    for (size_t i = 0; i < answers.size(); ++i)
      PyList_SET_ITEM(found.ptr(), Py_ssize_t(i), made_of(type, answers[i], memory_mb_).release().ptr());
    return nb::borrow<nb::list>(found);
  }

  size_t memory_mb() const { return memory_mb_; }
  void arm() { stop_.store(false, std::memory_order_relaxed); }
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void forbid(nb::handle board) {
    if (busy_) throw std::runtime_error("this solver is already at work");
    solver_.forbid(to_board(board.ptr()).position);
  }
  void clear() {
    if (busy_) throw std::runtime_error("this solver is already at work");
    solver_.clear();
  }

 private:
  static size_t checked(long megabytes) {
    if (megabytes < 1) raise(VALUES.range_error, "memory_mb: expected at least 1, got %ld", megabytes);
    return size_t(megabytes);
  }

  // Only one call at a time.
  struct Working {
    MateSolver& solver;
    explicit Working(MateSolver& s) : solver(s) {
      if (s.busy_.exchange(true)) throw std::runtime_error("this solver is already at work");
    }
    ~Working() { solver.busy_.store(false); }
  };

  // Decides when the solver, which runs without the GIL, must stop.
  struct Watch {
    MateSolver& solver;
    const double seconds;
    const nb::object& on_progress;  // may be empty
    const double interval;
    Clock::time_point start = Clock::now();
    double next = interval;
    const char* reason = "";
    std::exception_ptr failure{};  // KeyboardInterrupt or an error of the callback, raised after the search

    Watch(MateSolver& solver, double seconds, const nb::object& on_progress, double interval)
        : solver(solver), seconds(seconds), on_progress(on_progress), interval(interval) {}

    // Resets the state for the next problem.
    void restart(Clock::time_point now) {
      start = now;
      next = interval;
      reason = "";
    }
    double spent() const { return seconds_since(start); }
    mate::Solution solve(const Position& position, const mate::SolveLimits& limits) {
      try {
        return solver.solver_.solve(position, limits);
      } catch (...) {
        failure = std::current_exception();
        return {};
      }
    }
    bool should_continue() {
      if (failure) return false;
      if (solver.stop_.load(std::memory_order_relaxed)) return reason = "stopped", false;
      const double now = spent();
      if (seconds > 0 && now >= seconds) return reason = "time", false;
      if (now < next) return true;
      next = now + interval;
      const nb::gil_scoped_acquire acquire;
      try {
        if (PyErr_CheckSignals()) throw nb::python_error();
        if (on_progress.is_valid() && !on_progress.is_none())
          on_progress(to_dict(solver.solver_.progress(), now));
      } catch (...) {
        failure = std::current_exception();
        return false;
      }
      return true;
    }
    const char* reason_of(const mate::Solution& solution, uint64_t nodes) const {
      if (solution.bound_based && !*reason) return "comparison";
      if (solution.kind == mate::Solution::UNKNOWN && !*reason) return nodes ? "nodes" : "memory";
      return reason;
    }
  };

  const size_t memory_mb_;
  mate::Solver solver_;
  std::atomic<bool> busy_{false}, stop_{false};
};

}  // namespace

void refuse_unless_problem(const Position& position, bool attack) {
  const mate::NotAProblem reason = mate::not_a_problem(position, attack);
  if (reason != mate::NotAProblem::NONE)
    raise_with(VALUES.tsume_error, nb::make_tuple(mate::code_of(reason)));
}

void bind_mate(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<MateResult>(module, "MateResult")
      .def_prop_ro("result", [](const MateResult& r) { return mate::key_of(r.solution.kind); })
      .def_prop_ro("plies", [](const MateResult& r) { return r.solution.plies; })
      .def_prop_ro("exact", [](const MateResult& r) { return r.solution.exact; })
      .def_prop_ro("moves", [](const MateResult& r) { return to_tuple(r.solution.line); })
      .def_prop_ro("compared", [](const MateResult& r) { return r.solution.compared; })
      .def_prop_ro("restoring", [](const MateResult& r) { return name_of(r.solution.other_rule); })
      .def_prop_ro("other_plies", [](const MateResult& r) { return r.solution.other_plies; })
      .def_prop_ro("nodes", [](const MateResult& r) { return r.solution.nodes; })
      .def_ro("seconds", &MateResult::seconds)
      .def_prop_ro("reason", [](const MateResult& r) { return r.reason; });
  nb::class_<MateSolver>(module, "MateSolver")
      .def(nb::init<long>(), "memory_mb"_a = 256)
      .def_prop_ro("memory_mb", &MateSolver::memory_mb)
      .def("arm", &MateSolver::arm)
      .def("stop", &MateSolver::stop)
      .def("clear", &MateSolver::clear)
      .def("forbid", &MateSolver::forbid, "board"_a.none())
      .def("solve", &MateSolver::solve, "board"_a.none(), nb::kw_only(), "attack"_a = true, "exact"_a = false,
           "plies"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0, "line"_a = true, "shorten"_a = true,
           "threads"_a = 1, "restoring_is_futile"_a = false, "on_progress"_a = nb::none(), "interval"_a = 0.1)
      .def("solve_many", &MateSolver::solve_many, "problems"_a, "made"_a, "exact"_a, "plies"_a, "nodes"_a,
           "seconds"_a, "shorten"_a, "restoring_is_futile"_a = false);
}

}  // namespace komadai::python
