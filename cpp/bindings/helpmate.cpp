// Binds the helpmate search, which finds all solutions and releases the GIL.
#include "mate/helpmate.h"

#include <chrono>
#include <exception>

#include "bindings/arguments.h"
#include "bindings/mate.h"
#include "bindings/move.h"
#include "mate/solver.h"

namespace komadai::python {
namespace {

using Clock = std::chrono::steady_clock;

// The result of one search, as Python sees it (komadai._core.HelpmateResult).
struct HelpmateResult {
  bool complete;
  int plies;
  uint64_t count;
  nb::tuple solutions;
  uint64_t nodes;
  double seconds;
  const char* reason;
};

HelpmateResult helpmates(nb::handle board, int plies, long megabytes, long max_solutions, uint64_t nodes,
                         double seconds, nb::object on_progress, double interval) {
  const Position position = to_board(board.ptr()).position;
  refuse_unless_problem(position, true);
  if (megabytes < 1) raise(VALUES.range_error, "memory_mb: expected at least 1, got %ld", megabytes);
  if (!(seconds >= 0)) raise(VALUES.range_error, "seconds: expected at least 0");
  const auto start = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  double next = interval;
  const char* reason = "";
  std::exception_ptr failure;
  const auto should_continue = [&](uint64_t visited) {
    if (failure || *reason) return false;
    const double now = spent();
    if (nodes && visited >= nodes) return reason = "nodes", false;
    if (seconds > 0 && now >= seconds) return reason = "time", false;
    if (now < next) return true;
    next = now + interval;
    const nb::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals()) throw nb::python_error();
      if (!on_progress.is_none() && nb::cast<bool>(nb::bool_(on_progress(visited, now))))
        return reason = "stopped", false;
    } catch (...) {  // KeyboardInterrupt or an error of the callback: stop, and raise it afterwards
      failure = std::current_exception();
      return false;
    }
    return true;
  };
  mate::Helpmates found;
  {
    const nb::gil_scoped_release release;
    try {
      found =
          mate::find_helpmates(position, plies, size_t(megabytes), size_t(max_solutions), should_continue);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
  nb::list lines;
  for (const std::vector<Move>& line : found.lines) lines.append(to_tuple(line));
  return {found.complete, found.plies, found.count, nb::tuple(lines), found.nodes, spent(), reason};
}

}  // namespace

void bind_helpmates(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<HelpmateResult>(module, "HelpmateResult")
      .def_ro("complete", &HelpmateResult::complete)
      .def_ro("plies", &HelpmateResult::plies)
      .def_ro("count", &HelpmateResult::count)
      .def_ro("solutions", &HelpmateResult::solutions)
      .def_ro("nodes", &HelpmateResult::nodes)
      .def_ro("seconds", &HelpmateResult::seconds)
      .def_ro("reason", &HelpmateResult::reason);
  module.def("helpmates", &helpmates, "board"_a.none(), "plies"_a, "memory_mb"_a, "max_solutions"_a,
             "nodes"_a, "seconds"_a, "on_progress"_a = nb::none(), "interval"_a = 0.1);
}

}  // namespace komadai::python
