#include "variants/search/table.h"

#include <algorithm>

namespace komadai::variants {
namespace {

constexpr uint64_t MOVE_MASK = (uint64_t(1) << 51) - 1;
constexpr int DEPTH_SHIFT = 51, BOUND_SHIFT = 59, PV_SHIFT = 61, AGE_SHIFT = 62;
constexpr int MAX_DEPTH = 255;

int depth_of(uint64_t bits) { return int(bits >> DEPTH_SHIFT & 0xff); }

}  // namespace

Table::Table(size_t megabytes) : count_(clusters_in(std::max<size_t>(megabytes, 1))), clusters_(count_) {}

void Table::resize(size_t megabytes) {
  clusters_ = Zeroed<Cluster>(0);  // frees the old memory first
  count_ = clusters_in(std::max<size_t>(megabytes, 1));
  clusters_ = Zeroed<Cluster>(count_);
}

void Table::clear() {
  for (size_t i = 0; i < count_; ++i) clusters_[i] = Cluster{};
  age_ = 0;
}

TableHit Table::probe(uint64_t key) const {
  for (const Entry& e : cluster(key).entries)
    if (e.check == uint32_t(key) && e.bits >> BOUND_SHIFT & 3) {
      TableHit hit;
      hit.move = Move::from_bits(e.bits & MOVE_MASK);
      hit.value = e.value;
      hit.eval = e.eval;
      hit.depth = depth_of(e.bits);
      hit.bound = Bound(e.bits >> BOUND_SHIFT & 3);
      hit.was_pv = e.bits >> PV_SHIFT & 1;
      return hit;
    }
  return {};
}

void Table::store(uint64_t key, Move move, int value, int eval, int depth, Bound bound, bool was_pv) {
  Entry* worst = nullptr;
  int lowest = 1 << 20;
  depth = std::clamp(depth, 0, MAX_DEPTH);
  for (Entry& e : cluster(key).entries) {
    if (e.check == uint32_t(key) && e.bits >> BOUND_SHIFT & 3) {
      if (!move) move = Move::from_bits(e.bits & MOVE_MASK);
      // A much shallower search does not replace a deeper one of the same position.
      if (bound != Bound::EXACT && depth + 4 < depth_of(e.bits) && e.bits >> AGE_SHIFT == age_) return;
      worst = &e;
      break;
    }
    const int age = int((age_ - (e.bits >> AGE_SHIFT)) & 3);
    const int worth = e.bits >> BOUND_SHIFT & 3 ? depth_of(e.bits) - 8 * age : -100;
    if (worth < lowest) {
      lowest = worth;
      worst = &e;
    }
  }
  worst->check = uint32_t(key);
  worst->value = int16_t(value);
  worst->eval = int16_t(eval);
  worst->bits = (move.bits() & MOVE_MASK) | uint64_t(depth) << DEPTH_SHIFT | uint64_t(bound) << BOUND_SHIFT |
                uint64_t(was_pv) << PV_SHIFT | age_ << AGE_SHIFT;
}

int Table::hashfull() const {
  const size_t sample = std::min<size_t>(count_, 250);
  int used = 0;
  for (size_t i = 0; i < sample; ++i)
    for (const Entry& e : clusters_[i].entries)
      used += (e.bits >> BOUND_SHIFT & 3) && e.bits >> AGE_SHIFT == age_;
  return sample ? int(used * 1000 / int(sample * CLUSTER_SIZE)) : 0;
}

}  // namespace komadai::variants
