#include "bindings/mate.h"

#include <nanobind/stl/string.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <exception>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "mate/solver.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

using Clock = std::chrono::steady_clock;

nb::list to_list(const std::vector<Move>& moves) {
  nb::list list;
  for (Move m : moves) list.append(nb::steal(move_object(m)));
  return list;
}

nb::dict to_dict(const mate::Progress& p, double seconds) {
  nb::dict d;
  d["nodes"] = p.nodes;
  d["pn"] = p.pn;
  d["dn"] = p.dn;
  d["plies"] = p.plies ? nb::object(nb::int_(p.plies)) : nb::none();
  d["hashfull"] = p.fullness;
  d["moves"] = to_list(p.line);
  d["seconds"] = seconds;
  return d;
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

const char* name_of(mate::Solution::Kind kind) {
  return kind == mate::Solution::MATE ? "mate" : kind == mate::Solution::NO_MATE ? "no-mate" : "unknown";
}

// For many problems: how long Python waits for a batch of results, and the interval of checks for Ctrl-C, in
// seconds.
constexpr std::chrono::milliseconds SLICE(10);
constexpr double SIGNALS_EVERY = 0.1;

// A komadai.tsume.Solution, or another named tuple with its fields. The names are created once, because there
// may be many solutions.
nb::object made_of(PyTypeObject* type, const mate::Solution& s, double seconds, const char* reason) {
  static PyObject* const names[] = {PyUnicode_InternFromString("mate"), PyUnicode_InternFromString("no-mate"),
                                    PyUnicode_InternFromString("unknown")};
  static PyObject* const no_reason = PyUnicode_InternFromString("");
  const bool mate = s.kind == mate::Solution::MATE;
  nb::object line = nb::steal(PyTuple_New(Py_ssize_t(s.line.size())));
  for (size_t i = 0; i < s.line.size(); ++i)
    PyTuple_SET_ITEM(line.ptr(), Py_ssize_t(i), move_object(s.line[i]));
  const bool why = *reason && !s.exact;
  nb::object fields[] = {nb::borrow(names[s.kind]),
                         mate ? nb::object(nb::int_(s.plies)) : nb::none(),
                         boolean(s.exact),
                         line,
                         nb::int_(s.nodes),
                         nb::float_(seconds),
                         why ? nb::object(nb::str(reason)) : nb::borrow(no_reason)};
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
    throw nb::type_error("problem: expected a komadai.Board or an SFEN");
  }
  const std::string wrong = mate::not_a_problem(position, true);
  if (!wrong.empty()) raise(VALUES.tsume_error, "%s", wrong.c_str());
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
  explicit MateSolver(long megabytes) : solver_(checked(megabytes)) {}

  nb::tuple solve(nb::handle board, bool attack, bool exact, int plies, uint64_t nodes, double seconds,
                  bool line, bool shorten, int threads, nb::object on_progress, double interval) {
    if (!is_board(board.ptr())) throw nb::type_error("board: expected a komadai.Board");
    const Position position = board_of(board.ptr()).position;
    const std::string wrong = mate::not_a_problem(position, attack);
    if (!wrong.empty()) raise(VALUES.tsume_error, "%s", wrong.c_str());
    if (plies < 0) raise(VALUES.range_error, "plies: expected at least 0, got %d", plies);
    if (threads < 1 || threads > mate::MAX_THREADS)
      raise(VALUES.range_error, "threads: expected 1 to %d, got %d", mate::MAX_THREADS, threads);
    if (!(seconds >= 0)) raise(VALUES.range_error, "seconds: expected at least 0");
    Working working(*this);
    mate::Effort effort;
    effort.attack = attack;
    effort.exact = exact;
    effort.nodes = nodes;
    effort.plies = plies ? std::min(plies, mate::NO_LIMIT) : mate::NO_LIMIT;
    effort.line = line;
    effort.shorten = shorten;
    effort.threads = threads;
    Watch watch(*this, seconds, on_progress, interval);
    effort.keep_on = [&] { return watch.keep_on(); };
    mate::Solution solution;
    {
      const nb::gil_scoped_release release;
      solution = watch.solve(position, effort);
    }
    if (watch.failure) std::rethrow_exception(watch.failure);
    compared_ = solution.compared;
    return nb::make_tuple(name_of(solution.kind), solution.plies, solution.exact, to_list(solution.line),
                          solution.nodes, watch.spent(), watch.reason_of(solution, nodes));
  }

  // Solves as many problems as there is time for, at least one. Raises only errors of the first problem.
  nb::list solve_many(nb::list problems, nb::type_object made, bool exact, int plies, uint64_t nodes,
                      double seconds, bool shorten) {
    auto* const type = reinterpret_cast<PyTypeObject*>(made.ptr());
    if (!PyType_IsSubtype(type, &PyTuple_Type)) throw nb::type_error("made: expected a kind of tuple");
    if (plies < 0) raise(VALUES.range_error, "plies: expected at least 0, got %d", plies);
    if (!(seconds >= 0)) raise(VALUES.range_error, "seconds: expected at least 0");
    Working working(*this);
    const std::vector<Position> positions = positions_of(problems);
    mate::Effort effort;
    effort.exact = exact;
    effort.nodes = nodes;
    effort.plies = plies ? std::min(plies, mate::NO_LIMIT) : mate::NO_LIMIT;
    effort.shorten = shorten;
    effort.compare = 0;  // mates that are found at once are compared all the same
    struct Answer {
      mate::Solution solution;
      double seconds;
      const char* reason;
    };
    std::vector<Answer> answers;
    answers.reserve(positions.size());
    const nb::object nothing;
    Watch watch(*this, seconds, nothing, SIGNALS_EVERY);
    effort.keep_on = [&] { return watch.keep_on(); };
    {
      const nb::gil_scoped_release release;
      const auto begun = watch.start;
      for (const Position& position : positions) {
        solver_.forget_much();
        answers.push_back({watch.solve(position, effort), 0, ""});
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
      PyList_SET_ITEM(
          found.ptr(), Py_ssize_t(i),
          made_of(type, answers[i].solution, answers[i].seconds, answers[i].reason).release().ptr());
    return nb::borrow<nb::list>(found);
  }

  bool compared() const { return compared_; }
  void arm() { stop_.store(false, std::memory_order_relaxed); }
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void forbid(nb::handle board) {
    if (!is_board(board.ptr())) throw nb::type_error("board: expected a komadai.Board");
    if (busy_) throw std::runtime_error("this solver is already at work");
    solver_.forbid(board_of(board.ptr()).position);
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
    mate::Solution solve(const Position& position, const mate::Effort& effort) {
      try {
        return solver.solver_.solve(position, effort);
      } catch (...) {
        failure = std::current_exception();
        return {};
      }
    }
    bool keep_on() {
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
      if (solution.unsure && !*reason) return "comparison";
      if (solution.kind == mate::Solution::UNKNOWN && !*reason) return nodes ? "nodes" : "memory";
      return reason;
    }
  };

  mate::Solver solver_;
  bool compared_ = false;
  std::atomic<bool> busy_{false}, stop_{false};
};

}  // namespace

void bind_mate(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<MateSolver>(module, "MateSolver")
      .def(nb::init<long>(), "memory_mb"_a = 256)
      .def_prop_ro("compared", &MateSolver::compared)
      .def("arm", &MateSolver::arm)
      .def("stop", &MateSolver::stop)
      .def("clear", &MateSolver::clear)
      .def("forbid", &MateSolver::forbid, "board"_a)
      .def("solve", &MateSolver::solve, "board"_a, nb::kw_only(), "attack"_a = true, "exact"_a = false,
           "plies"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0, "line"_a = true, "shorten"_a = true,
           "threads"_a = 1, "on_progress"_a = nb::none(), "interval"_a = 0.1)
      .def("solve_many", &MateSolver::solve_many, "problems"_a, "made"_a, "exact"_a, "plies"_a, "nodes"_a,
           "seconds"_a, "shorten"_a);
}

}  // namespace komadai::python
