#include "bindings/mate.h"

#include <nanobind/stl/string.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <exception>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "mate/solver.h"

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
    if (busy_.exchange(true)) throw std::runtime_error("this solver is already at work");
    const auto start = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    double next = interval;
    const char* reason = "";
    std::exception_ptr failure;
    mate::Effort effort;
    effort.attack = attack;
    effort.exact = exact;
    effort.nodes = nodes;
    effort.plies = plies ? std::min(plies, mate::NO_LIMIT) : mate::NO_LIMIT;
    effort.line = line;
    effort.shorten = shorten;
    effort.threads = threads;
    effort.keep_on = [&] {
      if (failure) return false;
      if (stop_.load(std::memory_order_relaxed)) return reason = "stopped", false;
      const double now = spent();
      if (seconds > 0 && now >= seconds) return reason = "time", false;
      if (now < next) return true;
      next = now + interval;
      const nb::gil_scoped_acquire acquire;
      try {
        if (PyErr_CheckSignals()) throw nb::python_error();
        if (!on_progress.is_none()) on_progress(to_dict(solver_.progress(), now));
      } catch (...) {  // Ctrl-C, or an error in the caller's function: ends the search and is passed on
        failure = std::current_exception();
        return false;
      }
      return true;
    };
    mate::Solution solution;
    {
      const nb::gil_scoped_release release;
      try {
        solution = solver_.solve(position, effort);
      } catch (...) {
        failure = std::current_exception();
      }
    }
    compared_ = solution.compared;
    busy_.store(false);
    if (failure) std::rethrow_exception(failure);
    const char* kind = solution.kind == mate::Solution::MATE      ? "mate"
                       : solution.kind == mate::Solution::NO_MATE ? "no-mate"
                                                                  : "unknown";
    if (solution.kind == mate::Solution::UNKNOWN && !*reason) reason = nodes ? "nodes" : "memory";
    return nb::make_tuple(kind, solution.plies, solution.exact, to_list(solution.line), solution.nodes,
                          spent(), reason);
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
           "threads"_a = 1, "on_progress"_a = nb::none(), "interval"_a = 0.1);
}

}  // namespace komadai::python
