// The alpha-beta search of one node. The steps are numbered.
#include <algorithm>
#include <array>
#include <cmath>

#include "mate/mate_in_1.h"
#include "search/checks.h"
#include "search/search_thread.h"
#include "search/see.h"

namespace komadai {
namespace {

constexpr int UNIT = 1000;  // of a ply, for reductions
// Logarithms in 64ths.
const auto LOG = [] {
  std::array<int, 256> table{};
  for (int n = 1; n < 256; ++n) table[n] = int(64 * std::log(n));
  return table;
}();

}  // namespace

int Worker::node(int alpha, int beta, int depth, bool cut) {
  if (depth <= 0) return quiesce(alpha, beta, 0);
  const bool pv = beta - alpha > 1, root = ply_ == 0;
  pv_length_[ply_] = ply_;
  if (stopped()) return 0;
  seldepth_ = std::max(seldepth_, ply_);
  const Guard guard(position_, past_.back().checkers);
  const bool in_check = bool(guard.checkers);
  Frame& f = frames_[ply_];
  const Move excluded = f.excluded;

  // 1. Does the game end here?
  if (!root) {
    if (const int score = ended(in_check); score != NO_SCORE) return score;
    if (ply_ >= MAX_PLY) return in_check ? DRAW : evaluate();
    // 2. A shorter mate is known already.
    alpha = std::max(alpha, mated_in(ply_));
    beta = std::min(beta, mate_in(ply_ + 1));
    if (alpha >= beta) return alpha;
  }

  // 3. Is the position known?
  const uint64_t key = position_.key();
  const Known known = excluded ? Known{} : table_.find(key);
  const bool found = known.holds();
  const int value = from_table(known.value, ply_);
  const Move hint = root ? roots_[root_index_].move : known.move;
  const bool open = pv || known.was_open();
  if (found && !pv && known.depth > depth && known.settles(value, beta)) {
    if (value >= beta && hint && !is_capture(position_, hint)) learn_quiet(hint, pay(depth) / 2);
    return value;
  }

  // 4. A mate in one?
  if (!in_check && !root && !found && !excluded && frailty_.sees_all())
    if (const int score = mate_in_one(guard, pv); score != NO_SCORE) return score;

  // 5. The position as it looks without a move.
  int raw = 0, eval = -INFINITE;
  f.in_check = in_check;
  if (in_check) {
    f.eval = ply_ >= 2 ? frames_[ply_ - 2].eval : 0;
  } else if (excluded) {
    eval = f.eval;
  } else {
    raw = found ? known.eval : evaluate();
    eval = f.eval = corrected(raw);
    if (found && std::abs(value) < MATE_WITHIN && known.settles(value, eval + 1)) eval = value;
  }
  const bool improving = !in_check && ply_ >= 2 && f.eval > frames_[ply_ - 2].eval;

  frames_[ply_ + 1].killers[0] = frames_[ply_ + 1].killers[1] = NO_MOVE;
  frames_[ply_ + 1].excluded = NO_MOVE;
  frames_[ply_ + 2].cutoffs = 0;
  if (!root) f.doubled = frames_[ply_ - 1].doubled;

  if (!pv && !in_check && !excluded && std::abs(beta) < MATE_WITHIN) {
    // 6. So bad that only captures can help.
    if (depth <= 3 && eval + p_.razor + p_.razor_ply * depth <= alpha) {
      const int score = quiesce(alpha, alpha + 1, 0);
      if (score <= alpha || stopped_) return score;
    }
    // 7. So good that the opponent won't come here.
    if (depth <= p_.futile_depth && eval - p_.futile_ply * (depth - improving) >= beta &&
        eval < MATE_WITHIN) {
      // Another way here need not judge it again.
      if (!found) table_.store(key, NO_MOVE, beta, raw, -1, LOWER, false);
      return eval;
    }
    // 8. Good even if the opponent may move twice.
    if (depth >= 3 && frames_[ply_ - 1].move && eval >= beta && f.eval >= beta - p_.pass_margin * depth) {
      const int plies = p_.pass_plies + depth / p_.pass_depth + std::min((eval - beta) / p_.pass_eval, 3);
      make_pass();
      const int score = -node(-beta, -beta + 1, depth - plies, !cut);
      unmake_pass();
      if (stopped_) return 0;
      if (score >= beta) return score >= MATE_WITHIN ? beta : score;
    }
  }

  // 9. Without a move to begin with, a shallower search finds one for next time.
  if (!hint && !excluded && depth >= 4 && (pv || cut)) --depth;

  // 10. A capture that wins more than needed, even seen less deep.
  const int enough = beta + p_.probe_margin;
  if (!pv && !in_check && !excluded && depth >= 5 && std::abs(beta) < MATE_WITHIN && frailty_.sees_all() &&
      !(found && known.depth > depth - 3 && value < enough)) {
    Picker picker(position_, guard, history_, hints(hint), depth, Picker::Wanted::GAINS, room_);
    while (const Move m = picker.next()) {
      expect(m);
      if (!exchange_gains(position_, m, enough - f.eval)) continue;
      make(m);
      int score = -quiesce(-enough, -enough + 1, 0);
      if (score >= enough) score = -node(-enough, -enough + 1, depth - 4, !cut);
      unmake();
      if (stopped_) return 0;
      if (score >= enough) {
        table_.store(key, m, to_table(score, ply_), raw, depth - 3, LOWER, open);
        return std::abs(score) < MATE_WITHIN ? score - p_.probe_margin : score;
      }
    }
  }

  // 11. The moves, best first.
  const Picker::Hints h = hints(hint);
  Picker picker(position_, guard, history_, h, depth, Picker::Wanted::ALL, room_);

  const CheckSquares checks(position_);

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
      if (m == excluded) continue;
      if (overlooked(m)) {
        skipped = true;
        continue;
      }
    }
    ++count;
    expect(m);
    const bool capture = is_capture(position_, m);
    const bool check = checks.given_by(position_, m);
    const Piece piece = mover(position_, m);
    const Square to = to_of(m);
    int past = 0;
    if (!capture) {
      past = history_.quiet(position_.turn(), m);
      if (h.after[0]) past += h.after[0]->at[piece][to];
      if (h.after[1]) past += h.after[1]->at[piece][to];
    }
    const int usual =
        p_.reduce_base + p_.reduce_log * LOG[std::min(depth, 255)] * LOG[std::min(count, 255)] / 4096;

