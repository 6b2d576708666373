// What the core asks the operating system for, besides the standard library. posix.cpp and windows.cpp have
// both sides.
#pragma once

#include <cstddef>
#include <cstdint>

namespace komadai {

// The memory of the machine in megabytes; 0: not known.
int64_t machine_memory_mb();
// The processor time of the calling thread.
double thread_seconds();

// A search thread with high priority computes, for a tenth of a second at a time on Linux, so the clock and
// the thread that reads lines must be above it.
enum class ThreadPriority { SEARCH = 1, CLOCK = 2 };
// Real-time priority, if the system allows it, for a thread (0: the calling one) that mostly sleeps or is
// about to end its search.
bool raise_priority(ThreadPriority priority, int thread = 0);
void reset_priority(int thread = 0);
int this_thread_id();  // 0 where the system cannot change the priority of another thread

// The ends of a pipe, to read from and to write to, which child processes do not inherit. Throws
// std::system_error.
void open_pipe(int (&ends)[2]);
// Waits until there is something to read. False if `shutdown` was closed at its other end before; where the
// system cannot wait for two files, this is never noticed.
bool wait_to_read(int file, int shutdown);
void wait_to_write(int file);

#ifdef _WIN32
// To be called by a program when it begins: lines end as they are written, and short times of waiting are
// kept.
void prepare_program();
// Pages of zeros; nullptr if there is no memory.
void* zero_pages(size_t bytes);
void free_pages(void* at);
#else
inline void prepare_program() {}
#endif

}  // namespace komadai
