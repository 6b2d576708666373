// The steps of a node that the searches share.
#include <algorithm>

#include "mate/mate_in_1.h"
#include "search/search_thread.h"

namespace komadai {

bool SearchThread::should_stop() {
  if (stopped_) return true;
  if (shared_.finished.load(std::memory_order_relaxed) || shared_.stop.load(std::memory_order_relaxed))
    return stopped_ = true;
  if (max_nodes_ && nodes() >= max_nodes_) return stopped_ = true;
  if (on_check_limits && (nodes() & 255) == 0) on_check_limits();
  return false;
}

// The first steps of a node. Returns its score if the game ends here, the search stops, the path is too long
// or a shorter mate is known, else NO_SCORE. Narrows the window to the possible mate scores.
int SearchThread::enter_node(int& alpha, int& beta) {
  pv_length_[ply_] = ply_;
  if (should_stop()) return 0;
  seldepth_ = std::max(seldepth_, ply_);
  enter_statistics(Counter::MAIN_NODES);
  if (ply_ == 0) return NO_SCORE;
  if (const int score = game_end_score(); score != NO_SCORE) return decided(Counter::GAME_ENDS, score);
  if (ply_ >= MAX_PLY) return stack_[ply_].checkers ? DRAW : evaluate();
  alpha = std::max(alpha, mated_in(ply_));
  beta = std::min(beta, mate_in(ply_ + 1));
  return alpha >= beta ? decided(Counter::GAME_ENDS, alpha) : NO_SCORE;
}

// The score if there is a mate in one, which is stored in the table, else NO_SCORE.
int SearchThread::mate_in_one_score(const CheckersAndPins& info, bool pv) {
  const Move m = mate::mate_in_1(position_, info.pinned);
  if (!m) return NO_SCORE;
  const int score = decided(Counter::MATES_IN_ONE, mate_in(ply_ + 1));
  table_.store(position_.key(), m, to_table(score, ply_), 0, MAX_PLY, EXACT, pv);
  if (pv) {
    pv_length_[ply_ + 1] = ply_ + 1;
    update_pv(m);
  }
  return score;
}

NodeEval SearchThread::evaluate_node(const TTEntryData& tt, int tt_value) {
  SearchStackEntry& ss = stack_[ply_];
  const bool in_check = bool(ss.checkers);
  NodeEval node;
  if (in_check) {
    ss.static_eval = ply_ >= 2 ? stack_[ply_ - 2].static_eval : 0;
  } else if (ss.excluded) {
    node.eval = ss.static_eval;  // of the search that excludes the move
    node.correction = ss.correction;
  } else {
    node.raw = tt.is_hit() ? tt.eval : evaluate();
    node.eval = ss.static_eval = corrected_eval(node.raw);
    node.correction = ss.correction = std::abs(ss.static_eval - node.raw);
    if (tt.is_hit() && std::abs(tt_value) < MATE_WITHIN && tt.causes_cutoff(tt_value, node.eval + 1))
      node.eval = tt_value;
  }
  node.improving = !in_check && ply_ >= 2 && ss.static_eval > stack_[ply_ - 2].static_eval;
  node.worsening =
      !in_check && ply_ >= 1 && !stack_[ply_ - 1].checkers && ss.static_eval > -stack_[ply_ - 1].static_eval;
  return node;
}

// The next move to search, NO_MOVE at the end. At the root, the moves come from the list of root moves.
Move SearchThread::next_move(MovePicker& picker, int& next_root_move, bool& skipped) {
  if (ply_ == 0)
    return next_root_move < int(root_moves_.size()) ? root_moves_[next_root_move++].move : NO_MOVE;
  while (const Move m = picker.next()) {
    if (m == stack_[ply_].excluded) continue;
    if (!is_skipped_by_skill(m)) return m;
    skipped = true;
  }
  return NO_MOVE;
}

// Without a legal move the side to move has lost, in check or not. But moves that a weakened player does not
// see are no mate.
int SearchThread::score_without_moves(bool skipped) const {
  if (!skipped) return mated_in(ply_);
  return stack_[ply_].checkers ? std::clamp(evaluate(), -5000, 5000) : evaluate();
}

// Updates the histories and stores the result in the table. `tt_depth` is the depth as the table stores it.
// Returns the score.
int SearchThread::finish_node(int score, Move best_move, Bound bound, int depth, int tt_depth, int raw_eval,
                              const SearchedMoves& searched, Move tt_move) {
  const SearchStackEntry& ss = stack_[ply_];
  if (best_move)
    update_histories(best_move, searched, depth, tt_move);
  else
    update_history_of_previous_move(depth, score);
  if (ss.excluded || (ply_ == 0 && pv_index_ > 0)) return score;
  table_.store(position_.key(), best_move, to_table(score, ply_), raw_eval, tt_depth, bound, ss.tt_pv);
  if (!ss.checkers && !(best_move && is_capture(position_, best_move)) && std::abs(score) < MATE_WITHIN &&
      (score > ss.static_eval) == bool(best_move))
    update_correction_history(depth, score - ss.static_eval);
  return score;
}

void SearchThread::update_pv(Move m) {
  pv_[ply_][ply_] = m;
  for (int i = ply_ + 1; i < pv_length_[ply_ + 1]; ++i) pv_[ply_][i] = pv_[ply_ + 1][i];
  pv_length_[ply_] = std::max(pv_length_[ply_ + 1], ply_ + 1);
}

// The result of a root move's search. Its score is exact or a lower bound (`is_exact`), or only an upper
// bound, which is not comparable with the scores of other root moves.
void SearchThread::update_root_move(RootMove& root, uint64_t nodes, int score, bool is_exact) {
  root.nodes += nodes;
  root.score = is_exact ? score : -INFINITE;
  if (!is_exact) return;
  root.seldepth = seldepth_;
  root.pv.assign(1, root.move);
  root.pv.insert(root.pv.end(), &pv_[1][1], &pv_[1][std::max(pv_length_[1], 1)]);
}

}  // namespace komadai
