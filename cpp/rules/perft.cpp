#include "rules/perft.h"

#include <system_error>
#include <thread>

#include "rules/movegen.h"

namespace komadai {
namespace {

uint64_t count_leaves(Position& p, int depth, const std::atomic<bool>& stop) {
  if (depth == 0) return 1;
  if (depth == 1) return uint64_t(count_legal(p));
  if (depth > 2 && stop.load(std::memory_order_relaxed)) return 0;
  uint64_t leaves = 0;
  for (Move m : MoveBuffer<MAX_MOVES_OF_ANY_BOARD>(p)) {
    Undo undo;
    p.do_move(m, undo);
    leaves += depth == 2 ? uint64_t(count_legal(p)) : count_leaves(p, depth - 1, stop);
    p.undo_move(m, undo);
  }
  return leaves;
}

}  // namespace

Perft::Perft(const Position& position, int depth) : position_(position), depth_(depth) {
  if (depth == 0) return;
  // A part of the work is the tree below two moves if it is deep enough to be shared between threads, else
  // below one move.
  for (Move first : MoveBuffer<MAX_MOVES_OF_ANY_BOARD>(position)) {
    const size_t root = totals_.size();
    totals_.push_back({first, 0});
    if (depth < 4) {
      parts_.push_back({root, NO_MOVE, 0});
      continue;
    }
    Position p = position;
    Undo undo;
    p.do_move(first, undo);
    for (Move second : MoveBuffer<MAX_MOVES_OF_ANY_BOARD>(p)) parts_.push_back({root, second, 0});
  }
}

void Perft::work() {
  for (size_t i; !stop_ && (i = next_.fetch_add(1)) < parts_.size();) {
    Part& part = parts_[i];
    Position p = position_;
    Undo undo;
    p.do_move(totals_[part.root].first, undo);
    int depth = depth_ - 1;
    if (part.second != NO_MOVE) {
      p.do_move(part.second, undo);
      --depth;
    }
    part.leaves = count_leaves(p, depth, stop_);
    done_.fetch_add(1);
  }
}

void Perft::run(int threads) {
  std::vector<std::thread> others;
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system has no more threads: count with those that were created.
  }
  work();
  for (std::thread& t : others) t.join();
  for (const Part& part : parts_) totals_[part.root].second += part.leaves;
}

uint64_t Perft::leaves() const {
  if (depth_ == 0) return 1;
  uint64_t sum = 0;
  for (const auto& [move, leaves] : totals_) sum += leaves;
  return sum;
}

}  // namespace komadai
