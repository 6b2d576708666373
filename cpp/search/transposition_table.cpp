#include "search/transposition_table.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace komadai {
namespace {

static_assert(sizeof(Known) == 8);

uint64_t load(const uint64_t& word) {
  return std::atomic_ref<uint64_t>(const_cast<uint64_t&>(word)).load(std::memory_order_relaxed);
}
void save(uint64_t& word, uint64_t value) {
  std::atomic_ref<uint64_t>(word).store(value, std::memory_order_relaxed);
}

}  // namespace

Table::Table(size_t megabytes) : count_(lines_in(std::max<size_t>(megabytes, 1))), lines_(count_) {}

void Table::resize(size_t megabytes) {
  const size_t count = lines_in(std::max<size_t>(megabytes, 1)), old = count_;
  if (count == old) return;
  lines_ = Zeroed<Line>(0);  // give the old memory back before asking for the new
  try {
    lines_ = Zeroed<Line>(count);
    count_ = count;
  } catch (...) {
    lines_ = Zeroed<Line>(old);
    throw;
  }
}

void Table::clear() {
  std::memset(&lines_[0], 0, count_ * sizeof(Line));
  salt_ = 0;
  age_ = 0;
}

Known Table::read(const Entry& e, uint64_t key) {
  const uint64_t data = load(e.data);
  return (load(e.check) ^ data) == key ? std::bit_cast<Known>(data) : Known{};
}

Known Table::find(uint64_t key) const {
  key ^= salt_;
  for (const Entry& e : line(key).entries)
    if (const Known k = read(e, key); k.holds()) return k;
  return {};
}

void Table::store(uint64_t key, Move move, int value, int eval, int depth, Bound bound, bool open) {
  key ^= salt_;
  Entry* place = nullptr;
  int least = 0;
  for (Entry& e : line(key).entries) {
    const Known k = read(e, key);
    if (k.holds()) {
      if (move == NO_MOVE) move = k.move;  // a bound without a move keeps the one known
      // What is much deeper and of this search stays.
      if (age_of(k) == 0 && bound != EXACT && depth + 1 + 2 * open + 3 < k.depth) {
        if (move == k.move) return;
        value = k.value, eval = k.eval, depth = k.depth - 1, bound = k.bound(), open = k.was_open();
      }
      place = &e;
      break;
    }
    const Known other = std::bit_cast<Known>(load(e.data));
    const int worth = other.holds() ? other.depth - 4 * age_of(other) : -1000;
    if (!place || worth < least) place = &e, least = worth;
  }
  const Known k{move, int16_t(value), int16_t(eval), uint8_t(depth + 1),
                uint8_t(bound | open << 2 | age_ << 3)};
  const uint64_t data = std::bit_cast<uint64_t>(k);
  save(place->data, data);
  save(place->check, key ^ data);
}

int Table::permille_used() const {
  const size_t sample = std::min<size_t>(count_, 250);
  int used = 0;
  for (size_t i = 0; i < sample; ++i)
    for (const Entry& e : lines_[i].entries) {
      const Known k = std::bit_cast<Known>(load(e.data));
      used += k.holds() && age_of(k) == 0;
    }
  return int(size_t(used) * 1000 / (sample * PLACES));
}

}  // namespace komadai
