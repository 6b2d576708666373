// Move ordering: returns the moves of a node one by one, the most promising first. A stage is generated only
// when the stage before it is exhausted.
#pragma once

#include <utility>

#include "search/check_squares.h"
#include "search/history.h"
#include "search/parameters.h"
#include "search/staged_movegen.h"

namespace komadai {

struct ScoredMove {
  Move move;
  int score;
};

// Memory for the moves of all nodes on a path. It is not on the thread's stack, which may be small.
class ScoredMoveStack {
 public:
  explicit ScoredMoveStack(size_t nodes) : moves_(nodes * MAX_MOVES), top_(&moves_[0]) {}
  void clear() { top_ = &moves_[0]; }

 private:
  friend class MovePicker;
  Zeroed<ScoredMove> moves_;
  ScoredMove* top_;
};

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

class MovePicker {
 public:
  enum class Wanted : uint8_t {
    ALL,
    CAPTURES,  // in check, all evasions
  };

  MovePicker(const Position& position, const CheckersAndPins& info, History& history,
             const OrderingData& ordering, int depth, Wanted wanted, ScoredMoveStack& stack,
             const Parameters& params);
  ~MovePicker() { stack_.top_ = moves_; }
  MovePicker(const MovePicker&) = delete;
  MovePicker& operator=(const MovePicker&) = delete;

  // The next move, NO_MOVE at the end.
  Move next();
  // Returns no more quiet moves, unless in check. Whether this is new.
  bool skip_quiets() { return !std::exchange(skip_quiets_, true); }

 private:
  enum class Stage : uint8_t {
    TT_MOVE,
    GENERATE_CAPTURES,
    GOOD_CAPTURES,
    GENERATE_QUIETS,
    GOOD_QUIETS,
    BAD_CAPTURES,
    BAD_QUIETS,
    GENERATE_EVASIONS,
    EVASIONS,
    END
  };

  using Generator = Move* (*)(const Position&, const CheckersAndPins&, Move*);
  void fill(Generator generate);
  void score_captures();
  void score_quiets();
  void score_evasions();
  ScoredMove& select_best(int from);

  const Position& position_;
  const CheckersAndPins& info_;
  History& history_;
  OrderingData ordering_;
  ScoredMoveStack& stack_;
  const Parameters& params_;
  ScoredMove* const moves_;
  int depth_;
  Wanted wanted_;
  Stage stage_;
  bool skip_quiets_ = false;
  // The bad captures are kept at the front, the quiet moves behind them.
  int bad_capture_count_ = 0, next_bad_capture_ = 0, current_ = 0, end_ = 0;
};

}  // namespace komadai
