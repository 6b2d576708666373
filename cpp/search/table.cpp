#include "search/table.h"

#include <algorithm>

namespace komadai {

void Table::resize(size_t megabytes) {
  const size_t count = std::max<size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Line);
  if (lines_.size() == count) return;
  const size_t old = std::max<size_t>(lines_.size(), 1);
  lines_ = {};  // give the old memory back before asking for the new
  try {
    lines_ = std::vector<Line>(count);
  } catch (...) {
    lines_ = std::vector<Line>(old);
    throw;
  }
}

void Table::clear() {
  std::fill(lines_.begin(), lines_.end(), Line{});
  age_ = 0;
}

const TableEntry* Table::find(uint64_t key) const {
  for (const TableEntry& e : line(key).entries)
    if (e.check == uint32_t(key) && e.bound() != NO_BOUND) return &e;
  return nullptr;
}

void Table::store(uint64_t key, Move move, int value, int eval, int depth, Bound bound) {
  TableEntry* place = nullptr;
  Line& all = line(key);
  for (TableEntry& e : all.entries) {
    if (e.check == uint32_t(key) && e.bound() != NO_BOUND) {
      if (move == NO_MOVE) move = e.move;  // a bound without a move keeps the one known
      const bool present = (e.bound_and_age >> 2) == age_;
      if (present && bound != EXACT && depth + 4 < e.depth) {
        e.move = move;
        return;
      }
      place = &e;
      break;
    }
    if (!place || worth(e) < worth(*place)) place = &e;
  }
  *place = {
      uint32_t(key), move, int16_t(value), int16_t(eval), uint8_t(depth + 1), uint8_t(bound | age_ << 2)};
}

int Table::permille_used() const {
  const size_t sample = std::min<size_t>(lines_.size(), 200);
  int used = 0;
  for (size_t i = 0; i < sample; ++i)
    for (const TableEntry& e : lines_[i].entries)
      used += e.bound() != NO_BOUND && (e.bound_and_age >> 2) == age_;
  return int(size_t(used) * 1000 / (sample * 5));
}

}  // namespace komadai
