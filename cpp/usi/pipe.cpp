#include "usi/pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

namespace komadai {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr size_t MOST_LINES = 4096;  // that wait to be taken
constexpr microseconds NAP{5000};
constexpr milliseconds BEFORE_ANY{20};  // what a machine is taken for that has not been watched
constexpr int64_t FORGETS = 1000;       // a thousandth less with each nap: half in 3.5 s
// A loaded machine stays loaded, and a virtual one whose host takes its processors away now and then will
// lose them again, for some tens of milliseconds: that is forgotten by half in 50 s.
constexpr int64_t FORGETS_SLOWLY = 15'000;
constexpr milliseconds USUAL{40};  // longer delays of who goes with all others are no rule

// A hurried thinker computes, and the system lets it do so for a tenth of a second at a time: who keeps the
// clock or takes lines must not stand behind it.
enum class Rank { THINKER = 1, CLOCK = 2 };

// Real time for a thread (0: the calling one) that does next to nothing but sleep or has only to come to its
// end, if the system allows it.
bool go_before_others([[maybe_unused]] Rank rank, [[maybe_unused]] int thread = 0) {
#ifdef SCHED_RESET_ON_FORK
  sched_param parameter{};
  parameter.sched_priority = int(rank);
  return sched_setscheduler(thread, SCHED_RR | SCHED_RESET_ON_FORK, &parameter) == 0;
#else
  return false;
#endif
}

void go_with_others([[maybe_unused]] int thread = 0) {
#ifdef SCHED_RESET_ON_FORK
  const sched_param parameter{};
  sched_setscheduler(thread, SCHED_OTHER | SCHED_RESET_ON_FORK, &parameter);
#endif
}

int this_thread_number() {
#ifdef __linux__
  return int(gettid());
#else
  return 0;
#endif
}

// What is remembered of the worst delay after another nap that ended so late.
nanoseconds faded(nanoseconds worst, nanoseconds late, int64_t forgets) {
  return std::max(worst - worst / forgets, late);
}

bool is_stop(const UsiPipe::Line& line) { return line.text.compare(0, 4, "stop") == 0; }
bool is_ponderhit(const UsiPipe::Line& line) { return line.text.compare(0, 9, "ponderhit") == 0; }

// Whether a clock may run while this is obeyed.
bool is_urgent(const UsiPipe::Line& line) {
  const std::string_view text = line.text;
  for (std::string_view word : {"go", "stop", "ponderhit", "position"})
    if (text.substr(0, word.size()) == word) return true;
  return false;
}

void open_pipe(int (&ends)[2]) {
  if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
}

}  // namespace

UsiPipe::Lock::Lock() {
  pthread_mutexattr_t how;
  pthread_mutexattr_init(&how);
  pthread_mutexattr_setprotocol(&how, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&mutex_, &how);
  pthread_mutexattr_destroy(&how);
}

UsiPipe::UsiPipe(int in, int out)
    : in_(in), out_(out), lately_(BEFORE_ANY), usual_(nanoseconds(0)), stillness_(nanoseconds(0)) {
  open_pipe(bell_);
  open_pipe(leave_);
  reader_ = std::thread([this] { read_lines(); });
  keeper_ = std::thread([this] { keep_time(); });
  watcher_ = std::thread([this] { watch(); });
}

UsiPipe::~UsiPipe() {
  {
    const std::lock_guard lines(lines_lock_);
    const std::lock_guard time(time_mutex_);
    ending_ = true;
  }
  close(leave_[1]);
  room_.notify_all();
  due_changed_.notify_all();
  look_until(Clock::time_point::max());
  for (std::thread* thread : {&reader_, &keeper_, &watcher_}) thread->join();
  close(leave_[0]);
  close(bell_[0]);
}

// ---- in

void UsiPipe::read_lines() {
  go_before_others(Rank::CLOCK);
  std::vector<char> chunk(1 << 16);
  while (true) {
    pollfd files[] = {{in_, POLLIN, 0}, {leave_[0], POLLIN, 0}};
    if (poll(files, 2, -1) < 0 && errno == EINTR) continue;
    if (files[1].revents) break;
    const ssize_t size = ::read(in_, chunk.data(), chunk.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size <= 0) {
      // The end: what stands there without an end of line is a line, too.
      if (!open_.text.empty() || open_.too_long) hear("\n", 1);
      break;
    }
    if (!hear(chunk.data(), size_t(size))) break;
  }
  close(bell_[1]);
}

// Cuts the bytes into lines and rings. False if nobody wants them any more.
bool UsiPipe::hear(const char* bytes, size_t size) {
  const auto now = Clock::now();
  const char* const end = bytes + size;
  bool rings = false, urgent = false, hurries = false;
  {
    std::unique_lock lock(lines_lock_);
    room_.wait(lock, [&] { return ending_ || lines_.size() < MOST_LINES; });
    if (ending_) return false;
    while (bytes < end) {
      const char* const stop = std::find(bytes, end, '\n');
      if (open_.too_long || open_.text.size() + size_t(stop - bytes) > LONGEST) {
        open_.too_long = true;
        open_.text = {};
      } else {
        open_.text.append(bytes, stop);
      }
      if (stop == end) break;
      open_.came = now;
      urgent |= is_urgent(open_);
      hurries |= is_stop(open_) || is_ponderhit(open_);
      lines_.push_back(std::move(open_));
      open_ = {};
      rings = true;
      bytes = stop + 1;
    }
    // Before the lock is given back: who takes lines now must not fall behind again afterwards.
    if (urgent && prompt_.load() && taker_.load()) go_before_others(Rank::CLOCK, taker_.load());
    if (hurries && prompt_.load() && thinker_.load()) go_before_others(Rank::THINKER, thinker_.load());
  }
  if (rings)
    while (::write(bell_[1], "!", 1) < 0 && errno == EINTR) continue;
  return true;
}

