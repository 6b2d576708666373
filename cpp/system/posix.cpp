// The operating system's calls on Linux and macOS.
#ifndef _WIN32
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <system_error>

#include "system/machine.h"

namespace komadai {

int64_t machine_memory_mb() {
  const int64_t page = sysconf(_SC_PAGESIZE), pages = sysconf(_SC_PHYS_PAGES);
  return page > 0 && pages > 0 ? page * pages >> 20 : 0;
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

bool raise_priority([[maybe_unused]] ThreadPriority priority, [[maybe_unused]] int thread) {
#ifdef SCHED_RESET_ON_FORK
  sched_param parameter{};
  parameter.sched_priority = int(priority);
  return sched_setscheduler(thread, SCHED_RR | SCHED_RESET_ON_FORK, &parameter) == 0;
#else
  return false;
#endif
}

void reset_priority([[maybe_unused]] int thread) {
#ifdef SCHED_RESET_ON_FORK
  const sched_param parameter{};
  sched_setscheduler(thread, SCHED_OTHER | SCHED_RESET_ON_FORK, &parameter);
#endif
}

int this_thread_id() {
#ifdef __linux__
  return int(gettid());
#else
  return 0;
#endif
}

void open_pipe(int (&ends)[2]) {
  if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  for (int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
}

bool wait_to_read(int file, int shutdown) {
  pollfd files[] = {{file, POLLIN, 0}, {shutdown, POLLIN, 0}};
  while (poll(files, 2, -1) < 0 && errno == EINTR) continue;
  return files[1].revents == 0;
}

void wait_to_write(int file) {
  pollfd files[] = {{file, POLLOUT, 0}};
  poll(files, 1, -1);
}

}  // namespace komadai

#endif
