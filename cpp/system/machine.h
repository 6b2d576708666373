// What the operating system knows about the machine and the calling thread.
#pragma once

#include <cstdint>

namespace komadai {

// The memory of the machine in megabytes; 0: not known.
int64_t machine_memory_mb();
// The processor time of the calling thread.
double thread_seconds();

}  // namespace komadai
