// The search for all variants: principal variation search by iterative deepening, with one thread. An object
// holds the memory of one engine; nothing is global.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "variants/board.h"
#include "variants/king_safety.h"
#include "variants/movegen.h"
#include "variants/search/evaluation.h"
#include "variants/search/history.h"
#include "variants/search/scores.h"
#include "variants/search/table.h"

namespace komadai::variants {

struct SearchLimits {
  int depth = 0;        // 0: none
  uint64_t nodes = 0;   // 0: none
  int64_t soft_ms = 0;  // about when to start no further iteration; 0: none
  int64_t hard_ms = 0;  // when to stop; 0: none
  int multipv = 1;
  std::vector<Move> moves;  // search only these root moves; empty: all
};

// Settings that weaken play. Random choices depend only on the seed and the position.
struct SkillLimits {
  int overlook = 0;            // the probability, per thousand, of not seeing a move
  int noise = 0;               // the largest random error of an evaluation, in centipawns
  int max_capture_plies = -1;  // plies of captures searched beyond the depth; -1: no limit
  uint64_t seed = 0;
};

struct SearchInfo {
  int depth = 0, seldepth = 0, multipv = 1;
  int score = 0;  // from the side to move's view
  Bound bound = Bound::EXACT;
  uint64_t nodes = 0;
  int64_t time_ms = 0;
  int hashfull = 0;
  std::vector<Move> pv;
};

struct SearchResult {
  Move best;  // no move: there is no legal move, or the game is over
  Move ponder;
  SearchInfo info;
};

class Search {
 public:
  Search(std::shared_ptr<const Rules> rules, size_t megabytes);

  void resize(size_t megabytes) { table_.resize(megabytes); }
  void clear();
  // Searches the present position of a board with the same rules; its moves count for repetition.
  SearchResult go(const Board& board, const SearchLimits& limits, const SkillLimits& skill,
                  const std::function<void(const SearchInfo&)>& on_info);
  // Adds learned weights to the evaluation, see Evaluation; clears all memory.
  bool add_weights(const std::vector<int>& weights) {
    clear();
    return evaluation_.add_weights(weights);
  }
  const Evaluation& evaluation() const { return evaluation_; }
  const std::shared_ptr<const Rules>& rules() const { return rules_; }

  // The next three may be called from another thread than `go`.
  void stop() { stop_ = true; }
  void set_time(int64_t soft_ms, int64_t hard_ms);
  // Clears the stop flag and starts the clock. To be called before `go`, by the thread that may call `stop`.
  void prepare();

 private:
  using Clock = std::chrono::steady_clock;
  struct RootMove {
    Move move;
    int score = -INFINITE, previous_score = -INFINITE;
    int seldepth = 0;
    uint64_t nodes = 0;
    std::vector<Move> pv;
  };
  struct ScoredMove {
    Move move;
    int score;
  };
  struct Node {  // of the present line, by ply
    Move move;   // played here; none: a null move
    Move excluded;
    uint32_t index = 0;  // of `move` in the histories
    int static_eval = 0;
    int material = 0;
    bool in_check = false, quiet = false;
    int cutoffs = 0;
    std::array<Move, 2> killers;
    MoveList generated;
    std::vector<ScoredMove> moves;
    std::vector<uint32_t> quiets, captures;  // indices of the moves searched here
  };

  void iterate(const std::function<void(const SearchInfo&)>& on_info);
  std::optional<SearchResult> root_mate(const MoveList& legal);
  int search_root_line(int depth);
  int alpha_beta(int alpha, int beta, int depth, int ply, bool cut_node);
  int quiescence(int alpha, int beta, int ply, int qply);
  std::optional<int> game_end_score(int ply) const;
  std::optional<int> repetition_score(int ply) const;
  int score_without_moves(int ply) const;
  void score_moves(Node& node, int ply, Move table_move, bool captures_only);
  static ScoredMove pick(std::vector<ScoredMove>& moves, size_t i);
  void reward(Node& node, int ply, Move best, uint32_t best_index, int depth);

  bool is_capture(Move m) const;
  int captured_in_hand(Move m) const;
  bool gives_direct_check(Move m) const;
  bool is_legal(const KingSafety& safety, Move m);
  bool in_check_now(const KingSafety& safety) const;
  bool has_pieces(Color c) const;
  bool overlooked(Move m) const;
  int evaluate(int ply);
  void make(Move m, int ply);
  void undo() { board_.undo(); }
  void count_node();
  void check_time();
  int64_t elapsed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
  }
  SearchInfo info_of(const RootMove& root, int depth, int line, Bound bound) const;

  std::shared_ptr<const Rules> rules_;
  Board board_;
  Evaluation evaluation_;
  AttackMaps attack_maps_;  // of the position that is evaluated
  Table table_;
  History history_;
  bool answers_check_, small_board_;

  SearchLimits limits_;
  SkillLimits skill_;
  std::vector<RootMove> root_moves_;
  size_t line_ = 0;  // of multipv, from 0
  int root_eval_ = 0, root_depth_ = 0, seldepth_ = 0;
  uint64_t nodes_ = 0, next_time_check_ = 0;
  bool stopped_ = false;
  std::array<Node, MAX_PLY + 4> nodes_of_line_;
  std::array<std::vector<Move>, MAX_PLY + 4> pv_;

  std::atomic<bool> stop_{false};
  std::atomic<int64_t> soft_ms_{0}, hard_ms_{0};
  Clock::time_point start_ = Clock::now();
};

}  // namespace komadai::variants
