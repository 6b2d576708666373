#include "variants/solve/retrograde.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include "threads/parallel_for.h"

namespace komadai::variants::solve {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t CHUNKS = 4096;  // of a sweep: run() ends between two of them
constexpr int MAX_MOVES = 512;     // of a position, back or forth, that are looked up together

template <class T>
std::atomic_ref<T> shared(T& value) {
  return std::atomic_ref<T>(value);
}

template <class T>
T load(const T& value) {
  return shared(const_cast<T&>(value)).load(std::memory_order_relaxed);
}

template <class T>
std::span<const uint8_t> bytes(const Zeroed<T>& array, uint64_t count) {
  return {reinterpret_cast<const uint8_t*>(&array[0]), count * sizeof(T)};
}

}  // namespace

Retrograde::Retrograde(const Game& game, const Position& start)
    : game_(game), index_(game), open_(words()), seen_(0), expanded_(0), ranks_(0), distance_(0) {
  begin_stage(Stage::SEARCH);
  const uint64_t number = index_.of(start);
  open_[number / 64] = seen_[number / 64] = uint64_t(1) << (number % 64);
  open_count_ = 1;
}

void Retrograde::begin_stage(Stage stage) {
  stage_ = stage;
  if (stage == Stage::SEARCH || stage == Stage::FIRST_PASS) make_arrays();
  if (stage == Stage::LEVELS) level_ = 1;
  begin_sweep();
}

void Retrograde::make_arrays() {
  const bool searches = stage_ == Stage::SEARCH;
  seen_ = Zeroed<uint64_t>(searches ? words() : 0);
  expanded_ = Zeroed<uint64_t>(searches ? words() : 0);
  if (searches) return;
  if (open_count_ > UINT32_MAX) throw std::length_error("expected at most 2^32 open positions");
  distance_ = Zeroed<uint8_t>(open_count_);
  ranks_ = Zeroed<uint32_t>(blocks());
  uint64_t before = 0;
  for (uint64_t word = 0; word < words(); ++word) {
    if (word % (BLOCK / 64) == 0) ranks_[word / (BLOCK / 64)] = uint32_t(before);
    before += uint64_t(std::popcount(open_[word]));
  }
  if (before != open_count_) throw std::invalid_argument("expected as many positions as counted");
}

void Retrograde::begin_sweep() {
  sweep_size_ = stage_ == Stage::SEARCH ? words() : blocks();
  chunk_size_ = std::max<uint64_t>(1, (sweep_size_ + CHUNKS - 1) / CHUNKS);
  chunks_ = (sweep_size_ + chunk_size_ - 1) / chunk_size_;
  next_chunk_ = 0;
  sweep_found_ = 0;
}

// Returns whether all is done.
bool Retrograde::end_sweep() {
  switch (stage_) {
    case Stage::SEARCH:
      if (sweep_found_)
        begin_sweep();
      else
        begin_stage(Stage::FIRST_PASS);
      return false;
    case Stage::FIRST_PASS: begin_stage(Stage::LEVELS); return false;
    case Stage::LEVELS:
      if (level_ >= 2 && decided_[level_] == 0) {
        begin_stage(Stage::DONE);
        return true;
      }
      if (level_ == MAX_DISTANCE) throw std::overflow_error("a position is decided in more than 254 plies");
      ++level_;
      begin_sweep();
      return false;
    case Stage::DONE: return true;
  }
  return true;
}

bool Retrograde::run(int threads, double seconds) {
  stop_ = false;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const auto is_late = [&] { return stop_ || Clock::now() >= end; };
  while (stage_ != Stage::DONE) {
    parallel_for(threads, size_t(threads), [&](size_t, size_t) {
      while (!is_late()) {
        const uint64_t chunk = next_chunk_.fetch_add(1);
        if (chunk >= chunks_) break;
        work_on(chunk);
      }
    });
    next_chunk_ = std::min<uint64_t>(next_chunk_, chunks_);
    if (next_chunk_ == chunks_ && end_sweep()) return true;
    if (is_late()) return false;
  }
  return true;
}

void Retrograde::work_on(uint64_t chunk) {
  const uint64_t end = std::min(sweep_size_, (chunk + 1) * chunk_size_);
  for (uint64_t i = chunk * chunk_size_; i < end; ++i) {
    switch (stage_) {
      case Stage::SEARCH: expand(i); break;
      case Stage::FIRST_PASS: first_pass(i); break;
      case Stage::LEVELS: go_back(i); break;
      case Stage::DONE: break;
    }
  }
}

