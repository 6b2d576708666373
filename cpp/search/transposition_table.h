// The transposition table, shared by all threads of a search. Four entries form a cluster of one cache line;
// a new entry replaces the shallowest and oldest of its cluster.
//
// There are no locks: an entry is two words, the first of which is the key xor the second, so an entry
// written by two threads at once matches no key (Hyatt and Mann, "A lock-less transposition table
// implementation for parallel search", ICGA Journal 25, 2002).
#pragma once

#include <cstddef>

#include "memory/zeroed.h"
#include "rules/mix64.h"
#include "rules/types.h"

namespace komadai {

enum Bound : uint8_t { NO_BOUND, UPPER, LOWER, EXACT };

struct TTEntryData {
  Move move = NO_MOVE;
  int16_t value = 0;
  int16_t eval = 0;   // the static evaluation
  uint8_t depth = 0;  // plus one: 0 is quiescence
  uint8_t flags = 0;  // bits 0-1: bound, bit 2: was_pv, bits 3-7: age

  Bound bound() const { return Bound(flags & 3); }
  // Whether the position has been on a principal variation.
  bool was_pv() const { return flags & 4; }
  bool is_hit() const { return bound() != NO_BOUND; }
  // Whether `score`, the value relative to the root, decides on which side of beta the position is.
  bool causes_cutoff(int score, int beta) const {
    return bound() == EXACT || bound() == (score >= beta ? LOWER : UPPER);
  }
};

class TranspositionTable {
 public:
  // Throws std::bad_alloc.
  explicit TranspositionTable(size_t megabytes);
  void resize(size_t megabytes);
  // Zeroes the memory in place: new pages from the system would slow down the next search.
  void clear();
  // Makes all present entries miss, at no cost: later keys are stored with another salt.
  void invalidate_all() { salt_ += GOLDEN_GAMMA; }
  void new_search() { age_ = uint8_t((age_ + 1) & MAX_AGE); }

  // The entry of this position; is_hit() is false if there is none.
  TTEntryData probe(uint64_t key) const;
  void store(uint64_t key, Move move, int value, int eval, int depth, Bound bound, bool pv);
  void prefetch(uint64_t key) const { __builtin_prefetch(&cluster(key ^ salt_)); }
  // Entries of the present search, per thousand.
  int hashfull() const;

 private:
  static constexpr int MAX_AGE = 31, CLUSTER_SIZE = 4;
  struct Entry {
    uint64_t check, data;  // read and written as two atomic words
  };
  struct alignas(64) Cluster {
    Entry entries[CLUSTER_SIZE];
  };
  static size_t clusters_in(size_t megabytes) { return megabytes * 1024 * 1024 / sizeof(Cluster); }
  static TTEntryData read(const Entry& e, uint64_t key);
  Cluster& cluster(uint64_t key) const {
    return const_cast<Zeroed<Cluster>&>(clusters_)[slot_of(key, count_)];
  }
  int age_of(TTEntryData e) const { return (age_ - (e.flags >> 3)) & MAX_AGE; }

  size_t count_;
  Zeroed<Cluster> clusters_;
  uint64_t salt_ = 0;  // xored with every key
  uint8_t age_ = 0;
};

}  // namespace komadai
