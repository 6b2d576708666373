#include "search/search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "eval/handmade.h"
#include "eval/values.h"
#include "rules/legality.h"
#include "search/mate.h"
#include "search/see.h"

namespace komadai {
namespace {

constexpr int mated_in(int ply) { return -MATE + ply; }
constexpr int mate_in(int ply) { return MATE - ply; }
constexpr int DRAW = 0;
// A position that has occurred before, now with a better hand: as good as won.
constexpr int SUPERIOR = 12000;

// Scores in the table count mates from the node, not from the root.
int to_table(int score, int ply) {
  return score >= MATE_WITHIN ? score + ply : score <= -MATE_WITHIN ? score - ply : score;
}
int from_table(int score, int ply) {
  return score >= MATE_WITHIN ? score - ply : score <= -MATE_WITHIN ? score + ply : score;
}

uint64_t mixed(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// Keys of the board without hands and side to move, for repetitions with another hand.
struct BoardKeys {
  uint64_t at[32][SQUARES];
};
const BoardKeys BOARD_KEYS = [] {
  BoardKeys k{};
  uint64_t state = 0x6b6f6d61;
  for (auto& squares : k.at)
    for (auto& key : squares) key = mixed(state += 0x9e3779b97f4a7c15);
  return k;
}();

// How many plies less a late move is searched: by depth and by its place in the order.
const auto REDUCTIONS = [] {
  std::array<std::array<uint8_t, 64>, 64> table{};
  for (int depth = 1; depth < 64; ++depth)
    for (int n = 1; n < 64; ++n) table[depth][n] = uint8_t(0.4 + std::log(depth) * std::log(n) / 1.9);
  return table;
}();

}  // namespace

Search::Search(size_t megabytes)
    : table_(megabytes),
      evaluation_(std::make_unique<HandmadeEvaluation>()),
      frames_(std::make_unique<Frame[]>(MAX_PLY + 8)) {}

void Search::clear() {
  table_.clear();
  history_.clear();
}

int64_t Search::elapsed() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
}

void Search::set_time(int64_t soft_ms, int64_t hard_ms) {
  const int64_t now = elapsed();
  soft_ms_.store(now + soft_ms, std::memory_order_relaxed);
  hard_ms_.store(now + hard_ms, std::memory_order_relaxed);
}

bool Search::out_of_time() {
  if (stopped_) return true;
  if (limits_.nodes && nodes_ >= limits_.nodes) return stopped_ = true;
  if ((nodes_ & 255) != 0) return false;
  if (stop_.load(std::memory_order_relaxed)) return stopped_ = true;
  const int64_t hard = hard_ms_.load(std::memory_order_relaxed), now = elapsed();
  if (on_report_ && now >= reported_ms_ + 1000) report_progress();
  return stopped_ = hard && now >= hard;
}

// An iteration may take long: now and then, a sign of life.
void Search::report_progress() {
  reported_ms_ = elapsed();
  SearchReport r = latest_;
  r.nodes = nodes_;
  r.time_ms = reported_ms_;
  r.hashfull = table_.permille_used();
  if (!r.pv.empty()) on_report_(r);
}

// -- playing on the board

void Search::remember(bool passed) {
  Past past;
  past.passed = passed;
  past.black = position_.hand(BLACK);
  past.checks = 0;
  const size_t n = past_.size();
  if (position_.in_check()) past.checks = 2 + (n >= 2 ? past_[n - 2].checks : 0);
  past.board = 0;
  past_.push_back(past);
}

void Search::make(Move m) {
  Frame& f = frames_[ply_];
  const Piece piece = mover(position_, m);
  f.move = m;
  f.replies = &history_.after(piece, to_of(m));
  uint64_t board = past_.back().board;
  if (!is_drop(m)) board ^= BOARD_KEYS.at[piece][from_of(m)];
  position_.do_move(m, f.undo);
  if (f.undo.captured) board ^= BOARD_KEYS.at[f.undo.captured][to_of(m)];
  board ^= BOARD_KEYS.at[position_.at(to_of(m))][to_of(m)];
  evaluation_->moved(position_, m, f.undo.captured);
  remember(false);
  past_.back().board = board;
  ++ply_;
  ++nodes_;
}

void Search::unmake() {
  --ply_;
  past_.pop_back();
  evaluation_->taken_back();
  position_.undo_move(frames_[ply_].move, frames_[ply_].undo);
}

void Search::make_pass() {
  Frame& f = frames_[ply_];
  f.move = NO_MOVE;
  f.replies = nullptr;
  const uint64_t board = past_.back().board;
  position_.do_pass();
  remember(true);
  past_.back().board = board;
  ++ply_;
  ++nodes_;
}

void Search::unmake_pass() {
  --ply_;
  past_.pop_back();
  position_.undo_pass();
}

// -- judging

int Search::repetition() const {
  const int n = int(past_.size()) - 1;
  const Past& now = past_[n];
  const Color us = position_.turn();
  const int earliest = std::max(0, n - 64);
  for (int i = n - 2; i >= earliest; i -= 2) {
    if (past_[i + 2].passed || past_[i + 1].passed) break;
    const Past& then = past_[i];
    if (i == n - 2 || then.board != now.board) continue;
    if (then.black == now.black) {
      // The opponent's checks put us in check at n, n - 2 …; ours put it in check at n - 1, n - 3 …
      if (now.checks >= n - i) return mate_in(ply_);
      if (past_[n - 1].checks >= n - i) return mated_in(ply_);
      return DRAW;
    }
    const bool black_gained = now.black.covers(then.black);
    const bool black_lost = then.black.covers(now.black);
    if (black_gained || black_lost) return black_gained == (us == BLACK) ? SUPERIOR - ply_ : -SUPERIOR + ply_;
  }
  return NO_SCORE;
}

int Search::ended(bool in_check) const {
  if (has_tried(position_, rules_)) return mated_in(ply_);
  const int repeated = repetition();
  if (repeated != NO_SCORE) return repeated;
  if (rules_.max_moves && game_length_ + ply_ >= rules_.max_moves) {
    if (in_check && !has_legal_move(position_)) return mated_in(ply_);
    return DRAW;
  }
  if (!in_check && can_declare(position_, rules_)) return mate_in(ply_ + 1);
  return NO_SCORE;
}

int Search::evaluate() const {
  int value = evaluation_->value(position_);
  if (frailty_.noise) {
    // Two dice make small errors likelier than great ones; the same position is always seen alike.
    const uint64_t dice = mixed(position_.key() ^ frailty_.seed);
    const int error = int(dice & 1023) + int(dice >> 10 & 1023) - 1023;
    value = std::clamp(value + error * frailty_.noise / 512, -Evaluation::MAX_VALUE, Evaluation::MAX_VALUE);
  }
  return value;
}

bool Search::overlooked(Move m) const {
  if (!frailty_.overlook) return false;
  int chance = frailty_.overlook;
  if (ply_ > 0) {
    const Move last = frames_[ply_ - 1].move;
    if (last && to_of(last) == to_of(m)) chance /= 3;  // taking back is the first thing one sees
  }
  const uint64_t dice = mixed(position_.key() + 0x9e3779b97f4a7c15 * m + frailty_.seed);
  return int(dice % 1000) < chance;
}

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

// -- the root

void Search::prepare_roots(const SearchLimits& limits) {
  roots_.clear();
  const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> legal(position_);
  for (Move m : legal) {
    const bool wanted = limits.moves.empty()
                            ? !is_pointless(position_, m)
                            : std::find(limits.moves.begin(), limits.moves.end(), m) != limits.moves.end();
    if (wanted) roots_.push_back({m, -INFINITE, -INFINITE, 0, {m}});
  }
  // What a weak player doesn't see at all, unless it would then see nothing.
  if (frailty_.overlook && limits.moves.empty() && !position_.in_check()) {
    std::vector<RootMove> seen;
    for (const RootMove& r : roots_)
      if (!overlooked(r.move)) seen.push_back(r);
    if (!seen.empty()) roots_ = std::move(seen);
  }
  // A first order: how things look after each move.
  for (RootMove& r : roots_) {
    const bool safe = exchange_gains(position_, r.move, 0);
    make(r.move);
    r.previous = (position_.in_check() ? 0 : -evaluate()) - (safe ? 0 : 300);
    unmake();
  }
  std::stable_sort(roots_.begin(), roots_.end(),
                   [](const RootMove& a, const RootMove& b) { return a.previous > b.previous; });
  for (RootMove& r : roots_) r.previous = -INFINITE;
}

void Search::sort_roots() {
  std::stable_sort(roots_.begin() + root_index_, roots_.end(), [](const RootMove& a, const RootMove& b) {
    return a.score != b.score ? a.score > b.score : a.previous > b.previous;
  });
}

SearchReport Search::report(int index, int depth, int score, Bound bound) const {
  SearchReport r;
  r.depth = depth;
  r.seldepth = std::max(roots_[index].seldepth, depth);
  r.multipv = index + 1;
  r.score = score;
  r.bound = bound;
  r.nodes = nodes_;
  r.time_ms = elapsed();
  r.hashfull = table_.permille_used();
  r.pv = roots_[index].pv;
  return r;
}

// Searches the root with a window around what is expected, and widens it until the score fits.
int Search::root_window(int depth, int previous) {
  int delta = 40, alpha = -INFINITE, beta = INFINITE;
  if (depth >= 5 && std::abs(previous) < MATE_WITHIN) {
    alpha = std::max(previous - delta, -INFINITE);
    beta = std::min(previous + delta, INFINITE);
  }
  while (true) {
    const int score = node(alpha, beta, depth, false, false);
    sort_roots();
    if (stopped_) return score;
    if (score <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - delta, -INFINITE);
    } else if (score >= beta) {
      beta = std::min(score + delta, INFINITE);
    } else {
      return score;
    }
    delta = delta > 600 ? INFINITE : delta * 2;
    if (on_report_ && elapsed() > 1000)
      on_report_(report(root_index_, depth, score, score <= alpha ? UPPER : LOWER));
  }
}

