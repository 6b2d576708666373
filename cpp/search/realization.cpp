// The search by realization probability, one node: how deep a line is followed is not a matter of its moves'
// number but of how probable players find them (transition.h). Everything else is the plain search's.
//
// Tsuruoka, Yokoyama, Chikayama, "Game-tree search algorithm based on realization probability", ICGA Journal
// 25, 2002; the second look at a move as in Winands and Bjornsson, "Enhanced realization probability search",
// New Mathematics and Natural Computation 4, 2008.
#include <algorithm>
#include <cmath>

#include "search/search_thread.h"
#include "search/see.h"
#include "search/transition.h"

namespace komadai {
namespace {

constexpr int PLY = TransitionCosts::PLY;
// The table keeps half plies, in a byte.
int to_steps(int left) { return std::min(left * 2 / PLY, 250); }

}  // namespace

// `left`: how much less probable the line may become, in thousandths of a ply.
int Worker::realize(int alpha, int beta, int left, bool cut) {
  // 1. Less probable than the threshold: only captures and the like.
  if (left <= 0) return quiesce(alpha, beta, 0);
  const bool pv = beta - alpha > 1, root = ply_ == 0;
  pv_length_[ply_] = ply_;
  if (stopped()) return 0;
  seldepth_ = std::max(seldepth_, ply_);
  const Guard guard(position_, past_.back().checkers);
  const bool in_check = bool(guard.checkers);
  Frame& f = frames_[ply_];

  // 2. Does the game end here, or is a shorter mate known?
  if (!root) {
    if (const int score = ended(in_check); score != NO_SCORE) return score;
    if (ply_ >= MAX_PLY) return in_check ? DRAW : evaluate();
    alpha = std::max(alpha, mated_in(ply_));
    beta = std::min(beta, mate_in(ply_ + 1));
    if (alpha >= beta) return alpha;
  }

  // 3. Is the position known?
  const uint64_t key = position_.key();
  const Known known = table_.find(key);
  const bool found = known.holds();
  const int value = from_table(known.value, ply_);
  const Move hint = root ? roots_[root_index_].move : known.move;
  const bool open = pv || known.was_open();
  if (found && !pv && known.depth > to_steps(left) && known.settles(value, beta)) return value;

  // 4. A mate in one?
  if (!in_check && !root && !found && frailty_.sees_all())
    if (const int score = mate_in_one(guard, pv); score != NO_SCORE) return score;

  // 5. The position as it looks without a move.
  int raw = 0, eval = -INFINITE;
  f.in_check = in_check;
  if (in_check) {
    f.eval = ply_ >= 2 ? frames_[ply_ - 2].eval : 0;
  } else {
    raw = found ? known.eval : evaluate();
    eval = f.eval = corrected(raw);
    if (found && std::abs(value) < MATE_WITHIN && known.settles(value, eval + 1)) eval = value;
  }
  const bool improving = !in_check && ply_ >= 2 && f.eval > frames_[ply_ - 2].eval;
  frames_[ply_ + 1].killers[0] = frames_[ply_ + 1].killers[1] = NO_MOVE;

  // 6. Nodes that need no move: so bad, so good, or good even if the opponent may move twice.
  const int depth = (left + PLY - 1) / PLY;
  if (!pv && !in_check && std::abs(beta) < MATE_WITHIN) {
    if (depth <= 3 && eval + p_.razor + p_.razor_ply * depth <= alpha) {
      const int score = quiesce(alpha, alpha + 1, 0);
      if (score <= alpha || stopped_) return score;
    }
    if (depth <= p_.futile_depth && eval - p_.futile_ply * (depth - improving) >= beta && eval < MATE_WITHIN)
      return eval;
    if (depth >= 3 && frames_[ply_ - 1].move && eval >= beta && f.eval >= beta - p_.pass_margin * depth) {
      const int plies = p_.pass_plies + depth / p_.pass_depth + std::min((eval - beta) / p_.pass_eval, 3);
      make_pass();
      const int score = -realize(-beta, -beta + 1, left - plies * PLY, !cut);
      unmake_pass();
      if (stopped_) return 0;
      if (score >= beta) return score >= MATE_WITHIN ? beta : score;
    }
  }
  // Without a move to begin with, a shallower search finds one for next time.
  if (!hint && depth >= 4 && (pv || cut)) left -= PLY;

  // 7. The moves, best first.
  const Picker::Hints h = hints(hint);
  Picker picker(position_, guard, history_, h, depth, Picker::Wanted::ALL, room_);
  const Transitions transitions(position_, guard.checkers, root ? last_played_ : frames_[ply_ - 1].move);
  TransitionShares shares(*costs_);

  int best = -INFINITE, count = 0, quiet_count = 0, capture_count = 0, root_at = root_index_;
  Move best_move = NO_MOVE;
  Move quiets[64], captures[32];
  const int start_alpha = alpha;
  bool skipped = false;

  while (true) {
    Move m;
    if (root) {
      if (root_at >= int(roots_.size())) break;
      m = roots_[root_at++].move;
    } else {
      m = picker.next();
      if (!m) break;
      if (overlooked(m)) {
        skipped = true;
        continue;
      }
    }
    ++count;
    const bool capture = is_capture(position_, m);

    // 8. How probable is it? What the histories tell of a quiet move counts; the best known is a probable
    // one.
    int cost = shares.next(transitions.of(m));
    if (!capture && p_.realize_past) {
      const Piece piece = mover(position_, m);
      int past = history_.quiet(position_.turn(), m);
      if (h.after[0]) past += h.after[0]->at[piece][to_of(m)];
      if (h.after[1]) past += h.after[1]->at[piece][to_of(m)];
      cost -= past * PLY / p_.realize_past;
    }
    if (m == hint) cost = std::min(cost, p_.realize_best);
    cost = std::clamp(cost, costs_->least(), costs_->most());
    const int next = left - cost;
    expect(m);

    // 9. Quiet moves that end below the threshold, and are too far below alpha or below the threshold.
    if (!root && !in_check && best > -MATE_WITHIN && !capture &&
        !transitions.checks().given_by(position_, m)) {
      if (!pv && next < -p_.realize_below) continue;
      const int later = std::max(next, 0) / PLY;
      if (!pv && later <= 6 && f.eval + p_.lack + p_.lack_ply * later <= alpha) continue;
      if (later <= 6 && !exchange_gains(position_, m, -p_.quiet_exchange * later * later)) continue;
    }

    // 10. The move, and the search behind it. One that is better than its probability promised is looked at
    // again as if it were a probable one.
    const uint64_t before = nodes();
    make(m);
    const int again = left - std::min(cost, p_.realize_again);
    int score = alpha + 1;
    if (!pv || count > 1) {
      score = -realize(-alpha - 1, -alpha, next, true);
      if (score > alpha && next < again) score = -realize(-alpha - 1, -alpha, again, !cut);
    }
    if (pv && (count == 1 || score > alpha)) score = -realize(-beta, -alpha, again, false);
    unmake();
    if (stopped_) return 0;

    if (root) note_root(roots_[root_at - 1], nodes() - before, score, count == 1 || score > alpha);
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = m;
        if (pv) note_pv(m);
        if (score >= beta) break;
        alpha = score;
      }
    }
    if (m != best_move) {
      if (capture) {
        if (capture_count < 32) captures[capture_count++] = m;
      } else if (quiet_count < 64) {
        quiets[quiet_count++] = m;
      }
    }
  }

  // 11. No move at all: mated, or (which is as bad in shogi) unable to move.
  if (count == 0) {
    if (!skipped) return mated_in(ply_);
    return in_check ? std::clamp(evaluate(), -5000, 5000) : evaluate();
  }

  // 12. Learn and remember.
  if (best_move)
    reward(best_move, quiets, quiet_count, captures, capture_count, depth);
  else
    reward_last(depth);
  if (root && root_index_ > 0) return best;
  const Bound bound = best >= beta ? LOWER : (pv && best > start_alpha) ? EXACT : UPPER;
  table_.store(key, best_move, to_table(best, ply_), raw, to_steps(left), bound, open);
  if (!in_check && !(best_move && is_capture(position_, best_move)) && std::abs(best) < MATE_WITHIN &&
      !(bound == LOWER && best <= f.eval) && !(bound == UPPER && best >= f.eval))
    learn_error(depth, best - f.eval);
  return best;
}

}  // namespace komadai
