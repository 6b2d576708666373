// The root: which moves there are, how deep to look, and when it is enough.
#include <algorithm>

#include "eval/handmade.h"
#include "search/mate.h"
#include "search/search.h"
#include "search/see.h"

namespace komadai {

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
