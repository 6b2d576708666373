// Move ordering: returns the moves of a node one by one, the most promising first. Each stage is generated
// only when the stage before it is exhausted.
#pragma once

#include "search/history.h"
#include "search/staged_movegen.h"

namespace komadai {

struct ScoredMove {
  Move move;
  int score;
};

// Room for the moves of all nodes on a path, kept off the stack: threads may have little of it.
class MoveRoom {
 public:
  explicit MoveRoom(size_t nodes) : moves_(nodes * MAX_MOVES), top_(&moves_[0]) {}
  void empty() { top_ = &moves_[0]; }

 private:
  friend class Picker;
  Zeroed<ScoredMove> moves_;
  ScoredMove* top_;
};

class Picker {
 public:
  struct Hints {
    Move table = NO_MOVE;
    Move killers[2] = {NO_MOVE, NO_MOVE};
    Move counter = NO_MOVE;
    // After the last move of the opponent, one's own before that, and one's own before that.
    const PieceTo* after[3] = {nullptr, nullptr, nullptr};
  };
  enum class Wanted : uint8_t {
    ALL,
    GAINS,             // captures that lose nothing; in check, all evasions
    GAINS_AND_CHECKS,  // and quiet checks that lose nothing
  };

  Picker(const Position& position, const Guard& guard, History& history, const Hints& hints, int depth,
         Wanted wanted, MoveRoom& room);
  ~Picker() { room_.top_ = moves_; }
  Picker(const Picker&) = delete;
  Picker& operator=(const Picker&) = delete;

  // The next move, NO_MOVE at the end.
  Move next();
  // From now on no more quiet moves.
  void skip_quiets() { skip_quiets_ = true; }
  // Whether the last move handed out was a capture that loses material.
  bool is_losing_capture() const { return stage_ == Stage::LOSING; }

 private:
  enum class Stage : uint8_t {
    TABLE,
    GENERATE_CAPTURES,
    CAPTURES,
    KILLERS,
    GENERATE_QUIETS,
    QUIETS,
    LOSING,
    GENERATE_CHECKS,
    CHECKS,
    GENERATE_EVASIONS,
    EVASIONS,
    END
  };

  using Generator = Move* (*)(const Position&, const Guard&, Move*);
  void take(Generator generate);
  void score_captures();
  void score_quiets();
  void score_evasions();
  int past(Move m, Piece piece) const;
  ScoredMove& bring_best(int from);
  bool is_hint(Move m) const;

  const Position& position_;
  const Guard& guard_;
  History& history_;
  Hints hints_;
  MoveRoom& room_;
  ScoredMove* const moves_;
  int depth_;
  Wanted wanted_;
  Stage stage_;
  bool skip_quiets_ = false;
  uint8_t killer_ = 0;
  // The losing captures lie at the front, the others follow.
  int losing_count_ = 0, losing_ = 0, current_ = 0, end_ = 0;
};

}  // namespace komadai
