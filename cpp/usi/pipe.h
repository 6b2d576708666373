// The two ends of a USI engine: lines that come in, with the moment of their coming, and lines that
// go out, the answer at its deadline among them.
//
// On a loaded machine every thread waits for the processor now and then, for tens of milliseconds, and
// one that needs a lock waits for its holder's turn, too. So nothing here needs more than it must: what
// keeps the clock are threads that only sleep, with a priority above those that compute where the
// system grants one, and none of them needs Python's lock. What they cannot mend they measure: how late
// a thread that sleeps is woken here.
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
  static constexpr size_t LONGEST = size_t(1) << 20;  // bytes of a line; a game of 100,000 moves fits

  struct Line {
    std::string text;
    bool too_long = false;  // then there is no text
    Clock::time_point came;
  };

  // Reads from the file `in` and writes to the file `out` until it is destroyed; closes neither.
  UsiPipe(int in, int out);
  ~UsiPipe();
  UsiPipe(const UsiPipe&) = delete;
  UsiPipe& operator=(const UsiPipe&) = delete;

  // A file from which a byte can be read when `take` has something; at its end no more comes.
  int doorbell() const { return bell_[0]; }
  // The lines that came. Who takes lines goes before other threads, where the system allows that, as
  // long as a clock may depend on it: while there is a `go` or the like among them.
  std::vector<Line> take();

  void write(std::string_view line);

  // From now on there is one answer to be given, and this one as long as nothing better is known. What is
  // said for it carries the number that this returns: who still speaks of an earlier one is not heard.
  uint64_t begin(std::string so_far);
  void know(uint64_t turn, std::string so_far);
  // The answer so far is given in so long a time, unless it has been given by then.
  void answer_in(std::chrono::microseconds time);
  // A line before the answer; false (and nothing is written) after it.
  bool tell(uint64_t turn, std::string_view line);
  // The answer, from the thread that thinks; false if it has been given.
  bool answer(uint64_t turn, std::string_view line);
  // The calling thread begins to think: it goes with all others until the time is up, or it is told to
  // stop, and has only to come to its end.
  void think();
  bool answered() const { return answered_.load(); }

  // Watches how late a sleeper is woken, for so long from now on.
  void look(std::chrono::microseconds time);
  // By how much it was too late lately, at worst.
  std::chrono::microseconds lateness() const {
    return std::chrono::ceil<std::chrono::microseconds>(lately_.load());
  }
  // The same, but what is small, or held up who keeps the clock, is remembered for a minute.
  std::chrono::microseconds long_lateness() const {
    return std::chrono::ceil<std::chrono::microseconds>(
        std::max({lately_.load(), usual_.load(), stillness_.load()}));
  }
  // Whether the threads that keep the clock go before those that compute.
  bool prompt() const { return prompt_.load(); }

 private:
  // Whoever holds it inherits the priority of who waits for it.
  class Lock {
   public:
    Lock();
    ~Lock() { pthread_mutex_destroy(&mutex_); }
    void lock() { pthread_mutex_lock(&mutex_); }
    void unlock() { pthread_mutex_unlock(&mutex_); }

   private:
    pthread_mutex_t mutex_;
  };

  void read_lines();
  bool hear(const char* bytes, size_t size);
  void keep_time();
  void watch();
  void look_until(Clock::time_point end);
  void put(std::string_view line);

  const int in_, out_;
  int bell_[2] = {-1, -1}, leave_[2] = {-1, -1};

  Lock lines_lock_;
  std::condition_variable_any room_;
  std::deque<Line> lines_;
  Line open_;                  // a line whose end has not come yet
  std::atomic<int> taker_{0};  // the thread that takes them, as the system numbers it
  std::atomic<int> thinker_{0};

  Lock out_lock_;
  std::string so_far_;
  std::atomic<bool> answered_{true};
  uint64_t turn_ = 0;

  // Only those who go before others hold it; the watcher, who does not, gets along without.
  std::mutex time_mutex_;
  std::condition_variable due_changed_;
  std::optional<Clock::time_point> due_;
  uint64_t due_turn_ = 0;
  std::atomic<Clock::time_point> look_until_{Clock::time_point{}};
  // They fade. By how much who sleeps as all others do was late: soon forgotten, and remembered up to a
  // limit; and who goes before all others: that one waits only where the machine itself stands still.
  std::atomic<std::chrono::nanoseconds> lately_, usual_, stillness_;
  std::atomic<bool> ending_{false};
  std::atomic<bool> prompt_{false};

  std::thread reader_, keeper_, watcher_;
};

}  // namespace komadai
