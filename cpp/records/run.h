// A run of moves as it stands in a record: what the readers here take in one go.
//
// They read the regular form only, the one that programs write, and stop before the first line that is
// anything else: an ending, an illegal move, a bookmark, a space too many. What such a line means is the
// business of the readers in Python, which hand back to a reader here behind it. So nothing here warns,
// guesses or fails. Text comes as Python keeps it, in units of one, two or four bytes; each reader is made
// for all three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/legality.h"

namespace komadai::records {

// Stands for a time that is not told.
constexpr int64_t NO_TIME = INT64_MIN;

template <class Char>
struct Text {
  const Char* data;
  size_t size;
};

// A line of a comment.
struct Remark {
  size_t moves;       // so many moves of the run are before it
  size_t begin, end;  // where in the text it lies, without what marks it as a comment
  bool tells;         // whether it may tell of an engine
};

struct Run {
  std::vector<Move> moves;
  std::vector<Undo> undos;      // one for each move
  std::vector<int64_t> times;   // in milliseconds, NO_TIME where none is told; one for each move
  std::vector<int64_t> totals;  // what the clock showed, where that is not the sum; empty, or one for each
  std::vector<Remark> remarks;  // in the order of the text
  size_t end = 0;               // where in the text the run ends: at the start of a line
  size_t lines = 0;             // how many line ends it has passed

  // Plays a legal move; false, and nothing done, for another.
  bool play(Position& position, Move move, int64_t time = NO_TIME) {
    if (!is_legal(position, move)) return false;
    moves.push_back(move);
    undos.emplace_back();
    times.push_back(time);
    position.do_move(move, undos.back());
    return true;
  }

  // Takes back all moves behind the first `count`.
  void shorten(Position& position, size_t count) {
    while (moves.size() > count) {
      position.undo_move(moves.back(), undos.back());
      moves.pop_back();
      undos.pop_back();
      times.pop_back();
    }
  }
};

template <class Char>
constexpr bool is_digit(Char c) {
  return c >= '0' && c <= '9';
}

}  // namespace komadai::records