    // 12. Moves not worth a look.
    if (!root && best > -MATE_WITHIN && !in_check) {
      const int later = std::max(depth - usual / UNIT, 1);
      if (!capture && !check) {
        if (!pv && quiet_count > (p_.late_count + depth * depth) * (improving ? 2 : 1)) {
          picker.skip_quiets();
          continue;
        }
        if (later <= 4 && past < -p_.bad_past * depth) continue;
        if (!pv && later <= 7 && f.eval + p_.lack + p_.lack_ply * later <= alpha) continue;
        if (later <= 7 && !exchange_gains(position_, m, -p_.quiet_exchange * later * later)) continue;
      } else if (depth <= 6 && picker.is_losing_capture() &&
                 !exchange_gains(position_, m, -p_.loud_exchange * depth)) {
        continue;
      }
    }

    // 13. The one good move of a position is looked at more deeply; if others are as good, it is enough.
    int extension = 0;
    if (!root && m == hint && !excluded && depth >= p_.singular_depth && ply_ < 2 * root_depth_ &&
        std::abs(value) < MATE_WITHIN && (known.bound() & LOWER) && known.depth > depth - 3) {
      const int behind = value - p_.singular_ply * depth;
      f.excluded = m;
      const int score = node(behind - 1, behind, (depth - 1) / 2, cut);
      f.excluded = NO_MOVE;
      pv_length_[ply_] = ply_;
      if (stopped_) return 0;
      if (score < behind) {
        extension = 1;
        if (!pv && score < behind - p_.singular_twice && f.doubled < 6) extension = 2, ++f.doubled;
      } else if (behind >= beta) {
        return behind;
      } else if (value >= beta) {
        extension = -1;
      }
    }
    // 14. Checks are followed a ply further, unless they only throw a piece away.
    else if (p_.check_extension && check && ply_ < 2 * root_depth_ &&
             (depth <= 4 || exchange_gains(position_, m, 0)))
      extension = 1;

