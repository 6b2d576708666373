// Positions that are assumed to have no mate shorter than the known one. With this assumption the solver can
// look for a shorter mate of one position on a line without searching all the others at the same time.
#pragma once

#include <algorithm>
#include <bitset>
#include <unordered_map>

#include "rules/types.h"

namespace komadai::mate {

// The number of plies of the longest assumption that a result depends on; 0: it depends on none.
using Assumed = uint16_t;

class Assumptions {
 public:
  void clear() {
    all_.clear();
    may_hold_.reset();
  }

  // Assumes no mate within `plies` for the attacker, to move, with this hand or fewer pieces.
  void add(uint64_t board, Hand hand, int plies) {
    all_.insert({board, {hand, plies}});
    may_hold_.set(slot(board));
  }

  struct Found {
    int plies;
    Hand hand;
    Assumed assumed;
  };
  // The assumption that there is no mate within `plies` in this position; `assumed` is 0 if there is none.
  Found look_up(uint64_t board, Hand hand, int plies) const {
    if (may_hold_.test(slot(board))) {
      const auto [begin, end] = all_.equal_range(board);
      for (auto i = begin; i != end; ++i)
        if (plies <= i->second.plies && i->second.hand.covers(hand))
          return {i->second.plies, i->second.hand, number(i->second.plies)};
    }
    return {0, Hand(), 0};
  }

  // The number of an assumption. A result has the largest number of those that it depends on.
  static Assumed number(int plies) { return Assumed(std::min(plies, LARGEST)); }
  static constexpr int LARGEST = 4095;

 private:
  static constexpr size_t SLOTS = 1 << 13;
  static size_t slot(uint64_t board) { return size_t(board >> 51); }

  struct Claim {
    Hand hand;
    int plies;
  };
  std::unordered_multimap<uint64_t, Claim> all_;
  std::bitset<SLOTS> may_hold_;
};

}  // namespace komadai::mate
