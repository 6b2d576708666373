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
  // Of the position after so many moves from the root. It stays at the highest number there is.
  int move_number_after(size_t plies) const {
    return int(std::min(root_number + int64_t(plies), int64_t(HIGHEST_MOVE_NUMBER)));
  }

  // The move must be possible (is_possible).
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
  Position root() const;

  // How often the present position has occurred since the root, or since the last pass (no game
  // has a pass, so none repeats what came before one), this time included. Positions
  // are told apart by their 64-bit keys: two different ones in a game of a thousand moves share
  // a key once in some 10^13 games.
  int occurrences() const;
  // For each side: whether each of its moves since the first occurrence of the present position
  // gave check. False, false if the position hasn't occurred before.
  std::array<bool, 2> only_checks_since_first_occurrence() const;

  // Where in the history the moves begin that no pass comes after.
  size_t after_last_pass() const;
};

}  // namespace komadai
