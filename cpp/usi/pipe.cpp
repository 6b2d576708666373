#include "usi/pipe.h"

#include <errno.h>
#include <unistd.h>

#include <algorithm>

#include "system/machine.h"

namespace komadai {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr size_t MAX_WAITING_LINES = 4096;
constexpr microseconds SLEEP{5000};
constexpr milliseconds INITIAL_DELAY{20};  // assumed until something is measured
constexpr int64_t DECAY = 1000;            // a thousandth less after each sleep: half in 3.5 s
// A loaded machine stays loaded, and a virtual machine whose host takes processors away for some tens of
// milliseconds will lose them again. Such delays decay slowly: half in 50 s.
constexpr int64_t SLOW_DECAY = 15'000;
constexpr milliseconds MAX_USUAL_DELAY{40};  // longer delays of threads with normal priority are exceptions

// The worst delay, decayed by one step, or the latest delay if that is longer.
nanoseconds decayed(nanoseconds worst, nanoseconds late, int64_t decay) {
  return std::max(worst - worst / decay, late);
}

bool is_stop(const UsiPipe::Line& line) { return line.text.compare(0, 4, "stop") == 0; }
bool is_ponderhit(const UsiPipe::Line& line) { return line.text.compare(0, 9, "ponderhit") == 0; }

// Whether a clock may run while this command is executed.
bool is_urgent(const UsiPipe::Line& line) {
  const std::string_view text = line.text;
  for (std::string_view word : {"go", "stop", "ponderhit", "position"})
    if (text.substr(0, word.size()) == word) return true;
  return false;
}

}  // namespace

