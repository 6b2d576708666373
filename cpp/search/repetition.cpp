// Scores of nodes where the game ends by the rules: repetition, perpetual check, the try rule, declaration
// and the limit on the number of moves.
#include <algorithm>

#include "rules/movegen.h"
#include "search/search_thread.h"

namespace komadai {

bool Worker::same(int earlier, int now) const {
  return (now - earlier) % 2 == 0 && past_[earlier].board == past_[now].board &&
         past_[earlier].black == past_[now].black;
}

// The score of a repetition of an earlier position: a draw, or a loss for the side that gave check with every
// move since then, unless both did.
int Worker::repeated(int earlier) const {
  const int n = int(past_.size()) - 1, plies = n - earlier;
  // The opponent's checks put us in check at n, n - 2 …; ours put it in check at n - 1, n - 3 …
  const bool checked = past_[n].checks >= plies, checks = past_[n - 1].checks >= plies;
  if (checked == checks) return DRAW;
  return checked ? mate_in(ply_) : mated_in(ply_);
}

// One repetition inside the search, the root included, is scored as a final repetition. Positions before the
// root need the real fourfold rule.
int Worker::repetition() const {
  const int n = int(past_.size()) - 1;
  const Past& now = past_[n];
  if (!thrice_.empty()) {
    const bool real =
        std::none_of(past_.begin() + root_, past_.end(), [](const Past& p) { return p.passed; });
    for (int first : thrice_)
      if (real && same(first, n)) return repeated(first);
  }
  for (int i = n - 2; i >= root_; i -= 2) {
    if (past_[i + 2].passed || past_[i + 1].passed) break;
    const Past& then = past_[i];
    if (i == n - 2 || then.board != now.board) continue;
    if (then.black == now.black) {
      if (repeated(i) == DRAW) return DRAW;
      // Those four begin in the game, if it has been there; and the game must last until the fourth.
      int first = i, times = 2;
      for (int k = i - 2; k >= 0; k -= 2)
        if (k < root_ && same(k, n)) first = k, ++times;
      const int end = game_length_ + ply_ + (4 - times) * (n - i);
      return orders_.rules.max_moves && end > orders_.rules.max_moves ? DRAW : repeated(first);
    }
    const bool black_gained = now.black.covers(then.black);
    const bool black_lost = then.black.covers(now.black);
    if (black_gained || black_lost)
      return black_gained == (position_.turn() == BLACK) ? SUPERIOR - ply_ : -SUPERIOR + ply_;
  }
  return NO_SCORE;
}

int Worker::ended(bool in_check) const {
  if (ply_ > 0 && has_tried(position_, orders_.rules, frames_[ply_ - 1].move)) return mated_in(ply_);
  const int repeated = repetition();
  if (repeated != NO_SCORE) return repeated;
  if (orders_.rules.max_moves && game_length_ + ply_ >= orders_.rules.max_moves) {
    if (in_check && !has_legal_move(position_)) return mated_in(ply_);
    return DRAW;
  }
  if (!in_check && can_declare(position_, orders_.rules)) return mate_in(ply_ + 1);
  return NO_SCORE;
}

}  // namespace komadai