// Expands the open positions of a word that are not expanded yet.
void Retrograde::expand(uint64_t word) {
  struct Child {
    uint64_t number;
    Position after;
  };
  std::array<Child, MAX_MOVES> children;
  const uint64_t todo = load(open_[word]) & ~load(expanded_[word]);
  for (uint64_t rest = todo; rest; rest &= rest - 1) {
    const Position position = index_.position(word * 64 + uint64_t(std::countr_zero(rest)));
    size_t count = 0;
    const auto look_up = [&] {
      for (size_t i = 0; i < count; ++i) {
        const auto& [number, after] = children[i];
        const uint64_t its_bit = uint64_t(1) << (number % 64);
        if (load(seen_[number / 64]) & its_bit) continue;
        if (shared(seen_[number / 64]).fetch_or(its_bit) & its_bit) continue;
        switch (game_.standing(after, 1)) {
          case Standing::WINS: ++wins_at_once_; break;
          case Standing::LOSES: ++losses_at_once_; break;
          case Standing::OPEN:
            ++open_count_;
            shared(open_[number / 64]).fetch_or(its_bit);
            break;
        }
      }
      count = 0;
    };
    game_.for_each_move(position, [&](const Position& after) {
      const uint64_t number = index_.of_rotated(after);
      __builtin_prefetch(&seen_[number / 64]);
      children[count++] = {number, after};
      if (count == children.size()) look_up();
      return true;
    });
    look_up();
  }
  if (!todo) return;
  shared(expanded_[word]).fetch_or(todo);
  const uint64_t count = uint64_t(std::popcount(todo));
  expanded_count_ += count;
  sweep_found_ += count;
}

// Finds the positions that are decided by moves to positions that are decided at once.
void Retrograde::first_pass(uint64_t block) {
  uint64_t rank = ranks_[block];
  const uint64_t end = std::min(words(), (block + 1) * (BLOCK / 64));
  for (uint64_t word = block * (BLOCK / 64); word < end; ++word) {
    for (uint64_t rest = open_[word]; rest; rest &= rest - 1, ++rank) {
      const Position position = index_.position(word * 64 + uint64_t(std::countr_zero(rest)));
      bool moves = false, wins = false, loses = true;
      game_.for_each_move(position, [&](const Position& after) {
        const Standing standing = game_.standing(after, 1);
        moves = true;
        wins = standing == Standing::LOSES;
        if (standing == Standing::OPEN) loses = false;
        return !wins;
      });
      if (!moves) {
        if (game_.loses_without_moves(position)) decide(rank, 0);
      } else if (wins) {
        decide(rank, 1);
      } else if (loses) {
        decide(rank, 2);
      }
    }
  }
}

// Decides the positions from which a move leads to a position decided in level - 1 plies.
void Retrograde::go_back(uint64_t block) {
  struct Parent {
    uint64_t number, rank;
    Position before;
  };
  std::array<Parent, MAX_MOVES> parents;
  const bool wins = level_ % 2;
  const uint8_t wanted = uint8_t(level_);
  const uint64_t first = ranks_[block];
  const uint64_t count = (block + 1 < blocks() ? ranks_[block + 1] : uint64_t(open_count_)) - first;
  for (uint64_t i = 0; i < count; ++i) {
    if (load(distance_[first + i]) != wanted) continue;
    const Position position = index_.rotated_position(nth_open(block, int(i)));
    size_t parent_count = 0;
    const auto look_up = [&] {
      size_t open = 0;
      for (size_t p = 0; p < parent_count; ++p) {
        if (!is_open(parents[p].number)) continue;
        parents[p].rank = rank(parents[p].number);
        __builtin_prefetch(&distance_[parents[p].rank]);
        if (open != p) parents[open] = parents[p];
        ++open;
      }
      for (size_t p = 0; p < open; ++p) {
        if (load(distance_[parents[p].rank])) continue;
        if (wins || all_moves_lose(parents[p].before)) decide(parents[p].rank, level_);
      }
      parent_count = 0;
    };
    game_.for_each_move_back(position, [&](const Position& before) {
      const uint64_t number = index_.of(before);
      __builtin_prefetch(&open_[number / 64]);
      __builtin_prefetch(&ranks_[number / BLOCK]);
      parents[parent_count].number = number;
      parents[parent_count++].before = before;
      if (parent_count == parents.size()) look_up();
    });
    look_up();
  }
}

