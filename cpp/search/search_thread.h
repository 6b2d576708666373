// One search thread: its position, its stack and its histories. It shares the transposition table and the
// search state with the other threads.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "eval/evaluation.h"
#include "memory/shared_words.h"
#include "rules/game_end_rules.h"
#include "rules/game_history.h"
#include "rules/repetition.h"
#include "search/history.h"
#include "search/move_picker.h"
#include "search/parameters.h"
#include "search/scores.h"
#include "search/search.h"
#include "search/statistics.h"
#include "search/transition.h"
#include "search/transposition_table.h"
#include "search/tree_node.h"

namespace komadai {

constexpr int MAX_PLY = 128;

// The state that all threads of a search share: its settings, stop flags and clock.
struct SharedSearchState {
  using Clock = std::chrono::steady_clock;

  SearchLimits limits;
  GameRules rules;
  SkillLimits skill;
  Parameters parameters;
  // The costs of the moves' categories in a search by realization probability; empty in the plain search.
  std::optional<TransitionCosts> costs;
  bool full_width = false;            // else one of the other two searches
  std::atomic<bool> stop{false};      // stopped by the caller
  std::atomic<bool> finished{false};  // one of the threads has the answer, or a limit is reached
  std::atomic<int64_t> soft_ms{0}, hard_ms{0};
  Clock::time_point start = Clock::now();

  int64_t elapsed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  }
};

struct RootMove {
  Move move;
  int score = -INFINITE, previous_score = -INFINITE;
  int seldepth = 0;
  uint64_t nodes = 0;  // spent on it in this search
  std::vector<Move> pv;
};

struct SearchStackEntry {
  Move move = NO_MOVE;  // played here; NO_MOVE: a null move
  Move excluded = NO_MOVE;
  ContinuationHistory* continuation = nullptr;  // of the move played here
  Bitboard checkers;
  int static_eval = 0;      // with correction; in check, that of two plies earlier
  int correction = 0;       // the size of the correction
  int stat_score = 0;       // the history of the move played here
  int move_count = 0;       // its number
  int reduction = 0;        // its reduction, in plies
  int cutoff_count = 0;     // how many nodes of this ply, below one node, failed high
  bool tt_pv = false;       // the position is or has been on a principal variation
  bool follows_pv = false;  // the path to here is the principal variation of the last iteration
  PieceKeys keys;           // of the position
  Piece piece = NO_PIECE;   // that moved, as it stood before the move
  Undo undo;
};

// The moves that a node has searched without a cutoff, for the histories.
struct SearchedMoves {
  Move quiets[64], captures[32];
  int quiet_count = 0, capture_count = 0;

  void add(Move m, bool capture) {
    if (capture) {
      if (capture_count < 32) captures[capture_count++] = m;
    } else if (quiet_count < 64) {
      quiets[quiet_count++] = m;
    }
  }
};

// The evaluation of a node before its moves are searched.
struct NodeEval {
  int raw = 0;           // without correction, as the transposition table stores it
  int eval = -INFINITE;  // corrected, or the table's score if that is a better estimate
  bool improving = false;
  bool worsening = false;  // for the opponent: the eval is better than the opponent's before its move
  int correction = 0;      // the size of the correction
};

class SearchThread {
 public:
  SearchThread(TranspositionTable& table, SharedSearchState& shared, std::unique_ptr<Evaluation> evaluation);

  // Clears the histories.
  void clear() { history_.clear(); }
  void set_evaluation(std::unique_ptr<Evaluation> evaluation) { evaluation_ = std::move(evaluation); }

  // Sets up the present position of the game. `max_nodes` is the limit of this thread alone; 0: none.
  void set_position(const Game& game, uint64_t max_nodes);
  // Whether a position of the game has occurred three times, so that its next occurrence ends the game.
  bool is_near_fourfold() const { return !threefolds_.empty(); }
  // Finds the root moves to search and sorts them by the evaluation.
  void init_root_moves();
  // Searches with increasing depth until a limit is reached or `after_iteration` returns false.
  using AfterIteration = std::function<bool()>;
  void iterative_deepening(const AfterIteration& after_iteration);

  // Called at intervals during the search.
  std::function<void()> on_check_limits;
  std::function<void(const SearchInfo&)> on_info;

  const Position& position() const { return position_; }
  std::vector<RootMove>& root_moves() { return root_moves_; }
  uint64_t nodes() const { return nodes_.load(); }
  void add_nodes(uint64_t n) { nodes_.store(nodes() + n); }
  int depth() const { return root_depth_; }  // of the present iteration
  int completed_depth() const { return completed_depth_; }
  const ThreadStatistics& statistics() const { return statistics_; }
  // Records this number of plies of the tree in the search that follows.
  void record_tree(int plies);
  // The tree of the last finished iteration.
  TreeNode take_tree() { return std::move(finished_tree_); }
  SearchInfo make_info(int pv_index, int depth, int score, Bound bound) const;

 private:
  // -- iterative_deepening.cpp
  int aspiration_search(int depth, int previous_score);
  void sort_root_moves();

  // -- alpha_beta.cpp, realization.cpp, full_width.cpp, quiescence.cpp
  int alpha_beta(int alpha, int beta, int depth, bool cut_node);
  int realization_search(int alpha, int beta, int budget, bool cut_node);
  int full_width_search(int alpha, int beta, int depth);
  int quiescence(int alpha, int beta, int depth);

