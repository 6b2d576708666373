// A run of moves that a native reader reads from a record.
//
// The native readers read only the regular form that programs write, and stop before the first other line:
// an ending, an illegal move, a bookmark, an extra space. The readers in Python read such a line, then call
// the native reader again. So the native readers never warn, guess or fail. They are templates for Python's
// three text representations, with one, two or four bytes for each character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/legality.h"

namespace komadai::records {

// An unknown time.
constexpr int64_t NO_TIME = INT64_MIN;

template <class Char>
struct Text {
  const Char* data;
  size_t size;
};

// A line of a comment.
struct CommentLine {
  size_t moves;            // the number of moves of the run before it
  size_t begin, end;       // its place in the text, without the comment mark
  bool may_hold_analysis;  // of an engine
};

struct Run {
  std::vector<Move> moves;
  std::vector<Undo> undos;            // one for each move
  std::vector<int64_t> times;         // in milliseconds, NO_TIME if unknown; one for each move
  std::vector<int64_t> totals;        // clock totals that are not the sum; empty, or one for each
  std::vector<CommentLine> comments;  // in the order of the text
  size_t end = 0;                     // where in the text the run ends: at the start of a line
  size_t lines = 0;                   // the number of line ends read

  // Plays a legal move; returns false, without effect, for another.
  bool play(Position& position, Move move, int64_t time = NO_TIME) {
    if (!is_legal(position, move)) return false;
    play_legal(position, move, time);
    return true;
  }
  void play_legal(Position& position, Move move, int64_t time = NO_TIME) {
    moves.push_back(move);
    undos.emplace_back();
    times.push_back(time);
    position.do_move(move, undos.back());
  }

  // Undoes all moves after the first `count`.
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
