// One search on all its threads: time management, info, and which thread's move is played.
#include "search/search.h"

#include <algorithm>
#include <climits>
#include <system_error>
#include <thread>

#include "eval/load.h"
#include "search/root_mate_search.h"
#include "search/search_thread.h"

namespace komadai {
namespace {

// The nodes of the mate search before the main search; on one thread it then gets 1 / MATE_NODE_DIVISOR of
// the nodes.
constexpr uint64_t FIRST_MATE_NODES = 3000;
constexpr int MATE_NODE_DIVISOR = 16;
// Smaller searches skip it: they must answer at once, and even a small mate search is sometimes slower.
constexpr uint64_t MIN_NODES_FOR_MATES = 1000;
// With several threads, the second one searches mates for this many nodes before it joins the main search.
constexpr uint64_t HELPER_MATE_NODES = 2'000'000;
// The solver does not count futile interpositions: a mate may take this many plies more than it reports.
constexpr int FUTILE_PLY_MARGIN = 8;
constexpr int64_t INFO_INTERVAL_MS = 1000;

}  // namespace

Search::Search(size_t megabytes)
    : table_(megabytes),
      shared_(std::make_unique<SharedSearchState>()),
      evaluation_(open_evaluation("")),
      mates_(std::make_unique<RootMateSearch>()) {
  set_threads(1);
}

Search::~Search() = default;

void Search::set_threads(int count) {
  while (int(threads_.size()) > count) threads_.pop_back();
  while (int(threads_.size()) < count)
    threads_.push_back(std::make_unique<SearchThread>(table_, *shared_, evaluation_->clone()));
}

void Search::set_evaluation(std::unique_ptr<Evaluation> evaluation) {
  evaluation_ = std::move(evaluation);
  for (const auto& thread : threads_) thread->set_evaluation(evaluation_->clone());
  clear();  // scores from another evaluation must not stay in the transposition table
}

bool Search::set_parameter(std::string_view name, int value) {
  for (const Parameter& p : PARAMETERS)
    if (p.name == name && value >= p.low && value <= p.high) {
      shared_->parameters.*p.member = value;
      return true;
    }
  return false;
}

void Search::set_transitions(const TransitionCounts* counts) {
  transitions_ = counts ? std::make_unique<TransitionCounts>(*counts) : nullptr;
  clear();
}

void Search::set_full_width(bool on) {
  shared_->full_width = on;
  clear();
}

void Search::clear() {
  table_.clear();
  for (const auto& thread : threads_) thread->clear();
  mates_ = std::make_unique<RootMateSearch>();
}

void Search::stop() { shared_->stop.store(true, std::memory_order_relaxed); }

void Search::set_time(int64_t soft_ms, int64_t hard_ms) {
  const int64_t now = shared_->elapsed();
  shared_->soft_ms.store(now + soft_ms, std::memory_order_relaxed);
  shared_->hard_ms.store(now + hard_ms, std::memory_order_relaxed);
}

void Search::prepare() {
  shared_->stop.store(false, std::memory_order_relaxed);
  shared_->soft_ms.store(0, std::memory_order_relaxed);
  shared_->hard_ms.store(0, std::memory_order_relaxed);
  shared_->start = SharedSearchState::Clock::now();
}

uint64_t Search::nodes() const {
  uint64_t sum = 0;
  for (const auto& thread : threads_) sum += thread->nodes();
  return sum;
}

SearchStatistics Search::statistics() const {
  SearchStatistics sum;
  for (const auto& thread : threads_) thread->statistics().add_to(sum);
  return sum;
}

// Every thread calls this, because the system may suspend any of them.
void Search::check_limits() {
  const int64_t hard = shared_->hard_ms.load(std::memory_order_relaxed);
  if (hard && shared_->elapsed() >= hard) shared_->finished = true;
  if (threads_.size() > 1 && shared_->limits.nodes && nodes() >= shared_->limits.nodes)
    shared_->finished = true;
}

// Called by the main thread: checks the limits, and sends an info at least once per interval, because an
// iteration may take long.
void Search::check_time() {
  check_limits();
  const int64_t now = shared_->elapsed();
  if (on_info_ && now >= last_info_ms_ + INFO_INTERVAL_MS) {
    last_info_ms_ = now;
    SearchInfo info = latest_;
    info.nodes = nodes();
    info.time_ms = now;
    info.hashfull = table_.hashfull();
    if (!info.pv.empty()) on_info_(info);
  }
}

// Whether the main thread, which has just completed an iteration, should not start another one.
bool Search::should_stop_iterating() {
  SearchThread& main = *threads_[0];
  const RootMove& first = main.root_moves()[0];
  best_move_stability_ = first.move == previous_best_ ? best_move_stability_ + 1 : 0;
  const int depth = main.depth(), score_drop = depth > 4 ? previous_score_ - first.score : 0;
  previous_best_ = first.move;
  previous_score_ = first.score;
  const int64_t soft = shared_->soft_ms.load(std::memory_order_relaxed);
  if (!soft) return false;
  // A forced move, or a mate that a search of this depth has proved to be the shortest.
  if (main.root_moves().size() == 1) return true;
  if (std::abs(first.score) >= MATE_WITHIN && MATE - std::abs(first.score) <= depth * 2 / 3) return true;
  // The next iteration takes longer than this one, so it starts only while there is time for it: for less
  // time if the best move is stable and took most of the nodes, for more if it changed or its score dropped.
  const int64_t node_percent = first.nodes * 100 / std::max<uint64_t>(main.nodes(), 1);
  const int64_t stability_factor = best_move_stability_ >= 6   ? 70
                                   : best_move_stability_ >= 3 ? 85
                                   : best_move_stability_ == 0 ? 130
                                                               : 100;
  const int64_t factor = stability_factor * (150 - node_percent) / 100 + std::clamp(score_drop, 0, 60);
  return shared_->elapsed() * 1000 >= soft * factor * 6;
}

// Each thread votes for its best move, weighted by its depth and by how much its score is above the lowest
// score of all threads. A mate score decides at once.
SearchThread& Search::best_thread() const {
  SearchThread* best = threads_[0].get();
  int lowest = INFINITE;
  for (const auto& thread : threads_)
    if (thread->completed_depth()) lowest = std::min(lowest, thread->root_moves()[0].score);
  const auto votes = [&](Move m) {
    int64_t sum = 0;
    for (const auto& thread : threads_)
      if (thread->completed_depth() && thread->root_moves()[0].move == m)
        sum += int64_t(thread->root_moves()[0].score - lowest + 20) * thread->completed_depth();
    return sum;
  };
  for (const auto& thread : threads_) {
    if (!thread->completed_depth()) continue;
    const RootMove &candidate = thread->root_moves()[0], &current = best->root_moves()[0];
    if (std::abs(current.score) >= MATE_WITHIN || candidate.score >= MATE_WITHIN) {
      if (candidate.score > current.score) best = thread.get();
    } else if (votes(candidate.move) > votes(current.move) ||
               (candidate.move == current.move && thread->completed_depth() > best->completed_depth())) {
      best = thread.get();
    }
  }
  return *best;
}

SearchResult Search::go(const Game& game, const SearchLimits& limits, const GameRules& rules,
                        const SkillLimits& skill, const std::function<void(const SearchInfo&)>& on_info) {
  // Scores of another skill level must not be reused.
  if (!(skill == shared_->skill)) table_.invalidate_all();
  shared_->limits = limits;
  shared_->rules = rules;
  shared_->skill = skill;
  shared_->finished = false;
  shared_->costs.reset();
  if (transitions_) shared_->costs.emplace(*transitions_, shared_->parameters);
  if (limits.soft_ms) shared_->soft_ms.store(limits.soft_ms, std::memory_order_relaxed);
  if (limits.hard_ms) shared_->hard_ms.store(limits.hard_ms, std::memory_order_relaxed);
  on_info_ = on_info;
  latest_ = {};
  last_info_ms_ = 0;
  previous_best_ = NO_MOVE;
  best_move_stability_ = previous_score_ = 0;
  table_.new_search();

  SearchThread& main = *threads_[0];
  for (const auto& thread : threads_) thread->set_position(game, threads_.size() == 1 ? limits.nodes : 0);
  main.record_tree(limits.tree_plies);
  // Scores depend on the game once a position has occurred three times, so stored scores are invalid then and
  // in the search after.
  if (main.is_near_fourfold() || was_near_fourfold_) table_.invalidate_all();
  was_near_fourfold_ = main.is_near_fourfold();
  for (const auto& thread : threads_) thread->on_check_limits = [this] { check_limits(); };
  main.on_check_limits = [this] { check_time(); };
  const auto completed = [&](SearchInfo info) {
    info.nodes = nodes();
    info.time_ms = shared_->elapsed();
    info.hashfull = table_.hashfull();
    info.statistics = statistics();
    return info;
  };
  SearchResult result;
  const auto send = [&](const SearchInfo& partial) {
    const SearchInfo info = completed(partial);
    if (info.multipv == 1 && info.bound == EXACT) result.info = latest_ = info;
    last_info_ms_ = info.time_ms;
    if (on_info_) on_info_(info);
  };
  main.on_info = send;

  // 1. Declaration, or no legal move.
  const Position& position = main.position();
  if (!position.in_check() && limits.moves.empty() &&
      wins_by_points(position, rules.impasse, rules.compensation)) {
    result.declares_win = true;
    result.info.score = mate_in(1);
    return result;
  }
  main.init_root_moves();
  if (main.root_moves().empty()) {
    result.info.score = mated_in(0);
    return result;
  }
  result.info = completed(main.make_info(0, 0, 0, EXACT));

  // 2. A short mate search. The solver knows neither tries nor the game history.
  const bool search_mates = !shared_->full_width && skill.sees_all_moves() && limits.moves.empty() &&
                            limits.multipv <= 1 && (!limits.nodes || limits.nodes >= MIN_NODES_FOR_MATES) &&
                            !has_try(rules.impasse) && !main.is_near_fourfold();
  mates_->set_position(
      position, rules.max_moves ? rules.max_moves - (game.move_number() - 1) - FUTILE_PLY_MARGIN : INT_MAX);
  const auto search_mate = [&](uint64_t max_nodes) {
    return mates_->search(max_nodes, [&] {
      check_limits();
      return !shared_->stop.load(std::memory_order_relaxed) &&
             !shared_->finished.load(std::memory_order_relaxed);
    });
  };
  if (search_mates)
    search_mate(limits.nodes ? std::min(FIRST_MATE_NODES, limits.nodes / 8 + 1) : FIRST_MATE_NODES);

  // 3. All threads search; the second one searches mates first.
  if (mates_->line().empty()) {
    std::vector<std::thread> helpers;
    const auto help = [&](size_t i) {
      SearchThread& thread = *threads_[i];
      thread.init_root_moves();
      if (i == 1 && search_mates && search_mate(HELPER_MATE_NODES) && !mates_->line().empty()) {
        shared_->finished = true;
        return;
      }
      thread.iterative_deepening([] { return true; });
    };
    try {
      for (size_t i = 1; i < threads_.size(); ++i) helpers.emplace_back(help, i);
    } catch (const std::system_error&) {
      // The system has no more threads: those that were created search.
    }
    main.iterative_deepening([&] {
      if (search_mates && threads_.size() == 1) {
        const uint64_t share = main.nodes() / MATE_NODE_DIVISOR;
        if (mates_->nodes() < share) search_mate(share - mates_->nodes());
        if (!mates_->line().empty()) return false;
      }
      return !should_stop_iterating();
    });
    shared_->finished = true;
    for (std::thread& helper : helpers) helper.join();
  }

  // 4. The result: the mate, unless the search has found a shorter one; else the best thread's move.
  if (!mates_->line().empty()) {
    const auto& line = mates_->line();
    SearchInfo info;
    info.depth = info.seldepth = int(line.size());
    info.score = mate_in(int(line.size()));
    info.pv = line;
    if (!(latest_.score >= info.score)) {
      send(info);
      result.best = line[0];
      result.ponder = line.size() > 1 ? line[1] : NO_MOVE;
      return result;
    }
  }
  result.tree = main.take_tree();
  SearchThread& best = best_thread();
  if (&best != &main) send(best.make_info(0, best.completed_depth(), best.root_moves()[0].score, EXACT));
  result.info.nodes = nodes();
  result.info.time_ms = shared_->elapsed();
  result.info.statistics = statistics();
  const RootMove& first = best.root_moves()[0];
  result.best = first.move;
  if (first.pv.size() > 1) result.ponder = first.pv[1];
  return result;
}

}  // namespace komadai
