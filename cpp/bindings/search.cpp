#include "bindings/search.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <climits>
#include <exception>
#include <optional>

#include "bindings/arguments.h"
#include "bindings/evaluation.h"
#include "bindings/impasse.h"
#include "bindings/move.h"
#include "bindings/transition.h"
#include "rules/sfen.h"
#include "search/parameters.h"
#include "search/search.h"

namespace komadai::python {
namespace {

// A tree of three plies can have a million nodes.
constexpr int MAX_TREE_PLIES = 3;

nb::object to_object(Move m) { return m == NO_MOVE ? nb::none() : nb::steal(move_object(m)); }

nb::list to_list(const std::vector<Move>& moves) {
  nb::list list;
  for (Move m : moves) list.append(nb::steal(move_object(m)));
  return list;
}

std::vector<Move> to_moves(nb::sequence moves) {
  std::vector<Move> result;
  for (nb::handle m : moves) result.push_back(to_move(m.ptr()));
  return result;
}

nb::dict to_dict(const SearchStatistics& statistics) {
  nb::dict d;
  for (const CounterName& c : COUNTER_NAMES) d[nb::str(c.name.data(), c.name.size())] = statistics[c.counter];
  size_t plies = statistics.nodes_at_ply.size();
  while (plies > 0 && statistics.nodes_at_ply[plies - 1] == 0) --plies;
  nb::list at_ply;
  for (size_t ply = 0; ply < plies; ++ply) at_ply.append(statistics.nodes_at_ply[ply]);
  d["nodes_at_ply"] = at_ply;
  return d;
}

const char* name_of(Bound bound) { return bound == EXACT ? "exact" : bound == LOWER ? "lower" : "upper"; }

std::string_view name_of(Counter counter) {
  for (const CounterName& c : COUNTER_NAMES)
    if (c.counter == counter) return c.name;
  return "";
}

// cp, mate and won of a score, as the reports have them.
void add_score(nb::dict& d, int score) {
  const bool mate = std::abs(score) >= MATE_WITHIN;
  d["cp"] = mate ? nb::none() : nb::object(nb::int_(score));
  d["mate"] = mate ? nb::object(nb::int_(score > 0 ? MATE - score : -MATE - score)) : nb::none();
  d["won"] = mate && score > 0;
}

nb::dict to_dict(const TreeNode& node) {
  nb::dict d;
  d["move"] = to_object(node.move);
  if (node.bound != NO_BOUND) {
    add_score(d, node.score);
    d["bound"] = name_of(node.bound);
  } else {
    d["bound"] = nb::none();
  }
  d["depth"] = node.depth;
  d["nodes"] = node.nodes;
  const std::string_view reason = name_of(node.reason);
  d["reason"] = nb::str(reason.data(), reason.size());
  d["cut_off"] = node.cut_off;
  nb::list children;
  for (const TreeNode& child : node.children) children.append(to_dict(child));
  d["children"] = children;
  return d;
}

nb::dict to_dict(const SearchInfo& r, bool with_statistics) {
  nb::dict d;
  d["depth"] = r.depth;
  d["seldepth"] = r.seldepth;
  d["multipv"] = r.multipv;
  add_score(d, r.score);
  d["bound"] = name_of(r.bound);
  d["nodes"] = r.nodes;
  d["time_ms"] = r.time_ms;
  d["hashfull"] = r.hashfull;
  d["pv"] = to_list(r.pv);
  if (with_statistics) d["statistics"] = to_dict(r.statistics);
  return d;
}

void require(const char* name, int64_t value, int64_t lowest, int64_t highest) {
  if (value < lowest || value > highest)
    raise(VALUES.range_error, "%s: expected a number from %lld to %lld, got %lld", name, (long long)lowest,
          (long long)highest, (long long)value);
}

// A copy of the board's game, because other threads may change the board during the search. Raises SfenError
// for an invalid position: an editor's unfinished one could have more moves than the search has memory for.
Game valid_game(nb::handle board) {
  const Game& game = to_board(board.ptr());
  const auto wrong = problems(game.position);
  if (!wrong.empty()) raise_problem(wrong.front());
  return game;
}

class PythonSearch {
 public:
  explicit PythonSearch(int megabytes) : search_(checked(megabytes)) {}

  void resize(int megabytes) {
    const size_t size = checked(megabytes);
    const ExclusiveUse use(*this);
    const nb::gil_scoped_release release;  // freeing gigabytes takes a while
    search_.resize(size);
  }
  void set_threads(int count) {
    require("threads", count, 1, MAX_SEARCH_THREADS);
    const ExclusiveUse use(*this);
    search_.set_threads(count);
  }
  void set_parameter(const std::string& name, int value) {
    const ExclusiveUse use(*this);
    if (!search_.set_parameter(name, value))
      raise(VALUES.range_error, "parameter %s: there is none of this name that takes %d", name.c_str(),
            value);
  }
  void load_evaluation(nb::handle path, int scale) {
    auto evaluation = open_evaluation_file(path, {scale});
    const ExclusiveUse use(*this);
    search_.set_evaluation(std::move(evaluation));
  }
  void set_transitions(nb::handle counts) {
    std::optional<TransitionCounts> given;
    if (!counts.is_none()) given = to_transition_counts(nb::cast<nb::sequence>(counts));
    const ExclusiveUse use(*this);
    search_.set_transitions(given ? &*given : nullptr);
  }
  void set_full_width(bool on) {
    const ExclusiveUse use(*this);
    search_.set_full_width(on);
  }
  void clear() {
    const ExclusiveUse use(*this);
    search_.clear();
  }
  void prepare() { search_.prepare(); }
  void stop() { search_.stop(); }
  void set_time(int64_t soft_ms, int64_t hard_ms) { search_.set_time(soft_ms, hard_ms); }