// Whether each move leads to a position that the opponent is known to win.
bool Retrograde::all_moves_lose(const Position& position) const {
  bool all = true;
  game_.for_each_move(position, [&](const Position& after) {
    const uint64_t number = index_.of_rotated(after);
    if (!is_open(number)) {
      // The first pass has decided the positions from which a move wins at once.
      return true;
    }
    const uint8_t distance = load(distance_[rank(number)]);
    all = distance && distance % 2 == 0;
    return all;
  });
  return all;
}

void Retrograde::decide(uint64_t rank, int distance) {
  uint8_t undecided = 0;
  if (shared(distance_[rank]).compare_exchange_strong(undecided, uint8_t(distance + 1)))
    ++decided_[size_t(distance)];
}

uint64_t Retrograde::rank(uint64_t number) const {
  const uint64_t block = number / BLOCK, word = number / 64;
  uint64_t rank = ranks_[block];
  for (uint64_t w = block * (BLOCK / 64); w < word; ++w) rank += uint64_t(std::popcount(open_[w]));
  return rank + uint64_t(std::popcount(open_[word] & ((uint64_t(1) << (number % 64)) - 1)));
}

// The number of an open position of a block, which has `nth` others before it in the block.
uint64_t Retrograde::nth_open(uint64_t block, int nth) const {
  uint64_t word = block * (BLOCK / 64);
  for (;; ++word) {
    const int count = std::popcount(open_[word]);
    if (nth < count) break;
    nth -= count;
  }
  uint64_t rest = open_[word];
  for (; nth; --nth) rest &= rest - 1;
  return word * 64 + uint64_t(std::countr_zero(rest));
}

Retrograde::Counters Retrograde::counters() const {
  Counters all;
  all.stage = stage_;
  all.chunk = next_chunk_;
  all.sweep_found = sweep_found_;
  all.expanded = expanded_count_;
  all.open = open_count_;
  all.wins_at_once = wins_at_once_;
  all.losses_at_once = losses_at_once_;
  all.level = level_;
  std::copy(decided_.begin(), decided_.end(), all.decided.begin());
  return all;
}

std::vector<std::span<const uint8_t>> Retrograde::arrays() const {
  if (stage_ == Stage::SEARCH)
    return {bytes(open_, words()), bytes(seen_, words()), bytes(expanded_, words())};
  return {bytes(open_, words()), bytes(distance_, open_count_)};
}

void Retrograde::restore(const Counters& counters, const std::vector<std::span<const uint8_t>>& arrays) {
  const bool searches = counters.stage == Stage::SEARCH;
  const std::vector<uint64_t> sizes =
      searches ? std::vector<uint64_t>(3, words() * 8) : std::vector<uint64_t>{words() * 8, counters.open};
  if (!std::equal(sizes.begin(), sizes.end(), arrays.begin(), arrays.end(),
                  [](uint64_t size, const auto& array) { return array.size() == size; }))
    throw std::invalid_argument("expected the arrays of this stage");
  std::memcpy(&open_[0], arrays[0].data(), arrays[0].size());
  stage_ = counters.stage;
  open_count_ = counters.open;
  make_arrays();
  if (searches) {
    std::memcpy(&seen_[0], arrays[1].data(), arrays[1].size());
    std::memcpy(&expanded_[0], arrays[2].data(), arrays[2].size());
  } else {
    std::memcpy(&distance_[0], arrays[1].data(), arrays[1].size());
  }
  begin_sweep();
  next_chunk_ = counters.chunk;
  sweep_found_ = counters.sweep_found;
  expanded_count_ = counters.expanded;
  wins_at_once_ = counters.wins_at_once;
  losses_at_once_ = counters.losses_at_once;
  level_ = counters.level;
  std::copy(counters.decided.begin(), counters.decided.end(), decided_.begin());
}

std::span<const uint8_t> Retrograde::open_set(uint64_t first, uint64_t count) const {
  count = std::min(count, index_.size() - first);
  return {reinterpret_cast<const uint8_t*>(&open_[first / 64]), (count + 63) / 64 * 8};
}

std::span<const uint8_t> Retrograde::distances(uint64_t first, uint64_t count) const {
  count = std::min(count, index_.size() - first);
  const uint64_t begin = ranks_[first / BLOCK], block = (first + count + BLOCK - 1) / BLOCK;
  const uint64_t end = block < blocks() ? ranks_[block] : uint64_t(open_count_);
  return {&distance_[begin], end - begin};
}

}  // namespace komadai::variants::solve
