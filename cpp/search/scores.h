// Scores in centipawns from the side to move's view, and the mates at both ends of them.
#pragma once

namespace komadai {

constexpr int MATE = 30000;  // mate in n plies is MATE - n
constexpr int INFINITE = 32000;
constexpr int MATE_WITHIN = MATE - 1000;  // beyond this a score is a mate
constexpr int NO_SCORE = INFINITE + 1;
constexpr int DRAW = 0;
// A position that has occurred before, now with a better hand: as good as won.
constexpr int SUPERIOR = 12000;

constexpr int mated_in(int ply) { return -MATE + ply; }
constexpr int mate_in(int ply) { return MATE - ply; }

// Scores in the table count mates from the node, not from the root.
constexpr int to_table(int score, int ply) {
  return score >= MATE_WITHIN ? score + ply : score <= -MATE_WITHIN ? score - ply : score;
}
constexpr int from_table(int score, int ply) {
  return score >= MATE_WITHIN ? score - ply : score <= -MATE_WITHIN ? score + ply : score;
}

}  // namespace komadai
