// Iterative deepening at the root of one search thread, with aspiration windows.
#include <algorithm>
#include <numeric>
#include <tuple>

#include "search/search_thread.h"
#include "search/see.h"

namespace komadai {

Worker::Worker(Table& table, Orders& orders, std::unique_ptr<Evaluation> evaluation)
    : table_(table),
      orders_(orders),
      evaluation_(std::move(evaluation)),
      room_(2 * MAX_PLY),
      frames_(std::make_unique<Frame[]>(MAX_PLY + 8)) {}

bool Worker::stopped() {
  if (stopped_) return true;
  if (orders_.over.load(std::memory_order_relaxed) || orders_.stop.load(std::memory_order_relaxed))
    return stopped_ = true;
  if (most_nodes_ && nodes() >= most_nodes_) return stopped_ = true;
  if (on_tick && (nodes() & 255) == 0) on_tick();
  return false;
}

void Worker::set_up(const GameSoFar& game, uint64_t most_nodes) {
  position_ = game.root;
  p_ = orders_.parameters;
  costs_ = orders_.costs ? &*orders_.costs : nullptr;
  last_played_ = game.moves.empty() ? NO_MOVE : game.moves.back();
  frailty_ = orders_.frailty;
  most_nodes_ = most_nodes;
  past_.clear();
  room_.empty();
  ply_ = 0;
  nodes_.store(0, std::memory_order_relaxed);
  seldepth_ = root_depth_ = completed_depth_ = root_index_ = 0;
  stopped_ = false;
  for (int i = 0; i < MAX_PLY + 8; ++i) frames_[i] = Frame{};

  // The game so far, for repetitions.
  remember(position_.checkers(), false);
  past_.back().board = board_key();
  for (Move m : game.moves) {
    Undo undo;
    position_.do_move(m, undo);
    remember(position_.checkers(), false);
    past_.back().board = board_key();
  }
  root_ = int(past_.size()) - 1;
  find_thrice();
  game_length_ = game.played;
  evaluation_->reset(position_);
}

void Worker::find_thrice() {
  thrice_.clear();
  std::vector<int> order(past_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto place = [this](int i) {
    return std::make_tuple(past_[i].board, past_[i].black.counts, i % 2, i);
  };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
  for (size_t i = 0, next; i < order.size(); i = next) {
    next = i + 1;
    while (next < order.size() && same(order[i], order[next])) ++next;
    if (next - i >= 3) thrice_.push_back(order[i]);
  }
}

void Worker::find_roots() {
  const std::vector<Move>& asked = orders_.limits.moves;
  roots_.clear();
  const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> legal(position_);
  for (Move m : legal) {
    const bool wanted =
        asked.empty() ? !is_pointless(position_, m) : std::find(asked.begin(), asked.end(), m) != asked.end();
    if (wanted) roots_.push_back({m, -INFINITE, -INFINITE, 0, 0, {m}});
  }
  // What a weak player doesn't see at all, unless it would then see nothing.
  if (frailty_.overlook && asked.empty() && !position_.in_check()) {
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
  nodes_.store(0, std::memory_order_relaxed);
  std::stable_sort(roots_.begin(), roots_.end(),
                   [](const RootMove& a, const RootMove& b) { return a.previous > b.previous; });
  for (RootMove& r : roots_) r.previous = -INFINITE;
}

void Worker::sort_roots() {
  std::stable_sort(roots_.begin() + root_index_, roots_.end(), [](const RootMove& a, const RootMove& b) {
    return a.score != b.score ? a.score > b.score : a.previous > b.previous;
  });
}

SearchReport Worker::report(int index, int depth, int score, Bound bound) const {
  SearchReport r;
  r.depth = depth;
  r.seldepth = std::max(roots_[index].seldepth, depth);
  r.multipv = index + 1;
  r.score = score;
  r.bound = bound;
  r.pv = roots_[index].pv;
  return r;
}

// Searches the root with a window around what is expected, and widens it until the score fits.
int Worker::root_window(int depth, int previous) {
  int delta = p_.aspiration, alpha = -INFINITE, beta = INFINITE, less = 0;
  if (depth >= 4 && std::abs(previous) < MATE_WITHIN) {
    alpha = std::max(previous - delta, -INFINITE);
    beta = std::min(previous + delta, INFINITE);
  }
  while (true) {
    const int plies = std::max(depth - less, 1);
    const int score =
        costs_ ? realize(alpha, beta, plies * TransitionCosts::PLY, false) : node(alpha, beta, plies, false);
    sort_roots();
    if (stopped_) return score;
    if (score <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - delta, -INFINITE);
      less = 0;
    } else if (score >= beta) {
      beta = std::min(score + delta, INFINITE);
      if (std::abs(score) < MATE_WITHIN) ++less;
    } else {
      return score;
    }
    delta = delta > 600 ? INFINITE : delta + delta / 2;
    if (on_report && orders_.elapsed() > 1000)
      on_report(report(root_index_, depth, score, score <= alpha ? UPPER : LOWER));
  }
}

void Worker::iterate(const AfterIteration& after_iteration) {
  const int lines = std::min<int>(std::max(orders_.limits.multipv, 1), int(roots_.size()));
  const int asked = orders_.limits.depth;
  const int deepest = asked ? std::min(asked, MAX_PLY - 1) : MAX_PLY - 1;
  for (root_depth_ = 1; root_depth_ <= deepest; ++root_depth_) {
    for (RootMove& r : roots_) {
      r.previous = r.score;
      r.score = -INFINITE;
    }
    for (root_index_ = 0; root_index_ < lines && !stopped_; ++root_index_) {
      seldepth_ = 0;
      root_window(root_depth_, roots_[root_index_].previous);
    }
    // A later line can turn out better than an earlier one. An interrupted line counts only if it has found
    // something better than before.
    const int seen = root_index_;
    std::stable_sort(roots_.begin(), roots_.begin() + seen,
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    // Where the first move is worse than it seemed, the others may be better: nothing is known of them yet.
    const bool undecided = stopped_ && (root_depth_ == 1 || roots_[0].score < roots_[0].previous);
    for (int i = 0; i < seen && on_report; ++i)
      if (roots_[i].score != -INFINITE && !(stopped_ && i > 0))
        on_report(report(i, root_depth_, roots_[i].score, undecided ? UPPER : EXACT));
    root_index_ = 0;
    if (stopped_) {  // what this iteration didn't come to stands as the one before left it
      for (RootMove& r : roots_)
        if (r.score == -INFINITE) r.score = r.previous;
      return;
    }
    completed_depth_ = root_depth_;
    if (!after_iteration()) return;
  }
}

}  // namespace komadai