  // -- statistics and the recorded tree
  void count(Counter c) { statistics_.count(c); }
  void enter_statistics(Counter kind) {
    statistics_.count_node(kind, ply_);
    if (TreeNode* const node = recorded_[ply_]) {
      node->children.clear();
      node->reason = Counter::NONE;
      node->cut_off = false;
    }
  }
  // The node needs no move to be searched. Returns the score.
  int decided(Counter why, int score) {
    count(why);
    if (TreeNode* const node = recorded_[ply_]) node->reason = why;
    return score;
  }
  void count_cutoff(int move_count) {
    count(Counter::BETA_CUTOFFS);
    if (move_count == 1) count(Counter::FIRST_MOVE_CUTOFFS);
    if (TreeNode* const node = recorded_[ply_]) node->cut_off = true;
  }
  // The move is skipped.
  void skip_move(Counter why, Move m) {
    count(why);
    if (TreeNode* const node = recorded_[ply_]) {
      TreeNode& child = node->children.emplace_back();
      child.move = m;
      child.reason = why;
    }
  }
  // Called before the search of a move; null if it is not recorded.
  TreeNode* record_move(Move m) {
    TreeNode* const node = recorded_[ply_];
    if (!node) return nullptr;
    TreeNode& child = node->children.emplace_back();
    child.move = m;
    if (ply_ + 1 < tree_plies_) recorded_[ply_ + 1] = &child;
    return &child;
  }
  // Called after it, at the node itself.
  void record_result(TreeNode* child, int score, int alpha, int beta, int depth, uint64_t nodes) {
    if (!child) return;
    recorded_[ply_ + 1] = nullptr;
    child->score = score;
    child->bound = score >= beta ? LOWER : score > alpha ? EXACT : UPPER;
    child->depth = depth;
    child->nodes = nodes;
  }

  // -- node_steps.h, node_steps.cpp: the steps that the searches share
  bool should_stop();
  int enter_node(int& alpha, int& beta);
  int mate_in_one_score(const CheckersAndPins& info, bool pv);
  NodeEval evaluate_node(const TTEntryData& tt, int tt_value);
  template <class NullSearch, class Verify>
  int prune_by_eval(int alpha, int beta, int depth, bool cut_node, const NodeEval& node,
                    const TTEntryData& tt, NullSearch&& search_after_null, Verify&& verify);
  Move next_move(MovePicker& picker, int& next_root_move, bool& skipped);
  int score_without_moves(bool skipped) const;
  int finish_node(int score, Move best_move, Bound bound, int depth, int tt_depth, int raw_eval,
                  const SearchedMoves& searched, Move tt_move);
  void update_pv(Move m);
  void update_root_move(RootMove& root, uint64_t nodes, int score, bool is_exact);

  // -- make_move.cpp
  // Prefetches the table entry of the position after this move.
  void prefetch(Move m) const { table_.prefetch(position_.key_after(m)); }
  void do_move(Move m);
  void undo_move();
  void do_null_move();
  void undo_null_move();

  // -- game_end.cpp
  int game_end_score() const;
  int repetition_score() const;
  int score_of_repetition(int earlier) const;
  void find_threefolds();

  // -- skill.cpp
  int evaluate() const;
  bool is_skipped_by_skill(Move m) const;

  // -- history_update.cpp
  OrderingData ordering_data(Move tt_move, const CheckSquares* check_squares);
  int quiet_history(Move m, const OrderingData& ordering);
  int good_move_bonus(int depth) const;
  void update_continuations(int ply, Piece piece, Square to, int bonus);
  void update_quiet_history(Move m, int bonus);
  void update_histories(Move best, const SearchedMoves& searched, int depth, Move tt_move);
  void update_history_of_previous_move(int depth, int best_score);
  int corrected_eval(int eval);
  void prefetch_corrections();
  History::CorrectionEntry* continuation_correction(int back);
  void update_correction_history(int depth, int error);

  TranspositionTable& table_;
  SharedSearchState& shared_;
  std::unique_ptr<Evaluation> evaluation_;
  History history_;
  ScoredMoveStack move_stack_;
  // One entry for each ply, and empty ones before the root that the continuation histories refer to.
  static constexpr int PLIES_BEFORE_ROOT = 8;
  std::unique_ptr<SearchStackEntry[]> stack_memory_;
  SearchStackEntry* const stack_;
  Position position_;
  RepetitionHistory positions_;  // of the game and of the path
  int root_index_ = 0;           // of the root in positions_
  // Indices in positions_: the first occurrence of each position that occurred three times.
  std::vector<int> threefolds_;
  std::vector<RootMove> root_moves_;
  Parameters parameters_;
  const TransitionCosts* costs_ = nullptr;
  Move last_game_move_ = NO_MOVE;
  SkillLimits skill_;
  Move pv_[MAX_PLY + 2][MAX_PLY + 2];
  int pv_length_[MAX_PLY + 2];

  int ply_ = 0;
  int game_length_ = 0;
  int root_depth_ = 0, completed_depth_ = 0;
  int seldepth_ = 0;
  int root_window_ = 1;
  std::vector<Move> last_pv_;  // the principal variation of the last iteration
  int null_move_min_ply_ = 0;  // no null move before this ply, in a search that verifies one
  int pv_index_ = 0;           // multipv: the line being searched
  ThreadStatistics statistics_;
  // The recorded node at each ply of the path; null: this node is not recorded.
  TreeNode* recorded_[MAX_PLY + 2] = {};
  TreeNode tree_, finished_tree_;
  int tree_plies_ = 0;
  SharedCount nodes_;
  uint64_t max_nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace komadai
