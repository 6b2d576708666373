#include "mate/dfpn/proof_table.h"

#include <algorithm>
#include <new>
#include <tuple>

namespace komadai::mate {
namespace {

constexpr size_t FIRST_SLOTS = 1 << 16;  // 2 MiB
constexpr size_t GROWTH = 2;
constexpr uint64_t MOST_EFFORT = (1 << 30) - 1;

}  // namespace

Table::Table(size_t megabytes)
    : most_(std::max(megabytes * (1 << 20) / sizeof(Entry) / LEAST_SLOTS * LEAST_SLOTS, LEAST_SLOTS)),
      slots_(room()) {
  size_ = std::min(most_, FIRST_SLOTS);
}

// Only addresses: memory is taken slot by slot as it is used. Where there aren't even so many, less must do.
Zeroed<Table::Entry> Table::room() {
  while (true) try {
      return Zeroed<Entry>(most_);
    } catch (const std::bad_alloc&) {
      if (most_ == LEAST_SLOTS) throw;
      most_ = most_ / LEAST_SLOTS / 2 * LEAST_SLOTS;
    }
}

void Table::clear() {
  slots_ = Zeroed<Entry>(0);
  slots_ = room();
  size_ = std::min(most_, FIRST_SLOTS);
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
  if (used_ > before / 2 && before < most_) {  // no other thread was faster
    size_ = std::min(most_, before * GROWTH);
    // In place, from the last region on: what is in one of them goes to no region before it.
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
      const bool of_another = e->hand_specific && e->hand != hand;
      if (of_another && exact_only_) continue;
      const bool bound_based = e->bound_based || of_another;
      if (!holds(Assumed(e->assumed), e->bound_based, e->changes)) continue;
      if (value.is_final()) {
        // The shorter mate; the disproof under fewer assumptions. If one says mate and the other none, the
        // one that is sure.
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
  const uint32_t cost = uint32_t(std::clamp<uint64_t>(effort, 1, MOST_EFFORT));
  const Hand kept = value.is_final() && !value.hand_specific ? value.hand : hand;
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
        const bool forgotten = (e->assumed && changed_[e->assumed] > e->changes) ||
                               (e->bound_based && exact_since_ > e->changes);
        const bool as_good =
            (!value.bound_based || e->bound_based) && (!value.hand_specific || e->hand == kept);
        bool replaced = forgotten || (unknown && e->hand == hand);
        if (value.proved())
          replaced |= e->pn == 0 && as_good && e->hand.covers(kept) && e->plies >= value.plies;
        else if (value.disproved())
          replaced |= e->dn == 0 && as_good && kept.covers(e->hand) && e->plies <= value.plies &&
                      (e->assumed || !value.assumed);
        if (replaced) {
          place = e;
          if (!value.is_final() || e->hand == kept) break;
          continue;
        }
      }
      if (!cheapest || e->effort < cheapest->effort) cheapest = e;
    }
    if (!place) place = cheapest;
    if (!place->effort) full = used_.fetch_add(1, std::memory_order_relaxed) >= size_ / 2 && size_ < most_;
    *place = {board,
              kept,
              value.pn,
              value.dn,
              value.plies,
              value.move,
              cost,
              value.hand_specific,
              value.bound_based,
              value.assumed,
              changes_};
  }
  if (full) grow();
}

int Table::fullness() const { return int(std::min<size_t>(used_ * 1000 / most_, 1000)); }

}  // namespace komadai::mate
