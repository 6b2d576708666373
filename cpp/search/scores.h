// Scores in centipawns from the side to move's view, with the mate scores at both ends of the range.
#pragma once

namespace komadai {

constexpr int MATE = 30000;  // mate in n plies is MATE - n
constexpr int INFINITE = 32000;
constexpr int MATE_WITHIN = MATE - 1000;  // scores of at least this size are mates
constexpr int NO_SCORE = INFINITE + 1;
constexpr int DRAW = 0;
// A repetition of the board with more pieces in hand: nearly a win.
constexpr int SUPERIOR = 12000;

constexpr int mated_in(int ply) { return -MATE + ply; }
constexpr int mate_in(int ply) { return MATE - ply; }

// The table stores mate scores relative to the node, the search uses them relative to the root.
constexpr int to_table(int score, int ply) {
  return score >= MATE_WITHIN ? score + ply : score <= -MATE_WITHIN ? score - ply : score;
}
constexpr int from_table(int score, int ply) {
  return score >= MATE_WITHIN ? score - ply : score <= -MATE_WITHIN ? score + ply : score;
}

}  // namespace komadai
