// The search: principal variation search by iterative deepening, on any number of threads. One object is one
// engine's memory (table, histories); nothing is global, so any number can run side by side.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "eval/evaluation.h"
#include "rules/game_end_rules.h"
#include "rules/position.h"
#include "search/scores.h"
#include "search/transposition_table.h"

namespace komadai {

struct SearchLimits {
  int depth = 0;        // 0: none
  uint64_t nodes = 0;   // of all threads; 0: none
  int64_t soft_ms = 0;  // when to begin no further iteration; 0: none
  int64_t hard_ms = 0;  // when to answer whatever is known; 0: none
  int multipv = 1;
  std::vector<Move> moves;  // only these; empty: all
};

// The game so far: where it began and the (legal) moves since.
struct GameSoFar {
  Position root;
  std::vector<Move> moves;
  int played = 0;  // moves since the very beginning, those before the root included
};

// How a weak player sees the board. All of it is chance, but the same for the same seed.
struct Frailty {
  int overlook = 0;    // chance, per thousand, not to see a move
  int noise = 0;       // how far, in centipawns, a judgement may be off
  int exchanges = -1;  // plies of captures looked at beyond the depth; -1: all
  uint64_t seed = 0;

  bool sees_all() const { return overlook == 0; }
  bool operator==(const Frailty&) const = default;
};

struct SearchReport {
  int depth = 0, seldepth = 0, multipv = 1;
  int score = 0;  // from the side to move's view
  Bound bound = EXACT;
  uint64_t nodes = 0;
  int64_t time_ms = 0;
  int hashfull = 0;
  std::vector<Move> pv;
};

struct SearchResult {
  Move best = NO_MOVE;  // NO_MOVE: there is no legal move
  Move ponder = NO_MOVE;
  bool declares = false;  // the side to move wins by declaring
  SearchReport report;    // of the best line
};

class Worker;
class RootMates;
struct Orders;
struct TransitionCounts;

constexpr int MAX_SEARCH_THREADS = 512;

class Search {
 public:
  explicit Search(size_t megabytes);
  ~Search();

  void resize(size_t megabytes) { table_.resize(megabytes); }
  // 1 to MAX_SEARCH_THREADS.
  void set_threads(int count);
  // Judges by this one from now on, and forgets everything.
  void set_evaluation(std::unique_ptr<Evaluation> evaluation);
  // One of PARAMETERS; false if there is none of this name or the value is out of its range.
  bool set_parameter(std::string_view name, int value);
  // From now on searches by realization probability, with the moves' probabilities from these counts; null:
  // by principal variation, as at first. Forgets everything.
  void set_transitions(const TransitionCounts* counts);
  // Forgets everything, as before a new game.
  void clear();

  // Thinks about the position that the game has come to.
  SearchResult go(const GameSoFar& game, const SearchLimits& limits, const GameRules& rules,
                  const Frailty& frailty, const std::function<void(const SearchReport&)>& on_report);

  // These three may be called from another thread.
  void stop();
  // A search without end gets so much time from now on.
  void set_time(int64_t soft_ms, int64_t hard_ms);
  // To be called before `go`, by the thread that may call `stop`.
  void arm();

 private:
  uint64_t nodes() const;
  void keep_limits();
  void tick();
  bool enough();
  Worker& best_worker() const;

  Table table_;
  std::unique_ptr<Orders> orders_;
  std::unique_ptr<TransitionCounts> transitions_;
  std::unique_ptr<Evaluation> evaluation_;  // each thread has another of the same
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<RootMates> mates_;
  std::function<void(const SearchReport&)> on_report_;
  SearchReport latest_;  // what was last reported of the first line
  int64_t reported_ms_ = 0;
  bool near_fourth_ = false;  // in the search before this one
  // How the first move has fared over the iterations.
  Move last_best_ = NO_MOVE;
  int steady_ = 0, last_score_ = 0;
};

}  // namespace komadai
