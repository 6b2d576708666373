// Cache of positions that have no mate in 1 or in 3 plies, by their keys. Near the end of a line the same
// positions occur often, by different orders of moves. Direct-mapped: a new key replaces the old one.
#pragma once

#include <cstdint>

#include "memory/zeroed.h"

namespace komadai::mate {

class NoMateCache {
 public:
  // For so many positions without a mate in 1 and in 3, two to the power of these: few enough to stay in a
  // near cache.
  NoMateCache(int bits_1, int bits_3) : in_{Keys(bits_1), Keys(bits_3)} {}

  // Forgets everything, so that the same problem takes the same nodes whatever came before it.
  void begin_problem() { salt_ += SALT; }
  // Whether the position is known to have no mate within so many plies (1 or 3).
  bool has_none(uint64_t key, int plies) const {
    const Keys& keys = in_[plies / 2];
    return keys.at[key >> keys.shift] == (key ^ salt_);
  }
  void tell_none(uint64_t key, int plies) {
    Keys& keys = in_[plies / 2];
    keys.at[key >> keys.shift] = key ^ salt_;
  }

 private:
  static constexpr uint64_t SALT = 0x9e3779b97f4a7c15;

  struct Keys {
    explicit Keys(int bits) : shift(64 - bits), at(size_t(1) << bits) {}
    int shift;
    Zeroed<uint64_t> at;
  };

  Keys in_[2];
  uint64_t salt_ = SALT;  // an empty place is no position's
};

}  // namespace komadai::mate
