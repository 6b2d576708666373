// Runs the mate solver on the root position during the search.
#pragma once

#include <memory>
#include <vector>

#include "mate/solver.h"

namespace komadai {

class RootMateSearch {
 public:
  // Starts on another position. Mates longer than `max_plies` are ignored. The solver keeps results about
  // earlier positions that take little memory: they may help later, and reused memory need not be
  // zeroed.
  void set_position(const Position& position, int max_plies);
  // Continues for this many nodes. Returns true once a mate is found or it is proved that no series of checks
  // mates; further calls then do nothing. `should_continue` is called at intervals.
  bool search(uint64_t max_nodes, const std::function<bool()>& should_continue);
  // The mate, move by move; empty if none is known.
  const std::vector<Move>& line() const { return line_; }
  // Nodes searched for this position in all calls. They are not among those of the main search.
  uint64_t nodes() const { return nodes_; }

 private:
  bool solve(uint64_t max_nodes, const std::function<bool()>& should_continue);
  static constexpr size_t MEGABYTES = 64;
  std::unique_ptr<mate::Solver> solver_;  // created when first needed
  Position position_;
  std::vector<Move> line_;
  int max_plies_ = 0;
  uint64_t nodes_ = 0;
  bool decided_ = false, is_new_position_ = true;
};

}  // namespace komadai
