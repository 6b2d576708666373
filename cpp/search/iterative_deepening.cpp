// Iterative deepening at the root of one search thread, with aspiration windows.
#include <algorithm>

#include "search/search_thread.h"
#include "search/see.h"

namespace komadai {

SearchThread::SearchThread(TranspositionTable& table, SharedSearchState& shared,
                           std::unique_ptr<Evaluation> evaluation)
    : table_(table),
      shared_(shared),
      evaluation_(std::move(evaluation)),
      move_stack_(2 * MAX_PLY),
      stack_memory_(std::make_unique<SearchStackEntry[]>(PLIES_BEFORE_ROOT + MAX_PLY + 8)),
      stack_(&stack_memory_[PLIES_BEFORE_ROOT]) {}

void SearchThread::set_position(const Game& game, uint64_t max_nodes) {
  parameters_ = shared_.parameters;
  costs_ = shared_.costs ? &*shared_.costs : nullptr;
  skill_ = shared_.skill;
  max_nodes_ = max_nodes;
  positions_.clear();
  move_stack_.clear();
  ply_ = 0;
  nodes_.store(0);
  statistics_.clear();
  record_tree(0);
  seldepth_ = root_depth_ = completed_depth_ = pv_index_ = 0;
  stopped_ = false;
  for (int i = -PLIES_BEFORE_ROOT; i < MAX_PLY + 8; ++i) {
    stack_[i] = SearchStackEntry{};
    stack_[i].continuation = &history_.no_continuation();
  }
  history_.clear_low_plies();
  last_pv_.clear();
  null_move_min_ply_ = 0;

  // The positions of the game, for repetitions. Positions before a pass cannot be repeated.
  const size_t first = game.after_last_pass();
  position_ = game.position_before(first);
  positions_.push(position_);
  for (size_t i = first; i < game.history.size(); ++i) {
    Undo undo;
    position_.do_move(game.history[i].move, undo);
    positions_.push(position_);
  }
  last_game_move_ = first < game.history.size() ? game.history.back().move : NO_MOVE;
  root_index_ = positions_.last();
  find_threefolds();
  game_length_ = game.move_number() - 1;
  stack_[0].checkers = position_.checkers();
  for (Square s : Each{position_.occupied()}) stack_[0].keys.toggle(position_.at(s), s);
  evaluation_->reset(position_);
}

void SearchThread::record_tree(int plies) {
  tree_plies_ = plies;
  tree_ = finished_tree_ = {};
  std::fill(std::begin(recorded_), std::end(recorded_), nullptr);
  if (plies > 0) recorded_[0] = &tree_;
}

void SearchThread::init_root_moves() {
  const std::vector<Move>& searchmoves = shared_.limits.moves;
  root_moves_.clear();
  const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> legal(position_);
  for (Move m : legal) {
    const bool wanted = searchmoves.empty()
                            ? shared_.full_width || !is_dominated_by_promotion(position_, m)
                            : std::find(searchmoves.begin(), searchmoves.end(), m) != searchmoves.end();
    if (wanted) root_moves_.push_back({m, -INFINITE, -INFINITE, 0, 0, {m}});
  }
  // Remove the moves that a weakened player does not see, unless no move would be left.
  if (skill_.overlook && searchmoves.empty() && !position_.in_check()) {
    std::vector<RootMove> seen;
    for (const RootMove& r : root_moves_)
      if (!is_skipped_by_skill(r.move)) seen.push_back(r);
    if (!seen.empty()) root_moves_ = std::move(seen);
  }
  // The initial order: by the evaluation after each move.
  for (RootMove& r : root_moves_) {
    const bool safe = see_ge(position_, r.move, 0);
    do_move(r.move);
    r.previous_score = (position_.in_check() ? 0 : -evaluate()) - (safe ? 0 : 300);
    undo_move();
  }
  nodes_.store(0);
  std::stable_sort(root_moves_.begin(), root_moves_.end(),
                   [](const RootMove& a, const RootMove& b) { return a.previous_score > b.previous_score; });
  for (RootMove& r : root_moves_) r.previous_score = -INFINITE;
}

void SearchThread::sort_root_moves() {
  std::stable_sort(root_moves_.begin() + pv_index_, root_moves_.end(),
                   [](const RootMove& a, const RootMove& b) {
                     return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
                   });
}

SearchInfo SearchThread::make_info(int pv_index, int depth, int score, Bound bound) const {
  SearchInfo info;
  info.depth = depth;
  info.seldepth = std::max(root_moves_[pv_index].seldepth, depth);
  info.multipv = pv_index + 1;
  info.score = score;
  info.bound = bound;
  info.pv = root_moves_[pv_index].pv;
  return info;
}

// Searches the root with a window around the previous score, and widens it until the score is inside.
int SearchThread::aspiration_search(int depth, int previous_score) {
  if (shared_.full_width) {
    const int score = full_width_search(-INFINITE, INFINITE, depth);
    sort_root_moves();
    return score;
  }
  int delta = parameters_.aspiration, alpha = -INFINITE, beta = INFINITE, fail_highs = 0;
  if (depth >= 4 && std::abs(previous_score) < MATE_WITHIN) {
    alpha = std::max(previous_score - delta, -INFINITE);
    beta = std::min(previous_score + delta, INFINITE);
  }
  while (true) {
    const int plies = std::max(depth - fail_highs, 1);
    const int score = costs_ ? realization_search(alpha, beta, plies * TransitionCosts::PLY, false)
                             : alpha_beta(alpha, beta, plies, false);
    sort_root_moves();
    if (stopped_) return score;
    if (score <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - delta, -INFINITE);
      fail_highs = 0;
    } else if (score >= beta) {
      beta = std::min(score + delta, INFINITE);
      if (std::abs(score) < MATE_WITHIN) ++fail_highs;
    } else {
      return score;
    }
    delta = delta > 600 ? INFINITE : delta + delta / 2;
    if (on_info && shared_.elapsed() > 1000)
      on_info(make_info(pv_index_, depth, score, score <= alpha ? UPPER : LOWER));
  }
}

