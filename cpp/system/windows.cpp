// The operating system's calls on Windows.
#ifdef _WIN32
#define NOMINMAX
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

// After windows.h.
#include <mmsystem.h>

#include <system_error>

#include "system/machine.h"

namespace komadai {
namespace {

// Calls `use` with the handle of a thread; 0 is the calling one.
template <class Use>
bool with_thread(int thread, Use&& use) {
  if (!thread) return use(GetCurrentThread());
  const HANDLE handle = OpenThread(THREAD_SET_INFORMATION, FALSE, DWORD(thread));
  if (!handle) return false;
  const bool done = use(handle);
  CloseHandle(handle);
  return done;
}

}  // namespace

int64_t machine_memory_mb() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) ? int64_t(status.ullTotalPhys >> 20) : 0;
}

double thread_seconds() {
  FILETIME created, ended, kernel, user;
  if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user)) return 0;
  const auto seconds = [](const FILETIME& time) {
    return double(uint64_t(time.dwHighDateTime) << 32 | time.dwLowDateTime) / 1e7;
  };
  return seconds(kernel) + seconds(user);
}

bool raise_priority(ThreadPriority priority, int thread) {
  const int level =
      priority == ThreadPriority::CLOCK ? THREAD_PRIORITY_TIME_CRITICAL : THREAD_PRIORITY_HIGHEST;
  return with_thread(thread, [&](HANDLE handle) { return SetThreadPriority(handle, level) != 0; });
}

void reset_priority(int thread) {
  with_thread(thread, [](HANDLE handle) { return SetThreadPriority(handle, THREAD_PRIORITY_NORMAL) != 0; });
}

int this_thread_id() { return int(GetCurrentThreadId()); }

void open_pipe(int (&ends)[2]) {
  constexpr unsigned SIZE = 1 << 16;
  if (_pipe(ends, SIZE, _O_BINARY | _O_NOINHERIT) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
}

bool wait_to_read(int, int) { return true; }

void wait_to_write(int) {}

void prepare_program() {
  for (const int file : {0, 1}) _setmode(file, _O_BINARY);
  timeBeginPeriod(1);
}

void* zero_pages(size_t bytes) {
  return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void free_pages(void* at) { VirtualFree(at, 0, MEM_RELEASE); }

}  // namespace komadai

#endif
