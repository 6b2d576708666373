// The full-width search of one node: every legal move to the same depth, nothing pruned but by alpha-beta,
// and the static evaluation at the end of each line (Shannon's type A; "Programming a computer for playing
// chess", Philosophical Magazine 41, 1950). Its score is that of the minimax tree. The transposition table
// and the histories only order the moves.
#include <algorithm>

#include "eval/values.h"
#include "rules/movegen.h"
#include "search/search_thread.h"

namespace komadai {
namespace {

struct RankedMove {
  Move move;
  int rank;
};

}  // namespace

int SearchThread::full_width_search(int alpha, int beta, int depth) {
  const bool root = ply_ == 0;
  pv_length_[ply_] = ply_;
  if (should_stop()) return 0;
  seldepth_ = std::max(seldepth_, ply_);
  enter_statistics(depth > 0 ? Counter::MAIN_NODES : Counter::LEAVES);

  // 1. The end of the game, or of the line.
  if (!root)
    if (const int score = game_end_score(); score != NO_SCORE) return decided(Counter::GAME_ENDS, score);
  if (depth <= 0 || ply_ >= MAX_PLY) return has_legal_move(position_) ? evaluate() : mated_in(ply_);

  // 2. The moves: the best one of the last iteration, captures, then by history.
  const TTEntryData tt = table_.probe(position_.key());
  RankedMove moves[MAX_MOVES_OF_ANY_BOARD];
  int count = 0;
  bool skipped = false;
  if (root) {
    for (size_t i = pv_index_; i < root_moves_.size(); ++i) moves[count++] = {root_moves_[i].move, 0};
  } else {
    const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> legal(position_);
    for (Move m : legal) {
      if (is_skipped_by_skill(m)) {
        skipped = true;
        continue;
      }
      const PieceType captured = type_of(position_.at(to_of(m)));
      int rank = history_.quiet(position_.turn(), m);
      if (captured) rank = 1'000'000 + 16 * capture_value(captured) - type_of(moved_piece(position_, m));
      if (is_promotion(m)) rank += 500'000;
      if (m == tt.move) rank = 100'000'000;
      moves[count++] = {m, rank};
    }
    std::stable_sort(moves, moves + count,
                     [](const RankedMove& a, const RankedMove& b) { return a.rank > b.rank; });
  }
  if (count == 0) return score_without_moves(skipped);

  // 3. Search them.
  int best_score = -INFINITE;
  Move best_move = NO_MOVE;
  const int original_alpha = alpha;
  for (int i = 0; i < count; ++i) {
    const Move m = moves[i].move;
    const uint64_t nodes_before = nodes();
    TreeNode* const recorded = record_move(m);
    do_move(m);
    const int score = -full_width_search(-beta, -alpha, depth - 1);
    undo_move();
    if (stopped_) return 0;
    record_result(recorded, score, alpha, beta, depth - 1, nodes() - nodes_before);
    if (root)
      update_root_move(root_moves_[pv_index_ + i], nodes() - nodes_before, score, i == 0 || score > alpha);
    best_score = std::max(best_score, score);
    if (score <= alpha) continue;
    best_move = m;
    update_pv(m);
    if (score >= beta) {
      count_cutoff(i + 1);
      if (!is_capture(position_, m)) history_.quiet(position_.turn(), m).update(good_move_bonus(depth));
      break;
    }
    alpha = score;
  }
  const Bound bound = best_score >= beta ? LOWER : best_score > original_alpha ? EXACT : UPPER;
  if (!root || pv_index_ == 0)
    table_.store(position_.key(), best_move, to_table(best_score, ply_), 0, depth, bound, true);
  return best_score;
}

}  // namespace komadai
