#include "bindings/variant_search.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <climits>
#include <exception>

#include "bindings/arguments.h"
#include "bindings/variant_board.h"
#include "variants/search/mate.h"
#include "variants/search/search.h"

namespace komadai::python {
namespace {

nb::object to_object(const RulesPointer& rules, v::Move m) {
  return m ? nb::cast(PythonMove{rules, m}) : none();
}

nb::list to_list(const RulesPointer& rules, const std::vector<v::Move>& moves) {
  nb::list list;
  for (v::Move m : moves) list.append(nb::cast(PythonMove{rules, m}));
  return list;
}

nb::dict to_dict(const RulesPointer& rules, const v::SearchInfo& r) {
  nb::dict d;
  d["depth"] = r.depth;
  d["seldepth"] = r.seldepth;
  d["multipv"] = r.multipv;
  const bool mate = v::is_mate_score(r.score);
  d["cp"] = mate ? none() : nb::object(nb::int_(r.score));
  d["mate"] = mate ? nb::object(nb::int_(r.score > 0 ? v::MATE - r.score : -v::MATE - r.score)) : none();
  d["won"] = mate && r.score > 0;
  d["bound"] = r.bound == v::Bound::EXACT ? "exact" : r.bound == v::Bound::LOWER ? "lower" : "upper";
  d["nodes"] = r.nodes;
  d["time_ms"] = r.time_ms;
  d["hashfull"] = r.hashfull;
  d["pv"] = to_list(rules, r.pv);
  return d;
}

void require(const char* name, int64_t value, int64_t lowest, int64_t highest) {
  if (value < lowest || value > highest)
    raise(VALUES.range_error, "%s: expected a number from %lld to %lld, got %lld", name, (long long)lowest,
          (long long)highest, (long long)value);
}

class PythonVariantSearch {
 public:
  PythonVariantSearch(const PythonRules& rules, int megabytes) : search_(rules.rules, checked(megabytes)) {}

  void add_weights(const std::vector<int>& weights) {
    const ExclusiveUse use(*this);
    if (!search_.add_weights(weights))
      raise(VALUES.range_error, "weights: expected %d numbers, got %d", search_.evaluation().layout().size(),
            int(weights.size()));
  }
  int weight_count() const { return search_.evaluation().layout().size(); }

  // For positions as SFEN: the number of terms of each, the indices of the terms and their counts (int32,
  // int32, int8, one after the other), from the side to move's view, and the evaluation without weights
  // (int32).
  nb::tuple terms(const std::vector<std::string>& sfens) const {
    std::vector<int32_t> lengths, indices, material;
    std::vector<int8_t> counts;
    v::Board b(search_.rules());
    v::AttackMaps maps;
    for (const std::string& sfen : sfens) {
      if (const auto problem = b.set_sfen(sfen)) refuse_sfen(*problem);
      const size_t before = indices.size();
      search_.evaluation().for_each_term(b, maps, [&](int term, int count, v::Color c) {
        indices.push_back(term);
        counts.push_back(int8_t(c == b.turn() ? count : -count));
      });
      lengths.push_back(int32_t(indices.size() - before));
      material.push_back(search_.evaluation().evaluate(b, search_.evaluation().material(b), maps));
    }
    const auto bytes = [](const auto& list) {
      return nb::bytes(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(list[0]));
    };
    return nb::make_tuple(bytes(lengths), bytes(indices), bytes(counts), bytes(material));
  }

  void resize(int megabytes) {
    const size_t size = checked(megabytes);
    const ExclusiveUse use(*this);
    const nb::gil_scoped_release release;
    search_.resize(size);
  }
  void clear() {
    const ExclusiveUse use(*this);
    search_.clear();
  }
  void prepare() { search_.prepare(); }
  void stop() { search_.stop(); }
  void set_time(int64_t soft_ms, int64_t hard_ms) { search_.set_time(soft_ms, hard_ms); }

  // The values of the kinds on the board, and in hand by the kinds that can be in hand.
  nb::dict values() const {
    nb::dict all;
    const v::Evaluation& evaluation = search_.evaluation();
    for (int k = 1; k < search_.rules()->kinds(); ++k)
      all[search_.rules()->kind(k).id.c_str()] = evaluation.value(k);
    return all;
  }
  int evaluate(const PythonBoard& board) const {
    require_same_rules(board);
    const v::Board& b = board.native();
    v::AttackMaps maps;
    return search_.evaluation().evaluate(b, search_.evaluation().material(b), maps);
  }

