#include "variants/search/search.h"

#include <algorithm>

#include "variants/attacks.h"
#include "variants/game_end.h"
#include "variants/search/mate.h"

namespace komadai::variants {
namespace {

constexpr int ASPIRATION = 25;
constexpr int MATE_SEARCH_SQUARES = 100;
constexpr uint64_t MATE_SEARCH_NODES = 20000, MATE_SEARCH_NODES_PER_MS = 8;
constexpr int SMALL_BOARD = 16;  // squares; on so small a board passing is often the best move

}  // namespace

Search::Search(std::shared_ptr<const Rules> rules, size_t megabytes)
    : rules_(rules),
      board_(rules),
      evaluation_(rules),
      table_(megabytes),
      history_(*rules),
      answers_check_(rules->spec().check == CheckRule::ANSWER),
      small_board_(rules->squares() <= SMALL_BOARD) {}

void Search::clear() {
  table_.clear();
  history_.clear();
}

void Search::prepare() {
  stop_ = false;
  soft_ms_ = hard_ms_ = 0;
  start_ = Clock::now();
}

void Search::set_time(int64_t soft_ms, int64_t hard_ms) {
  const int64_t now = elapsed();
  soft_ms_ = soft_ms ? now + soft_ms : 0;
  hard_ms_ = hard_ms ? now + hard_ms : 0;
}

void Search::check_time() {
  const int64_t hard = hard_ms_;
  if (stop_ || (hard && elapsed() >= hard)) stopped_ = true;
}

void Search::count_node() {
  if (stopped_) return;
  ++nodes_;
  if (limits_.nodes && nodes_ >= limits_.nodes) stopped_ = true;
  if (nodes_ >= next_time_check_) {
    next_time_check_ = nodes_ + (rules_->squares() > 200 ? 8 : 256);
    check_time();
  }
}

SearchInfo Search::info_of(const RootMove& root, int depth, int line, Bound bound) const {
  SearchInfo info;
  info.depth = depth;
  info.seldepth = root.seldepth;
  info.multipv = line;
  info.score = root.score == -INFINITE ? root.previous_score : root.score;
  if (info.score == -INFINITE) info.score = root_eval_;  // stopped before the first move was searched
  info.bound = bound;
  info.nodes = nodes_;
  info.time_ms = elapsed();
  info.hashfull = table_.hashfull();
  info.pv = root.pv;
  return info;
}

SearchResult Search::go(const Board& board, const SearchLimits& limits, const SkillLimits& skill,
                        const std::function<void(const SearchInfo&)>& on_info) {
  board_ = board;
  limits_ = limits;
  skill_ = skill;
  if (limits.soft_ms) soft_ms_ = limits.soft_ms;
  if (limits.hard_ms) hard_ms_ = limits.hard_ms;
  nodes_ = next_time_check_ = 0;
  stopped_ = false;
  table_.new_search();
  for (Node& n : nodes_of_line_) {
    n.killers = {};
    n.excluded = Move();
    n.cutoffs = 0;
  }
  Node& root = nodes_of_line_[0];
  root.material = evaluation_.material(board_);
  root_eval_ = evaluate(0);

  MoveList legal;
  generate_legal(board_, legal);
  // The most promising moves first, in case there is no time for all.
  root.generated = legal;
  score_moves(root, 0, Move(), false);
  std::stable_sort(root.moves.begin(), root.moves.end(),
                   [](const ScoredMove& a, const ScoredMove& b) { return a.score > b.score; });
  root_moves_.clear();
  for (const ScoredMove& scored : root.moves) {
    const Move m = scored.move;
    if (!limits.moves.empty() && std::find(limits.moves.begin(), limits.moves.end(), m) == limits.moves.end())
      continue;
    RootMove root_move;
    root_move.move = m;
    root_move.pv = {m};
    root_moves_.push_back(std::move(root_move));
  }
  SearchResult result;
  if (root_moves_.empty()) {
    result.info.score = legal.empty() ? game_end_score(0).value_or(score_without_moves(0)) : 0;
    return result;
  }
  // A beginner overlooks moves at the root too, but not all of them.
  if (skill_.overlook) {
    std::vector<RootMove> seen;
    for (const RootMove& r : root_moves_)
      if (!overlooked(r.move)) seen.push_back(r);
    if (!seen.empty()) root_moves_ = std::move(seen);
  }
  if (const auto mate = root_mate(legal)) {
    if (on_info) on_info(mate->info);
    return *mate;
  }
  iterate(on_info);
  const RootMove& best = root_moves_.front();
  result.best = best.move;
  if (best.pv.size() > 1) result.ponder = best.pv[1];
  result.info = info_of(best, root_depth_, 1, Bound::EXACT);
  return result;
}

// Looks for a mate by checks, which proof numbers find much deeper than the search, in a small part of the
// time.
std::optional<SearchResult> Search::root_mate(const MoveList& legal) {
  const bool limited = limits_.depth || limits_.multipv > 1 || !limits_.moves.empty();
  if (limited || skill_.overlook || skill_.noise || skill_.max_capture_plies >= 0 || !rules_->spec().drops ||
      rules_->squares() > MATE_SEARCH_SQUARES)
    return std::nullopt;
  uint64_t nodes = MATE_SEARCH_NODES;
  if (limits_.nodes) nodes = std::min(nodes, limits_.nodes / 8);
  if (hard_ms_) nodes = std::min(nodes, uint64_t(int64_t(hard_ms_)) * MATE_SEARCH_NODES_PER_MS);
  if (!nodes) return std::nullopt;
  MateSearch search(board_);
  MateResult mate = search.solve(nodes);
  nodes_ += mate.nodes;
  if (mate.verdict != MateVerdict::MATE || mate.line.empty() ||
      std::find(legal.begin(), legal.end(), mate.line[0]) == legal.end())
    return std::nullopt;
  SearchResult result;
  result.best = mate.line[0];
  if (mate.line.size() > 1) result.ponder = mate.line[1];
  result.info.depth = result.info.seldepth = int(mate.line.size());
  result.info.score = MATE - std::min(int(mate.line.size()), 2 * MAX_PLY - 1);
  result.info.nodes = nodes_;
  result.info.time_ms = elapsed();
  result.info.pv = std::move(mate.line);
  return result;
}

void Search::iterate(const std::function<void(const SearchInfo&)>& on_info) {
  const int max_depth = limits_.depth ? std::min(limits_.depth, MAX_PLY - 8) : MAX_PLY - 8;
  const size_t lines = std::min(size_t(std::max(limits_.multipv, 1)), root_moves_.size());
  Move previous_best;
  int stability = 0, previous_score = 0;
  for (int depth = 1; depth <= max_depth; ++depth) {
    root_depth_ = depth;
    for (RootMove& r : root_moves_) {
      r.previous_score = r.score;
      r.score = -INFINITE;
    }
    for (line_ = 0; line_ < lines && !stopped_; ++line_) {
      search_root_line(depth);
      const bool searched = root_moves_[line_].score != -INFINITE;
      if (on_info && (!stopped_ || (line_ == 0 && searched))) {
        for (size_t i = 0; i <= line_; ++i) on_info(info_of(root_moves_[i], depth, int(i) + 1, Bound::EXACT));
      }
    }
    const RootMove& best = root_moves_.front();
    if (stopped_) break;
    if (best.move == previous_best)
      ++stability;
    else
      stability = 0;
    // Stop at a mate that deeper searches cannot improve, and at the only move when the clock runs.
    if (is_mate_score(best.score) && lines == 1 && MATE - std::abs(best.score) <= depth) break;
    const int64_t soft = soft_ms_;
    if (soft) {
      if (root_moves_.size() == 1 && lines == 1 && depth >= 4) break;
      const int drop = std::clamp(previous_score - best.score, 0, 100);
      const int64_t wanted = soft * (110 - 8 * std::min(stability, 6) + drop) / 100;
      if (elapsed() >= wanted) break;
    }
    previous_best = best.move;
    previous_score = best.score;
  }
}

// Searches for the best move that is not among the lines before, in a window around its previous score.
int Search::search_root_line(int depth) {
  const int previous = root_moves_[line_].previous_score;
  int delta = ASPIRATION, alpha = -INFINITE, beta = INFINITE;
  if (depth >= 5 && !is_decisive(previous) && previous != -INFINITE) {
    alpha = std::max(previous - delta, -INFINITE);
    beta = std::min(previous + delta, INFINITE);
  }
  const auto first = root_moves_.begin() + std::ptrdiff_t(line_);
  const auto better = [](const RootMove& a, const RootMove& b) { return a.score > b.score; };
  int reduction = 0;
  while (true) {
    seldepth_ = 0;
    const int score = alpha_beta(alpha, beta, std::max(depth - reduction, 1), 0, false);
    std::stable_sort(first, root_moves_.end(), better);
    if (stopped_) break;
    if (score <= alpha && alpha > -INFINITE) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - delta, -INFINITE);
      reduction = 0;
    } else if (score >= beta && beta < INFINITE) {
      beta = std::min(score + delta, INFINITE);
      ++reduction;
    } else {
      break;
    }
    delta += delta;
    if (delta > 600) {
      alpha = -INFINITE;
      beta = INFINITE;
    }
  }
  // The lines before are sorted too: a later one may turn out better.
  std::stable_sort(root_moves_.begin(), first + 1, better);
  return root_moves_[line_].score;
}

}  // namespace komadai::variants
