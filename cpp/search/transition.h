// What kind of move this is, and how likely players are to choose one of its kind. The search by realization
// probability goes deep where players go (Tsuruoka, Yokoyama, Chikayama, "Game-tree search algorithm based on
// realization probability", ICGA Journal 25, 2002).
//
// A move belongs to one basic category and to any number of others; its probability is the highest of theirs.
// A category's probability is estimated from records: in how many positions a move of it was played, over in
// how many one was legal.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "search/checks.h"
#include "search/parameters.h"

namespace komadai {

// "Lost": the exchange on the square where the piece goes loses material. All others lose none.
enum class Category : uint8_t {
  // Basic, in check. A piece that takes the only checker, a king that does; or else a king's move, or a piece
  // put between, moved or dropped.
  TAKE_CHECKER,
  KING_TAKES_CHECKER,
  KING_FLEES,
  MOVE_BETWEEN,
  MOVE_BETWEEN_LOST,
  DROP_BETWEEN,
  DROP_BETWEEN_LOST,
  // Basic, not in check. Captures by what the exchange gains: a rook or bishop, a piece, a pawn, nothing.
  CAPTURE_GAINS_MAJOR,
  CAPTURE_GAINS_PIECE,
  CAPTURE_GAINS_PAWN,
  CAPTURE_EVEN,
  CAPTURE_LOST,
  // Moves of the king: on its own two last ranks; forward; others.
  KING_AT_HOME,
  KING_FORWARD,
  KING_OTHER,
  // Other moves and drops that lose the piece.
  MOVE_LOST,
  DROP_LOST,
  // Pawns pushed: against an enemy pawn; on the file of an own rook; on the edge; others.
  PAWN_MEETS_PAWN,
  PAWN_BEFORE_ROOK,
  PAWN_ON_EDGE,
  PAWN_OTHER,
  // Other pieces by kind (for promoted ones but horse and dragon: gold): nearer to the enemy king; else
  // nearer to the own king; else.
  LANCE_TO_ENEMY,
  LANCE_TO_OWN,
  LANCE_OTHER,
  KNIGHT_TO_ENEMY,
  KNIGHT_TO_OWN,
  KNIGHT_OTHER,
  SILVER_TO_ENEMY,
  SILVER_TO_OWN,
  SILVER_OTHER,
  BISHOP_TO_ENEMY,
  BISHOP_TO_OWN,
  BISHOP_OTHER,
  ROOK_TO_ENEMY,
  ROOK_TO_OWN,
  ROOK_OTHER,
  GOLD_TO_ENEMY,
  GOLD_TO_OWN,
  GOLD_OTHER,
  HORSE_TO_ENEMY,
  HORSE_TO_OWN,
  HORSE_OTHER,
  DRAGON_TO_ENEMY,
  DRAGON_TO_OWN,
  DRAGON_OTHER,
  // Drops by kind: within two squares of the enemy king; else of the own king; else.
  DROP_PAWN_AT_ENEMY,
  DROP_PAWN_AT_OWN,
  DROP_PAWN_ELSEWHERE,
  DROP_LANCE_AT_ENEMY,
  DROP_LANCE_AT_OWN,
  DROP_LANCE_ELSEWHERE,
  DROP_KNIGHT_AT_ENEMY,
  DROP_KNIGHT_AT_OWN,
  DROP_KNIGHT_ELSEWHERE,
  DROP_SILVER_AT_ENEMY,
  DROP_SILVER_AT_OWN,
  DROP_SILVER_ELSEWHERE,
  DROP_BISHOP_AT_ENEMY,
  DROP_BISHOP_AT_OWN,
  DROP_BISHOP_ELSEWHERE,
  DROP_ROOK_AT_ENEMY,
  DROP_ROOK_AT_OWN,
  DROP_ROOK_ELSEWHERE,
  DROP_GOLD_AT_ENEMY,
  DROP_GOLD_AT_OWN,
  DROP_GOLD_ELSEWHERE,
  // Besides, not in check. Taking on the square where the opponent has just moved or dropped.
  RECAPTURE,
  RECAPTURE_LOST,
  // Checks.
  CHECK_BY_MOVE,
  CHECK_BY_MOVE_LOST,
  CHECK_BY_DROP,
  CHECK_BY_DROP_LOST,
  // Promotions that lose nothing: pawn; lance, knight or silver; bishop or rook.
  PROMOTE_PAWN,
  PROMOTE_MINOR,
  PROMOTE_MAJOR,
  // A piece in danger (see Transitions) goes elsewhere without loss, the danger being new (the piece that has
  // just moved attacks it) or old; major: bishop, rook, horse, dragon.
  ESCAPE_MAJOR,
  ESCAPE_MINOR,
  ESCAPE_MAJOR_OLD,
  ESCAPE_MINOR_OLD,
  // A piece that then guards one in danger.
  GUARD,
  GUARD_OLD,
  // A piece that loses nothing attacks what it did not before, pawns apart: two (the king counts) or one of
  // more worth than itself or unguarded.
  FORK_BY_MOVE,
  FORK_BY_DROP,
  ATTACK_MAJOR_BY_MOVE,
  ATTACK_MAJOR_BY_DROP,
  ATTACK_MINOR_BY_MOVE,
  ATTACK_MINOR_BY_DROP,
  COUNT
};
constexpr int CATEGORIES = int(Category::COUNT);

// By what name files and tables know them.
extern const std::array<std::string_view, CATEGORIES> CATEGORY_NAMES;

// The categories of one move.
struct Categories {
  static constexpr int MOST = 8;
  Category at[MOST];
  int count = 0;
  void add(Category c) { at[count++] = c; }
  const Category* begin() const { return at; }
  const Category* end() const { return at + count; }
};

// One position, ready to tell of its moves what they are. It must stay as it is meanwhile, and have both
// kings.
class Transitions {
 public:
  // `last`: the move that led here, NO_MOVE if none is known.
  Transitions(const Position& position, Bitboard checkers, Move last);
  Categories of(Move legal) const;
  const CheckSquares& checks() const { return checks_; }

