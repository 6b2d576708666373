// Starts the fastest of the builds in this program that the processor runs. The environment variable
// KOMADAI_BUILD=baseline, avx2 or avx512 selects another one.
//
// This file and embedded.cpp are compiled for any processor. CMakeLists.txt compiles all others once for each
// build, with another name for the namespace `komadai`.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "system/best_build.h"

// X(name) for each build of this program, the fastest first.
#ifndef KOMADAI_BUILDS
#define KOMADAI_BUILDS(X) X(baseline)
#endif

#define DECLARE(name)                \
  namespace komadai_##name::engine { \
    void run();                      \
  }
KOMADAI_BUILDS(DECLARE)

int main() {
  const char* const value = std::getenv("KOMADAI_BUILD");
  const std::string_view wanted = value ? value : "";
#define RUN(name) \
  if (wanted.empty() ? komadai::can_run(#name) : wanted == #name) komadai_##name::engine::run();
  KOMADAI_BUILDS(RUN)
  // On the standard output, too: a GUI shows no other.
  for (std::FILE* file : {stdout, stderr})
    std::fprintf(file, "info string %s\n",
                 wanted.empty() ? "this processor is too old: expected x86-64-v2 (SSE4.2 and POPCNT)"
                                : "KOMADAI_BUILD: this program has no such build");
  return 1;
}
