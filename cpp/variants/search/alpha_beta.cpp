// The nodes of the search: alpha-beta, and the quiescence search.
#include <algorithm>
#include <array>
#include <cmath>

#include "variants/search/exchange.h"
#include "variants/search/search.h"

namespace komadai::variants {
namespace {

int to_table(int score, int ply) {
  return score > MAX_EVAL ? score + ply : score < -MAX_EVAL ? score - ply : score;
}
int from_table(int score, int ply) {
  return score > MAX_EVAL ? score - ply : score < -MAX_EVAL ? score + ply : score;
}

const std::array<std::array<int8_t, 64>, 64> REDUCTIONS = [] {
  std::array<std::array<int8_t, 64>, 64> table{};
  for (int depth = 1; depth < 64; ++depth)
    for (int count = 1; count < 64; ++count)
      table[size_t(depth)][size_t(count)] = int8_t(0.5 + std::log(depth) * std::log(count) / 2.1);
  return table;
}();

constexpr int MAX_QUIESCENCE_PLIES = 12;

}  // namespace

int Search::alpha_beta(int alpha, int beta, int depth, int ply, bool cut_node) {
  const bool pv = beta - alpha > 1, root = ply == 0;
  if (depth <= 0) return quiescence(alpha, beta, ply, 0);
  pv_[size_t(ply)].clear();
  count_node();
  if (stopped_) return 0;
  seldepth_ = std::max(seldepth_, ply + 1);
  Node& node = nodes_of_line_[size_t(ply)];
  const Color us = board_.turn();

  // 1. The end of the game, check and repetition.
  if (!root)
    if (const auto score = game_end_score(ply)) return *score;
  const KingSafety safety(board_);
  node.in_check = in_check_now(safety);
  board_.note_check(node.in_check);
  if (!root) {
    if (const auto score = repetition_score(ply)) return *score;
    if (ply >= MAX_PLY) return evaluate(ply);
    alpha = std::max(alpha, -MATE + ply);
    beta = std::min(beta, MATE - ply - 1);
    if (alpha >= beta) return alpha;
  }
  if (node.in_check && ply < 2 * root_depth_) ++depth;

  // 2. The transposition table.
  const Move excluded = node.excluded;
  const uint64_t key = board_.key();
  TableHit hit = excluded ? TableHit{} : table_.probe(key);
  hit.value = from_table(hit.value, ply);
  const Move table_move = root ? root_moves_[line_].move : hit.move;
  if (!pv && hit.is_hit() && hit.depth >= depth && hit.causes_cutoff(beta)) return hit.value;

  // 3. The static evaluation.
  int raw = 0, eval = 0;
  if (!node.in_check) {
    raw = eval = hit.is_hit() ? hit.eval : evaluate(ply);
    if (hit.is_hit() && !is_decisive(hit.value) && hit.causes_cutoff(eval + 1) &&
        (hit.bound == Bound::EXACT || (hit.bound == Bound::LOWER) == (hit.value > eval)))
      eval = hit.value;
  } else {
    raw = eval = ply >= 2 ? nodes_of_line_[size_t(ply) - 2].static_eval : 0;
  }
  node.static_eval = raw;
  const bool improving = !node.in_check && ply >= 2 && raw > nodes_of_line_[size_t(ply) - 2].static_eval;
  nodes_of_line_[size_t(ply) + 1].excluded = Move();
  nodes_of_line_[size_t(ply) + 2].killers = {};
  nodes_of_line_[size_t(ply) + 2].cutoffs = 0;

  // 4. Pruning by the static evaluation.
  if (!pv && !node.in_check && !excluded && !is_decisive(beta) && !skill_.overlook) {
    // Razoring.
    if (depth <= 3 && eval + 250 + 200 * depth * depth <= alpha) {
      const int score = quiescence(alpha, alpha + 1, ply, 0);
      if (score <= alpha || stopped_) return score;
    }
    // Reverse futility.
    if (depth <= 8 && eval - 90 * (depth - improving) >= beta && !is_decisive(eval)) return (eval + beta) / 2;
    // Null move.
    if (depth >= 3 && eval >= beta && raw >= beta - 20 * depth + 120 && !small_board_ && has_pieces(us) &&
        ply > 0 && nodes_of_line_[size_t(ply) - 1].move) {
      const int reduction = 3 + depth / 4 + std::min((eval - beta) / 200, 3);
      node.move = Move();
      board_.make_null();
      nodes_of_line_[size_t(ply) + 1].material = node.material;
      int score = -alpha_beta(-beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
      board_.undo_null();
      if (stopped_) return 0;
      if (score >= beta) {
        if (is_decisive(score)) score = beta;
        if (depth < 12) return score;
        // Verified at large depths, where zugzwang costs most.
        const int verified = [&] {
          nodes_of_line_[size_t(ply)].excluded = Move();
          const bool small = std::exchange(small_board_, true);
          const int v = alpha_beta(beta - 1, beta, depth - reduction, ply, false);
          small_board_ = small;
          return v;
        }();
        if (stopped_) return 0;
        if (verified >= beta) return score;
      }
    }
  }
  // 5. Internal iterative reduction.
  if (!table_move && depth >= 4 && (pv || cut_node)) --depth;

  // 6. The moves, best first.
  node.generated.clear();
  if (root) {
    for (size_t i = line_; i < root_moves_.size(); ++i) node.generated.push_back(root_moves_[i].move);
  } else {
    generate_pseudo_legal(board_, node.generated);
  }
  score_moves(node, ply, table_move, false);
  node.quiets.clear();
  node.captures.clear();

  int best = -INFINITE, count = 0;
  const int old_alpha = alpha;
  Move best_move;
  uint32_t best_index = 0;
  bool any_legal = false;
  for (size_t i = 0; i < node.moves.size(); ++i) {
    const ScoredMove scored = pick(node.moves, i);
    const Move m = scored.move;
    if (m == excluded) continue;
    if (!root && !is_legal(safety, m)) continue;
    any_legal = true;
    if (!root && overlooked(m)) continue;
    ++count;
    const bool capture = is_capture(m);
    const bool quiet = !capture && !m.promotes();
    const bool check = gives_direct_check(m);
    const uint32_t index = history_.index(board_, m);
    int history = 0;
    if (!capture) {
      history = 2 * history_.quiet(index);
      if (ply > 0 && nodes_of_line_[size_t(ply) - 1].move)
        history += history_.continuation(nodes_of_line_[size_t(ply) - 1].index, index);
      if (ply > 1 && nodes_of_line_[size_t(ply) - 2].move)
        history += history_.continuation(nodes_of_line_[size_t(ply) - 2].index + 1, index);
    }
    int reduction =
        REDUCTIONS[size_t(std::min(depth, 63))][size_t(std::min(count, 63))] + !improving + cut_node;

    // 7. Move pruning.
    if (!root && best > -MATE_WITHIN && !node.in_check && m != table_move) {
      const int reduced = std::max(depth - 1 - reduction, 0);
      if (quiet && !check) {
        if (count > (4 + depth * depth) / (2 - improving)) continue;
        if (depth <= 6 && history < -4000 * depth) continue;
        if (reduced <= 6 && raw + 120 + 110 * reduced + history / 128 <= alpha) continue;
        if (reduced <= 6 && !exchange_wins(board_, evaluation_, m, -35 * reduced * reduced)) continue;
      } else if (depth <= 6 && scored.score < (1 << 25) &&
                 !exchange_wins(board_, evaluation_, m, -100 * depth)) {
        continue;
      }
    }

    // 8. Singular extension.
    int extension = 0;
    if (!root && m == table_move && !excluded && depth >= 7 && hit.is_hit() && hit.bound != Bound::UPPER &&
        hit.depth >= depth - 3 && !is_decisive(hit.value) && ply < 2 * root_depth_) {
      const int singular_beta = hit.value - 2 * depth;
      // The same node is searched again without the move; its lists must be made anew afterwards.
      const std::vector<ScoredMove> moves = node.moves;
      const bool in_check = node.in_check;
      node.excluded = m;
      const int score = alpha_beta(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
      node.excluded = Move();
      node.moves = moves;
      node.in_check = in_check;
      node.static_eval = raw;
      node.quiets.clear();
      node.captures.clear();
      if (stopped_) return 0;
      if (score < singular_beta)
        extension = 1 + (!pv && score < singular_beta - 30);
      else if (singular_beta >= beta)
        return singular_beta;
      else if (hit.value >= beta)
        extension = -2;
      else if (cut_node)
        extension = -1;
    }

    // 9. Search the move.
    node.move = m;
    node.index = index;
    node.quiet = quiet;
    const uint64_t nodes_before = nodes_;
    make(m, ply);
    const int new_depth = depth - 1 + extension;
    int score = 0;
    if (depth >= 2 && count > 1 + root) {
      if (capture) {
        reduction = scored.score >= (1 << 25) ? reduction / 2 - 1 : reduction - 1;
      } else {
        reduction -= std::clamp(history / 8192, -2, 2);
        if (m == node.killers[0] || m == node.killers[1]) --reduction;
      }
      if (check || node.in_check) --reduction;
      if (pv) --reduction;
      if (nodes_of_line_[size_t(ply) + 1].cutoffs > 3) ++reduction;
      const int reduced = std::clamp(new_depth - reduction, 1, std::max(new_depth, 1));
      score = -alpha_beta(-alpha - 1, -alpha, reduced, ply + 1, true);
      if (score > alpha && reduced < new_depth)
        score = -alpha_beta(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
    } else if (!pv || count > 1) {
      score = -alpha_beta(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
    }
    if (pv && (count == 1 || score > alpha)) score = -alpha_beta(-beta, -alpha, new_depth, ply + 1, false);
    undo();
    if (stopped_) return 0;

    if (root) {
      RootMove& r = *std::find_if(root_moves_.begin(), root_moves_.end(),
                                  [&](const RootMove& x) { return x.move == m; });
      r.nodes += nodes_ - nodes_before;
      if (count == 1 || score > alpha) {
        r.score = score;
        r.seldepth = seldepth_;
        r.pv.assign(1, m);
        r.pv.insert(r.pv.end(), pv_[1].begin(), pv_[1].end());
      } else {
        r.score = -INFINITE;
      }
    }
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = m;
        best_index = index;
        if (pv) {
          pv_[size_t(ply)].assign(1, m);
          pv_[size_t(ply)].insert(pv_[size_t(ply)].end(), pv_[size_t(ply) + 1].begin(),
                                  pv_[size_t(ply) + 1].end());
        }
        if (score >= beta) {
          ++node.cutoffs;
          break;
        }
        alpha = score;
      }
    }
    (capture ? node.captures : node.quiets).push_back(index);
  }

  // 10. No move.
  if (!count) {
    if (excluded) return alpha;
    // All legal moves were overlooked.
    return any_legal ? evaluate(ply) : score_without_moves(ply);
  }
  if (best_move) reward(node, ply, best_move, best_index, depth);
  if (!excluded && !(root && line_)) {
    const Bound bound = best >= beta ? Bound::LOWER : best > old_alpha ? Bound::EXACT : Bound::UPPER;
    table_.store(key, best_move, to_table(best, ply), raw, depth, bound, pv);
  }
  return best;
}

// Captures and promotions until the position is quiet; in check, all moves.
int Search::quiescence(int alpha, int beta, int ply, int qply) {
  pv_[size_t(ply)].clear();
  count_node();
  if (stopped_) return 0;
  const bool pv = beta - alpha > 1;
  seldepth_ = std::max(seldepth_, ply + 1);
  if (const auto score = game_end_score(ply)) return *score;
  Node& node = nodes_of_line_[size_t(ply)];
  const KingSafety safety(board_);
  node.in_check = in_check_now(safety);
  board_.note_check(node.in_check);
  if (ply >= MAX_PLY) return evaluate(ply);
  if (qply > 0)
    if (const auto score = repetition_score(ply)) return *score;

  const uint64_t key = board_.key();
  TableHit hit = table_.probe(key);
  hit.value = from_table(hit.value, ply);
  if (!pv && hit.is_hit() && hit.causes_cutoff(beta)) return hit.value;

  const bool evades = node.in_check && qply < MAX_QUIESCENCE_PLIES;
  int best = -INFINITE, raw = 0;
  if (!evades) {
    raw = best = hit.is_hit() && !node.in_check ? hit.eval : evaluate(ply);
    if (hit.is_hit() && !is_decisive(hit.value) &&
        (hit.bound == Bound::EXACT || (hit.bound == Bound::LOWER) == (hit.value > best)))
      best = hit.value;
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
  }
  node.static_eval = raw;
  if (skill_.max_capture_plies >= 0 && qply >= skill_.max_capture_plies && !evades) return best;

  node.generated.clear();
  if (evades)
    generate_pseudo_legal(board_, node.generated);
  else
    generate_captures(board_, node.generated);
  score_moves(node, ply, hit.move, !evades);
  nodes_of_line_[size_t(ply) + 1].excluded = Move();

  const int old_alpha = alpha;
  const Square previous_to =
      ply > 0 && nodes_of_line_[size_t(ply) - 1].move ? nodes_of_line_[size_t(ply) - 1].move.to() : Square(0);
  Move best_move;
  int count = 0;
  bool any_legal = false;
  for (size_t i = 0; i < node.moves.size(); ++i) {
    const Move m = pick(node.moves, i).move;
    if (!evades) {
      const int captured = captured_value(board_, evaluation_, m);
      int gain = captured ? captured + captured_in_hand(m) : 0;
      if (m.promotes()) {
        const int kind = kind_of(board_.at(m.from()));
        gain += std::max(0, evaluation_.value(rules_->kind(kind).promotes_to) - evaluation_.value(kind));
      }
      if (!captured && gain < 150) continue;
      if (best + gain + 180 <= alpha && gain < 15000) continue;
      if (qply >= 6 && m.to() != previous_to) continue;
      if (!exchange_wins(board_, evaluation_, m, 0)) continue;
    } else if (best > -MATE_WITHIN && count >= 3 && !is_capture(m)) {
      break;
    }
    if (!is_legal(safety, m)) continue;
    any_legal = true;
    if (overlooked(m)) continue;
    ++count;
    node.move = m;
    node.index = history_.index(board_, m);
    make(m, ply);
    const int score = -quiescence(-beta, -alpha, ply + 1, qply + 1);
    undo();
    if (stopped_) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = m;
        if (pv) {
          pv_[size_t(ply)].assign(1, m);
          pv_[size_t(ply)].insert(pv_[size_t(ply)].end(), pv_[size_t(ply) + 1].begin(),
                                  pv_[size_t(ply) + 1].end());
        }
        if (score >= beta) break;
        alpha = score;
      }
    }
  }
  if (evades && !count) {
    if (any_legal) return evaluate(ply);
    return score_without_moves(ply);
  }
  const Bound bound = best >= beta ? Bound::LOWER : best > old_alpha ? Bound::EXACT : Bound::UPPER;
  if (!evades || best_move) table_.store(key, best_move, to_table(best, ply), raw, 0, bound, pv);
  return best;
}

}  // namespace komadai::variants
