// The first plies of a search's tree, as the last finished iteration searched them.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/types.h"
#include "search/statistics.h"
#include "search/transposition_table.h"

namespace komadai {

struct TreeNode {
  Move move = NO_MOVE;             // that leads here; NO_MOVE: the root
  int score = 0;                   // from the view of the side that made the move
  Bound bound = NO_BOUND;          // of the score; NO_BOUND: the move was skipped
  int depth = 0;                   // to which the move was searched, in plies; reduced moves have less
  uint64_t nodes = 0;              // below the move
  Counter reason = Counter::NONE;  // why the move was skipped, or the node decided without its moves
  bool cut_off = false;  // a move exceeded beta: the moves that are not among the children were not needed
  std::vector<TreeNode> children;
};

}  // namespace komadai
