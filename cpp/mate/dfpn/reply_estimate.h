// Estimates the number of replies to a check without making the move. What all checks of a position share is
// computed once: which squares around the king are guarded, and which of them by sliding pieces.
#pragma once

#include "rules/attack_counts.h"
#include "rules/check_generation.h"

namespace komadai::mate {

template <Color Us>
class FirstGuess {
 public:
  // The other side has a king, which is not in check.
  explicit FirstGuess(const Position& p);

  // Ways out for the king, and pieces that may take the checker. 0: none, or it can't be told in this way.
  int answers_to(Move check);

 private:
  int takers(Square to, Bitboard after, Bitboard origin) const;

  const Position& p_;
  const Square king_;
  const Bitboard occupied_, ring_;
  const Bitboard exits_,
      uncovering_;       // where the king could go if nobody minded; who stands before a line to it
  AttackCounts guards_;  // the squares around the king that we attack
  Bitboard swept_;       // those on our lines
  // Of drops on the same square the pieces that may take them are counted once.
  Bitboard counted_;
  uint8_t takers_[SQUARES];
};

}  // namespace komadai::mate
