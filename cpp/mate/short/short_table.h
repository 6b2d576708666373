// A small hash table for mates within a limit of plies. It is not cleared between problems: each entry has
// the generation of its problem. For each problem it starts small and grows, so that it stays in the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/types.h"

namespace komadai::mate {

class ShortTable {
 public:
  // Of the attacker, to move, with this hand.
  struct Entry {
    uint64_t board = 0;
    Hand hand;
    uint32_t generation = 0;     // 0: empty
    Move move = NO_MOVE;         // of the mate
    uint8_t mate = 0;            // mates within so many plies; 0: not known
    uint8_t none = 0;            // does not mate within so many
    bool hand_specific = false;  // not to be told of other hands
    uint16_t effort = 0;
  };
  static_assert(sizeof(Entry) <= 32);

  void begin_problem() {
    in_use_ = FIRST;
    held_ = 0;
    if (buckets_.empty()) buckets_.resize(FIRST);
    if (++generation_ == 0) {  // after four thousand million problems
      buckets_.assign(buckets_.size(), Bucket());
      ++generation_;
    }
  }

  // What decides about so many plies; null if nothing does. More in hand never makes a mate longer.
  const Entry* decides(uint64_t board, Hand hand, int plies) const {
    for (const Entry& e : buckets_[slot(board)].entries) {
      if (e.board != board || e.generation != generation_) continue;
      const bool same = e.hand == hand;
      if (e.hand_specific && !same) continue;
      if (e.mate && e.mate <= plies && (same || hand.covers(e.hand))) return &e;
      if (e.none >= plies && (same || e.hand.covers(hand))) return &e;
    }
    return nullptr;
  }

  // The entry of this position; a new one, in the place of the least, if there is none yet.
  Entry& entry(uint64_t board, Hand hand) {
    if (held_ > in_use_ * WAYS / 2 && in_use_ < MOST) grow();
    Entry* least = nullptr;
    for (Entry& e : buckets_[slot(board)].entries) {
      if (e.board == board && e.hand == hand && e.generation == generation_) return e;
      if (!least || weight(e) < weight(*least)) least = &e;
    }
    if (least->generation != generation_) ++held_;
    *least = Entry();
    least->board = board;
    least->hand = hand;
    least->generation = generation_;
    return *least;
  }

 private:
  static constexpr size_t WAYS = 4, FIRST = 32, MOST = 8192;  // entries of a bucket; buckets
  struct alignas(64) Bucket {
    Entry entries[WAYS];
  };

  size_t slot(uint64_t board) const { return (board ^ board >> 32) & (in_use_ - 1); }
  int weight(const Entry& e) const { return e.generation == generation_ ? e.effort : -1; }

  // Twice as many buckets: what was in one of them is now there or in its place in the new half.
  void grow() {
    const size_t before = in_use_;
    in_use_ *= 2;
    if (buckets_.size() < in_use_) buckets_.resize(in_use_);
    for (size_t b = 0; b < before; ++b) {
      buckets_[b + before] = Bucket();
      for (size_t i = 0; i < WAYS; ++i)
        if (Entry& e = buckets_[b].entries[i]; slot(e.board) == b + before)
          std::swap(e, buckets_[b + before].entries[i]);
    }
  }

  std::vector<Bucket> buckets_;  // none before the first problem
  size_t in_use_ = 0, held_ = 0;
  uint32_t generation_ = 0;
};

}  // namespace komadai::mate
