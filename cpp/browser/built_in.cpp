// The bytes of the built-in evaluation's file. The build writes them in an order that is compressed well: the
// low bytes of all numbers, then the high ones, of zigzag codes (0, -1, 1, -2 as 0, 1, 2, 3).
#include "eval/built_in.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace komadai {

std::span<const unsigned char> built_in_file() {
  static constexpr unsigned char PLANES[] = {
#include "handmade_weights.inc"
  };
  constexpr size_t NUMBERS = std::size(PLANES) / 2;
  static const std::vector<unsigned char> file = [] {
    std::vector<unsigned char> bytes;
    bytes.reserve(2 * NUMBERS);
    for (size_t i = 0; i < NUMBERS; ++i) {
      const unsigned code = PLANES[i] | PLANES[NUMBERS + i] << 8;
      const unsigned number = code >> 1 ^ (0 - (code & 1));
      bytes.push_back(static_cast<unsigned char>(number));
      bytes.push_back(static_cast<unsigned char>(number >> 8));
    }
    return bytes;
  }();
  return file;
}

}  // namespace komadai
