#include "rules/perft.h"

#include <thread>

#include "rules/movegen.h"

namespace komadai {
namespace {

bool stopped(const PerftJob& job) { return job.stop && job.stop->load(std::memory_order_relaxed); }

uint64_t count_leaves(Position& p, int depth, const PerftJob& job) {
  if (depth == 0) return 1;
  if (depth == 1) return uint64_t(count_legal(p));
  if (depth > 2 && stopped(job)) return 0;
  uint64_t leaves = 0;
  for (Move m : MoveBuffer<>(p)) {
    Undo undo;
    p.do_move(m, undo);
    leaves += depth == 2 ? uint64_t(count_legal(p)) : count_leaves(p, depth - 1, job);
    p.undo_move(m, undo);
  }
  return leaves;
}

}  // namespace

uint64_t perft(const Position& position, const PerftJob& job) {
  Position p = position;
  return count_leaves(p, job.depth, job);
}

}  // namespace komadai
