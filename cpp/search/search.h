// The search: principal variation search by iterative deepening. One object is one engine's
// memory (table, histories); nothing is global, so any number can run side by side.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "eval/evaluation.h"
#include "search/endings.h"
#include "search/history.h"
#include "search/picker.h"
#include "search/scores.h"
#include "search/table.h"

namespace komadai {

constexpr int MAX_PLY = 120;

struct SearchLimits {
  int depth = 0;        // 0: none
  uint64_t nodes = 0;   // 0: none
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

class Search {
 public:
  explicit Search(size_t megabytes);

  void resize(size_t megabytes) { table_.resize(megabytes); }
  // Forgets everything, as before a new game.
  void clear();

  // Thinks about the position that the game has come to.
  SearchResult go(const GameSoFar& game, const SearchLimits& limits, const GameRules& rules,
                  const Frailty& frailty, const std::function<void(const SearchReport&)>& on_report);

  // These three may be called from another thread.
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  // A search without end gets so much time from now on.
  void set_time(int64_t soft_ms, int64_t hard_ms);
  // To be called before `go`, by the thread that may call `stop`.
  void arm() {
    stop_.store(false, std::memory_order_relaxed);
    soft_ms_.store(0, std::memory_order_relaxed);
    hard_ms_.store(0, std::memory_order_relaxed);
    start_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Frame {
    Move move = NO_MOVE;  // played here; NO_MOVE for a pass
    PieceTo* replies = nullptr;
    Move killers[2] = {NO_MOVE, NO_MOVE};
    int eval = 0;
    Undo undo;
  };
  // A position that has occurred, in the game or on the path: for repetitions.
  struct Past {
    uint64_t board;  // key of the board alone
    Hand black;      // with the same board, White's hand follows from Black's
    int checks;      // plies back to where this side's unbroken run of being in check began
    bool passed;     // reached by a pass: nothing before it counts
  };
  struct RootMove {
    Move move;
    int score = -INFINITE, previous = -INFINITE;
    int seldepth = 0;
    std::vector<Move> pv;
  };

  int node(int alpha, int beta, int depth, bool cut, bool may_pass);
  int quiesce(int alpha, int beta, int depth);
  int root_window(int depth, int previous);
  void prepare_roots(const SearchLimits& limits);
  void sort_roots();

  void make(Move m);
  void unmake();
  void make_pass();
  void unmake_pass();
  void remember(bool passed);
  uint64_t board_key() const;

  // The score of the present position if the rules end the game here, else NO_SCORE.
  int ended(bool in_check) const;
  int repetition() const;
  int evaluate() const;
  bool overlooked(Move m) const;
  bool out_of_time();
  void reward(Move best, const Move* quiets, int quiet_count, const Move* captures, int capture_count,
              int depth);
  void note_pv(Move m);
  void report_progress();
  SearchReport report(int index, int depth, int score, Bound bound) const;
  int64_t elapsed() const;

  Table table_;
  History history_;
  std::unique_ptr<Evaluation> evaluation_;
  std::unique_ptr<Frame[]> frames_;
  Position position_;
  std::vector<Past> past_;
  GameRules rules_;
  Frailty frailty_;
  SearchLimits limits_;
  std::vector<RootMove> roots_;
  std::function<void(const SearchReport&)> on_report_;
  SearchReport latest_;  // what was last reported of the first line
  int64_t reported_ms_ = 0;
  Move pv_[MAX_PLY + 2][MAX_PLY + 2];
  int pv_length_[MAX_PLY + 2];

  int ply_ = 0;
  int game_length_ = 0;
  int root_depth_ = 0;
  int seldepth_ = 0;
  int root_index_ = 0;  // multipv: the line being searched
  uint64_t nodes_ = 0;
  bool stopped_ = false;
  std::atomic<bool> stop_{false};
  std::atomic<int64_t> soft_ms_{0}, hard_ms_{0};
  Clock::time_point start_;
};

}  // namespace komadai