SearchResult Search::go(const GameSoFar& game, const SearchLimits& limits, const GameRules& rules,
                        const Frailty& frailty, const std::function<void(const SearchReport&)>& on_report) {
  // What was seen with other eyes is not to be remembered.
  if (!(frailty == frailty_)) table_.clear();
  position_ = game.root;
  rules_ = rules;
  frailty_ = frailty;
  limits_ = limits;
  on_report_ = on_report;
  past_.clear();
  ply_ = 0;
  nodes_ = 0;
  seldepth_ = 0;
  stopped_ = false;
  latest_ = {};
  reported_ms_ = 0;
  if (limits.soft_ms) soft_ms_.store(limits.soft_ms, std::memory_order_relaxed);
  if (limits.hard_ms) hard_ms_.store(limits.hard_ms, std::memory_order_relaxed);
  table_.begin_search();
  for (int i = 0; i < MAX_PLY + 8; ++i) frames_[i] = Frame{};

  // The game so far, for repetitions.
  const auto board_key = [&] {
    uint64_t key = 0;
    for (Square s : Each{position_.occupied()}) key ^= BOARD_KEYS.at[position_.at(s)][s];
    return key;
  };
  remember(false);
  past_.back().board = board_key();
  for (Move m : game.moves) {
    Undo undo;
    position_.do_move(m, undo);
    remember(false);
    past_.back().board = board_key();
  }
  game_length_ = game.played;
  evaluation_->reset(position_);

  SearchResult result;
  if (!position_.in_check() && limits.moves.empty() && can_declare(position_, rules_)) {
    result.declares = true;
    result.report.score = mate_in(1);
    return result;
  }
  prepare_roots(limits);
  if (roots_.empty()) {
    result.report.score = mated_in(0);
    return result;
  }

  // A short mate, before anything else.
  if (frailty_.sees_all() && !position_.in_check() && limits.moves.empty()) {
    const uint64_t budget = limits.nodes ? limits.nodes / 8 : 20000;
    const MateResult mate = find_mate(position_, 5, [&](uint64_t n) {
      nodes_ = n;
      const int64_t hard = hard_ms_.load(std::memory_order_relaxed);
      return n < budget && !stop_.load(std::memory_order_relaxed) && !(hard && elapsed() * 3 > hard);
    });
    nodes_ = mate.nodes;
    if (mate.kind == MateResult::MATE && limits.multipv == 1) {
      const auto at = std::find_if(roots_.begin(), roots_.end(),
                                   [&](const RootMove& r) { return r.move == mate.line[0]; });
      if (at != roots_.end()) {
        at->pv = mate.line;
        std::rotate(roots_.begin(), at, at + 1);
        result.report = report(0, int(mate.line.size()), mate_in(int(mate.line.size())), EXACT);
        if (on_report_) on_report_(result.report);
        result.best = mate.line[0];
        result.ponder = mate.line.size() > 1 ? mate.line[1] : NO_MOVE;
        return result;
      }
    }
  }

  const int lines = std::min<int>(std::max(limits.multipv, 1), int(roots_.size()));
  const int deepest = limits.depth ? std::min(limits.depth, MAX_PLY - 1) : MAX_PLY - 1;
  Move last_best = NO_MOVE;
  int steady = 0, last_score = 0;
  result.report = report(0, 0, 0, EXACT);
  for (root_depth_ = 1; root_depth_ <= deepest && !stopped_; ++root_depth_) {
    for (RootMove& r : roots_) {
      r.previous = r.score;
      r.score = -INFINITE;
    }
    for (root_index_ = 0; root_index_ < lines && !stopped_; ++root_index_) {
      seldepth_ = 0;
      root_window(root_depth_, roots_[root_index_].previous);
      // An interrupted line counts only if it has found something better than before.
      const RootMove& r = roots_[root_index_];
      if (r.score == -INFINITE) continue;
      const SearchReport line = report(root_index_, root_depth_, r.score, EXACT);
      if (root_index_ == 0) result.report = latest_ = line;
      if (on_report_ && !(stopped_ && root_index_ > 0)) {
        reported_ms_ = line.time_ms;
        on_report_(line);
      }
    }
    root_index_ = 0;
    if (stopped_) break;

    const RootMove& first = roots_[0];
    steady = first.move == last_best ? steady + 1 : 0;
    const int fall = root_depth_ > 4 ? last_score - first.score : 0;
    last_best = first.move;
    last_score = first.score;
    const int64_t soft = soft_ms_.load(std::memory_order_relaxed);
    if (soft) {
      // Forced, or a mate seen through: no more to find out.
      if (roots_.size() == 1) break;
      if (std::abs(first.score) >= MATE_WITHIN && MATE - std::abs(first.score) <= root_depth_ * 2 / 3) break;
      // The next iteration takes longer than this one did, so it is begun only while there is
      // time for it. Sure of the move: sooner. A change of mind, or things look worse: later.
      const int64_t factor = (steady >= 6   ? 60
                              : steady >= 3 ? 80
                              : steady == 0 ? 130
                                            : 100) +
                             std::clamp(fall, 0, 60);
      if (elapsed() * 1000 >= soft * factor * 6) break;
    }
  }
  result.best = roots_[0].move;
  if (roots_[0].pv.size() > 1) result.ponder = roots_[0].pv[1];
  return result;
}

}  // namespace komadai
