// Positions that are assumed to have no mate shorter than the known one. With this assumption the solver can
// look for a shorter mate of one position on a line without searching all the others at the same time.
#pragma once

#include <algorithm>
#include <bitset>
#include <unordered_map>

#include "rules/types.h"

namespace komadai::mate {

// A larger number: more results rest on the assumption. 0: on none.
using Assumed = uint16_t;

class Assumptions {
 public:
  void clear() {
    all_.clear();
    may_hold_.reset();
  }

  // No mate within so many plies with this hand of the attacker (or less), whose move it is.
  void add(uint64_t board, Hand hand, int plies) {
    all_.insert({board, {hand, plies}});
    may_hold_.set(slot(board));
  }

  struct Found {
    int plies;
    Hand hand;
    Assumed assumed;
  };
  // The assumption that says so of this position; `assumed` 0: there is none.
  Found look_up(uint64_t board, Hand hand, int plies) const {
    if (may_hold_.test(slot(board))) {
      const auto [begin, end] = all_.equal_range(board);
      for (auto i = begin; i != end; ++i)
        if (plies <= i->second.plies && i->second.hand.covers(hand))
          return {i->second.plies, i->second.hand, number(i->second.plies)};
    }
    return {0, Hand(), 0};
  }

  // What rests on one about so many plies. Results carry the largest number of those that they rest on.
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
