#include "threads/thread_pool.h"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace komadai {

struct ThreadPool::State {
  const pid_t process = getpid();
  std::mutex mutex;
  std::condition_variable call_began, workers_left;
  // Written by the caller under the mutex. A worker that wakes up after the call ended has no job.
  const std::function<void(size_t)>* job = nullptr;
  size_t tasks = 0;
  size_t call = 0;  // counts the calls, so that a worker takes part in each at most once
  bool stop = false;
  int active = 0;  // workers that take part in the call
  std::exception_ptr failure;
  std::atomic<size_t> next_task{0};
  std::vector<std::thread> workers;

  void do_tasks(const std::function<void(size_t)>& run) {
    try {
      for (size_t task; (task = next_task.fetch_add(1)) < tasks;) run(task);
    } catch (...) {
      next_task = tasks;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  }

  void work() {
    size_t last_call = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      call_began.wait(lock, [&] { return stop || (job && call != last_call); });
      if (stop) return;
      last_call = call;
      const auto& run = *job;
      ++active;
      lock.unlock();
      do_tasks(run);
      lock.lock();
      if (--active == 0) workers_left.notify_one();
    }
  }
};

void ThreadPool::start_workers() {
  // A child process has no threads but the one that forked. The state of its parent, whose mutex may be
  // locked, is left alone.
  if (state_ && state_->process != getpid()) state_ = nullptr;
  if (state_) return;
  state_ = new State;
  try {
    for (int i = 1; i < threads_; ++i) state_->workers.emplace_back([state = state_] { state->work(); });
  } catch (const std::system_error&) {
    // The system has no more threads: those that were created do all tasks.
  }
}

void ThreadPool::run(size_t tasks, const std::function<void(size_t)>& run) {
  if (threads_ == 1 || tasks <= 1) {
    for (size_t task = 0; task < tasks; ++task) run(task);
    return;
  }
  start_workers();
  State& state = *state_;
  {
    const std::lock_guard lock(state.mutex);
    state.job = &run;
    state.tasks = tasks;
    state.next_task = 0;
    ++state.call;
  }
  state.call_began.notify_all();
  state.do_tasks(run);
  std::unique_lock lock(state.mutex);
  state.job = nullptr;
  state.workers_left.wait(lock, [&] { return state.active == 0; });
  if (const std::exception_ptr failure = std::exchange(state.failure, nullptr))
    std::rethrow_exception(failure);
}

ThreadPool::~ThreadPool() {
  if (!state_ || state_->process != getpid()) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->call_began.notify_all();
  for (std::thread& worker : state_->workers) worker.join();
  delete state_;
}

}  // namespace komadai
