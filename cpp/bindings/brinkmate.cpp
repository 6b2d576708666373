// Binds the brinkmate search, which releases the GIL.
#include "mate/brinkmate.h"

#include <atomic>
#include <chrono>
#include <exception>

#include "bindings/arguments.h"
#include "bindings/mate.h"
#include "bindings/move.h"
#include "mate/solver.h"

namespace komadai::python {
namespace {

using Clock = std::chrono::steady_clock;

// The result of one search, as Python sees it (komadai._core.BrinkmateResult).
struct BrinkmateResult {
  const char* result;
  int plies;
  nb::tuple moves, line;
  nb::list defences;
  bool complete;
  uint64_t nodes;
  double seconds;
  const char* reason;
};

const char* name_of(mate::Brinkmate::Kind kind) {
  switch (kind) {
    case mate::Brinkmate::BRINKMATE: return "brinkmate";
    case mate::Brinkmate::MATE: return "mate";
    case mate::Brinkmate::NONE: return "no-brinkmate";
    default: return "unknown";
  }
}

class BrinkmateSearch {
 public:
  explicit BrinkmateSearch(long megabytes) : search_(checked(megabytes)) {}

  void arm() { stop_.store(false, std::memory_order_relaxed); }
  void stop() { stop_.store(true, std::memory_order_relaxed); }

  BrinkmateResult solve(nb::handle board, int plies, uint64_t nodes, double seconds, nb::object on_progress,
                        double interval) {
    const Position position = to_board(board.ptr()).position;
    refuse_unless_problem(position, true);
    if (plies < 1 || plies > mate::MAX_BRINKMATE_PLIES)
      raise(VALUES.range_error, "plies: expected 1 to %d, got %d", mate::MAX_BRINKMATE_PLIES, plies);
    if (busy_.exchange(true)) throw std::runtime_error("this solver is already at work");
    const auto start = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    double next = interval;
    const char* reason = "";
    std::exception_ptr failure;
    const auto should_continue = [&](const mate::BrinkmateProgress& p) {
      if (failure || *reason) return false;
      if (stop_.load(std::memory_order_relaxed)) return reason = "stopped", false;
      if (nodes && p.nodes >= nodes) return reason = "nodes", false;
      const double now = spent();
      if (seconds > 0 && now >= seconds) return reason = "time", false;
      if (now < next) return true;
      next = now + interval;
      const nb::gil_scoped_acquire acquire;
      try {
        if (PyErr_CheckSignals()) throw nb::python_error();
        if (!on_progress.is_none()) on_progress(p.plies, p.done, p.total, p.nodes, now);
      } catch (...) {  // KeyboardInterrupt or an error of the callback: stop, and raise it afterwards
        failure = std::current_exception();
        return false;
      }
      return true;
    };
    mate::Brinkmate found;
    {
      const nb::gil_scoped_release release;
      try {
        found = search_.solve(position, plies, nodes || seconds > 0, should_continue);
      } catch (...) {
        failure = std::current_exception();
      }
    }
    busy_.store(false);
    if (failure) std::rethrow_exception(failure);
    if (!found.complete && !*reason) reason = "too-hard";
    nb::list defences;
    for (const mate::Brinkmate::Defence& each : found.defences)
      defences.append(nb::make_tuple(nb::steal(move_object(each.move)),
                                     each.next == NO_MOVE ? nb::none() : nb::steal(move_object(each.next))));
    return {name_of(found.kind),  found.plies, to_tuple(found.moves),
            to_tuple(found.line), defences,    found.complete,
            found.nodes,          spent(),     found.complete ? "" : reason};
  }

 private:
  static size_t checked(long megabytes) {
    if (megabytes < 1) raise(VALUES.range_error, "memory_mb: expected at least 1, got %ld", megabytes);
    return size_t(megabytes);
  }

  mate::BrinkmateSearch search_;
  std::atomic<bool> busy_{false}, stop_{false};
};

}  // namespace

void bind_brinkmates(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<BrinkmateResult>(module, "BrinkmateResult")
      .def_ro("result", &BrinkmateResult::result)
      .def_ro("plies", &BrinkmateResult::plies)
      .def_ro("moves", &BrinkmateResult::moves)
      .def_ro("line", &BrinkmateResult::line)
      .def_ro("defences", &BrinkmateResult::defences)
      .def_ro("complete", &BrinkmateResult::complete)
      .def_ro("nodes", &BrinkmateResult::nodes)
      .def_ro("seconds", &BrinkmateResult::seconds)
      .def_ro("reason", &BrinkmateResult::reason);
  nb::class_<BrinkmateSearch>(module, "BrinkmateSearch")
      .def(nb::init<long>(), "memory_mb"_a = 256)
      .def("arm", &BrinkmateSearch::arm)
      .def("stop", &BrinkmateSearch::stop)
      .def("solve", &BrinkmateSearch::solve, "board"_a.none(), "plies"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "on_progress"_a = nb::none(), "interval"_a = 0.1);
}

}  // namespace komadai::python
