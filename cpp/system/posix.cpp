// The operating system's calls on Linux and macOS. windows.cpp has those of Windows.
#ifndef _WIN32
#include <time.h>
#include <unistd.h>

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

}  // namespace komadai

#endif
