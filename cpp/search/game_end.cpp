// Scores of nodes where the game ends by the rules: repetition, perpetual check, the try rule, declaration
// and the limit on the number of moves.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "rules/movegen.h"
#include "search/search_thread.h"

namespace komadai {

void SearchThread::find_threefolds() {
  threefolds_.clear();
  std::vector<int> order(positions_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto sort_key = [this](int i) {
    return std::make_tuple(positions_[i].board_key, positions_[i].black_hand.counts, i % 2, i);
  };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return sort_key(a) < sort_key(b); });
  for (size_t i = 0, next; i < order.size(); i = next) {
    next = i + 1;
    while (next < order.size() && positions_.is_same(order[i], order[next])) ++next;
    if (next - i >= 3) threefolds_.push_back(order[i]);
  }
}

// The score if the game ended by the present repetition of an earlier position: a draw, or a loss for the
// side that gave check with every move since then.
int SearchThread::score_of_repetition(int earlier) const {
  const bool opponent = positions_.opponent_only_checked(earlier, positions_.last());
  const bool mover = positions_.mover_only_checked(earlier, positions_.last());
  if (opponent == mover) return DRAW;
  return opponent ? mate_in(ply_) : mated_in(ply_);
}

// One repetition inside the search, the root included, is scored as a final repetition. Positions before the
// root need the real fourfold rule. Returns NO_SCORE if the present position is not a repetition.
int SearchThread::repetition_score() const {
  const int last = positions_.last();
  const RepetitionEntry& now = positions_[last];
  if (!threefolds_.empty()) {
    bool has_null_move = false;
    for (int i = root_index_; i <= last; ++i) has_null_move |= positions_[i].after_null_move;
    for (int first : threefolds_)
      if (!has_null_move && positions_.is_same(first, last)) return score_of_repetition(first);
  }
  for (int i = last - 2; i >= root_index_; i -= 2) {
    if (positions_[i + 2].after_null_move || positions_[i + 1].after_null_move) break;
    const RepetitionEntry& then = positions_[i];
    if (i == last - 2 || then.board_key != now.board_key) continue;
    if (then.black_hand == now.black_hand) {
      if (score_of_repetition(i) == DRAW) return DRAW;
      // Perpetual check counts from the first of four occurrences, which may lie before the root, and only if
      // the limit of moves allows a fourth occurrence.
      int first = i, occurrences = 2;
      for (int k = i - 2; k >= 0; k -= 2)
        if (k < root_index_ && positions_.is_same(k, last)) first = k, ++occurrences;
      const int max_moves = shared_.rules.max_moves;
      const int end = game_length_ + ply_ + (4 - occurrences) * (last - i);
      return max_moves && end > max_moves ? DRAW : score_of_repetition(first);
    }
    const bool black_gained = now.black_hand.covers(then.black_hand);
    const bool black_lost = then.black_hand.covers(now.black_hand);
    if (black_gained || black_lost)
      return black_gained == (position_.turn() == BLACK) ? SUPERIOR - ply_ : -SUPERIOR + ply_;
  }
  return NO_SCORE;
}

// The score of the present position if the game ends here, else NO_SCORE.
int SearchThread::game_end_score() const {
  const bool in_check = bool(stack_[ply_].checkers);
  const GameRules& rules = shared_.rules;
  if (ply_ > 0 && wins_by_try(position_, rules.impasse, stack_[ply_ - 1].move)) return mated_in(ply_);
  if (const int score = repetition_score(); score != NO_SCORE) return score;
  if (rules.max_moves && game_length_ + ply_ >= rules.max_moves) {
    if (in_check && !has_legal_move(position_)) return mated_in(ply_);
    return DRAW;
  }
  if (!in_check && wins_by_points(position_, rules.impasse, rules.compensation)) return mate_in(ply_ + 1);
  return NO_SCORE;
}

}  // namespace komadai
