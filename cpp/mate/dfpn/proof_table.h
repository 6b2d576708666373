// The proof table: proof numbers, mates and refutations of positions. Entries are found by the board alone,
// so that hands can be compared: a mate also holds for an attacker with more pieces in hand, and a position
// without a mate has none for an attacker with fewer (Nagai's proof and disproof pieces).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <thread>

#include "mate/solver/assumed_no_mates.h"
#include "memory/zeroed.h"
#include "rules/mix64.h"
#include "rules/types.h"

namespace komadai::mate {

using Number = uint16_t;  // a proof or disproof number
constexpr Number INFINITE = 30000;
constexpr int NO_LIMIT = 30000;  // plies: any number of them

// The value of a position for an attacker with a given hand and number of plies.
struct Value {
  Number pn = 1, dn = 1;
  uint16_t plies = 0;  // proved: mate within; disproved: no mate within
  Move move = NO_MOVE;
  Hand hand;            // proved: valid with this hand or more; disproved: with this or fewer pieces
  bool known = false;   // false: not searched before
  Assumed assumed = 0;  // disproved: the largest number of an assumption that it depends on
  // Final results whose length depends on which of two defences is longer. `hand_specific`: valid only for
  // the hand with which it was found. `bound_based`: it may be wrong, because bounds were compared or because
  // it was found with another hand.
  bool hand_specific = false, bound_based = false;

  bool proved() const { return pn == 0; }
  bool disproved() const { return dn == 0; }
  bool is_final() const { return pn == 0 || dn == 0; }
};

class Table {
 public:
  // The table begins small and grows up to `megabytes` MiB, so that small problems stay in the cache.
  explicit Table(size_t megabytes);

  // Several threads may look up and store at once while it is shared.
  void share(bool shared) { shared_ = shared; }
  bool is_shared() const { return shared_; }
  // The number of threads at a position, by its key; positions with similar keys share a counter.
  void add_visitor(uint64_t key) { visitors_[key >> 48].fetch_add(1, std::memory_order_relaxed); }
  void remove_visitor(uint64_t key) { visitors_[key >> 48].fetch_sub(1, std::memory_order_relaxed); }
  uint16_t threads_at(uint64_t key) const { return visitors_[key >> 48].load(std::memory_order_relaxed); }

  // Disproofs that depend on assumptions are used only while assumptions are set. invalidate_assumptions_from
  // invalidates those that depend on an assumption with this number or a larger one; it may be called
  // MAX_CHANGES times before the table must be cleared.
  static constexpr uint32_t MAX_CHANGES = (1 << 20) - 1;
  void assume(bool something) { assuming_ = something; }
  void invalidate_assumptions_from(Assumed from) {
    std::fill(changed_.begin() + from, changed_.end(), ++changes_);
  }
  uint32_t changes() const { return changes_; }
  void count_changes_anew();
  // Whether a result that was stored after this number of changes is still valid.
  bool holds(Assumed assumed, bool bound_based, uint32_t changes) const {
    return (assumed == 0 || (assuming_ && changed_[assumed] <= changes)) &&
           (!bound_based || exact_since_ <= changes);
  }
  // While set, hand-specific results are not used for other hands. Setting it also invalidates all results
  // that are based on bounds.
  void set_exact_only(bool certain) {
    exact_only_ = certain;
    if (certain) exact_since_ = ++changes_;
  }
  bool exact_only() const { return exact_only_; }

  // Writes into `value` directly, because returning a copy is slower.
  void look_up(uint64_t board, Hand hand, int plies, Value& value) const;
  // `effort` (nodes) decides which entries are kept when the table is full.
  void store(uint64_t board, Hand hand, const Value& value, uint64_t effort);
  // Until `clear`, this position, the attacker to move, counts as no mate.
  void forbid(uint64_t board, Hand hand) {
    store(board, hand, {INFINITE, 0, NO_LIMIT, NO_MOVE, hand, true}, ~uint64_t(0));
    forbids_ = true;
  }
  bool forbids() const { return forbids_; }
  void prefetch(uint64_t board) const { __builtin_prefetch(&slots_[slot(board)]); }
  void clear();
  // Whether the table is larger than the cache.
  bool is_large() const { return used_ > LARGE; }
  // Used slots of a thousand.
  int fullness() const;

 private:
  struct Entry {
    uint64_t board;
    Hand hand;
    Number pn, dn;
    uint16_t plies;
    Move move;
    uint32_t effort : 30;  // 0: an empty slot
    bool hand_specific : 1, bound_based : 1;
    uint32_t assumed : 12, changes : 20;
  };
  static_assert(sizeof(Entry) == 32 && Assumptions::LARGEST < 1 << 12);

  // The entries of a board are in the WINDOW slots from its own slot on, wrapping around in its region. All
  // regions of the boards whose keys begin with the same byte share a lock.
  static constexpr size_t WINDOW = 32, REGION = 64, LOCKS = 256;
  static constexpr size_t MIN_SLOTS = LOCKS * REGION;
  static constexpr size_t LARGE = 1 << 14;

  // Each lock has its own cache line, so that threads do not wait for writes to other locks.
  struct alignas(64) Lock {
    void acquire() {
      while (taken.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
    }
    void release() { taken.clear(std::memory_order_release); }
    std::atomic_flag taken;
  };
  class Held {
   public:
    Held(const Table& table, uint64_t board) : lock_(table.shared_ ? &table.locks_[board >> 56] : nullptr) {
      if (lock_) lock_->acquire();
    }
    ~Held() {
      if (lock_) lock_->release();
    }

   private:
    Lock* lock_;
  };

  size_t slot(uint64_t board) const { return slot_of(board, size_.load(std::memory_order_relaxed)); }
  static size_t next(size_t slot) { return (slot & ~(REGION - 1)) | ((slot + 1) & (REGION - 1)); }
  Zeroed<Entry> reserve();
  void grow();

  size_t max_slots_;          // the maximum number of slots
  std::atomic<size_t> size_;  // the current number of slots
  std::atomic<size_t> used_{0};
  Zeroed<Entry> slots_;
  mutable Lock locks_[LOCKS];
  bool shared_ = false, assuming_ = false, forbids_ = false, exact_only_ = false;
  uint32_t changes_ = 0, exact_since_ = 0;
  std::array<uint32_t, Assumptions::LARGEST + 1>
      changed_{};  // by number: `changes_` at the last invalidation
  std::array<std::atomic<uint16_t>, 1 << 16> visitors_{};
};

}  // namespace komadai::mate
