// The quiet moves of a node, each with its score for the ordering. They are generated and scored in one pass.
#pragma once

#include <climits>
#include <cstdint>

#include "search/check_squares.h"
#include "search/history.h"
#include "search/parameters.h"
#include "search/staged_movegen.h"

namespace komadai {

// The data by which the moves of a node are ordered.
struct OrderingData {
  Move tt_move = NO_MOVE;
  // The continuation histories of the moves 1, 2, 3, 4 and 6 plies earlier.
  static constexpr int PLIES_BACK[5] = {1, 2, 3, 4, 6};
  const ContinuationHistory* continuation[5];
  const PawnHistory* pawn;
  int ply;
  const CheckSquares* check_squares = nullptr;  // null: checks are no better than other quiet moves
};

// Of equal scores the move that is generated first is the best.
class QuietMoves {
 public:
  // Generates and scores all but the table move. The side to move is not in check.
  void generate(const Position& position, const CheckersAndPins& info, History& history,
                const OrderingData& ordering, const Parameters& params);

  // The index of the best move if its score is at least the threshold, else -1.
  int best(int threshold) const {
    int32_t key = INT_MIN;
    for (int i = 0; i < padded_; ++i) key = keys_[i] > key ? keys_[i] : key;
    return key >> INDEX_BITS >= threshold ? LAST_INDEX - (key & LAST_INDEX) : -1;
  }
  // The index of the first move in the order of generation, from this index on; -1: there is none.
  int first(int from) const {
    for (int i = from; i < count_; ++i)
      if (keys_[i] != INT_MIN) return i;
    return -1;
  }
  int score(int index) const { return keys_[index] >> INDEX_BITS; }
  // Returns the move and removes it.
  Move take(int index) {
    keys_[index] = INT_MIN;
    return moves_[index];
  }
  // Where the memory that is in use ends.
  void* end() { return moves_ + count_; }

 private:
  friend class QuietScorer;
  static constexpr int INDEX_BITS = 10, LAST_INDEX = (1 << INDEX_BITS) - 1, VECTOR = 16;
  static_assert(MAX_MOVES <= LAST_INDEX);

  void add(Move m, int score) {
    keys_[count_] = score * (1 << INDEX_BITS) + LAST_INDEX - count_;
    moves_[count_++] = m;
  }

  // The score times 1024 plus 1023 less the index; INT_MIN for a move that has been taken, and behind the
  // last move up to a multiple of 16.
  alignas(64) int32_t keys_[(MAX_MOVES + VECTOR - 1) / VECTOR * VECTOR];
  int count_, padded_;
  Move moves_[MAX_MOVES];
};

}  // namespace komadai
