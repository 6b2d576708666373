#include "usi/resignation.h"

#include "usi/options.h"

namespace komadai::usi {
namespace {

constexpr int LOST_MOVES = 3;  // it resigns after this many moves in a row with a lost score …
constexpr int SOON = 4;        // … or if it is mated within this many plies
constexpr int PIECE_VALUES[KING] = {0, 90, 260, 290, 430, 650, 780, 500};
constexpr int PIECE_POINTS[KING] = {0, 1, 1, 1, 1, 5, 5, 1};

// The sum of the values of the pieces that are out of the game, and so many times of those in Black's hand.
int removed_value(const Position& start, const int (&values)[KING], int gained_factor) {
  int present[KING] = {};
  for (Square s = 0; s < SQUARES; ++s)
    if (const PieceType type = unpromote(type_of(start.at(s))); type != KING) ++present[type];
  int sum = 0;
  for (int t = PAWN; t < KING; ++t) {
    const int gained = start.hand(BLACK)[PieceType(t)], other = start.hand(WHITE)[PieceType(t)];
    sum += values[t] * (PIECES_IN_SET[t] - present[t] - gained - other + gained_factor * gained);
  }
  return sum;
}

}  // namespace

bool ResignationTracker::should_resign(int depth, int cp, std::optional<int> mated_in, int resign_value,
                                       int odds) {
  const bool hopeless = mated_in || cp <= -resign_value - odds;
  if (depth > 0) lost_ = hopeless ? lost_.load() + 1 : 0;
  if (resign_value == NEVER_RESIGN) return false;
  return lost_ >= LOST_MOVES || (mated_in && *mated_in <= SOON);
}

// A piece that the other side has in hand makes twice the difference.
int handicap_odds(const Position& start) { return removed_value(start, PIECE_VALUES, 2); }

int handicap_points(const Position& start) { return removed_value(start, PIECE_POINTS, 0); }

}  // namespace komadai::usi
