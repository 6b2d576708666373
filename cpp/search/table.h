// The transposition table: what the search already knows of a position. Five entries share a
// cache line; a new one replaces the shallowest and oldest of them.
#pragma once

#include <cstddef>
#include <vector>

#include "rules/types.h"

namespace komadai {

enum Bound : uint8_t { NO_BOUND, UPPER, LOWER, EXACT };

struct TableEntry {
  uint32_t check = 0;  // the half of the key that does not choose the line
  Move move = NO_MOVE;
  int16_t value = 0;
  int16_t eval = 0;
  uint8_t depth = 0;          // plus one: 0 is quiescence
  uint8_t bound_and_age = 0;  // two bits and six

  Bound bound() const { return Bound(bound_and_age & 3); }
};

class Table {
 public:
  explicit Table(size_t megabytes) { resize(megabytes); }
  void resize(size_t megabytes);
  void clear();
  void begin_search() { age_ = uint8_t((age_ + 1) & 63); }

  // The entry of this position, or nullptr.
  const TableEntry* find(uint64_t key) const;
  void store(uint64_t key, Move move, int value, int eval, int depth, Bound bound);
  // Entries of the present search, per thousand.
  int permille_used() const;

 private:
  struct alignas(64) Line {
    TableEntry entries[5];
  };
  Line& line(uint64_t key) { return lines_[size_t((unsigned __int128)(key)*lines_.size() >> 64)]; }
  const Line& line(uint64_t key) const { return const_cast<Table*>(this)->line(key); }
  int worth(const TableEntry& e) const { return e.depth - 4 * ((age_ - (e.bound_and_age >> 2)) & 63); }

  std::vector<Line> lines_;
  uint8_t age_ = 0;
};

}  // namespace komadai
