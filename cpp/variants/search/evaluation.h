// The static evaluation of all variants: values of the kinds, from the definition or estimated from their
// moves, small terms for the squares, and the safety of the royals.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "variants/board.h"
#include "variants/search/terms.h"

namespace komadai::variants {

class Evaluation {
 public:
  explicit Evaluation(std::shared_ptr<const Rules> rules);

  const TermLayout& layout() const { return layout_; }
  // Adds learned weights, in 16ths of a centipawn, by TermLayout. Returns false if their number is not that
  // of the layout. Those of the pieces are added to their values.
  bool add_weights(const std::vector<int>& weights);
  // Calls term(index, count, colour) for all terms of a position.
  template <class Function>
  void for_each_term(const Board& b, AttackMaps& maps, Function term) const {
    term(layout_.tempo(), 1, b.turn());
    for (Color c : {BLACK, WHITE}) {
      for (Square s : b.pieces(c)) term(layout_.piece(kind_of(b.at(s))), 1, c);
      for (size_t slot = 0; slot < hand_value_.size(); ++slot)
        if (const int n = b.hand(c, int(slot))) {
          term(layout_.hand(int(slot)), n, c);
          if (n > 1) term(layout_.more_in_hand(int(slot)), n - 1, c);
        }
      for (Square s : b.pieces(c)) term(layout_.square(kind_of(b.at(s)), number(b.rules(), c, s)), 1, c);
    }
    if (counts_attacks_) for_each_activity(b, layout_, masks_, maps, term);
  }

  // Centipawns. The last royal of a side has no value here: losing it loses the game.
  int value(int kind) const { return value_[size_t(kind)]; }
  int hand_value(int slot) const { return hand_value_[size_t(slot)]; }
  // What the exchanges of a search assume: a royal costs more than all else.
  int exchange_value(int kind) const { return exchange_value_[size_t(kind)]; }

  // The sum of the pieces on their squares and in hand, from Black's view.
  int material(const Board& b) const;
  // The same after the last move, from that before it.
  int updated_material(const Board& b, int before) const;
  // From the view of the side to move, without the question whether the game is over. `maps` is overwritten.
  int evaluate(const Board& b, int material, AttackMaps& maps) const;

 private:
  void estimate_values(const Rules& rules);
  void fill_squares(const Rules& rules);
  double mobility(const Rules& rules, int kind, Square cell) const;
  int square_value(Piece p, Square cell) const { return squares_[size_t(p) * cells_ + cell]; }

  void fill_weights(const Rules& rules);
  // The number of a cell as its owner sees it.
  static int number(const Rules& rules, Color c, Square s) {
    return c == BLACK ? rules.number(s) : rules.squares() - 1 - rules.number(s);
  }

  std::shared_ptr<const Rules> rules_;
  TermLayout layout_;
  KindMasks masks_;
  size_t cells_;
  bool counts_attacks_;  // on boards that are small enough
  double density_ = 0;   // of the pieces on the board
  std::vector<int> value_, exchange_value_, hand_value_;
  std::vector<int> more_in_hand_;  // added to the value of each piece in hand beyond the first
  std::vector<int> squares_;       // by piece and cell, from Black's view
  std::vector<int> weights_;       // by TermLayout, in 16ths of a centipawn
};

}  // namespace komadai::variants
