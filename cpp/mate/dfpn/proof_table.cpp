#include "mate/dfpn/proof_table.h"

#include <algorithm>
#include <new>
#include <tuple>

namespace komadai::mate {
namespace {

constexpr size_t FIRST_SLOTS = 1 << 16;  // 2 MiB
constexpr size_t GROWTH = 2;
constexpr uint64_t MAX_EFFORT = (1 << 30) - 1;

}  // namespace

Table::Table(size_t megabytes)
    : max_slots_(std::max(megabytes * (1 << 20) / sizeof(Entry) / MIN_SLOTS * MIN_SLOTS, MIN_SLOTS)),
      slots_(reserve()) {
  size_ = std::min(max_slots_, FIRST_SLOTS);
}

// Reserves addresses; physical memory is used only as slots are written. If the reservation fails, tries
// half.
Zeroed<Table::Entry> Table::reserve() {
  while (true) try {
      return Zeroed<Entry>(max_slots_);
    } catch (const std::bad_alloc&) {
      if (max_slots_ == MIN_SLOTS) throw;
      max_slots_ = max_slots_ / MIN_SLOTS / 2 * MIN_SLOTS;
    }
}

void Table::clear() {
  slots_ = Zeroed<Entry>(0);
  slots_ = reserve();
  size_ = std::min(max_slots_, FIRST_SLOTS);
  used_ = 0;
  forbids_ = false;
}

void Table::count_changes_anew() {
  changes_ = exact_since_ = 0;
  changed_.fill(0);
}

void Table::grow() {
  if (shared_)
    for (Lock& lock : locks_) lock.acquire();
  const size_t before = size_;
  if (used_ > before / 2 && before < max_slots_) {  // false if another thread has just grown the table
    size_ = std::min(max_slots_, before * GROWTH);
    // In place, beginning with the last region: an entry never moves to an earlier region.
    for (size_t region = before; region > 0;) {
      region -= REGION;
      Entry moved[REGION];
      std::copy_n(&slots_[region], REGION, moved);
      std::fill_n(&slots_[region], REGION, Entry());
      for (const Entry& entry : moved) {
        if (!entry.effort) continue;
        size_t at = slot(entry.board);
        for (size_t left = WINDOW; left-- > 0; at = next(at))
          if (!slots_[at].effort) {
            slots_[at] = entry;
            break;
          }
      }
    }
  }
  if (shared_)
    for (Lock& lock : locks_) lock.release();
}

void Table::look_up(uint64_t board, Hand hand, int plies, Value& value) const {
  value = Value();
  const Held held(*this, board);
  size_t at = slot(board);
  for (size_t left = WINDOW; left-- > 0; at = next(at)) {
    const Entry* const e = &slots_[at];
    if (!e->effort) break;
    if (e->board != board) continue;
    if (e->pn == 0 || e->dn == 0) {
      const bool mate = e->pn == 0;
      if (mate ? e->plies > plies || !hand.covers(e->hand) : e->plies < plies || !e->hand.covers(hand))
        continue;
      const bool is_from_other_hand = e->hand_specific && e->hand != hand;
      if (is_from_other_hand && exact_only_) continue;
      const bool bound_based = e->bound_based || is_from_other_hand;
      if (!holds(Assumed(e->assumed), e->bound_based, e->changes)) continue;
      if (value.is_final()) {
        // Prefers the shorter mate and the disproof with fewer assumptions. If one entry is a mate and the
        // other is not, prefers the one that is not based on bounds.
        using std::make_tuple;
        const bool better =
            mate != value.proved() ? make_tuple(bound_based, !mate) < make_tuple(value.bound_based, mate)
            : mate ? make_tuple(e->plies, bound_based) < make_tuple(value.plies, value.bound_based)
                   : make_tuple(int(e->assumed), bound_based, -e->plies) <
                         make_tuple(int(value.assumed), value.bound_based, -value.plies);
        if (!better) continue;
      }
      value = {e->pn,      e->dn, e->plies, e->move, e->hand, true, Assumed(e->assumed), e->hand_specific,
               bound_based};
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
}

void Table::store(uint64_t board, Hand hand, const Value& value, uint64_t effort) {
  const uint32_t cost = uint32_t(std::clamp<uint64_t>(effort, 1, MAX_EFFORT));
  const Hand stored_hand = value.is_final() && !value.hand_specific ? value.hand : hand;
  bool full = false;
  {
    const Held held(*this, board);
    Entry* place = nullptr;
    Entry* cheapest = nullptr;
    size_t at = slot(board);
    for (size_t left = WINDOW; left-- > 0; at = next(at)) {
      Entry* const e = &slots_[at];
      if (!e->effort) {
        if (!place) place = e;
        break;
      }
      if (e->board == board) {
        const bool unknown = e->pn != 0 && e->dn != 0;
        const bool invalidated = (e->assumed && changed_[e->assumed] > e->changes) ||
                                 (e->bound_based && exact_since_ > e->changes);
        const bool as_good =
            (!value.bound_based || e->bound_based) && (!value.hand_specific || e->hand == stored_hand);
        bool replaced = invalidated || (unknown && e->hand == hand);
        if (value.proved())
          replaced |= e->pn == 0 && as_good && e->hand.covers(stored_hand) && e->plies >= value.plies;
        else if (value.disproved())
          replaced |= e->dn == 0 && as_good && stored_hand.covers(e->hand) && e->plies <= value.plies &&
                      (e->assumed || !value.assumed);
        if (replaced) {
          place = e;
          if (!value.is_final() || e->hand == stored_hand) break;
          continue;
        }
      }
      if (!cheapest || e->effort < cheapest->effort) cheapest = e;
    }
    if (!place) place = cheapest;
    if (!place->effort)
      full = used_.fetch_add(1, std::memory_order_relaxed) >= size_ / 2 && size_ < max_slots_;
    *place = {board, stored_hand,         value.pn,          value.dn,      value.plies, value.move,
              cost,  value.hand_specific, value.bound_based, value.assumed, changes_};
  }
  if (full) grow();
}

int Table::fullness() const { return int(std::min<size_t>(used_ * 1000 / max_slots_, 1000)); }

}  // namespace komadai::mate
