// Runs the mate solver on the root position during the search.
#pragma once

#include <memory>
#include <vector>

#include "mate/solver.h"

namespace komadai {

class RootMates {
 public:
  // What was learnt of the positions before is kept if it takes little room: it may hold a move later, and
  // what is not thrown away need not be zeroed again.
  // Mates of more than `longest` plies count for nothing.
  void begin(const Position& position, int longest);
  // Looks on for so many nodes; true if a mate is found or there is none by checks: then there is nothing
  // more to do. `keep_on` is asked now and then.
  bool look(uint64_t nodes, const std::function<bool()>& keep_on);
  bool settled() const { return settled_; }
  // The mate, move by move; empty if none is known.
  const std::vector<Move>& line() const { return line_; }
  // Made so far for this position, in all looks; may be asked from `keep_on`.
  uint64_t nodes() const { return nodes_ + (looking_ ? solver_->nodes() : 0); }

 private:
  bool solve(uint64_t nodes, const std::function<bool()>& keep_on);
  static constexpr size_t MEGABYTES = 64;
  std::unique_ptr<mate::Solver> solver_;  // made when first needed
  Position position_;
  std::vector<Move> line_;
  int longest_ = 0;
  uint64_t nodes_ = 0;  // of the looks before
  bool looking_ = false;
  bool settled_ = false, fresh_ = true;
};

}  // namespace komadai
