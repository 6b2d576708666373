// One search thread: its position, its stack and its histories. It shares the transposition table and the
// search state with the other threads.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "eval/evaluation.h"
#include "rules/game_end_rules.h"
#include "search/history.h"
#include "search/move_picker.h"
#include "search/parameters.h"
#include "search/scores.h"
#include "search/search.h"
#include "search/transition.h"
#include "search/transposition_table.h"

namespace komadai {

constexpr int MAX_PLY = 128;

// What all threads of one search are told.
struct Orders {
  using Clock = std::chrono::steady_clock;

  SearchLimits limits;
  GameRules rules;
  Frailty frailty;
  Parameters parameters;
  // Of the moves' categories, for a search by realization probability; without: the plain search.
  std::optional<TransitionCosts> costs;
  std::atomic<bool> stop{false};  // the user's word
  std::atomic<bool> over{false};  // one of the threads has the answer, or time is up
  std::atomic<int64_t> soft_ms{0}, hard_ms{0};
  Clock::time_point start = Clock::now();

  int64_t elapsed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  }
};

struct RootMove {
  Move move;
  int score = -INFINITE, previous = -INFINITE;
  int seldepth = 0;
  uint64_t nodes = 0;  // spent on it in this search
  std::vector<Move> pv;
};

class Worker {
 public:
  Worker(Table& table, Orders& orders, std::unique_ptr<Evaluation> evaluation);

  // Forgets what it has learned.
  void clear() { history_.clear(); }
  void set_evaluation(std::unique_ptr<Evaluation> evaluation) { evaluation_ = std::move(evaluation); }

  // Goes to the position that the game has come to. `most_nodes` are its own; 0: any number.
  void set_up(const GameSoFar& game, uint64_t most_nodes);
  // Whether the game can end by a fourth repetition the next time a position of it comes up.
  bool near_fourth() const { return !thrice_.empty(); }
  // The moves to search, in a first order.
  void find_roots();
  // Searches deeper and deeper until told to stop or as deep as asked.
  using AfterIteration = std::function<bool()>;  // false: that is enough
  void iterate(const AfterIteration& after_iteration);

  // Called every now and then while it searches.
  std::function<void()> on_tick;

  const Position& position() const { return position_; }
  std::vector<RootMove>& roots() { return roots_; }
  uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  void add_nodes(uint64_t n) { nodes_.store(nodes() + n, std::memory_order_relaxed); }
  int depth() const { return root_depth_; }           // of the iteration under way
  int completed() const { return completed_depth_; }  // of the last one that came to its end
  int line() const { return root_index_; }
  SearchReport report(int index, int depth, int score, Bound bound) const;
  std::function<void(const SearchReport&)> on_report;

 private:
  struct Frame {
    Move move = NO_MOVE;  // played here; NO_MOVE for a pass
    Move excluded = NO_MOVE;
    PieceTo* replies = nullptr;
    Move killers[2] = {NO_MOVE, NO_MOVE};
    int eval = 0;     // as corrected
    int cutoffs = 0;  // how often the children of this ply were refuted
    int doubled = 0;  // extensions by two plies on the way here
    bool in_check = false;
    Undo undo;
  };
  // A position that has occurred, in the game or on the path: for repetitions.
  struct Past {
    uint64_t board;  // key of the board alone
    Hand black;      // with the same board, White's hand follows from Black's
    Bitboard checkers;
    int checks;   // plies back to where this side's unbroken run of being in check began
    bool passed;  // reached by a pass: nothing before it counts
  };

  int node(int alpha, int beta, int depth, bool cut);
  int realize(int alpha, int beta, int left, bool cut);
  int quiesce(int alpha, int beta, int depth);
  int root_window(int depth, int previous);
  void sort_roots();

  // This move will be made, or is likely to be: what is known of the position after it comes from far away.
  void expect(Move m) const { table_.prefetch(position_.key_after(m)); }
  void make(Move m);
  void unmake();
  void make_pass();
  void unmake_pass();
  void remember(Bitboard checkers, bool passed);
  uint64_t board_key() const;

  // The score of the present position if the rules end the game here, else NO_SCORE.
  int ended(bool in_check) const;
  void find_thrice();
  bool same(int earlier, int now) const;
  int repetition() const;
  // The score of the present position, which is the same as this one.
  int repeated(int earlier) const;
  // The score of a position that the table does not know, if there is a mate in one, else NO_SCORE; it is
  // remembered, and noted as the line.
  int mate_in_one(const Guard& guard, bool pv);
  int evaluate() const;
  int corrected(int eval);
  void learn_error(int depth, int error);
  bool overlooked(Move m) const;
  bool stopped();
  Picker::Hints hints(Move table) const;
  int pay(int depth) const;
  void learn_quiet(Move m, int bonus);
  void reward_last(int depth);
  void reward(Move best, const Move* quiets, int quiet_count, const Move* captures, int capture_count,
              int depth);
  void note_pv(Move m);
  // What a root move's search has brought; `believed`: its score is one, not a bound it stays below.
  void note_root(RootMove& root, uint64_t nodes, int score, bool believed);

  Table& table_;
  Orders& orders_;
  std::unique_ptr<Evaluation> evaluation_;
  History history_;
  MoveRoom room_;
  std::unique_ptr<Frame[]> frames_;
  Position position_;
  std::vector<Past> past_;
  int root_ = 0;             // where in the past the root is
  std::vector<int> thrice_;  // in the past, the first of a position that the game has seen three times
  std::vector<RootMove> roots_;
  Parameters p_;
  const TransitionCosts* costs_ = nullptr;
  Move last_played_ = NO_MOVE;  // in the game
  Frailty frailty_;
  Move pv_[MAX_PLY + 2][MAX_PLY + 2];
  int pv_length_[MAX_PLY + 2];

  int ply_ = 0;
  int game_length_ = 0;
  int root_depth_ = 0, completed_depth_ = 0;
  int seldepth_ = 0;
  int root_index_ = 0;  // multipv: the line being searched
  std::atomic<uint64_t> nodes_{0};
  uint64_t most_nodes_ = 0;  // its own; 0: any number
  bool stopped_ = false;
};

}  // namespace komadai
