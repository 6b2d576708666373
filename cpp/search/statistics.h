// What a search did: counters of its nodes and of each method that decides a node or skips a move.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "memory/shared_words.h"

namespace komadai {

enum class Counter : uint8_t {
  NONE,
  // Nodes.
  MAIN_NODES,
  QUIESCENCE_NODES,
  LEAVES,  // of the full-width search: positions that are evaluated without a search of captures
  TABLE_HITS,
  // Nodes that are decided before their moves are searched.
  GAME_ENDS,  // repetition, declaration, try, move limit; or a shorter mate is known
  TABLE_CUTOFFS,
  MATES_IN_ONE,
  RAZORING,
  REVERSE_FUTILITY,
  NULL_MOVES,
  PROBCUT,
  MULTI_CUTS,
  STAND_PAT,
  // Nodes whose moves are searched until one exceeds beta.
  BETA_CUTOFFS,
  FIRST_MOVE_CUTOFFS,  // of these, by the first move
  // Moves that are skipped.
  LATE_MOVES,  // nodes whose remaining quiet moves are skipped because of their number
  FUTILITY,
  HISTORY,
  EXCHANGE,
  IMPROBABLE,  // in the search by realization probability: far below the threshold
  QUIESCENCE_MOVES,
  // Moves that are searched to another depth.
  REDUCED,
  SEARCHED_AGAIN,  // of the reduced moves, those that exceeded alpha
  EXTENDED,
  COUNT
};

struct CounterName {
  Counter counter;
  std::string_view name;
};

constexpr CounterName COUNTER_NAMES[] = {
    {Counter::MAIN_NODES, "main_nodes"},
    {Counter::QUIESCENCE_NODES, "quiescence_nodes"},
    {Counter::LEAVES, "leaves"},
    {Counter::TABLE_HITS, "table_hits"},
    {Counter::GAME_ENDS, "game_ends"},
    {Counter::TABLE_CUTOFFS, "table_cutoffs"},
    {Counter::MATES_IN_ONE, "mates_in_one"},
    {Counter::RAZORING, "razoring"},
    {Counter::REVERSE_FUTILITY, "reverse_futility"},
    {Counter::NULL_MOVES, "null_moves"},
    {Counter::PROBCUT, "probcut"},
    {Counter::MULTI_CUTS, "multi_cuts"},
    {Counter::STAND_PAT, "stand_pat"},
    {Counter::BETA_CUTOFFS, "beta_cutoffs"},
    {Counter::FIRST_MOVE_CUTOFFS, "first_move_cutoffs"},
    {Counter::LATE_MOVES, "late_moves"},
    {Counter::FUTILITY, "futility"},
    {Counter::HISTORY, "history"},
    {Counter::EXCHANGE, "exchange"},
    {Counter::IMPROBABLE, "improbable"},
    {Counter::QUIESCENCE_MOVES, "quiescence_moves"},
    {Counter::REDUCED, "reduced"},
    {Counter::SEARCHED_AGAIN, "searched_again"},
    {Counter::EXTENDED, "extended"},
};

struct SearchStatistics {
  static constexpr int PLIES = 64;
  std::array<uint64_t, size_t(Counter::COUNT)> counters{};
  std::array<uint64_t, PLIES> nodes_at_ply{};  // the last entry: and deeper

  uint64_t operator[](Counter c) const { return counters[size_t(c)]; }
};

// The counters of one thread. Only this thread writes them; others may read them at the same time.
class ThreadStatistics {
 public:
  void count(Counter c) { increment(counters_[size_t(c)]); }
  void count_node(Counter kind, int ply) {
    count(kind);
    increment(nodes_at_ply_[ply < SearchStatistics::PLIES ? ply : SearchStatistics::PLIES - 1]);
  }
  void clear() {
    for (auto& c : counters_) c.store(0);
    for (auto& n : nodes_at_ply_) n.store(0);
  }
  void add_to(SearchStatistics& sum) const {
    for (size_t i = 0; i < counters_.size(); ++i) sum.counters[i] += counters_[i].load();
    for (size_t i = 0; i < nodes_at_ply_.size(); ++i) sum.nodes_at_ply[i] += nodes_at_ply_[i].load();
  }

 private:
  static void increment(SharedCount& n) { n.store(n.load() + 1); }

  std::array<SharedCount, size_t(Counter::COUNT)> counters_{};
  std::array<SharedCount, SearchStatistics::PLIES> nodes_at_ply_{};
};

}  // namespace komadai