void SearchThread::iterative_deepening(const AfterIteration& after_iteration) {
  const int lines = std::min<int>(std::max(shared_.limits.multipv, 1), int(root_moves_.size()));
  const int limit = shared_.limits.depth;
  const int max_depth = limit ? std::min(limit, MAX_PLY - 1) : MAX_PLY - 1;
  for (root_depth_ = 1; root_depth_ <= max_depth; ++root_depth_) {
    for (RootMove& r : root_moves_) {
      r.previous_score = r.score;
      r.score = -INFINITE;
    }
    for (pv_index_ = 0; pv_index_ < lines && !stopped_; ++pv_index_) {
      seldepth_ = 0;
      last_pv_ = root_moves_[pv_index_].pv;
      aspiration_search(root_depth_, root_moves_[pv_index_].previous_score);
    }
    // A later line can turn out better than an earlier one.
    const int searched_lines = pv_index_;
    std::stable_sort(root_moves_.begin(), root_moves_.begin() + searched_lines,
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
    // In an interrupted iteration only the first line is reported. If its score dropped, other moves may be
    // better, so it is an upper bound.
    const bool is_upper_bound =
        stopped_ && (root_depth_ == 1 || root_moves_[0].score < root_moves_[0].previous_score);
    for (int i = 0; i < searched_lines && on_info; ++i)
      if (root_moves_[i].score != -INFINITE && !(stopped_ && i > 0))
        on_info(make_info(i, root_depth_, root_moves_[i].score, is_upper_bound ? UPPER : EXACT));
    pv_index_ = 0;
    const bool searched_any = root_moves_[0].score != -INFINITE;
    if (stopped_) {  // moves that were not searched keep the score of the previous iteration
      for (RootMove& r : root_moves_)
        if (r.score == -INFINITE) r.score = r.previous_score;
      // An iteration without a score has reported nothing: the last line again, with all nodes and the time.
      if (on_info && !searched_any && completed_depth_)
        on_info(make_info(0, completed_depth_, root_moves_[0].score, EXACT));
      return;
    }
    completed_depth_ = root_depth_;
    if (tree_plies_) finished_tree_ = tree_;
    if (!after_iteration()) return;
  }
}

}  // namespace komadai
