// Threads that stay alive between calls, for work that is called often: to create a thread costs more than a
// small task.
#pragma once

#include <cstddef>
#include <functional>

namespace komadai {

// Runs numbered tasks on the calling thread and on threads - 1 others. These are created at the first call
// that has more than one task, and sleep between calls. After a fork the child creates its own.
// Only one thread may call a pool at a time.
class ThreadPool {
 public:
  explicit ThreadPool(int threads) : threads_(threads) {}
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Calls run(task) for each task from 0. A task must not depend on the others. Throws an exception of a task
  // again.
  void run(size_t tasks, const std::function<void(size_t)>& run);

 private:
  struct State;

  void start_workers();

  int threads_;
  State* state_ = nullptr;
};

}  // namespace komadai
