// Makes training positions from others: random moves lead to positions that games do not have but a search
// visits, and an evaluation gives their value without a search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "eval/evaluation.h"

namespace komadai::training {

struct VaryOptions {
  uint64_t seed = 1;
  int copies = 1;     // the number of positions made from each record
  int max_moves = 1;  // the number of random moves before each is from 0 to this, all equally likely
};

// PSV records of the new positions. The number of the first record, `first`, and the seed determine the
// random moves; half of them are captures, where there are any. Positions with the side to move in check are
// left out, since they are never evaluated. A record's score is the evaluation's value; its move is none; its
// result that of the game, for the side to move. Throws BadRecord.
std::vector<uint8_t> vary(std::span<const uint8_t> records, uint64_t first, const VaryOptions& options,
                          Evaluation& evaluation);

}  // namespace komadai::training
