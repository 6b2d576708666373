// One search on all its threads: the clock, what is reported, and which thread is believed.
#include "search/search.h"

#include <algorithm>
#include <array>
#include <climits>
#include <thread>

#include "eval/load.h"
#include "search/root_mate_search.h"
#include "search/search_thread.h"

namespace komadai {
namespace {

// A first look for a mate, before the search; later the solver gets this share of all nodes.
constexpr uint64_t FIRST_LOOK = 3000;
// Of a search of fewer nodes an idea is wanted at once, and the least look takes longer now and then.
constexpr uint64_t FEWEST_TO_LOOK = 1000;
constexpr int MATE_SHARE = 16;
// On two threads and more, one of them looks for mates until it has made so many.
constexpr uint64_t MATES_APART = 2'000'000;
// A mate may be so much longer than the solver says: it doesn't count what is put between in vain.
constexpr int IN_VAIN = 8;
constexpr int64_t REPORT_EVERY_MS = 1000;

}  // namespace

Search::Search(size_t megabytes)
    : table_(megabytes),
      orders_(std::make_unique<Orders>()),
      evaluation_(open_evaluation("")),
      mates_(std::make_unique<RootMates>()) {
  set_threads(1);
}

Search::~Search() = default;

void Search::set_threads(int count) {
  while (int(workers_.size()) > count) workers_.pop_back();
  while (int(workers_.size()) < count)
    workers_.push_back(std::make_unique<Worker>(table_, *orders_, evaluation_->another()));
}

// What was seen with other eyes is not to be remembered.
void Search::set_evaluation(std::unique_ptr<Evaluation> evaluation) {
  evaluation_ = std::move(evaluation);
  for (const auto& worker : workers_) worker->set_evaluation(evaluation_->another());
  clear();
}

bool Search::set_parameter(std::string_view name, int value) {
  for (const Parameter& p : PARAMETERS)
    if (p.name == name && value >= p.low && value <= p.high) {
      orders_->parameters.*p.at = value;
      return true;
    }
  return false;
}

void Search::set_transitions(const TransitionCounts* counts) {
  transitions_ = counts ? std::make_unique<TransitionCounts>(*counts) : nullptr;
  clear();
}

void Search::clear() {
  table_.clear();
  for (const auto& worker : workers_) worker->clear();
  mates_ = std::make_unique<RootMates>();
}

void Search::stop() { orders_->stop.store(true, std::memory_order_relaxed); }

void Search::set_time(int64_t soft_ms, int64_t hard_ms) {
  const int64_t now = orders_->elapsed();
  orders_->soft_ms.store(now + soft_ms, std::memory_order_relaxed);
  orders_->hard_ms.store(now + hard_ms, std::memory_order_relaxed);
}

void Search::arm() {
  orders_->stop.store(false, std::memory_order_relaxed);
  orders_->soft_ms.store(0, std::memory_order_relaxed);
  orders_->hard_ms.store(0, std::memory_order_relaxed);
  orders_->start = Orders::Clock::now();
}

uint64_t Search::nodes() const {
  uint64_t sum = 0;
  for (const auto& worker : workers_) sum += worker->nodes();
  return sum;
}

// By every thread, since the machine may keep any of them waiting.
void Search::keep_limits() {
  const int64_t hard = orders_->hard_ms.load(std::memory_order_relaxed);
  if (hard && orders_->elapsed() >= hard) orders_->over = true;
  if (workers_.size() > 1 && orders_->limits.nodes && nodes() >= orders_->limits.nodes) orders_->over = true;
}

// The first thread's look at the clock.
void Search::tick() {
  keep_limits();
  // An iteration may take long: now and then, a sign of life.
  const int64_t now = orders_->elapsed();
  if (on_report_ && now >= reported_ms_ + REPORT_EVERY_MS) {
    reported_ms_ = now;
    SearchReport r = latest_;
    r.nodes = nodes();
    r.time_ms = now;
    r.hashfull = table_.permille_used();
    if (!r.pv.empty()) on_report_(r);
  }
}

// Whether the first thread, which has just finished an iteration, should begin no other.
bool Search::enough() {
  Worker& main = *workers_[0];
  const RootMove& first = main.roots()[0];
  steady_ = first.move == last_best_ ? steady_ + 1 : 0;
  const int depth = main.depth(), fall = depth > 4 ? last_score_ - first.score : 0;
  last_best_ = first.move;
  last_score_ = first.score;
  const int64_t soft = orders_->soft_ms.load(std::memory_order_relaxed);
  if (!soft) return false;
  // Forced, or a mate seen through: no more to find out.
  if (main.roots().size() == 1) return true;
  if (std::abs(first.score) >= MATE_WITHIN && MATE - std::abs(first.score) <= depth * 2 / 3) return true;
  // The next iteration takes longer than this one did, so it is begun only while there is
  // time for it. Sure of the move: sooner. A change of mind, or things look worse: later.
  const int64_t sure = first.nodes * 100 / std::max<uint64_t>(main.nodes(), 1);
  const int64_t factor = (steady_ >= 6   ? 70
                          : steady_ >= 3 ? 85
                          : steady_ == 0 ? 130
                                         : 100) *
                             (150 - sure) / 100 +
                         std::clamp(fall, 0, 60);
  return orders_->elapsed() * 1000 >= soft * factor * 6;
}

// Each thread votes for its move, with the depth it has reached and how much better it thinks it than the
// worst of the votes; a mate found is believed at once.
Worker& Search::best_worker() const {
  Worker* best = workers_[0].get();
  int worst = INFINITE;
  for (const auto& worker : workers_)
    if (worker->completed()) worst = std::min(worst, worker->roots()[0].score);
  const auto votes = [&](Move m) {
    int64_t sum = 0;
    for (const auto& worker : workers_)
      if (worker->completed() && worker->roots()[0].move == m)
        sum += int64_t(worker->roots()[0].score - worst + 20) * worker->completed();
    return sum;
  };
  for (const auto& worker : workers_) {
    if (!worker->completed()) continue;
    const RootMove &mine = worker->roots()[0], &other = best->roots()[0];
    if (std::abs(other.score) >= MATE_WITHIN || mine.score >= MATE_WITHIN) {
      if (mine.score > other.score) best = worker.get();
    } else if (votes(mine.move) > votes(other.move) ||
               (mine.move == other.move && worker->completed() > best->completed())) {
      best = worker.get();
    }
  }
  return *best;
}

SearchResult Search::go(const GameSoFar& game, const SearchLimits& limits, const GameRules& rules,
                        const Frailty& frailty, const std::function<void(const SearchReport&)>& on_report) {
  // What was seen with other eyes is not to be remembered.
  if (!(frailty == orders_->frailty)) table_.turn_away();
  orders_->limits = limits;
  orders_->rules = rules;
  orders_->frailty = frailty;
  orders_->over = false;
  orders_->costs.reset();
  if (transitions_) orders_->costs.emplace(*transitions_, orders_->parameters);
  if (limits.soft_ms) orders_->soft_ms.store(limits.soft_ms, std::memory_order_relaxed);
  if (limits.hard_ms) orders_->hard_ms.store(limits.hard_ms, std::memory_order_relaxed);
  on_report_ = on_report;
  latest_ = {};
  reported_ms_ = 0;
  last_best_ = NO_MOVE;
  steady_ = last_score_ = 0;
  table_.begin_search();

  Worker& main = *workers_[0];
  for (const auto& worker : workers_) worker->set_up(game, workers_.size() == 1 ? limits.nodes : 0);
  // What leads to a fourth repetition is worth something else than it is otherwise.
  if (main.near_fourth() || near_fourth_) table_.turn_away();
  near_fourth_ = main.near_fourth();
  for (const auto& worker : workers_) worker->on_tick = [this] { keep_limits(); };
  main.on_tick = [this] { tick(); };
  const auto complete = [&](SearchReport r) {
    r.nodes = nodes();
    r.time_ms = orders_->elapsed();
    r.hashfull = table_.permille_used();
    return r;
  };
  SearchResult result;
  const auto tell = [&](const SearchReport& r) {
    const SearchReport whole = complete(r);
    if (r.multipv == 1 && r.bound == EXACT) result.report = latest_ = whole;
    reported_ms_ = whole.time_ms;
    if (on_report_) on_report_(whole);
  };
  main.on_report = tell;

  // 1. Is there anything to think about?
  const Position& position = main.position();
  if (!position.in_check() && limits.moves.empty() && can_declare(position, rules)) {
    result.declares = true;
    result.report.score = mate_in(1);
    return result;
  }
  main.find_roots();
  if (main.roots().empty()) {
    result.report.score = mated_in(0);
    return result;
  }
  result.report = complete(main.report(0, 0, 0, EXACT));

  // 2. A mate, before anything else. The solver knows neither of tries nor of the game so far.
  const bool mates = frailty.sees_all() && limits.moves.empty() && limits.multipv <= 1 &&
                     (!limits.nodes || limits.nodes >= FEWEST_TO_LOOK) && !rules.try_kings &&
                     !main.near_fourth();
  mates_->begin(position, rules.max_moves ? rules.max_moves - game.played - IN_VAIN : INT_MAX);
  const auto look = [&](uint64_t nodes, Worker& counting) {
    uint64_t counted = mates_->nodes();
    const auto count = [&] {
      counting.add_nodes(mates_->nodes() - counted);
      counted = mates_->nodes();
    };
    const bool settled = mates_->look(nodes, [&] {
      count();
      keep_limits();
      return !orders_->stop.load(std::memory_order_relaxed) && !orders_->over.load(std::memory_order_relaxed);
    });
    count();
    return settled;
  };
  if (mates) look(limits.nodes ? std::min(FIRST_LOOK, limits.nodes / 8 + 1) : FIRST_LOOK, main);

  // 3. All threads search; the second looks for mates first.
  if (mates_->line().empty()) {
    std::vector<std::thread> others;
    for (size_t i = 1; i < workers_.size(); ++i)
      others.emplace_back([&, i] {
        Worker& worker = *workers_[i];
        worker.find_roots();
        if (i == 1 && mates && look(MATES_APART, worker) && !mates_->line().empty()) {
          orders_->over = true;
          return;
        }
        worker.iterate([] { return true; });
      });
    main.iterate([&] {
      if (mates && workers_.size() == 1) {
        const uint64_t due = main.nodes() / MATE_SHARE;
        if (mates_->nodes() < due) look(due - mates_->nodes(), main);
        if (!mates_->line().empty()) return false;
      }
      return !enough();
    });
    orders_->over = true;
    for (std::thread& t : others) t.join();
  }

  // 4. The answer.
  if (!mates_->line().empty()) {
    const auto& line = mates_->line();
    SearchReport r;
    r.depth = r.seldepth = int(line.size());
    r.score = mate_in(int(line.size()));
    r.pv = line;
    if (!(latest_.score >= r.score)) {
      tell(r);
      result.best = line[0];
      result.ponder = line.size() > 1 ? line[1] : NO_MOVE;
      return result;
    }
  }
  Worker& best = best_worker();
  if (&best != &main) tell(best.report(0, best.completed(), best.roots()[0].score, EXACT));
  // What was done since the last report counts, too.
  result.report.nodes = nodes();
  result.report.time_ms = orders_->elapsed();
  const RootMove& first = best.roots()[0];
  result.best = first.move;
  if (first.pv.size() > 1) result.ponder = first.pv[1];
  return result;
}

}  // namespace komadai