  nb::tuple go(nb::handle board, int depth, uint64_t nodes, int64_t soft_ms, int64_t hard_ms, int multipv,
               nb::sequence moves, nb::handle impasse, nb::handle compensation, int max_moves, int overlook,
               int noise, int exchanges, uint64_t seed, bool statistics, int tree_plies,
               nb::object on_report) {
    const Game game = valid_game(board);
    require("depth", depth, 0, INT_MAX);
    require("soft_ms", soft_ms, 0, INT64_MAX);
    require("hard_ms", hard_ms, 0, INT64_MAX);
    require("multipv", multipv, 1, INT_MAX);
    require("max_moves", max_moves, 0, INT_MAX);
    require("overlook", overlook, 0, 1000);
    require("noise", noise, 0, MATE);
    require("exchanges", exchanges, -1, INT_MAX);
    require("tree_plies", tree_plies, 0, MAX_TREE_PLIES);
    SearchLimits limits{depth, nodes, soft_ms, hard_ms, multipv, to_moves(moves), tree_plies};
    GameRules rules;
    rules.impasse = to_impasse_rule(impasse);
    rules.compensation = to_compensation(compensation);
    rules.max_moves = max_moves;
    const SkillLimits skill{overlook, noise, exchanges, seed};

    const ExclusiveUse use(*this);
    SearchResult result;
    std::exception_ptr failure;
    std::function<void(const SearchInfo&)> report;
    if (!on_report.is_none())
      report = [&](const SearchInfo& r) {
        if (failure) return;
        const nb::gil_scoped_acquire acquire;
        try {
          on_report(to_dict(r, statistics));
        } catch (...) {  // an error of the callback ends the search and is raised afterwards
          failure = std::current_exception();
          search_.stop();
        }
      };
    {
      const nb::gil_scoped_release release;
      result = search_.go(game, limits, rules, skill, report);
    }
    if (failure) std::rethrow_exception(failure);
    nb::dict last = to_dict(result.info, statistics);
    if (tree_plies) last["tree"] = to_dict(result.tree);
    return nb::make_tuple(to_object(result.best), to_object(result.ponder), result.declares_win, last);
  }

 private:
  // Allows one call at a time, because a search has one memory.
  struct ExclusiveUse {
    PythonSearch& owner;
    explicit ExclusiveUse(PythonSearch& o) : owner(o) {
      if (owner.busy_.exchange(true)) throw std::runtime_error("this search is already under way");
    }
    ~ExclusiveUse() { owner.busy_.store(false); }
  };
  static size_t checked(int megabytes) {
    if (megabytes < 1) raise(VALUES.range_error, "hash_mb: expected at least 1, got %d", megabytes);
    return size_t(megabytes);
  }

  Search search_;
  std::atomic<bool> busy_{false};
};

}  // namespace

void bind_search(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonSearch>(module, "Search")
      .def(nb::init<int>(), "hash_mb"_a = 64)
      .def("resize", &PythonSearch::resize, "hash_mb"_a)
      .def("set_threads", &PythonSearch::set_threads, "count"_a)
      .def("set_parameter", &PythonSearch::set_parameter, "name"_a, "value"_a)
      .def("set_transitions", &PythonSearch::set_transitions, nb::arg("counts").none())
      .def("set_full_width", &PythonSearch::set_full_width, "on"_a)
      .def_static("parameters",
                  [] {
                    const Parameters defaults;
                    nb::dict all;
                    for (const Parameter& p : PARAMETERS)
                      all[nb::str(p.name.data(), p.name.size())] =
                          nb::make_tuple(defaults.*p.member, p.low, p.high);
                    return all;
                  })
      .def("load_evaluation", &PythonSearch::load_evaluation, "path"_a, "scale"_a = 0)
      .def("clear", &PythonSearch::clear)
      .def("arm", &PythonSearch::prepare)
      .def("stop", &PythonSearch::stop)
      .def("set_time", &PythonSearch::set_time, "soft_ms"_a, "hard_ms"_a)
      .def("go", &PythonSearch::go, "board"_a.none(), nb::kw_only(), "depth"_a = 0, "nodes"_a = 0,
           "soft_ms"_a = 0, "hard_ms"_a = 0, "multipv"_a = 1, "moves"_a = nb::make_tuple(),
           "impasse"_a = "none", "compensation"_a = nb::make_tuple(0, 0), "max_moves"_a = 0, "overlook"_a = 0,
           "noise"_a = 0, "exchanges"_a = -1, "seed"_a = 0, "statistics"_a = false, "tree_plies"_a = 0,
           "on_report"_a = nb::none());
}

}  // namespace komadai::python
