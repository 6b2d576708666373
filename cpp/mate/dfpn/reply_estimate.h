// Estimates the number of replies to a check without making the move. What all checks of a position share is
// computed once: which squares around the king are guarded, and which of them by sliding pieces.
#pragma once

#include "rules/attack_counts.h"
#include "rules/check_generation.h"

namespace komadai::mate {

template <Color Us>
class ReplyEstimate {
 public:
  // The side to be mated must have a king, which is not in check.
  explicit ReplyEstimate(const Position& p);

  // The number of king moves and captures of the checker. 0: none, or the estimate does not cover this check.
  int replies_to(Move check);

 private:
  int takers(Square to, Bitboard after, Bitboard origin) const;

  const Position& p_;
  const Square king_;
  const Bitboard occupied_, ring_;
  const Bitboard exits_;       // squares next to the king without a piece of its side
  const Bitboard uncovering_;  // pieces of Us that stand between a slider of Us and the king
  AttackCounts guards_;        // the squares around the king that Us attacks
  Bitboard swept_;             // those that sliders of Us attack
  // The number of pieces that can capture a drop, computed once for each square.
  Bitboard counted_;
  uint8_t takers_[SQUARES];
};

}  // namespace komadai::mate
