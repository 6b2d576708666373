// The scale of the scores: centipawns from the side to move's view, then wins by repetition, then mates.
#pragma once

namespace komadai::variants {

constexpr int MAX_PLY = 128;  // of the tree
constexpr int INFINITE = 32500;
constexpr int MATE = 32000;                      // minus the number of plies
constexpr int MATE_WITHIN = MATE - 2 * MAX_PLY;  // scores from here on are mates
constexpr int REPETITION_WIN = 29000;            // the opponent must not repeat the position
constexpr int MAX_EVAL = 28000;
constexpr int NO_SCORE = -INFINITE - 1;

constexpr bool is_mate_score(int score) { return score >= MATE_WITHIN || score <= -MATE_WITHIN; }
constexpr bool is_decisive(int score) { return score > MAX_EVAL || score < -MAX_EVAL; }

}  // namespace komadai::variants