UsiPipe::Lock::Lock() {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&mutex_, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

UsiPipe::UsiPipe(int in, int out)
    : in_(in), out_(out), recent_delay_(INITIAL_DELAY), usual_delay_(nanoseconds(0)), stall_(nanoseconds(0)) {
  open_pipe(wakeup_);
  open_pipe(shutdown_);
  reader_ = std::thread([this] { run_reader(); });
  clock_ = std::thread([this] { run_clock(); });
  watcher_ = std::thread([this] { run_watcher(); });
}

UsiPipe::~UsiPipe() {
  {
    const std::lock_guard lines(lines_lock_);
    const std::lock_guard time(time_mutex_);
    ending_ = true;
  }
  close(shutdown_[1]);
  has_room_.notify_all();
  due_changed_.notify_all();
  watch_until(Clock::time_point::max());
  for (std::thread* thread : {&reader_, &clock_, &watcher_}) thread->join();
  close(shutdown_[0]);
  close(wakeup_[0]);
}

// ---- input

void UsiPipe::run_reader() {
  raise_priority(ThreadPriority::CLOCK);
  std::vector<char> chunk(1 << 16);
  while (true) {
    if (!wait_to_read(in_, shutdown_[0])) break;
    const ssize_t size = ::read(in_, chunk.data(), chunk.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size <= 0) {
      // At the end of the input, an unfinished line counts as a line.
      if (!partial_.text.empty() || partial_.too_long) add_bytes("\n", 1);
      break;
    }
    if (!add_bytes(chunk.data(), size_t(size))) break;
  }
  close(wakeup_[1]);
}

// Splits the bytes into lines and signals them. False if the pipe is being destroyed.
bool UsiPipe::add_bytes(const char* bytes, size_t size) {
  const auto now = Clock::now();
  const char* const end = bytes + size;
  bool has_lines = false, urgent = false, ends_search = false;
  {
    std::unique_lock lock(lines_lock_);
    has_room_.wait(lock, [&] { return ending_ || lines_.size() < MAX_WAITING_LINES; });
    if (ending_) return false;
    while (bytes < end) {
      const char* const stop = std::find(bytes, end, '\n');
      if (partial_.too_long || partial_.text.size() + size_t(stop - bytes) > MAX_LINE) {
        partial_.too_long = true;
        partial_.text = {};
      } else {
        partial_.text.append(bytes, stop);
      }
      if (stop == end) break;
      partial_.arrived = now;
      urgent |= is_urgent(partial_);
      ends_search |= is_stop(partial_) || is_ponderhit(partial_);
      lines_.push_back(std::move(partial_));
      partial_ = {};
      has_lines = true;
      bytes = stop + 1;
    }
    // Before the lock is released: afterwards read_lines may lower the priority again, which must stay.
    if (urgent && has_priority_.load() && line_thread_.load())
      raise_priority(ThreadPriority::CLOCK, line_thread_.load());
    if (ends_search && has_priority_.load() && search_thread_.load())
      raise_priority(ThreadPriority::SEARCH, search_thread_.load());
  }
  if (has_lines)
    while (::write(wakeup_[1], "!", 1) < 0 && errno == EINTR) continue;
  return true;
}

bool UsiPipe::wait_for_lines() {
  char signals[4096];
  ssize_t size;
  while ((size = ::read(wakeup_[0], signals, sizeof signals)) < 0 && errno == EINTR) continue;
  return size > 0;
}

std::vector<UsiPipe::Line> UsiPipe::read_lines() {
  std::vector<Line> taken;
  {
    const std::lock_guard lock(lines_lock_);
    taken.assign(std::make_move_iterator(lines_.begin()), std::make_move_iterator(lines_.end()));
    lines_.clear();
    line_thread_.store(this_thread_id());
    if (has_priority_.load() && std::none_of(taken.begin(), taken.end(), is_urgent)) reset_priority();
    // The search thread's priority was raised only so that this thread need not wait for its locks.
    if (has_priority_.load() && search_thread_.load() && !answered_.load() &&
        std::any_of(taken.begin(), taken.end(), is_ponderhit))
      reset_priority(search_thread_.load());
  }
  has_room_.notify_one();
  return taken;
}

// ---- output

// Ignores write errors: a GUI that closed the output also closes the input, which ends the engine.
void UsiPipe::write_line(std::string_view line) {
  std::string text(line);
  text += '\n';
  for (size_t done = 0; done < text.size();) {
    const ssize_t size = ::write(out_, text.data() + done, text.size() - done);
    if (size < 0 && errno == EAGAIN) {
      wait_to_write(out_);
    } else if (size < 0 && errno != EINTR) {
      return;
    } else if (size > 0) {
      done += size_t(size);
    }
  }
}

void UsiPipe::write(std::string_view line) {
  const std::lock_guard lock(out_lock_);
  write_line(line);
}

uint64_t UsiPipe::begin(std::string best_answer) {
  const std::lock_guard lock(out_lock_);
  best_answer_ = std::move(best_answer);
  answered_.store(false);
  return ++turn_;
}

void UsiPipe::set_best_answer(uint64_t turn, std::string best_answer) {
  const std::lock_guard lock(out_lock_);
  if (turn == turn_) best_answer_.swap(best_answer);
}

bool UsiPipe::write_info(uint64_t turn, std::string_view line) {
  const std::lock_guard lock(out_lock_);
  if (turn != turn_ || answered_.load()) return false;
  write_line(line);
  return true;
}

// The GUI may send the next `go` at once, and the thread that executes it waits for this one's locks.
bool UsiPipe::answer(uint64_t turn, std::string_view line) {
  if (has_priority_.load()) raise_priority(ThreadPriority::SEARCH);
  const std::lock_guard lock(out_lock_);
  if (turn != turn_ || answered_.exchange(true)) return false;
  write_line(line);
  return true;
}

// ---- time

// The priority stays if the search has been answered already: nothing would raise it again, and the next
// search waits for the end of this one.
void UsiPipe::set_search_thread() {
  const std::lock_guard lock(out_lock_);
  search_thread_.store(this_thread_id());
  if (has_priority_.load() && !answered_.load()) reset_priority();
}

void UsiPipe::answer_in(microseconds time) {
  uint64_t turn;
  {
    const std::lock_guard lock(out_lock_);
    turn = turn_;
  }
  const auto due = Clock::now() + time;
  {
    const std::lock_guard lock(time_mutex_);
    due_ = due;
    due_turn_ = turn;
  }
  due_changed_.notify_one();
  watch_until(due);
}

void UsiPipe::run_clock() {
  has_priority_.store(raise_priority(ThreadPriority::CLOCK));
  std::unique_lock lock(time_mutex_);
  while (!ending_) {
    if (!due_) {
      due_changed_.wait(lock);
    } else if (const auto now = Clock::now(); now < *due_) {
      const auto next = std::min(*due_, now + SLEEP);
      if (due_changed_.wait_until(lock, next) == std::cv_status::timeout && has_priority_.load())
        stall_ = decayed(stall_, Clock::now() - next, SLOW_DECAY);
    } else {
      const uint64_t turn = due_turn_;
      due_.reset();
      lock.unlock();
      {
        // This search may have been answered meanwhile, and another one begun.
        const std::lock_guard out(out_lock_);
        if (turn == turn_ && !answered_.exchange(true)) {
          write_line(best_answer_);
          if (has_priority_.load() && search_thread_.load())
            raise_priority(ThreadPriority::SEARCH, search_thread_.load());
        }
      }
      lock.lock();
    }
  }
}

void UsiPipe::watch_for(microseconds time) { watch_until(Clock::now() + time); }

// Extends the time of watching; never shortens it.
void UsiPipe::watch_until(Clock::time_point end) {
  auto until = watch_until_.load();
  while (until < end && !watch_until_.compare_exchange_weak(until, end)) continue;
  watch_until_.notify_one();
}

// With normal priority, like the programs that wait for the answer. It holds no lock, because it may wait
// for the processor for long.
void UsiPipe::run_watcher() {
  while (!ending_) {
    const auto start = Clock::now();
    if (const auto until = watch_until_.load(); start >= until) {
      watch_until_.wait(until);
      continue;
    }
    std::this_thread::sleep_for(SLEEP);
    const nanoseconds late = Clock::now() - start - SLEEP;
    recent_delay_ = decayed(recent_delay_, late, DECAY);
    usual_delay_ = decayed(usual_delay_, std::min<nanoseconds>(late, MAX_USUAL_DELAY), SLOW_DECAY);
  }
}

}  // namespace komadai
