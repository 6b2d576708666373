#include "search/root_mate_search.h"

#include <new>

namespace komadai {

void RootMateSearch::set_position(const Position& position, int max_plies) {
  position_ = position;
  max_plies_ = max_plies;
  line_.clear();
  nodes_ = 0;
  is_new_position_ = true;
  decided_ = mate::not_a_problem(position, true) != mate::NotAProblem::NONE;
}

bool RootMateSearch::search(uint64_t max_nodes, const std::function<bool()>& should_continue) {
  if (decided_) return true;
  try {
    return decided_ = solve(max_nodes, should_continue);
  } catch (const std::bad_alloc&) {  // the main search finds most mates without the solver
    return decided_ = true;
  }
}

bool RootMateSearch::solve(uint64_t max_nodes, const std::function<bool()>& should_continue) {
  if (!solver_) solver_ = std::make_unique<mate::Solver>(MEGABYTES);
  if (is_new_position_) solver_->clear_if_large();
  is_new_position_ = false;
  mate::SolveLimits limits;
  limits.nodes = max_nodes;
  limits.shorten = false;
  limits.comparison_nodes = 0;
  limits.should_continue = should_continue;
  const mate::Solution solution = solver_->solve(position_, limits);
  nodes_ += solution.nodes;
  if (solution.kind == mate::Solution::MATE && int(solution.line.size()) <= max_plies_) line_ = solution.line;
  return solution.kind != mate::Solution::UNKNOWN;
}

}  // namespace komadai
