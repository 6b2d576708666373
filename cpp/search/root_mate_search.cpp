#include "search/root_mate_search.h"

#include <new>

namespace komadai {

void RootMates::begin(const Position& position, int longest) {
  position_ = position;
  longest_ = longest;
  line_.clear();
  nodes_ = 0;
  looking_ = false;
  fresh_ = true;
  settled_ = mate::not_a_problem(position, true) != mate::NotAProblem::NONE;
}

bool RootMates::look(uint64_t nodes, const std::function<bool()>& keep_on) {
  if (settled_) return true;
  try {
    return settled_ = solve(nodes, keep_on);
  } catch (const std::bad_alloc&) {  // no room: the search finds most mates, too
    return settled_ = true;
  }
}

bool RootMates::solve(uint64_t nodes, const std::function<bool()>& keep_on) {
  if (!solver_) solver_ = std::make_unique<mate::Solver>(MEGABYTES);
  if (fresh_) solver_->forget_much();
  fresh_ = false;
  mate::Effort effort;
  effort.nodes = nodes;
  effort.shorten = false;
  effort.compare = 0;
  effort.keep_on = keep_on;
  looking_ = true;
  const mate::Solution found = solver_->solve(position_, effort);
  looking_ = false;
  nodes_ += found.nodes;
  if (found.kind == mate::Solution::MATE && int(found.line.size()) <= longest_) line_ = found.line;
  return found.kind != mate::Solution::UNKNOWN;
}

}  // namespace komadai
