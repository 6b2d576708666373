// Positions without a mate at once or in three plies, by their keys: in the last plies the same ones come
// again and again, by other orders of moves. One place for a key; the latest stays.
#pragma once

#include <cstdint>

#include "memory/zeroed.h"

namespace komadai::mate {

class ShortMemory {
 public:
  // For so many positions, two to the power of these: few enough to stay in a near cache.
  ShortMemory(int bits_1, int bits_3) : bits_1_(bits_1), bits_3_(bits_3) {}

  // Whether the position is known to have no mate within so many plies (1 or 3).
  bool has_none(uint64_t key, int plies) const { return place(key, plies) == key; }
  void tell_none(uint64_t key, int plies) { place(key, plies) = key; }

 private:
  const uint64_t& place(uint64_t key, int plies) const {
    return plies == 1 ? in_1_[key >> (64 - bits_1_)] : in_3_[key >> (64 - bits_3_)];
  }
  uint64_t& place(uint64_t key, int plies) {
    return plies == 1 ? in_1_[key >> (64 - bits_1_)] : in_3_[key >> (64 - bits_3_)];
  }

  int bits_1_, bits_3_;
  Zeroed<uint64_t> in_1_{size_t(1) << bits_1_}, in_3_{size_t(1) << bits_3_};
};

}  // namespace komadai::mate
