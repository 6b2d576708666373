// The 2,187 actions of dlshogi and pgx: a direction, promotion or dropped piece (27 of them) times the square
// of destination, as the side to move sees the board.
#pragma once

#include <array>

#include "rules/position.h"

namespace komadai::env {

constexpr int ACTION_KINDS = 27;
constexpr int ACTIONS = ACTION_KINDS * SQUARES;
// The first kind with a promotion, and the first that is a drop: pawn, lance, knight, silver, bishop, rook,
// gold.
constexpr int FIRST_PROMOTION = 10, FIRST_DROP = 20;

// The square as this side sees the board: White's is rotated by 180 degrees.
constexpr Square seen_by(Color c, Square s) { return c == BLACK ? s : SQUARES - 1 - s; }

// 0 up, 1 up left, 2 up right, 3 left, 4 right, 5 down, 6 down left, 7 down right, 8 and 9 the knight's two
// moves (left, right). Squares are as the mover sees them.
constexpr int direction_between(Square from, Square to) {
  const int left = file_of(to) - file_of(from), down = rank_of(to) - rank_of(from);
  const int side = left == 0 ? 0 : left > 0 ? 1 : 2;
  if (down == -2 && (left == 1 || left == -1)) return 7 + side;
  return down < 0 ? side : down == 0 ? 2 + side : 5 + side;
}

// The first action of a direction, by how far a move goes: 17 times the files to the left, and the ranks
// down.
constexpr int FARTHEST = 8 * 17 + 8;
constexpr auto DIRECTION_ACTIONS = [] {
  std::array<uint16_t, 2 * FARTHEST + 1> actions{};
  for (Square from = 0; from < SQUARES; ++from)
    for (Square to = 0; to < SQUARES; ++to)
      actions[size_t(FARTHEST + 17 * (file_of(to) - file_of(from)) + rank_of(to) - rank_of(from))] =
          uint16_t(direction_between(from, to) * SQUARES);
  return actions;
}();
// 17 times the file and the rank of each square.
constexpr auto SCALED_SQUARES = [] {
  std::array<int16_t, SQUARES> squares{};
  for (Square s = 0; s < SQUARES; ++s) squares[size_t(s)] = int16_t(17 * file_of(s) + rank_of(s));
  return squares;
}();

// The action of a move by this side. No two legal moves of a position have the same action.
constexpr int action_of(Color c, Move m) {
  const Square to = seen_by(c, to_of(m));
  if (is_drop(m)) return (FIRST_DROP + dropped_type(m) - PAWN) * SQUARES + to;
  const int distance = SCALED_SQUARES[to_of(m)] - SCALED_SQUARES[from_of(m)];
  const int first = DIRECTION_ACTIONS[size_t(FARTHEST + (c == BLACK ? distance : -distance))];
  return first + (is_promotion(m) ? FIRST_PROMOTION * SQUARES : 0) + to;
}

}  // namespace komadai::env
