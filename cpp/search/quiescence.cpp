// Quiescence: captures that lose nothing, a few checks, and answers to checks.
#include <algorithm>

#include "eval/values.h"
#include "mate/mate_in_1.h"
#include "search/search_thread.h"

namespace komadai {

int Worker::quiesce(int alpha, int beta, int depth) {
  const bool pv = beta - alpha > 1;
  pv_length_[ply_] = ply_;
  if (stopped()) return 0;
  seldepth_ = std::max(seldepth_, ply_);
  const Guard guard(position_, past_.back().checkers);
  const bool in_check = bool(guard.checkers);
  if (ply_ > 0)
    if (const int score = ended(in_check); score != NO_SCORE) return score;
  if (ply_ >= MAX_PLY) return in_check ? DRAW : evaluate();

  // 1. Is the position known?
  const uint64_t key = position_.key();
  const Known known = table_.find(key);
  if (known.holds() && !pv)
    if (const int score = from_table(known.value, ply_); known.settles(score, beta)) return score;

  // 2. Nobody has to capture: the position as it looks is the least to be had. Unless there is a mate.
  int best = mated_in(ply_), raw = 0, stand = -INFINITE;
  if (!in_check) {
    raw = known.holds() ? known.eval : evaluate();
    stand = corrected(raw);
    if (known.holds()) {
      const int value = known.value;
      if (std::abs(value) < MATE_WITHIN && known.settles(value, stand + 1)) stand = value;
    } else if (frailty_.sees_all() && depth > -4) {
      if (mate::mate_in_1(position_, guard.pinned)) return mate_in(ply_ + 1);
    }
    best = stand;
    if (best >= beta || (frailty_.exchanges >= 0 && -depth >= frailty_.exchanges)) {
      if (!known.holds()) table_.store(key, NO_MOVE, to_table(best, ply_), raw, -1, LOWER, false);
      return best;
    }
    alpha = std::max(alpha, best);
  }
  const int start_alpha = alpha;

  // 3. The moves.
  const bool checks = !in_check && depth > -p_.loud_checks && frailty_.exchanges < 0;
  Picker picker(position_, guard, history_, hints(known.move), depth,
                checks ? Picker::Wanted::GAINS_AND_CHECKS : Picker::Wanted::GAINS, room_);
  Move best_move = NO_MOVE;
  bool skipped = false;
  while (const Move m = picker.next()) {
    if (overlooked(m)) {
      skipped = true;
      continue;
    }
    expect(m);
    if (!in_check) {
      // 4. Too little to gain.
      const PieceType taken = type_of(position_.at(to_of(m)));
      const int gain = (taken ? capture_value(taken) : 0) +
                       (is_promotion(m) ? promotion_value(type_of(position_.at(from_of(m)))) : 0);
      if (stand + gain + p_.stand_margin <= alpha && !position_.gives_check(m)) {
        best = std::max(best, stand + gain + p_.stand_margin);
        continue;
      }
    } else if (depth < -6 && best > -MATE_WITHIN && position_.at(to_of(m)) == NO_PIECE) {
      continue;  // long series of checks: a few answers are enough
    }
    make(m);
    const int score = -quiesce(-beta, -alpha, depth - 1);
    unmake();
    if (stopped_) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = m;
        if (pv) note_pv(m);
        if (score >= beta) break;
        alpha = score;
      }
    }
  }
  // Answers not seen are no mate.
  if (in_check && skipped && best <= -MATE_WITHIN) best = std::max(best, evaluate());
  table_.store(key, best_move, to_table(best, ply_), raw, -1,
               best >= beta                 ? LOWER
               : (pv && best > start_alpha) ? EXACT
                                            : UPPER,
               pv);
  return best;
}

}  // namespace komadai
