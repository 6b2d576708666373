#include "bindings/search.h"

#include <nanobind/stl/vector.h>

#include <atomic>
#include <exception>

#include "bindings/board.h"
#include "bindings/move.h"
#include "bindings/values.h"
#include "rules/sfen.h"
#include "search/mate.h"
#include "search/search.h"

namespace komadai::python {
namespace {

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

nb::dict to_dict(const SearchReport& r) {
  nb::dict d;
  d["depth"] = r.depth;
  d["seldepth"] = r.seldepth;
  d["multipv"] = r.multipv;
  const bool mate = std::abs(r.score) >= MATE_WITHIN;
  d["cp"] = mate ? nb::none() : nb::object(nb::int_(r.score));
  d["mate"] = mate ? nb::object(nb::int_(r.score > 0 ? MATE - r.score : -MATE - r.score)) : nb::none();
  d["won"] = mate && r.score > 0;
  d["bound"] = r.bound == EXACT ? "exact" : r.bound == LOWER ? "lower" : "upper";
  d["nodes"] = r.nodes;
  d["time_ms"] = r.time_ms;
  d["hashfull"] = r.hashfull;
  d["pv"] = to_list(r.pv);
  return d;
}

// Only valid positions are thought about: an editor's unfinished one could have more moves than
// there is room for.
GameSoFar game_of(nb::handle board) {
  if (!is_board(board.ptr())) throw nb::type_error("board: expected a komadai.Board");
  const Game& game = board_of(board.ptr());
  const auto wrong = problems(game.position);
  if (!wrong.empty()) throw nb::value_error(("board: " + wrong.front().reason).c_str());
  GameSoFar result;
  result.played = game.move_number() - 1;
  // What came before a pass cannot be repeated.
  size_t first = game.history.size();
  while (first > 0 && game.history[first - 1].move != NO_MOVE) --first;
  result.root = game.position;
  for (size_t i = game.history.size(); i-- > first;) {
    result.root.undo_move(game.history[i].move, game.history[i].undo);
  }
  for (size_t i = first; i < game.history.size(); ++i) result.moves.push_back(game.history[i].move);
  return result;
}

class PythonSearch {
 public:
  explicit PythonSearch(int megabytes) : search_(checked(megabytes)) {}

  void resize(int megabytes) {
    const size_t size = checked(megabytes);
    const Turn turn(*this);
    search_.resize(size);
  }
  void clear() {
    const Turn turn(*this);
    search_.clear();
  }
  void arm() {
    mate_stop_.store(false, std::memory_order_relaxed);
    search_.arm();
  }
  void stop() {
    mate_stop_.store(true, std::memory_order_relaxed);
    search_.stop();
  }
  void set_time(int64_t soft_ms, int64_t hard_ms) { search_.set_time(soft_ms, hard_ms); }

  nb::tuple go(nb::handle board, int depth, uint64_t nodes, int64_t soft_ms, int64_t hard_ms, int multipv,
               nb::sequence moves, nb::sequence declare, nb::sequence bonus, bool try_rule, int max_moves,
               int overlook, int noise, int exchanges, uint64_t seed, nb::object on_report) {
    const GameSoFar game = game_of(board);
    SearchLimits limits{depth, nodes, soft_ms, hard_ms, multipv, to_moves(moves)};
    GameRules rules;
    for (int c = 0; c < 2; ++c) {
      rules.declare[c] = nb::cast<int>(declare[c]);
      rules.bonus[c] = nb::cast<int>(bonus[c]);
    }
    rules.try_rule = try_rule;
    rules.max_moves = max_moves;
    const Frailty frailty{overlook, noise, exchanges, seed};

    const Turn turn(*this);
    SearchResult result;
    std::exception_ptr failure;
    std::function<void(const SearchReport&)> report;
    if (!on_report.is_none())
      report = [&](const SearchReport& r) {
        if (failure) return;
        const nb::gil_scoped_acquire acquire;
        try {
          on_report(to_dict(r));
        } catch (...) {  // an error in the caller's function ends the search and is passed on
          failure = std::current_exception();
          search_.stop();
        }
      };
    {
      const nb::gil_scoped_release release;
      result = search_.go(game, limits, rules, frailty, report);
    }
    if (failure) std::rethrow_exception(failure);
    return nb::make_tuple(to_object(result.best), to_object(result.ponder), result.declares,
                          to_dict(result.report));
  }

  nb::tuple find_mate(nb::handle board, int plies, int64_t limit_ms) {
    const GameSoFar game = game_of(board);
    const Position position = board_of(board.ptr()).position;
    const Turn turn(*this);
    MateResult result;
    {
      const nb::gil_scoped_release release;
      const auto start = std::chrono::steady_clock::now();
      result = komadai::find_mate(position, plies, [&](uint64_t) {
        return !mate_stop_.load(std::memory_order_relaxed) &&
               (!limit_ms || std::chrono::steady_clock::now() - start < std::chrono::milliseconds(limit_ms));
      });
    }
    const char* kind = result.kind == MateResult::MATE      ? "mate"
                       : result.kind == MateResult::NO_MATE ? "no mate"
                                                            : "unknown";
    return nb::make_tuple(kind, to_list(result.line), result.nodes);
  }

 private:
  // One thing at a time: the memory of a search is not for two.
  struct Turn {
    PythonSearch& owner;
    explicit Turn(PythonSearch& o) : owner(o) {
      if (owner.busy_.exchange(true)) throw std::runtime_error("this search is already under way");
    }
    ~Turn() { owner.busy_.store(false); }
  };
  static size_t checked(int megabytes) {
    if (megabytes < 1) throw nb::value_error("hash_mb: expected at least 1");
    return size_t(megabytes);
  }

  Search search_;
  std::atomic<bool> busy_{false}, mate_stop_{false};
};

}  // namespace

void bind_search(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonSearch>(module, "Search")
      .def(nb::init<int>(), "hash_mb"_a = 64)
      .def("resize", &PythonSearch::resize, "hash_mb"_a)
      .def("clear", &PythonSearch::clear)
      .def("arm", &PythonSearch::arm)
      .def("stop", &PythonSearch::stop)
      .def("set_time", &PythonSearch::set_time, "soft_ms"_a, "hard_ms"_a)
      .def("go", &PythonSearch::go, "board"_a, nb::kw_only(), "depth"_a = 0, "nodes"_a = 0, "soft_ms"_a = 0,
           "hard_ms"_a = 0, "multipv"_a = 1, "moves"_a = nb::make_tuple(), "declare"_a = nb::make_tuple(0, 0),
           "bonus"_a = nb::make_tuple(0, 0), "try_rule"_a = false, "max_moves"_a = 0, "overlook"_a = 0,
           "noise"_a = 0, "exchanges"_a = -1, "seed"_a = 0, "on_report"_a = nb::none())
      .def("find_mate", &PythonSearch::find_mate, "board"_a, "plies"_a, "limit_ms"_a = 0);
}

}  // namespace komadai::python
