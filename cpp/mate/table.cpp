#include "mate/table.h"

#include <algorithm>

namespace komadai::mate {
namespace {

constexpr size_t FIRST_SLOTS = 1 << 16;  // 2 MiB
constexpr size_t GROWTH = 4;

}  // namespace

Table::Table(size_t megabytes)
    : most_(std::max<size_t>(megabytes, 1) * (1 << 20) / sizeof(Entry)),
      size_(std::min(most_, FIRST_SLOTS)),
      slots_(size_ + WINDOW) {}

void Table::clear() {
  size_ = std::min(most_, FIRST_SLOTS);
  used_ = 0;
  slots_ = Zeroed<Entry>(size_ + WINDOW);
}

void Table::grow() {
  const size_t before = size_;
  size_ = std::min(most_, size_ * GROWTH);
  Zeroed<Entry> old(size_ + WINDOW);
  std::swap(old, slots_);
  for (size_t i = 0; i < before + WINDOW; ++i) {
    const Entry& entry = old[i];
    if (!entry.effort) continue;
    Entry* e = &slots_[slot(entry.board)];
    const Entry* const end = e + WINDOW;
    while (e != end && e->effort) ++e;
    if (e != end) *e = entry;
  }
}

Value Table::look_up(uint64_t board, Hand hand, int plies) const {
  Value value;
  const Entry* e = &slots_[slot(board)];
  for (const Entry* end = e + WINDOW; e != end && e->effort; ++e) {
    if (e->board != board) continue;
    if (e->pn == 0) {
      if (e->plies <= plies && hand.covers(e->hand) && (!value.proved() || e->plies < value.plies))
        value = {0, INFINITE, e->plies, e->move, e->hand, true};
    } else if (e->dn == 0) {
      if (e->plies >= plies && e->hand.covers(hand) && !value.proved() &&
          (!value.disproved() || e->plies > value.plies))
        value = {INFINITE, 0, e->plies, e->move, e->hand, true};
    } else if (!value.is_final()) {
      if (e->hand == hand) {
        value.pn = std::max(value.pn, e->pn);
        value.dn = std::max(value.dn, e->dn);
        value.move = e->move;
        value.known = true;
      } else if (hand.covers(e->hand)) {
        value.dn = std::max(value.dn, e->dn);
      } else if (e->hand.covers(hand)) {
        value.pn = std::max(value.pn, e->pn);
      }
    }
  }
  return value;
}

void Table::store(uint64_t board, Hand hand, const Value& value, uint64_t effort) {
  Entry* const begin = &slots_[slot(board)];
  Entry* place = nullptr;
  Entry* cheapest = nullptr;
  const uint32_t cost = uint32_t(std::clamp<uint64_t>(effort, 1, 0x7fffffff));
  const Hand kept = value.is_final() ? value.hand : hand;
  for (Entry* e = begin; e != begin + WINDOW; ++e) {
    if (!e->effort) {
      if (!place) place = e;
      break;
    }
    if (e->board == board) {
      const bool unknown = e->pn != 0 && e->dn != 0;
      bool replaced = false;
      if (value.proved())
        replaced = unknown ? e->hand.covers(kept) && false
                           : e->pn == 0 && e->hand.covers(kept) && e->plies >= value.plies;
      else if (value.disproved())
        replaced = !unknown && e->dn == 0 && kept.covers(e->hand) && e->plies <= value.plies;
      if (e->hand == hand && unknown) replaced = true;
      if (replaced) {
        place = e;
        if (!value.is_final() || (e->hand == kept)) break;
        continue;
      }
    }
    if (!cheapest || e->effort < cheapest->effort) cheapest = e;
  }
  if (!place) place = cheapest;
  used_ += !place->effort;
  *place = {board, kept, value.pn, value.dn, value.plies, value.move, cost, 0};
  if (used_ > size_ / 2 && size_ < most_) grow();
}

int Table::fullness() const { return int(std::min<size_t>(used_ * 1000 / most_, 1000)); }

}  // namespace komadai::mate
