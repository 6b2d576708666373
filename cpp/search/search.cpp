// The tree: quiescence and the search proper, its steps in order.
#include "search/search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "eval/values.h"
#include "search/mate.h"
#include "search/see.h"

namespace komadai {
namespace {

// How many plies less a late move is searched: by depth and by its place in the order.
const auto REDUCTIONS = [] {
  std::array<std::array<uint8_t, 64>, 64> table{};
  for (int depth = 1; depth < 64; ++depth)
    for (int n = 1; n < 64; ++n) table[depth][n] = uint8_t(0.4 + std::log(depth) * std::log(n) / 1.9);
  return table;
}();

}  // namespace

// -- quiescence: captures that lose nothing, and answers to checks

int Search::quiesce(int alpha, int beta, int depth) {
  const bool pv = beta - alpha > 1;
  pv_length_[ply_] = ply_;
  if (out_of_time()) return 0;
  seldepth_ = std::max(seldepth_, ply_);
  const Guard guard(position_);
  const bool in_check = bool(guard.checkers);
  if (ply_ > 0)
    if (const int score = ended(in_check); score != NO_SCORE) return score;
  if (ply_ >= MAX_PLY) return in_check ? DRAW : evaluate();

  const uint64_t key = position_.key();
  const TableEntry* known = table_.find(key);
  Move hint = NO_MOVE;
  if (known) {
    hint = known->move;
    const int score = from_table(known->value, ply_);
    if (!pv && (known->bound() == EXACT || known->bound() == (score >= beta ? LOWER : UPPER))) return score;
  }

  int best = mated_in(ply_), stand = -INFINITE;
  if (!in_check) {
    stand = known ? known->eval : evaluate();
    best = stand;
    if (best >= beta || (frailty_.exchanges >= 0 && -depth >= frailty_.exchanges)) return best;
    if (depth == 0 && frailty_.sees_all() && !known && near_mate_in_one(position_, guard))
      return mate_in(ply_ + 1);
    alpha = std::max(alpha, best);
  }
  const int start_alpha = alpha;

  Picker picker(position_, guard, history_, hint);
  Move best_move = NO_MOVE;
  bool skipped = false;
  while (const Move m = picker.next()) {
    if (overlooked(m)) {
      skipped = true;
      continue;
    }
    if (!in_check) {
      const PieceType taken = type_of(position_.at(to_of(m)));
      const int gain = (taken ? capture_value(taken) : 0) +
                       (is_promotion(m) ? promotion_value(type_of(position_.at(from_of(m)))) : 0);
      if (stand + gain + 150 <= alpha && !position_.gives_check(m)) {
        best = std::max(best, stand + gain + 150);
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
  table_.store(key, best_move, to_table(best, ply_), in_check ? 0 : stand, -1,
               best >= beta                 ? LOWER
               : (pv && best > start_alpha) ? EXACT
                                            : UPPER);
  return best;
}

// -- the tree

int Search::node(int alpha, int beta, int depth, bool cut, bool may_pass) {
  if (depth <= 0) return quiesce(alpha, beta, 0);
  const bool pv = beta - alpha > 1, root = ply_ == 0;
  pv_length_[ply_] = ply_;
  if (out_of_time()) return 0;
  seldepth_ = std::max(seldepth_, ply_);
  const Guard guard(position_);
  const bool in_check = bool(guard.checkers);

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
  Frame& f = frames_[ply_];
  const uint64_t key = position_.key();
  const TableEntry* found = table_.find(key);
  const TableEntry known = found ? *found : TableEntry{};
  const Move hint = root ? roots_[root_index_].move : known.move;
  if (found && !pv && known.depth > depth) {
    const int score = from_table(known.value, ply_);
    if (known.bound() == EXACT || known.bound() == (score >= beta ? LOWER : UPPER)) return score;
  }

  // 4. A mate in one?
  if (!in_check && !root && !found && frailty_.sees_all()) {
    if (const Move m = near_mate_in_one(position_, guard)) {
      const int score = mate_in(ply_ + 1);
      table_.store(key, m, to_table(score, ply_), evaluate(), 60, EXACT);
      if (pv) {
        pv_length_[ply_ + 1] = ply_ + 1;
        note_pv(m);
      }
      return score;
    }
  }

  // 5. The position as it looks without a move.
  int eval = -INFINITE;
  if (!in_check) {
    eval = found ? known.eval : evaluate();
    f.eval = eval;
    if (found && std::abs(int(known.value)) < MATE_WITHIN &&
        (known.bound() == EXACT || known.bound() == (known.value > eval ? LOWER : UPPER)))
      eval = known.value;
  } else {
    f.eval = ply_ >= 2 ? frames_[ply_ - 2].eval : 0;
  }
  const bool improving = !in_check && ply_ >= 2 && f.eval > frames_[ply_ - 2].eval;

  frames_[ply_ + 1].killers[0] = frames_[ply_ + 1].killers[1] = NO_MOVE;

  if (!pv && !in_check && std::abs(beta) < MATE_WITHIN) {
    // 6. So bad that only captures can help.
    if (depth <= 2 && eval + 250 + 250 * depth <= alpha) {
      const int score = quiesce(alpha, alpha + 1, 0);
      if (score <= alpha || stopped_) return score;
    }
    // 7. So good that the opponent won't come here.
    if (depth <= 7 && eval - 110 * (depth - improving) >= beta && eval < MATE_WITHIN) return eval;
    // 8. Good even if the opponent may move twice.
    if (may_pass && depth >= 3 && eval >= beta && f.eval >= beta - 20 * depth) {
      const int reduction = 3 + depth / 4 + std::min((eval - beta) / 250, 3);
      make_pass();
      const int score = -node(-beta, -beta + 1, depth - reduction, !cut, false);
      unmake_pass();
      if (stopped_) return 0;
      if (score >= beta) return score >= MATE_WITHIN ? beta : score;
    }
  }

  // 9. Without a move to begin with, a shallower search finds one for next time.
  if (!hint && depth >= 5 && (pv || cut)) --depth;

  // 10. The moves, best first.
  Picker::Hints hints;
  hints.table = hint;
  hints.killers[0] = f.killers[0];
  hints.killers[1] = f.killers[1];
  if (ply_ > 0 && frames_[ply_ - 1].move) {
    const Move last = frames_[ply_ - 1].move;
    hints.after_last = frames_[ply_ - 1].replies;
    hints.counter = history_.counter(position_.at(to_of(last)), to_of(last));
  }
  if (ply_ > 1) hints.after_own = frames_[ply_ - 2].replies;
  Picker picker(position_, guard, history_, hints, depth);

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
    const bool check = position_.gives_check(m);
    const Piece piece = mover(position_, m);
    int extension = 0;

    // 11. Moves not worth a look.
    if (!root && best > -MATE_WITHIN && !in_check) {
      const int later = std::max(depth - REDUCTIONS[std::min(depth, 63)][std::min(count, 63)], 1);
      if (!capture && !check) {
        if (!pv && quiet_count > (6 + depth * depth) * (improving ? 2 : 1)) {
          picker.skip_quiets();
          continue;
        }
        if (!pv && later <= 6 && f.eval + 130 + 110 * later <= alpha) continue;
        if (later <= 6 && !exchange_gains(position_, m, -30 * later * later)) continue;
      } else if (depth <= 5 && picker.is_losing_capture() && !exchange_gains(position_, m, -150 * depth)) {
        continue;
      }
    }

    // 12. Checks are followed a ply further, unless they only throw a piece away.
    if (check && ply_ < 2 * root_depth_ && (depth <= 4 || exchange_gains(position_, m, 0))) extension = 1;

    // 13. The move, and the search behind it: late quiet moves first with less depth.
    make(m);
    const int next = depth - 1 + extension;
    int score;
    if (depth >= 3 && count > 1 + 2 * root && (!capture || cut) && !extension) {
      int reduction = REDUCTIONS[std::min(depth, 63)][std::min(count, 63)];
      if (pv) --reduction;
      if (cut) ++reduction;
      if (!improving) ++reduction;
      if (in_check || capture) --reduction;
      if (m == f.killers[0] || m == f.killers[1] || m == hints.counter) --reduction;
      if (!capture) {
        int worth = history_.quiet(~position_.turn(), m);
        if (hints.after_last) worth += hints.after_last->at[piece][to_of(m)];
        reduction -= std::clamp(worth / 5000, -2, 2);
      }
      const int reduced = std::clamp(next - reduction, 1, next);
      score = -node(-alpha - 1, -alpha, reduced, true, true);
      if (score > alpha && reduced < next) score = -node(-alpha - 1, -alpha, next, !cut, true);
    } else if (!pv || count > 1) {
      score = -node(-alpha - 1, -alpha, next, !cut, true);
    } else {
      score = alpha + 1;
    }
    if (pv && (count == 1 || score > alpha)) score = -node(-beta, -alpha, next, false, true);
    unmake();
    if (stopped_) return 0;

    if (root) {
      RootMove& r = roots_[root_at - 1];
      if (count == 1 || score > alpha) {
        r.score = score;
        r.seldepth = seldepth_;
        r.pv.assign(1, m);
        for (int i = 1; i < pv_length_[1]; ++i) r.pv.push_back(pv_[1][i]);
      } else {
        r.score = -INFINITE;
      }
    }
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

  // 14. No move at all: mated, or (which is as bad in shogi) unable to move.
  if (count == 0) {
    if (!skipped) return mated_in(ply_);
    return in_check ? std::clamp(evaluate(), -5000, 5000) : evaluate();
  }

  // 15. Learn and remember.
  if (best_move) reward(best_move, quiets, quiet_count, captures, capture_count, depth);
  if (!(root && root_index_ > 0))
    table_.store(key, best_move, to_table(best, ply_), in_check ? 0 : f.eval, depth,
                 best >= beta                 ? LOWER
                 : (pv && best > start_alpha) ? EXACT
                                              : UPPER);
  return best;
}

void Search::note_pv(Move m) {
  pv_[ply_][ply_] = m;
  for (int i = ply_ + 1; i < pv_length_[ply_ + 1]; ++i) pv_[ply_][i] = pv_[ply_ + 1][i];
  pv_length_[ply_] = std::max(pv_length_[ply_ + 1], ply_ + 1);
}

void Search::reward(Move best, const Move* quiets, int quiet_count, const Move* captures, int capture_count,
                    int depth) {
  const Color us = position_.turn();
  const int bonus = std::min(16 * depth * depth + 64 * depth, 1800);
  Frame& f = frames_[ply_];
  PieceTo* after_last = ply_ > 0 ? frames_[ply_ - 1].replies : nullptr;
  PieceTo* after_own = ply_ > 1 ? frames_[ply_ - 2].replies : nullptr;
  const auto learn_quiet = [&](Move m, int value) {
    const Piece piece = mover(position_, m);
    history_.quiet(us, m).learn(value);
    if (after_last) after_last->at[piece][to_of(m)].learn(value);
    if (after_own) after_own->at[piece][to_of(m)].learn(value);
  };
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

}  // namespace komadai
