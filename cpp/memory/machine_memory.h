// The memory of the machine.
#pragma once

#include <unistd.h>

#include <cstdint>

namespace komadai {

// Megabytes; 0: not known.
inline int64_t machine_memory_mb() {
  const int64_t page = sysconf(_SC_PAGESIZE), pages = sysconf(_SC_PHYS_PAGES);
  return page > 0 && pages > 0 ? page * pages >> 20 : 0;
}

}  // namespace komadai