    // 15. The move, and the search behind it: late moves first with less depth.
    const uint64_t before = nodes();
    make(m);
    const int next = depth - 1 + extension;
    int score = alpha + 1;
    if (depth >= 2 && count > 1 + 2 * root && (!capture || cut) && !(check && extension)) {
      int reduction = usual;
      if (open) reduction -= p_.reduce_open;
      if (cut) reduction += p_.reduce_cut;
      if (!improving) reduction += p_.reduce_worse;
      if (capture) reduction -= p_.reduce_capture;
      if (in_check) reduction -= p_.reduce_check;
      if (m == f.killers[0] || m == f.killers[1] || m == h.counter) reduction -= p_.reduce_hint;
      if (frames_[ply_].cutoffs > 3) reduction += p_.reduce_cutoffs;
      reduction -= past * UNIT / p_.reduce_past;
      const int reduced = std::clamp(next - reduction / UNIT, std::min(1, next), next + (pv && count <= 4));
      score = -node(-alpha - 1, -alpha, reduced, true);
      if (score > alpha && reduced < next) score = -node(-alpha - 1, -alpha, next, !cut);
    } else if (!pv || count > 1) {
      score = -node(-alpha - 1, -alpha, next, !cut);
    }
    if (pv && (count == 1 || score > alpha)) score = -node(-beta, -alpha, next, false);
    unmake();
    if (extension == 2) --f.doubled;
    if (stopped_) return 0;

    if (root) note_root(roots_[root_at - 1], nodes() - before, score, count == 1 || score > alpha);
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = m;
        if (pv) note_pv(m);
        if (score >= beta) {
          ++f.cutoffs;
          break;
        }
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

  // 16. No move at all: mated, or (which is as bad in shogi) unable to move.
  if (count == 0) {
    if (excluded) return alpha;
    if (!skipped) return mated_in(ply_);
    return in_check ? std::clamp(evaluate(), -5000, 5000) : evaluate();
  }

  // 17. Learn and remember.
  if (best_move)
    reward(best_move, quiets, quiet_count, captures, capture_count, depth);
  else
    reward_last(depth);
  if (excluded || (root && root_index_ > 0)) return best;
  const Bound bound = best >= beta ? LOWER : (pv && best > start_alpha) ? EXACT : UPPER;
  table_.store(key, best_move, to_table(best, ply_), raw, depth, bound, open);
  if (!in_check && !(best_move && is_capture(position_, best_move)) && std::abs(best) < MATE_WITHIN &&
      !(bound == LOWER && best <= f.eval) && !(bound == UPPER && best >= f.eval))
    learn_error(depth, best - f.eval);
  return best;
}

int Worker::mate_in_one(const Guard& guard, bool pv) {
  const Move m = mate::mate_in_1(position_, guard.pinned);
  if (!m) return NO_SCORE;
  const int score = mate_in(ply_ + 1);
  table_.store(position_.key(), m, to_table(score, ply_), 0, MAX_PLY, EXACT, pv);
  if (pv) {
    pv_length_[ply_ + 1] = ply_ + 1;
    note_pv(m);
  }
  return score;
}

void Worker::note_pv(Move m) {
  pv_[ply_][ply_] = m;
  for (int i = ply_ + 1; i < pv_length_[ply_ + 1]; ++i) pv_[ply_][i] = pv_[ply_ + 1][i];
  pv_length_[ply_] = std::max(pv_length_[ply_ + 1], ply_ + 1);
}

void Worker::note_root(RootMove& root, uint64_t nodes, int score, bool believed) {
  root.nodes += nodes;
  root.score = believed ? score : -INFINITE;
  if (!believed) return;
  root.seldepth = seldepth_;
  root.pv.assign(1, root.move);
  root.pv.insert(root.pv.end(), &pv_[1][1], &pv_[1][std::max(pv_length_[1], 1)]);
}

}  // namespace komadai
