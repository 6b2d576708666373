// Whether moves leave the king of the side to move attacked, without trying most of them.
#pragma once

#include <algorithm>
#include <array>

#include "variants/board.h"

namespace komadai::variants {

// What is known of the king of the side to move, so that most moves need not be tried.
class KingSafety {
 public:
  explicit KingSafety(const Board& b);

  bool in_check() const { return checks_ > 0; }
  bool known() const { return !slow_ && !free_; }
  // Every move of a piece that is not the king and not pinned is legal.
  bool all_free() const { return free_ || (!slow_ && !checks_); }
  bool is_pinned(Square s) const {
    return std::any_of(pins_.begin(), pins_.begin() + pinned_,
                       [s](const Pin& pin) { return pin.piece == s; });
  }

  bool leaves_king_safe(Board& b, Move m) const;

 private:
  void add_check(Square checker, int w, int distance);
  int on_ray(Square cell, int w) const;
  bool blocks(Square to) const;
  bool crowns(Move m) const;
  bool try_move(Board& b, Move m) const;

  const Board& b_;
  const Rules& rules_;
  Color us_;
  Square king_ = 0;
  bool slow_ = false, free_ = false;
  int checks_ = 0;
  Square checker_ = 0;
  int check_direction_ = -1, check_distance_ = 0;
  int pinned_ = 0;
  // A piece that may only move on a line from the king, as far as the piece that pins it.
  struct Pin {
    Square piece;
    int8_t direction;
    int distance;  // of the pinning piece from the king
  };
  std::array<Pin, 8> pins_{};
};

}  // namespace komadai::variants
