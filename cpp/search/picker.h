// Hands out the moves of a node one by one, the most promising first, and generates each
// portion only when the one before has run out.
#pragma once

#include "search/generate.h"
#include "search/history.h"

namespace komadai {

class Picker {
 public:
  struct Hints {
    Move table = NO_MOVE;
    Move killers[2] = {NO_MOVE, NO_MOVE};
    Move counter = NO_MOVE;
    const PieceTo* after_last = nullptr;  // after the opponent's last move
    const PieceTo* after_own = nullptr;   // after one's own move before that
  };

  // All moves of a node; in check, all evasions.
  Picker(const Position& position, const Guard& guard, History& history, const Hints& hints, int depth);
  // Only captures that lose nothing (quiescence); in check, all evasions.
  Picker(const Position& position, const Guard& guard, History& history, Move table);

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
    GENERATE_EVASIONS,
    EVASIONS,
    QUIESCENCE_TABLE,
    QUIESCENCE_GENERATE,
    QUIESCENCE,
    END
  };
  struct Scored {
    Move move;
    int score;
  };

  void score_captures();
  void score_quiets();
  void score_evasions();
  Scored& bring_best(int from);
  bool is_hint(Move m) const;

  const Position& position_;
  const Guard& guard_;
  History& history_;
  Hints hints_;
  int depth_;
  Stage stage_;
  bool skip_quiets_ = false;
  int killer_ = 0;
  int current_ = 0, end_ = 0, losing_ = 0;
  Scored scored_[MAX_MOVES];
  Move losing_captures_[128];
  int losing_count_ = 0;
};

}  // namespace komadai
