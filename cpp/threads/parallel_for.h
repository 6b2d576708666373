// Runs numbered tasks on several threads. A task must not depend on the others, so the result of all does not
// depend on the number of threads.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace komadai {

// Calls run(task, worker) for each task from 0, in this order if there is one thread. The threads are workers
// 0 to threads - 1. Throws an exception of a task again.
template <class Run>
void parallel_for(int threads, size_t tasks, Run run) {
  std::atomic<size_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&](size_t worker) {
    try {
      for (size_t task; (task = next.fetch_add(1)) < tasks;) run(task, worker);
    } catch (...) {
      next = tasks;
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (size_t i = 1; i < size_t(threads) && i < tasks; ++i) others.emplace_back(work, i);
  } catch (const std::system_error&) {
    // The system has no more threads: those that were created do all tasks.
  }
  work(0);
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace komadai
