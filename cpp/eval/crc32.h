// The checksum of evaluation files: CRC-32 as in zlib and PNG.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace komadai {

inline uint32_t crc32(std::span<const unsigned char> bytes) {
  static constexpr auto table = [] {
    std::array<uint32_t, 256> t{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t c = i;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ c >> 1 : c >> 1;
      t[i] = c;
    }
    return t;
  }();
  uint32_t c = ~uint32_t(0);
  for (unsigned char b : bytes) c = table[(c ^ b) & 255] ^ c >> 8;
  return ~c;
}

}  // namespace komadai
