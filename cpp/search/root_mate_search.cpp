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

bool RootMates::look(uint64_t nodes, const std::function<bool()>& should_continue) {
  if (settled_) return true;
  try {
    return settled_ = solve(nodes, should_continue);
  } catch (const std::bad_alloc&) {  // no room: the search finds most mates, too
    return settled_ = true;
  }
}

bool RootMates::solve(uint64_t nodes, const std::function<bool()>& should_continue) {
  if (!solver_) solver_ = std::make_unique<mate::Solver>(MEGABYTES);
  if (fresh_) solver_->clear_if_large();
  fresh_ = false;
  mate::SolveLimits limits;
  limits.nodes = nodes;
  limits.shorten = false;
  limits.comparison_nodes = 0;
  limits.should_continue = should_continue;
  looking_ = true;
  const mate::Solution found = solver_->solve(position_, limits);
  looking_ = false;
  nodes_ += found.nodes;
  if (found.kind == mate::Solution::MATE && int(found.line.size()) <= longest_) line_ = found.line;
  return found.kind != mate::Solution::UNKNOWN;
}

}  // namespace komadai
