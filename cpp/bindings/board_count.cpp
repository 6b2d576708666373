// Perft runs on other threads without the GIL, while the calling thread checks for Ctrl-C and reports
// progress.
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "bindings/board_methods.h"
#include "bindings/move.h"
#include "rules/perft.h"

namespace komadai::python {
namespace {

// No deeper count ends within a lifetime. The tree is searched recursively with a list of moves at each ply,
// and some systems give a thread only half a megabyte of stack.
constexpr int MAX_PLIES = 32;
constexpr int MAX_THREADS = 512;
// Up to this depth counting takes less time than starting another thread.
constexpr int DEPTH_WITHOUT_THREADS = 2;

// Calls progress(done, total), and stops the count if it returns a true value.
void report_progress(PyObject* callback, Perft& perft) {
  if (callback && to_flag(nb::handle(callback)(perft.done(), perft.parts()).ptr())) perft.stop();
}

// Counts on other threads and waits for them. After an exception (KeyboardInterrupt, or one of the callback)
// the count is stopped before the exception is raised.
void run_interruptibly(Perft& perft, int threads, PyObject* callback) {
  std::mutex mutex;
  std::condition_variable changed;
  bool finished = false;
  std::exception_ptr failure;
  std::thread worker([&] {
    try {
      perft.run(threads);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    finished = true;
    changed.notify_one();
  });
  const auto finished_soon = [&] {
    const nb::gil_scoped_release released;
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return finished; });
  };
  std::exception_ptr interruption;
  while (!finished_soon()) {
    if (interruption) continue;
    try {
      if (PyErr_CheckSignals()) throw nb::python_error();
      report_progress(callback, perft);
    } catch (...) {
      perft.stop();
      interruption = std::current_exception();
    }
  }
  worker.join();
  if (interruption) std::rethrow_exception(interruption);
  if (failure) std::rethrow_exception(failure);
  report_progress(callback, perft);
}

// Perft has a copy of the position, so that other threads may change the Board meanwhile.
std::unique_ptr<Perft> counted(const Game& game, int depth, int threads, PyObject* callback) {
  auto perft = std::make_unique<Perft>(game.position, depth);
  if (depth <= DEPTH_WITHOUT_THREADS && !callback)
    perft->run();
  else
    run_interruptibly(*perft, threads, callback);
  return perft;
}

int threads_of(PyObject* threads) { return threads ? int(to_number(threads, "threads", 1, MAX_THREADS)) : 1; }

}  // namespace

nb::object board_perft(const Game& game, Call call) {
  PyObject* v[3];
  call.read("perft", {"depth", "threads", "progress"}, 1, v);
  const int depth = int(to_number(v[0], "depth", 0, MAX_PLIES));
  PyObject* const callback = v[2] == Py_None ? nullptr : v[2];
  if (callback && !PyCallable_Check(callback))
    raise(VALUES.argument_type_error, "progress: expected a callable, got %.200s",
          Py_TYPE(callback)->tp_name);
  return nb::int_(counted(game, depth, threads_of(v[1]), callback)->leaves());
}

nb::object board_perft_divide(const Game& game, Call call) {
  PyObject* v[2];
  call.read("perft_divide", {"depth", "threads"}, 1, v);
  const int depth = int(to_number(v[0], "depth", 1, MAX_PLIES));
  const auto perft = counted(game, depth, threads_of(v[1]), nullptr);
  nb::dict result;
  for (const auto& [move, leaves] : perft->by_move()) result[nb::steal(move_object(move))] = leaves;
  return result;
}

}  // namespace komadai::python
