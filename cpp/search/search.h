// The search: principal variation search by iterative deepening, on any number of threads. An object holds
// the memory of one engine (transposition table, histories); nothing is global, so several can run side by
// side.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "eval/evaluation.h"
#include "rules/game_end_rules.h"
#include "rules/game_history.h"
#include "search/scores.h"
#include "search/statistics.h"
#include "search/transposition_table.h"
#include "search/tree_node.h"

namespace komadai {

struct SearchLimits {
  int depth = 0;        // 0: none
  uint64_t nodes = 0;   // of all threads together; 0: none
  int64_t soft_ms = 0;  // about when to start no further iteration; 0: none
  int64_t hard_ms = 0;  // when to stop; 0: none
  int multipv = 1;
  std::vector<Move> moves;  // search only these root moves; empty: all
  int tree_plies = 0;       // of the tree to record; 0: none
};

// Settings that weaken play. Random choices depend only on the seed and the position.
struct SkillLimits {
  int overlook = 0;            // the probability, per thousand, of not seeing a move
  int eval_noise = 0;          // the largest random error of an evaluation, in centipawns
  int max_capture_plies = -1;  // plies of captures searched beyond the depth; -1: no limit
  uint64_t seed = 0;

  bool sees_all_moves() const { return overlook == 0; }
  bool operator==(const SkillLimits&) const = default;
};

// The data of an "info" line of USI.
struct SearchInfo {
  int depth = 0, seldepth = 0, multipv = 1;
  int score = 0;  // from the side to move's view
  Bound bound = EXACT;
  uint64_t nodes = 0;
  int64_t time_ms = 0;
  int hashfull = 0;  // per thousand
  std::vector<Move> pv;
  SearchStatistics statistics;  // of the whole search so far
};

struct SearchResult {
  Move best = NO_MOVE;  // NO_MOVE: there is no legal move
  Move ponder = NO_MOVE;
  bool declares_win = false;  // the side to move wins by declaring
  SearchInfo info;            // of the best line
  TreeNode tree;              // of the last finished iteration
};

class SearchThread;
class RootMateSearch;
struct SharedSearchState;
struct TransitionCounts;

constexpr int MAX_SEARCH_THREADS = 512;

class Search {
 public:
  explicit Search(size_t megabytes);
  ~Search();

  void resize(size_t megabytes) { table_.resize(megabytes); }
  // 1 to MAX_SEARCH_THREADS.
  void set_threads(int count);
  // Uses this evaluation, and clears all memory.
  void set_evaluation(std::unique_ptr<Evaluation> evaluation);
  // Sets one of PARAMETERS. Returns false if there is none of this name or the value is out of its range.
  bool set_parameter(std::string_view name, int value);
  // Searches by realization probability with the move probabilities from these counts; null: by principal
  // variation, the default. Clears all memory.
  void set_transitions(const TransitionCounts* counts);
  // Searches all legal moves to the same depth, with no pruning but alpha-beta and without quiescence search.
  // Clears all memory.
  void set_full_width(bool on);
  // Clears all memory, as before a new game.
  void clear();

  // Searches the present position of the game.
  SearchResult go(const Game& game, const SearchLimits& limits, const GameRules& rules,
                  const SkillLimits& skill, const std::function<void(const SearchInfo&)>& on_info);

  // The next four may be called from another thread than `go`.
  void stop();
  // What `stop` sets. Another thread may set it in the memory, as JavaScript does.
  std::atomic<bool>& stop_flag();
  // Gives a running search without time limits these, counted from now.
  void set_time(int64_t soft_ms, int64_t hard_ms);
  // Clears the stop flag and starts the clock. To be called before `go`, by the thread that may call `stop`.
  void prepare();

 private:
  uint64_t nodes() const;
  SearchStatistics statistics() const;
  void check_limits();
  void check_time();
  bool should_stop_iterating();
  SearchThread& best_thread() const;

  TranspositionTable table_;
  std::unique_ptr<SharedSearchState> shared_;
  std::unique_ptr<TransitionCounts> transitions_;
  std::unique_ptr<Evaluation> evaluation_;  // each thread has a clone
  std::vector<std::unique_ptr<SearchThread>> threads_;
  std::unique_ptr<RootMateSearch> mates_;
  std::function<void(const SearchInfo&)> on_info_;
  SearchInfo latest_;  // the last info about the first line
  int64_t last_info_ms_ = 0;
  bool was_near_fourfold_ = false;  // in the previous search
  // The best move and its score in the previous iteration, and for how many iterations it has been the best.
  Move previous_best_ = NO_MOVE;
  int previous_score_ = 0, best_move_stability_ = 0;
};

}  // namespace komadai
