// A small memory for mates of limited length. Nothing is cleared between problems: what belongs to another
// one is told by its generation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/types.h"

namespace komadai::mate {

class ShortTable {
 public:
  // Of the attacker, to move, with this hand.
  struct Entry {
    uint64_t board = 0;
    Hand hand;
    uint32_t generation = 0;  // 0: empty
    Move move = NO_MOVE;      // of the mate
    uint8_t mate = 0;         // mates within so many plies; 0: not known
    uint8_t none = 0;         // does not mate within so many
    bool judged = false;      // not to be told of other hands
    uint16_t effort = 0;
  };
  static_assert(sizeof(Entry) <= 32);

  // Some more than 2^bits entries.
  explicit ShortTable(int bits) : mask_((size_t(1) << bits) - 1) {}

  void begin_problem() {
    if (entries_.empty()) entries_.resize(mask_ + BUCKET);
    if (++generation_ == 0) {  // after four thousand million problems
      entries_.assign(entries_.size(), Entry());
      ++generation_;
    }
  }

  // What decides about so many plies; null if nothing does. More in hand never makes a mate longer.
  const Entry* decides(uint64_t board, Hand hand, int plies) const {
    const Entry* e = &entries_[slot(board)];
    for (size_t i = 0; i < BUCKET; ++i, ++e) {
      if (e->board != board || e->generation != generation_) continue;
      const bool same = e->hand == hand;
      if (e->judged && !same) continue;
      if (e->mate && e->mate <= plies && (same || hand.covers(e->hand))) return e;
      if (e->none >= plies && (same || e->hand.covers(hand))) return e;
    }
    return nullptr;
  }

  // The entry of this position; a new one, in the place of the least, if there is none yet.
  Entry& entry(uint64_t board, Hand hand) {
    Entry* e = &entries_[slot(board)];
    Entry* least = e;
    for (size_t i = 0; i < BUCKET; ++i, ++e) {
      if (e->board == board && e->hand == hand && e->generation == generation_) return *e;
      if (weight(*e) < weight(*least)) least = e;
    }
    *least = Entry();
    least->board = board;
    least->hand = hand;
    least->generation = generation_;
    return *least;
  }

 private:
  static constexpr size_t BUCKET = 4;

  size_t slot(uint64_t board) const { return (board ^ board >> 32) & mask_; }
  int weight(const Entry& e) const { return e.generation == generation_ ? e.effort : -1; }

  std::vector<Entry> entries_;  // none before the first problem
  size_t mask_;
  uint32_t generation_ = 0;
};

}  // namespace komadai::mate
