// Move ordering: returns the moves of a node one by one, the most promising first. A stage is generated only
// when the stage before it is exhausted.
#pragma once

#include "search/history.h"
#include "search/staged_movegen.h"

namespace komadai {

struct ScoredMove {
  Move move;
  int score;
};

// Memory for the moves of all nodes on a path. It is not on the thread's stack, which may be small.
class MoveStack {
 public:
  explicit MoveStack(size_t nodes) : moves_(nodes * MAX_MOVES), top_(&moves_[0]) {}
  void clear() { top_ = &moves_[0]; }

 private:
  friend class MovePicker;
  Zeroed<ScoredMove> moves_;
  ScoredMove* top_;
};

// The data by which the moves of a node are ordered.
struct OrderingData {
  Move tt_move = NO_MOVE;
  Move killers[2] = {NO_MOVE, NO_MOVE};
  Move counter_move = NO_MOVE;
  // The continuation histories of the moves 1, 2 and 4 plies earlier.
  const PieceToHistory* continuation[3] = {nullptr, nullptr, nullptr};
};

class MovePicker {
 public:
  enum class Wanted : uint8_t {
    ALL,
    GOOD_CAPTURES,             // captures that lose nothing; in check, all evasions
    GOOD_CAPTURES_AND_CHECKS,  // also quiet checks that lose nothing
  };

  MovePicker(const Position& position, const CheckersAndPins& info, History& history,
             const OrderingData& ordering, int depth, Wanted wanted, MoveStack& stack);
  ~MovePicker() { stack_.top_ = moves_; }
  MovePicker(const MovePicker&) = delete;
  MovePicker& operator=(const MovePicker&) = delete;

  // The next move, NO_MOVE at the end.
  Move next();
  // Returns no more quiet moves.
  void skip_quiets() { skip_quiets_ = true; }
  // Whether the last move returned was a capture that loses material.
  bool is_bad_capture() const { return stage_ == Stage::BAD_CAPTURES; }

 private:
  enum class Stage : uint8_t {
    TT_MOVE,
    GENERATE_CAPTURES,
    GOOD_CAPTURES,
    KILLERS,
    GENERATE_QUIETS,
    QUIETS,
    BAD_CAPTURES,
    GENERATE_CHECKS,
    CHECKS,
    GENERATE_EVASIONS,
    EVASIONS,
    END
  };

  using Generator = Move* (*)(const Position&, const CheckersAndPins&, Move*);
  void fill(Generator generate);
  void score_captures();
  void score_quiets();
  void score_evasions();
  int history_score(Move m, Piece piece) const;
  ScoredMove& select_best(int from);
  bool is_killer_or_counter(Move m) const;

  const Position& position_;
  const CheckersAndPins& info_;
  History& history_;
  OrderingData ordering_;
  MoveStack& stack_;
  ScoredMove* const moves_;
  int depth_;
  Wanted wanted_;
  Stage stage_;
  bool skip_quiets_ = false;
  uint8_t killer_index_ = 0;
  // The bad captures are kept at the front, the moves of the present stage behind them.
  int bad_capture_count_ = 0, next_bad_capture_ = 0, current_ = 0, end_ = 0;
};

}  // namespace komadai
