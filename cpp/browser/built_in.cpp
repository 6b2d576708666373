// The bytes of the built-in evaluation's file, as an array that the build writes.
#include "eval/built_in.h"

namespace komadai {

std::span<const unsigned char> built_in_file() {
  alignas(64) static constexpr unsigned char BYTES[] = {
#include "handmade_weights.inc"
  };
  return BYTES;
}

}  // namespace komadai
