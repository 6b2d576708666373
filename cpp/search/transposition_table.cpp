#include "search/transposition_table.h"

#include <algorithm>
#include <cstring>

#include "memory/shared_words.h"

namespace komadai {

static_assert(sizeof(TTEntryData) == 8);

TranspositionTable::TranspositionTable(size_t megabytes)
    : count_(clusters_in(std::max<size_t>(megabytes, 1))), clusters_(count_) {}

void TranspositionTable::resize(size_t megabytes) {
  const size_t count = clusters_in(std::max<size_t>(megabytes, 1)), old = count_;
  if (count == old) return;
  clusters_ = Zeroed<Cluster>(0);  // free the old memory before allocating the new
  try {
    clusters_ = Zeroed<Cluster>(count);
    count_ = count;
  } catch (...) {
    clusters_ = Zeroed<Cluster>(old);
    throw;
  }
}

void TranspositionTable::clear() {
  std::memset(&clusters_[0], 0, count_ * sizeof(Cluster));
  salt_ = 0;
  age_ = 0;
}

TTEntryData TranspositionTable::read(const Entry& e, uint64_t key) {
  const uint64_t data = load_shared(e.data);
  return (load_shared(e.check) ^ data) == key ? bits_as<TTEntryData>(data) : TTEntryData{};
}

TTEntryData TranspositionTable::probe(uint64_t key) const {
  key ^= salt_;
  for (const Entry& e : cluster(key).entries)
    if (const TTEntryData data = read(e, key); data.is_hit()) return data;
  return {};
}

void TranspositionTable::store(uint64_t key, Move move, int value, int eval, int depth, Bound bound,
                               bool pv) {
  key ^= salt_;
  Entry* target = nullptr;
  int lowest_worth = 0;
  for (Entry& e : cluster(key).entries) {
    const TTEntryData same = read(e, key);
    if (same.is_hit()) {
      if (move == NO_MOVE) move = same.move;  // a bound without a move keeps the stored move
      // A much deeper entry of the present search is kept, with the new move.
      if (age_of(same) == 0 && bound != EXACT && depth + 1 + 2 * pv + 3 < same.depth) {
        if (move == same.move) return;
        value = same.value, eval = same.eval, depth = same.depth - 1, bound = same.bound(),
        pv = same.was_pv();
      }
      target = &e;
      break;
    }
    const TTEntryData other = bits_as<TTEntryData>(load_shared(e.data));
    const int worth = other.is_hit() ? other.depth - 4 * age_of(other) : -1000;
    if (!target || worth < lowest_worth) target = &e, lowest_worth = worth;
  }
  const TTEntryData entry{move, int16_t(value), int16_t(eval), uint8_t(depth + 1),
                          uint8_t(bound | pv << 2 | age_ << 3)};
  const uint64_t data = bits_as<uint64_t>(entry);
  store_shared(target->data, data);
  store_shared(target->check, key ^ data);
}

int TranspositionTable::hashfull() const {
  const size_t sample = std::min<size_t>(count_, 250);
  int used = 0;
  for (size_t i = 0; i < sample; ++i)
    for (const Entry& e : clusters_[i].entries) {
      const TTEntryData data = bits_as<TTEntryData>(load_shared(e.data));
      used += data.is_hit() && age_of(data) == 0;
    }
  return int(size_t(used) * 1000 / (sample * CLUSTER_SIZE));
}

}  // namespace komadai
