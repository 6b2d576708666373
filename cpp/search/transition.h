// Categories of moves and the probability that players choose a move of a category. The search by realization
// probability follows probable lines deeper (Tsuruoka, Yokoyama, Chikayama, "Game-tree search algorithm based
// on realization probability", ICGA Journal 25, 2002).
//
// A move belongs to one basic category and to any number of others; its probability is the highest of theirs.
// The probability of a category is estimated from game records: the number of positions in which one of its
// moves was played, divided by the number in which one was legal.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "search/check_squares.h"
#include "search/parameters.h"

namespace komadai {

// LOST: the exchange on the destination square loses material. Moves of the other categories lose none.
enum class Category : uint8_t {
  // Basic, in check: the only checker is captured by a piece or by the king; other king moves; interpositions
  // by a move or a drop.
  TAKE_CHECKER,
  KING_TAKES_CHECKER,
  KING_FLEES,
  MOVE_BETWEEN,
  MOVE_BETWEEN_LOST,
  DROP_BETWEEN,
  DROP_BETWEEN_LOST,
  // Basic, not in check: captures, by what the exchange gains: a rook or bishop, a piece, a pawn, nothing.
  CAPTURE_GAINS_MAJOR,
  CAPTURE_GAINS_PIECE,
  CAPTURE_GAINS_PAWN,
  CAPTURE_EVEN,
  CAPTURE_LOST,
  // King moves: to its own two last ranks; forward; others.
  KING_AT_HOME,
  KING_FORWARD,
  KING_OTHER,
  // Other moves and drops that lose the piece.
  MOVE_LOST,
  DROP_LOST,
  // Pawn pushes: in front of an enemy pawn; on the file of an own rook; on an edge file; others.
  PAWN_MEETS_PAWN,
  PAWN_BEFORE_ROOK,
  PAWN_ON_EDGE,
  PAWN_OTHER,
  // Other pieces by type (promoted ones except horse and dragon count as gold): towards the enemy king; else
  // towards the own king; others.
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
  // Drops by type: within two squares of the enemy king; else of the own king; others.
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
  // Additional categories, not in check. Captures on the square where the opponent has just moved or dropped.
  RECAPTURE,
  RECAPTURE_LOST,
  // Checks.
  CHECK_BY_MOVE,
  CHECK_BY_MOVE_LOST,
  CHECK_BY_DROP,
  CHECK_BY_DROP_LOST,
  // Promotions that lose nothing: of a pawn; of a lance, knight or silver; of a bishop or rook.
  PROMOTE_PAWN,
  PROMOTE_MINOR,
  PROMOTE_MAJOR,
  // An endangered piece (see MoveClassifier) moves away without loss. OLD: the piece that has just moved does
  // not attack it. Major pieces are bishop, rook, horse and dragon.
  ESCAPE_MAJOR,
  ESCAPE_MINOR,
  ESCAPE_MAJOR_OLD,
  ESCAPE_MINOR_OLD,
  // The moved piece guards an endangered piece.
  GUARD,
  GUARD_OLD,
  // The moved piece newly attacks pieces that are worth more than itself or unguarded, pawns excepted: two of
  // them (the king counts too), or one.
  FORK_BY_MOVE,
  FORK_BY_DROP,
  ATTACK_MAJOR_BY_MOVE,
  ATTACK_MAJOR_BY_DROP,
  ATTACK_MINOR_BY_MOVE,
  ATTACK_MINOR_BY_DROP,
  COUNT
};
constexpr int CATEGORIES = int(Category::COUNT);

// The names of the categories in files and tables.
extern const std::array<std::string_view, CATEGORIES> CATEGORY_NAMES;

// The categories of one move.
struct Categories {
  static constexpr int MAX = 8;
  Category at[MAX];
  int count = 0;
  void add(Category c) { at[count++] = c; }
  const Category* begin() const { return at; }
  const Category* end() const { return at + count; }
};

// Finds the categories of the moves of one position, which must have both kings and must not change
// meanwhile.
class MoveClassifier {
 public:
  // `last`: the move that led here, NO_MOVE if unknown.
  MoveClassifier(const Position& position, Bitboard checkers, Move last);
  Categories categories(Move legal) const;
  const CheckSquares& check_squares() const { return check_squares_; }

 private:
  void find_endangered_pieces() const;
  Category evasion_category(Move m, bool lost) const;
  Category capture_category(Move m, bool lost) const;
  Category basic_category(Move m, PieceType piece, bool lost) const;
  void add_attack_categories(Categories& all, Move m, PieceType piece) const;

  const Position& p_;
  const CheckSquares check_squares_;
  const Bitboard checkers_;
  const Square last_;  // the destination of the opponent's last move, or NO_SQUARE
  // Own pieces, pawns and king excepted, that are attacked by a piece of less value (not by a king), or
  // attacked and not guarded; and those among them that the piece just moved attacks. Computed when first
  // needed.
  mutable Bitboard endangered_, newly_endangered_;
  mutable bool has_endangered_ = false;
};

// In how many positions a move of each category was legal, and in how many one was played.
struct TransitionCounts {
  struct Count {
    uint64_t legal = 0, played = 0;
  };
  std::array<Count, CATEGORIES> of;
  uint64_t positions = 0;

  // Counts a position of a game, in which this legal move was played.
  void add(const Position& position, Move played, Move last);
};

// The realization probability of a path is the product of the probabilities of its moves. The search uses
// logarithms: the cost of a move in thousandths of a ply, where a move of the probability
// 10 / realization_odds costs a ply.
class TransitionCosts {
 public:
  static constexpr int PLY = 1000;

  TransitionCosts(const TransitionCounts& counts, const Parameters& parameters);
  int min_cost() const { return min_cost_; }
  int max_cost() const { return max_cost_; }

 private:
  friend class SharedTransitionCosts;
  std::array<int, CATEGORIES> costs_;
  std::array<int, 64> share_costs_;  // the additional cost of the n-th move of a category
  int min_cost_, max_cost_;
};

// The moves of a category share its probability, which is that of any of them being played. Moves are visited
// in the order of the move picker, and the n-th of its category has an n-th of the category's probability.
// (In the literature each of them has the full probability: realization_share 0.)
class SharedTransitionCosts {
 public:
  explicit SharedTransitionCosts(const TransitionCosts& costs) : costs_(costs) {}
  // The cost of the next move, by the most probable of its categories.
  int next(const Categories& all) {
    int cost = costs_.max_cost_;
    for (Category c : all) {
      uint8_t& earlier_moves = earlier_moves_[int(c)];
      cost = std::min(cost, costs_.costs_[int(c)] + costs_.share_costs_[earlier_moves]);
      if (earlier_moves < costs_.share_costs_.size() - 1) ++earlier_moves;
    }
    return std::max(cost, costs_.min_cost_);
  }

 private:
  const TransitionCosts& costs_;
  std::array<uint8_t, CATEGORIES> earlier_moves_{};
};

}  // namespace komadai
