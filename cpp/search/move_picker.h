// Move ordering: returns the moves of a node one by one, the most promising first. A stage is generated only
// when the stage before it is exhausted.
#pragma once

#include <cstddef>
#include <utility>

#include "search/quiet_moves.h"

namespace komadai {

struct ScoredMove {
  Move move;
  int score;
};

// Memory for the moves of all nodes on a path. It is not on the thread's stack, which may be small.
class ScoredMoveStack {
 public:
  explicit ScoredMoveStack(size_t nodes) : memory_(nodes), top_(memory_[0].bytes) {}
  void clear() { top_ = memory_[0].bytes; }

 private:
  friend class MovePicker;
  struct alignas(QuietMoves) Node {
    std::byte bytes[MAX_MOVES * sizeof(ScoredMove) + 2 * alignof(QuietMoves) + sizeof(QuietMoves)];
  };
  // The first address from here on at which a T may stand.
  template <class T>
  static T* aligned(void* at) {
    return reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(at) + alignof(T) - 1) & ~(alignof(T) - 1));
  }
  Zeroed<Node> memory_;
  std::byte* top_;
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
  ~MovePicker() { stack_.top_ = reinterpret_cast<std::byte*>(moves_); }
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
  void generate_quiets();
  bool has_quiet();
  Move take_quiet();
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
  QuietMoves* quiets_ = nullptr;
  // The next quiet move, -1 if it is not known yet. Those with scores above a threshold come in the order of
  // their scores, all others as they were generated: there may be hundreds of drops, most of which are never
  // searched because of a cutoff or late move pruning.
  int next_quiet_ = -1, rest_ = 0;
  bool by_score_ = true;
};

}  // namespace komadai
