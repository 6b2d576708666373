// Positions without a mate at once or in three plies, by their keys: in the last plies the same ones come
// again and again, by other orders of moves. One place for a key; the latest stays.
#pragma once

#include <cstdint>

#include "memory/zeroed.h"

namespace komadai::mate {

class ShortMemory {
 public:
  // Whether the position is known to have no mate within so many plies (1 or 3).
  bool has_none(uint64_t key, int plies) const { return place(key, plies) == key; }
  void tell_none(uint64_t key, int plies) { place(key, plies) = key; }

 private:
  // So few that they stay in the second cache.
  static constexpr int BITS_1 = 16, BITS_3 = 15;

  const uint64_t& place(uint64_t key, int plies) const {
    return plies == 1 ? in_1_[key >> (64 - BITS_1)] : in_3_[key >> (64 - BITS_3)];
  }
  uint64_t& place(uint64_t key, int plies) {
    return plies == 1 ? in_1_[key >> (64 - BITS_1)] : in_3_[key >> (64 - BITS_3)];
  }

  Zeroed<uint64_t> in_1_{size_t(1) << BITS_1}, in_3_{size_t(1) << BITS_3};
};

}  // namespace komadai::mate