 private:
  void find_dangers() const;
  Category answer(Move m, bool lost) const;
  Category capture(Move m, bool lost) const;
  Category basic(Move m, PieceType piece, bool lost) const;
  void add_aims(Categories& all, Move m, PieceType piece) const;

  const Position& p_;
  const CheckSquares checks_;
  const Bitboard checkers_;
  const Square last_;  // where the opponent's last move went, or NO_SQUARE
  // Own pieces in danger, pawns and king apart: attacked by one of less worth (no king), or attacked and not
  // guarded. Newly: by the piece that the opponent has just moved.
  mutable Bitboard endangered_, newly_endangered_;
  mutable bool knows_dangers_ = false;
};

// How often moves of each category were legal and played: once a position, however many there were.
struct TransitionCounts {
  struct Count {
    uint64_t legal = 0, played = 0;
  };
  std::array<Count, CATEGORIES> of;
  uint64_t positions = 0;

  // Counts a position of a game, in which this legal move was played.
  void add(const Position& position, Move played, Move last);
};

// The realization probability of a path is the product along it. The search reckons in logarithms: what a
// move costs, in thousandths of a ply, where a ply is a move of the probability 10 / realize_odds.
class TransitionCosts {
 public:
  static constexpr int PLY = 1000;

  TransitionCosts(const TransitionCounts& counts, const Parameters& parameters);
  int least() const { return least_; }
  int most() const { return most_; }

 private:
  friend class TransitionShares;
  std::array<int, CATEGORIES> costs_;
  std::array<int, 64> later_;
  int least_, most_;
};

// The moves of a category share its probability, which is that of any of them being played. Moves come the
// most promising first, and the n-th of its category has an n-th of the probability that it would have alone.
// (The literature gives each of them all of it: a share of 0 percent.)
class TransitionShares {
 public:
  explicit TransitionShares(const TransitionCosts& costs) : costs_(costs) {}
  // What the next move costs, by the most probable of its categories.
  int next(const Categories& all) {
    int cost = costs_.most_;
    for (Category c : all) {
      uint8_t& before = before_[int(c)];
      cost = std::min(cost, costs_.costs_[int(c)] + costs_.later_[before]);
      if (before < costs_.later_.size() - 1) ++before;
    }
    return std::max(cost, costs_.least_);
  }

 private:
  const TransitionCosts& costs_;
  std::array<uint8_t, CATEGORIES> before_{};
};

}  // namespace komadai
