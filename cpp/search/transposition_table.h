// The transposition table, shared by all threads of a search. Four entries form a cluster of one cache line;
// a new entry replaces the shallowest and oldest of its cluster.
//
// There are no locks: an entry is two words, the first of which is the key xor the second, so an entry
// written by two threads at once matches no key (Hyatt and Mann, "A lock-less transposition table
// implementation for parallel search", ICGA Journal 25, 2002).
#pragma once

#include <atomic>
#include <cstddef>

#include "memory/zeroed.h"
#include "rules/types.h"

namespace komadai {

enum Bound : uint8_t { NO_BOUND, UPPER, LOWER, EXACT };

struct Known {
  Move move = NO_MOVE;
  int16_t value = 0;
  int16_t eval = 0;
  uint8_t depth = 0;  // plus one: 0 is quiescence
  // Two bits of bound, one that says whether it was met with an open window, five of age.
  uint8_t flags = 0;

  Bound bound() const { return Bound(flags & 3); }
  bool was_open() const { return flags & 4; }
  bool holds() const { return bound() != NO_BOUND; }
  // Whether the value tells on which side of beta the position is.
  bool settles(int score, int beta) const {
    return bound() == EXACT || bound() == (score >= beta ? LOWER : UPPER);
  }
};

class Table {
 public:
  // Throws std::bad_alloc.
  explicit Table(size_t megabytes);
  void resize(size_t megabytes);
  // In place: memory that the system would give anew costs the next search more.
  void clear();
  // Finds nothing of what was stored before, at no cost.
  void turn_away() { salt_ += 0x9e3779b97f4a7c15; }
  void begin_search() { age_ = uint8_t((age_ + 1) & MAX_AGE); }

  // What is known of this position; if nothing, it doesn't hold.
  Known find(uint64_t key) const;
  void store(uint64_t key, Move move, int value, int eval, int depth, Bound bound, bool open);
  void prefetch(uint64_t key) const { __builtin_prefetch(&line(key ^ salt_)); }
  // Entries of the present search, per thousand.
  int permille_used() const;

 private:
  static constexpr int MAX_AGE = 31, PLACES = 4;
  struct Entry {
    uint64_t check, data;  // read and written as two atomic words
  };
  struct alignas(64) Line {
    Entry entries[PLACES];
  };
  static size_t lines_in(size_t megabytes) { return megabytes * 1024 * 1024 / sizeof(Line); }
  static Known read(const Entry& e, uint64_t key);
  Line& line(uint64_t key) const {
    return const_cast<Zeroed<Line>&>(lines_)[size_t((unsigned __int128)(key)*count_ >> 64)];
  }
  int age_of(Known k) const { return (age_ - (k.flags >> 3)) & MAX_AGE; }

  size_t count_;
  Zeroed<Line> lines_;
  uint64_t salt_ = 0;  // of the keys
  uint8_t age_ = 0;
};

}  // namespace komadai