  nb::tuple go(const PythonBoard& board, int depth, uint64_t nodes, int64_t soft_ms, int64_t hard_ms,
               int multipv, nb::sequence moves, int overlook, int noise, int exchanges, uint64_t seed,
               nb::object on_report) {
    require_same_rules(board);
    const v::Board position = board.native();
    require("depth", depth, 0, INT_MAX);
    require("soft_ms", soft_ms, 0, INT64_MAX);
    require("hard_ms", hard_ms, 0, INT64_MAX);
    require("multipv", multipv, 1, INT_MAX);
    require("overlook", overlook, 0, 1000);
    require("noise", noise, 0, v::MAX_EVAL);
    require("exchanges", exchanges, -1, INT_MAX);
    v::SearchLimits limits{depth, nodes, soft_ms, hard_ms, multipv, {}};
    for (nb::handle m : moves) limits.moves.push_back(nb::cast<const PythonMove&>(m).move);
    const v::SkillLimits skill{overlook, noise, exchanges, seed};
    const RulesPointer rules = search_.rules();

    const ExclusiveUse use(*this);
    v::SearchResult result;
    std::exception_ptr failure;
    std::function<void(const v::SearchInfo&)> report;
    if (!on_report.is_none())
      report = [&](const v::SearchInfo& r) {
        if (failure) return;
        const nb::gil_scoped_acquire acquire;
        try {
          on_report(to_dict(rules, r));
        } catch (...) {  // an error of the callback ends the search and is raised afterwards
          failure = std::current_exception();
          search_.stop();
        }
      };
    {
      const nb::gil_scoped_release release;
      result = search_.go(position, limits, skill, report);
    }
    if (failure) std::rethrow_exception(failure);
    return nb::make_tuple(to_object(rules, result.best), to_object(rules, result.ponder),
                          to_dict(rules, result.info));
  }

 private:
  // Allows one call at a time, because a search has one memory.
  struct ExclusiveUse {
    PythonVariantSearch& owner;
    explicit ExclusiveUse(PythonVariantSearch& o) : owner(o) {
      if (owner.busy_.exchange(true)) throw std::runtime_error("this search is already under way");
    }
    ~ExclusiveUse() { owner.busy_.store(false); }
  };
  static size_t checked(int megabytes) {
    if (megabytes < 1) raise(VALUES.range_error, "hash_mb: expected at least 1, got %d", megabytes);
    return size_t(megabytes);
  }
  void require_same_rules(const PythonBoard& board) const {
    if (board.native().shared_rules() != search_.rules())
      raise(VALUES.range_error, "board: expected a board of %s", search_.rules()->spec().name.c_str());
  }

  v::Search search_;
  std::atomic<bool> busy_{false};
};

class PythonVariantMateSearch {
 public:
  explicit PythonVariantMateSearch(const PythonBoard& board)
      : rules_(board.native().shared_rules()), search_(board.native()) {}

  nb::tuple solve(uint64_t nodes) {
    if (busy_.exchange(true)) throw std::runtime_error("this search is already under way");
    v::MateResult result;
    {
      const nb::gil_scoped_release release;
      result = search_.solve(nodes);
    }
    busy_.store(false);
    const nb::object mate = result.verdict == v::MateVerdict::UNKNOWN
                                ? none()
                                : nb::object(nb::bool_(result.verdict == v::MateVerdict::MATE));
    return nb::make_tuple(mate, to_list(rules_, result.line), result.nodes);
  }

 private:
  RulesPointer rules_;
  v::MateSearch search_;
  std::atomic<bool> busy_{false};
};

}  // namespace

void bind_variant_search(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonVariantSearch>(module, "VariantSearch")
      .def(nb::init<const PythonRules&, int>(), "rules"_a, "hash_mb"_a = 16)
      .def("resize", &PythonVariantSearch::resize, "hash_mb"_a)
      .def("clear", &PythonVariantSearch::clear)
      .def("arm", &PythonVariantSearch::prepare)
      .def("stop", &PythonVariantSearch::stop)
      .def("set_time", &PythonVariantSearch::set_time, "soft_ms"_a, "hard_ms"_a)
      .def("values", &PythonVariantSearch::values)
      .def("add_weights", &PythonVariantSearch::add_weights, "weights"_a)
      .def_prop_ro("weight_count", &PythonVariantSearch::weight_count)
      .def("terms", &PythonVariantSearch::terms, "sfens"_a)
      .def("evaluate", &PythonVariantSearch::evaluate, "board"_a)
      .def("go", &PythonVariantSearch::go, "board"_a, nb::kw_only(), "depth"_a = 0, "nodes"_a = 0,
           "soft_ms"_a = 0, "hard_ms"_a = 0, "multipv"_a = 1, "moves"_a = nb::make_tuple(), "overlook"_a = 0,
           "noise"_a = 0, "exchanges"_a = -1, "seed"_a = 0, "on_report"_a = nb::none());
  nb::class_<PythonVariantMateSearch>(module, "VariantMateSearch")
      .def(nb::init<const PythonBoard&>(), "board"_a)
      .def("solve", &PythonVariantMateSearch::solve, "nodes"_a = 0);
}

}  // namespace komadai::python
