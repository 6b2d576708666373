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
  // A position with the attacker to move: the board and the attacker's hand.
  struct Entry {
    uint64_t board = 0;
    Hand hand;
    uint32_t generation = 0;     // 0: empty
    Move move = NO_MOVE;         // the first move of the mate
    uint8_t mate = 0;            // mate within this number of plies; 0: not known
    uint8_t none = 0;            // no mate within this number of plies
    bool hand_specific = false;  // not valid for other hands
    uint16_t effort = 0;
  };
  static_assert(sizeof(Entry) <= 32);

  void begin_problem() {
    in_use_ = FIRST;
    entries_ = 0;
    if (buckets_.empty()) buckets_.resize(FIRST);
    if (++generation_ == 0) {  // overflow after 2^32 problems
      buckets_.assign(buckets_.size(), Bucket());
      ++generation_;
    }
  }

  // The entry that decides whether there is a mate within `plies`; null if there is none. More pieces in hand
  // never make a mate longer (unless the entry is hand-specific).
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

  // The entry of this position. If there is none, a new one replaces the entry with the least effort.
  Entry& entry(uint64_t board, Hand hand) {
    if (entries_ > in_use_ * WAYS / 2 && in_use_ < MAX_BUCKETS) grow();
    Entry* least = nullptr;
    for (Entry& e : buckets_[slot(board)].entries) {
      if (e.board == board && e.hand == hand && e.generation == generation_) return e;
      if (!least || weight(e) < weight(*least)) least = &e;
    }
    if (least->generation != generation_) ++entries_;
    *least = Entry();
    least->board = board;
    least->hand = hand;
    least->generation = generation_;
    return *least;
  }

 private:
  static constexpr size_t WAYS = 4, FIRST = 32, MAX_BUCKETS = 8192;  // entries of a bucket; buckets
  struct alignas(64) Bucket {
    Entry entries[WAYS];
  };

  size_t slot(uint64_t board) const { return (board ^ board >> 32) & (in_use_ - 1); }
  int weight(const Entry& e) const { return e.generation == generation_ ? e.effort : -1; }

  // Doubles the number of buckets. An entry stays in its bucket or moves to the same place in the new half.
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

  std::vector<Bucket> buckets_;  // empty before the first problem
  size_t in_use_ = 0, entries_ = 0;
  uint32_t generation_ = 0;
};

}  // namespace komadai::mate
