// A position and the moves that led to it: counts repetitions and detects perpetual check.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "rules/position.h"
#include "rules/sfen.h"

namespace komadai {

struct Game {
  struct Record {
    Undo undo;  // undo.key is the key of the position before the move
    Move move;  // NO_MOVE: a pass
  };

  Position position;
  int root_number = 1;  // the move number of the root
  std::vector<Record> history;

  int move_number() const { return move_number_after(history.size()); }
  // The move number of the position `plies` moves after the root, HIGHEST_MOVE_NUMBER at most.
  int move_number_after(size_t plies) const {
    return int(std::min(root_number + int64_t(plies), int64_t(HIGHEST_MOVE_NUMBER)));
  }

  // Plays a move, which must be possible (is_possible).
  void play(Move m) {
    history.emplace_back();
    Record& record = history.back();
    record.move = m;
    position.do_move(m, record.undo);
  }
  void pass();
  // Takes the last move back and returns it. There must be one.
  Move take_back() {
    const Record record = history.back();
    history.pop_back();
    undo(position, record);
    return record.move;
  }
  static void undo(Position& position, const Record& record) {
    if (record.move == NO_MOVE)
      position.undo_pass();
    else
      position.undo_move(record.move, record.undo);
  }

  // The position before the first move.
  Position root() const { return position_before(0); }
  // The position before the move with this index in the history.
  Position position_before(size_t index) const;

  // How often the present position has occurred, this time included, since the root or since the last pass.
  // (No game has a pass, so a position never repeats one from before it.) Positions are compared by their
  // 64-bit keys: in a game of a thousand moves, two different positions share a key with a probability of
  // about 10^-13.
  int occurrences() const;
  // For Black and for White: whether each of the side's moves since the first occurrence of the present
  // position gave check. Both false if the position has not occurred before.
  std::array<bool, 2> only_checks_since_first_occurrence() const;

  // The index in the history of the first move after the last pass; 0 without a pass.
  size_t after_last_pass() const;

 private:
  size_t first_occurrence() const;
};

}  // namespace komadai
