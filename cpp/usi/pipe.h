// Standard input and output of the USI engine: reads lines with the time of their arrival, and writes
// lines, the best move at its deadline among them.
//
// On a loaded machine every thread waits for the processor now and then, for tens of milliseconds, and
// a thread that needs a lock also waits until its holder runs. So the threads that keep the clock only
// sleep, have a priority above those that compute where the system grants one, and never need Python's
// lock. They also measure how late a sleeping thread is woken, so that the engine can reserve time for it.
#pragma once

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace komadai {

class UsiPipe {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr size_t MAX_LINE = size_t(1) << 20;  // bytes; a game of 100,000 moves fits

  struct Line {
    std::string text;
    bool too_long = false;  // then there is no text
    Clock::time_point arrived;
  };

  // Reads from the file `in` and writes to the file `out` until it is destroyed; closes neither.
  UsiPipe(int in, int out);
  ~UsiPipe();
  UsiPipe(const UsiPipe&) = delete;
  UsiPipe& operator=(const UsiPipe&) = delete;

  // A file descriptor that is readable when `read_lines` has lines, and at its end when no more come.
  int wakeup_fd() const { return wakeup_[0]; }
  // Waits until `read_lines` has lines; false at the end of the input.
  bool wait_for_lines();
  // The lines that arrived. The calling thread gets a higher priority, where the system allows that, as
  // long as a clock may depend on it: while a `go` or another urgent command is among them.
  std::vector<Line> read_lines();

  void write(std::string_view line);

  // Begins a search that must be answered; `best_answer` is the answer until a better one is set. Returns
  // the number of the search, which the calls below need: calls with an earlier number are ignored.
  uint64_t begin(std::string best_answer);
  void set_best_answer(uint64_t turn, std::string best_answer);
  // Writes the best answer after this time, unless the search has been answered by then.
  void answer_in(std::chrono::microseconds time);
  // Writes a line before the answer; after it returns false and writes nothing.
  bool write_info(uint64_t turn, std::string_view line);
  // Writes the answer of the searching thread; false if the search has been answered.
  bool answer(uint64_t turn, std::string_view line);
  // The calling thread begins to search: it has the normal priority until the deadline or until the search
  // is stopped.
  void set_search_thread();
  bool answered() const { return answered_.load(); }

  // Measures how late a sleeping thread is woken, for at least this time.
  void watch_for(std::chrono::microseconds time);
  // The longest recent delay.
  std::chrono::microseconds lateness() const {
    return std::chrono::ceil<std::chrono::microseconds>(recent_delay_.load());
  }
  // The same, but small delays, and delays of the thread that keeps the clock, count for a minute.
  std::chrono::microseconds long_lateness() const {
    return std::chrono::ceil<std::chrono::microseconds>(
        std::max({recent_delay_.load(), usual_delay_.load(), stall_.load()}));
  }
  // Whether the threads that keep the clock have a priority above those that compute.
  bool has_priority() const { return has_priority_.load(); }

 private:
  // A mutex whose holder inherits the priority of the threads that wait for it.
  class Lock {
   public:
    Lock();
    ~Lock() { pthread_mutex_destroy(&mutex_); }
    void lock() { pthread_mutex_lock(&mutex_); }
    void unlock() { pthread_mutex_unlock(&mutex_); }

   private:
    pthread_mutex_t mutex_;
  };

  void run_reader();
  bool add_bytes(const char* bytes, size_t size);
  void run_clock();
  void run_watcher();
  void watch_until(Clock::time_point end);
  void write_line(std::string_view line);  // out_lock_ must be held

  const int in_, out_;
  int wakeup_[2] = {-1, -1}, shutdown_[2] = {-1, -1};

  Lock lines_lock_;
  std::condition_variable_any has_room_;
  std::deque<Line> lines_;
  Line partial_;  // a line whose end has not arrived yet
  // The system ids of the thread that reads the lines and of the one that searches; 0: not known yet.
  std::atomic<int> line_thread_{0}, search_thread_{0};

  Lock out_lock_;
  std::string best_answer_;
  std::atomic<bool> answered_{true};
  uint64_t turn_ = 0;

  // Held only by threads of high priority; the watcher, which has none, does not need it.
  std::mutex time_mutex_;
  std::condition_variable due_changed_;
  std::optional<Clock::time_point> due_;
  uint64_t due_turn_ = 0;
  std::atomic<Clock::time_point> watch_until_{Clock::time_point{}};
  // Delays that decay with time. Of a thread with normal priority: one that decays soon, and one up to a
  // limit that decays slowly. Of a thread with high priority, which is late only if the machine stalls.
  std::atomic<std::chrono::nanoseconds> recent_delay_, usual_delay_, stall_;
  std::atomic<bool> ending_{false};
  std::atomic<bool> has_priority_{false};

  std::thread reader_, clock_, watcher_;
};

}  // namespace komadai
