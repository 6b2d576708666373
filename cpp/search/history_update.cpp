// Updates the history statistics and the correction history after a node, and reads them for move ordering.
#include <algorithm>

#include "search/search_thread.h"

namespace komadai {

Picker::Hints Worker::hints(Move table) const {
  Picker::Hints h;
  const Frame& f = frames_[ply_];
  h.table = table;
  h.killers[0] = f.killers[0];
  h.killers[1] = f.killers[1];
  for (int back : {1, 2, 4})
    if (ply_ >= back) h.after[back == 4 ? 2 : back - 1] = frames_[ply_ - back].replies;
  if (ply_ > 0 && frames_[ply_ - 1].move) {
    const Square to = to_of(frames_[ply_ - 1].move);
    h.counter = const_cast<History&>(history_).counter(position_.at(to), to);
  }
  return h;
}

int Worker::pay(int depth) const { return std::min(p_.pay_ply * depth + p_.pay_base, p_.pay_most); }

void Worker::learn_quiet(Move m, int bonus) {
  const Piece piece = mover(position_, m);
  history_.quiet(position_.turn(), m).learn(bonus);
  for (int back : {1, 2, 4})
    if (ply_ >= back && frames_[ply_ - back].replies)
      frames_[ply_ - back].replies->at[piece][to_of(m)].learn(back == 4 ? bonus / 2 : bonus);
}

void Worker::reward(Move best, const Move* quiets, int quiet_count, const Move* captures, int capture_count,
                    int depth) {
  const int bonus = pay(depth);
  Frame& f = frames_[ply_];
  const auto learn_capture = [&](Move m, int value) {
    history_.capture(mover(position_, m), to_of(m), type_of(position_.at(to_of(m)))).learn(value);
  };
  if (is_capture(position_, best)) {
    learn_capture(best, bonus);
  } else {
    learn_quiet(best, bonus);
    for (int i = 0; i < quiet_count; ++i) learn_quiet(quiets[i], -bonus);
    if (f.killers[0] != best) {
      f.killers[1] = f.killers[0];
      f.killers[0] = best;
    }
    if (ply_ > 0 && frames_[ply_ - 1].move) {
      const Square to = to_of(frames_[ply_ - 1].move);
      history_.counter(position_.at(to), to) = best;
    }
  }
  for (int i = 0; i < capture_count; ++i) learn_capture(captures[i], -bonus);
}

// Nothing helped against the opponent's last move: it was a good one.
void Worker::reward_last(int depth) {
  if (ply_ == 0) return;
  const Frame& last = frames_[ply_ - 1];
  if (!last.move || last.undo.captured) return;
  const Square to = to_of(last.move);
  const Piece piece = position_.at(to);
  const int bonus = pay(depth) / 2;
  history_.quiet(~position_.turn(), last.move).learn(bonus);
  if (ply_ >= 2 && frames_[ply_ - 2].replies && !is_promotion(last.move))
    frames_[ply_ - 2].replies->at[piece][to].learn(bonus);
}

int Worker::corrected(int eval) {
  if (frailty_.noise || !frailty_.sees_all()) return eval;
  const Color us = position_.turn();
  const int error = history_.pawns_error(us, position_) + history_.hands_error(us, position_);
  return std::clamp(eval + error * p_.correct / (128 * History::ERROR_UNIT), -Evaluation::MAX_VALUE,
                    Evaluation::MAX_VALUE);
}

void Worker::learn_error(int depth, int error) {
  const Color us = position_.turn();
  const int bonus = std::clamp(error * depth * 2, -History::Error::LIMIT / 4, History::Error::LIMIT / 4);
  history_.pawns_error(us, position_).learn(bonus);
  history_.hands_error(us, position_).learn(bonus);
}

}  // namespace komadai
