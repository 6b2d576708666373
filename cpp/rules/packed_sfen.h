// Packs a position into 32 bytes, the Huffman-coded "packed sfen" of shogi training data.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "rules/position.h"

namespace komadai {

using PackedPosition = std::array<uint8_t, 32>;

// Returns nothing unless each side has one king and no type has more pieces than a set.
std::optional<PackedPosition> pack(const Position& position);

// The position, or the reason why the bytes are not one.
struct Unpacked {
  Position position;
  const char* problem = nullptr;
};
Unpacked unpack(const PackedPosition& bytes);

}  // namespace komadai
