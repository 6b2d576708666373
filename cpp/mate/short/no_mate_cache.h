// Cache of positions that have no mate in 1 or in 3 plies, by their keys. Near the end of a line the same
// positions occur often, by different orders of moves. Direct-mapped: a new key replaces the old one.
#pragma once

#include <cstdint>

#include "memory/zeroed.h"

namespace komadai::mate {

class NoMateCache {
 public:
  // The base-2 logarithms of the number of positions without a mate in 1 and in 3: small enough to stay in
  // the processor's cache.
  NoMateCache(int bits_1, int bits_3) : keys_{Keys(bits_1), Keys(bits_3)} {}

  // Clears the cache, so that the node count of a problem does not depend on earlier problems.
  void begin_problem() { salt_ += SALT; }
  // Whether it is known that the position has no mate within `plies` (1 or 3).
  bool contains(uint64_t key, int plies) const {
    const Keys& keys = keys_[plies / 2];
    return keys.at[key >> keys.shift] == (key ^ salt_);
  }
  void store(uint64_t key, int plies) {
    Keys& keys = keys_[plies / 2];
    keys.at[key >> keys.shift] = key ^ salt_;
  }

 private:
  static constexpr uint64_t SALT = 0x9e3779b97f4a7c15;

  struct Keys {
    explicit Keys(int bits) : shift(64 - bits), at(size_t(1) << bits) {}
    int shift;
    Zeroed<uint64_t> at;
  };

  Keys keys_[2];          // of mates in 1, in 3
  uint64_t salt_ = SALT;  // not 0, so that empty entries match no position
};

}  // namespace komadai::mate
