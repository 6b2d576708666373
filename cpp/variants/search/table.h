// The transposition table of the variants' search: sixteen bytes an entry, four of them a cache line.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/zeroed.h"
#include "rules/mix64.h"
#include "variants/move.h"

namespace komadai::variants {

enum class Bound : uint8_t { NONE, UPPER, LOWER, EXACT };

struct TableHit {
  Move move;
  int value = 0, eval = 0;
  int depth = 0;  // 0: quiescence
  Bound bound = Bound::NONE;
  bool was_pv = false;

  bool is_hit() const { return bound != Bound::NONE; }
  // Whether the value decides on which side of beta the position is.
  bool causes_cutoff(int beta) const {
    return bound == Bound::EXACT || bound == (value >= beta ? Bound::LOWER : Bound::UPPER);
  }
};

class Table {
 public:
  // Throws std::bad_alloc.
  explicit Table(size_t megabytes);
  void resize(size_t megabytes);
  void clear();
  void new_search() { age_ = (age_ + 1) & 3; }

  TableHit probe(uint64_t key) const;
  void store(uint64_t key, Move move, int value, int eval, int depth, Bound bound, bool was_pv);
  void prefetch(uint64_t key) const { __builtin_prefetch(&cluster(key)); }
  int hashfull() const;  // entries of the present search, per thousand

 private:
  // bits: 0-50 the move, 51-58 depth, 59-60 bound, 61 was_pv, 62-63 age
  struct Entry {
    uint32_t check;
    int16_t value, eval;
    uint64_t bits;
  };
  static constexpr int CLUSTER_SIZE = 4;
  struct alignas(64) Cluster {
    Entry entries[CLUSTER_SIZE];
  };
  static size_t clusters_in(size_t megabytes) { return megabytes * 1024 * 1024 / sizeof(Cluster); }
  Cluster& cluster(uint64_t key) const {
    return const_cast<Zeroed<Cluster>&>(clusters_)[slot_of(key, count_)];
  }

  size_t count_;
  Zeroed<Cluster> clusters_;
  uint64_t age_ = 0;
};

}  // namespace komadai::variants