std::vector<UsiPipe::Line> UsiPipe::take() {
  std::vector<Line> taken;
  {
    const std::lock_guard lock(lines_lock_);
    taken.assign(std::make_move_iterator(lines_.begin()), std::make_move_iterator(lines_.end()));
    lines_.clear();
    taker_.store(this_thread_number());
    if (prompt_.load() && std::none_of(taken.begin(), taken.end(), is_urgent)) go_with_others();
    // The thinker was hurried only so that the taker need not wait for what it held.
    if (prompt_.load() && thinker_.load() && !answered_.load() &&
        std::any_of(taken.begin(), taken.end(), is_ponderhit))
      go_with_others(thinker_.load());
  }
  room_.notify_one();
  return taken;
}

// ---- out

// Nobody may listen any more: then the end of the input follows.
void UsiPipe::put(std::string_view line) {
  std::string text(line);
  text += '\n';
  for (size_t done = 0; done < text.size();) {
    const ssize_t size = ::write(out_, text.data() + done, text.size() - done);
    if (size < 0 && errno == EAGAIN) {
      pollfd file{out_, POLLOUT, 0};
      poll(&file, 1, -1);
    } else if (size < 0 && errno != EINTR) {
      return;
    } else if (size > 0) {
      done += size_t(size);
    }
  }
}

void UsiPipe::write(std::string_view line) {
  const std::lock_guard lock(out_lock_);
  put(line);
}

uint64_t UsiPipe::begin(std::string so_far) {
  const std::lock_guard lock(out_lock_);
  so_far_ = std::move(so_far);
  answered_.store(false);
  return ++turn_;
}

void UsiPipe::know(uint64_t turn, std::string so_far) {
  const std::lock_guard lock(out_lock_);
  if (turn == turn_) so_far_.swap(so_far);
}

bool UsiPipe::tell(uint64_t turn, std::string_view line) {
  const std::lock_guard lock(out_lock_);
  if (turn != turn_ || answered_.load()) return false;
  put(line);
  return true;
}

// The GUI may ask for the next search at once, and whoever obeys it would wait for what the thinker holds.
bool UsiPipe::answer(uint64_t turn, std::string_view line) {
  if (prompt_.load()) go_before_others(Rank::THINKER);
  const std::lock_guard lock(out_lock_);
  if (turn != turn_ || answered_.exchange(true)) return false;
  put(line);
  return true;
}

// ---- time

// Not if the answer has been given already, for then nobody would hurry the thinker any more, and it would
// come to its end, which the next turn waits for, whenever the others let it.
void UsiPipe::think() {
  const std::lock_guard lock(out_lock_);
  thinker_.store(this_thread_number());
  if (prompt_.load() && !answered_.load()) go_with_others();
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
  look_until(due);
}

void UsiPipe::keep_time() {
  prompt_.store(go_before_others(Rank::CLOCK));
  std::unique_lock lock(time_mutex_);
  while (!ending_) {
    if (!due_) {
      due_changed_.wait(lock);
    } else if (const auto now = Clock::now(); now < *due_) {
      const auto next = std::min(*due_, now + NAP);
      if (due_changed_.wait_until(lock, next) == std::cv_status::timeout && prompt_.load())
        stillness_ = faded(stillness_, Clock::now() - next, FORGETS_SLOWLY);
    } else {
      const uint64_t turn = due_turn_;
      due_.reset();
      lock.unlock();
      {
        // The turn may have been answered meanwhile, and another one begun.
        const std::lock_guard out(out_lock_);
        if (turn == turn_ && !answered_.exchange(true)) {
          put(so_far_);
          if (prompt_.load() && thinker_.load()) go_before_others(Rank::THINKER, thinker_.load());
        }
      }
      lock.lock();
    }
  }
}

void UsiPipe::look(microseconds time) { look_until(Clock::now() + time); }

// Never sooner than it was to be.
void UsiPipe::look_until(Clock::time_point end) {
  auto until = look_until_.load();
  while (until < end && !look_until_.compare_exchange_weak(until, end)) continue;
  look_until_.notify_one();
}

// As low as those that compute, because those who wait for the answer are not higher either: so it holds no
// lock while the system may let others go first.
void UsiPipe::watch() {
  while (!ending_) {
    const auto start = Clock::now();
    if (const auto until = look_until_.load(); start >= until) {
      look_until_.wait(until);
      continue;
    }
    std::this_thread::sleep_for(NAP);
    const nanoseconds late = Clock::now() - start - NAP;
    lately_ = faded(lately_, late, FORGETS);
    usual_ = faded(usual_, std::min<nanoseconds>(late, USUAL), FORGETS_SLOWLY);
  }
}

}  // namespace komadai
