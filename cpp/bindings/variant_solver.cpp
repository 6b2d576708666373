#include "bindings/variant_solver.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bindings/arguments.h"
#include "bindings/variants.h"
#include "variants/movegen.h"
#include "variants/solve/fingerprint.h"
#include "variants/solve/retrograde.h"
#include "variants/text.h"

namespace komadai::python {
namespace {

namespace v = komadai::variants;
namespace s = komadai::variants::solve;

constexpr int MAX_THREADS = 512;

// How a position stands, as komadai.variants.solve.lookup reads it.
constexpr const char* OPEN = "open";
constexpr const char* WINS = "wins";    // in one ply, by the capture of the royal piece
constexpr const char* LOSES = "loses";  // in no ply

const char* name_of(s::Standing standing) {
  switch (standing) {
    case s::Standing::OPEN: return OPEN;
    case s::Standing::WINS: return WINS;
    case s::Standing::LOSES: return LOSES;
  }
  return OPEN;
}

std::tuple<std::vector<std::pair<std::string, std::string>>, double> describe_material(
    const PythonRules& rules) {
  const s::Material material = s::material_of(v::Board(rules.rules));
  std::vector<std::pair<std::string, std::string>> problems;
  for (const auto& [code, piece] : material.problems) problems.emplace_back(code, piece);
  return {problems, s::count_arrangements(*rules.rules, material)};
}

using Place = std::pair<std::string, uint64_t>;  // the standing and the number

class PythonSmallGame {
 public:
  explicit PythonSmallGame(const PythonRules& rules)
      : rules_(rules.rules), game_(v::Board(rules_)), index_(game_) {}

  const s::Game& game() const { return game_; }
  uint64_t size() const { return index_.size(); }
  uint64_t fingerprint() const { return s::fingerprint(game_.setup()); }

  double open_share(uint64_t samples) const {
    const nb::gil_scoped_release release;
    uint64_t state = 1, open = 0;
    for (uint64_t i = 0; i < samples; ++i) {
      state = state * 6364136223846793005 + 1442695040888963407;
      const uint64_t number = uint64_t(double(state >> 11) * 0x1p-53 * double(size()));
      const s::Position position = index_.position(number);
      open += index_.of(position) == number && game_.standing(position, 0) == s::Standing::OPEN;
    }
    return double(open) / double(samples);
  }

  std::optional<Place> place(const std::optional<std::string>& sfen) const { return place_of(read(sfen)); }

  std::vector<std::tuple<std::string, std::string, uint64_t>> moves(
      const std::optional<std::string>& sfen) const {
    v::Board board = read(sfen);
    v::MoveList moves;
    v::generate_legal(board, moves);
    std::vector<std::tuple<std::string, std::string, uint64_t>> all;
    for (const v::Move m : moves) {
      board.make(m);
      const bool taken = board.royals(board.turn()).empty();
      const auto after = taken ? std::optional(Place{LOSES, 0}) : place_of(board);
      board.undo();
      if (after) all.emplace_back(v::to_usi(*rules_, m), after->first, after->second);
    }
    return all;
  }

 private:
  std::optional<Place> place_of(const v::Board& board) const {
    const auto position = game_.position(board);
    if (!position) return std::nullopt;
    return Place{name_of(game_.standing(*position, 0)), index_.of(*position)};
  }

  v::Board read(const std::optional<std::string>& sfen) const {
    v::Board board(rules_);
    if (sfen)
      if (const auto problem = board.set_sfen(*sfen)) refuse_sfen(*problem);
    return board;
  }

  std::shared_ptr<const v::Rules> rules_;
  s::Game game_;
  s::Index index_;
};

class Buffer {
 public:
  explicit Buffer(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_SIMPLE)) throw nb::python_error();
  }
  ~Buffer() { PyBuffer_Release(&buffer_); }
  Buffer(const Buffer&) = delete;
  std::span<const uint8_t> bytes() const {
    return {static_cast<const uint8_t*>(buffer_.buf), size_t(buffer_.len)};
  }

 private:
  Py_buffer buffer_;
};

nb::bytes to_bytes(std::span<const uint8_t> bytes) {
  return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

class PythonRetrograde {
 public:
  explicit PythonRetrograde(const PythonSmallGame& game)
      : retrograde_(game.game(), *game.game().position(game.game().setup())) {}

  bool run(int threads, double seconds) {
    if (threads < 1 || threads > MAX_THREADS)
      raise(VALUES.range_error, "threads: expected a number from 1 to %d, got %d", MAX_THREADS, threads);
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return retrograde_.run(threads, seconds);
  }
  void stop() { retrograde_.stop(); }

  nb::dict counters() const {
    const auto c = retrograde_.counters();
    nb::dict d;
    d["stage"] = int(c.stage);
    d["chunk"] = c.chunk;
    d["chunks"] = retrograde_.chunks();
    d["sweep_found"] = c.sweep_found;
    d["expanded"] = c.expanded;
    d["open"] = c.open;
    d["wins_at_once"] = c.wins_at_once;
    d["losses_at_once"] = c.losses_at_once;
    d["level"] = c.level;
    d["decided"] = std::vector<uint64_t>(c.decided.begin(), c.decided.end());
    return d;
  }

  // The arrays as bytes-like objects that are valid until the next call of run().
  std::vector<nb::object> arrays() const {
    std::vector<nb::object> all;
    for (const auto& each : retrograde_.arrays()) {
      char* const at = const_cast<char*>(reinterpret_cast<const char*>(each.data()));
      all.push_back(nb::steal(PyMemoryView_FromMemory(at, Py_ssize_t(each.size()), PyBUF_READ)));
    }
    return all;
  }

  void restore(const nb::dict& d, const std::vector<nb::object>& arrays) {
    s::Retrograde::Counters c;
    const int stage = nb::cast<int>(d["stage"]);
    if (stage < 0 || stage > int(s::Retrograde::Stage::DONE)) throw std::invalid_argument("no such stage");
    c.stage = s::Retrograde::Stage(stage);
    c.chunk = nb::cast<uint64_t>(d["chunk"]);
    c.sweep_found = nb::cast<uint64_t>(d["sweep_found"]);
    c.expanded = nb::cast<uint64_t>(d["expanded"]);
    c.open = nb::cast<uint64_t>(d["open"]);
    c.wins_at_once = nb::cast<uint64_t>(d["wins_at_once"]);
    c.losses_at_once = nb::cast<uint64_t>(d["losses_at_once"]);
    c.level = nb::cast<int>(d["level"]);
    const auto decided = nb::cast<std::vector<uint64_t>>(d["decided"]);
    if (decided.size() != c.decided.size() || c.level < 0 || c.level > s::MAX_DISTANCE)
      throw std::invalid_argument("no state of this analysis");
    std::copy(decided.begin(), decided.end(), c.decided.begin());
    std::vector<std::unique_ptr<Buffer>> buffers;
    std::vector<std::span<const uint8_t>> spans;
    for (const nb::object& each : arrays)
      spans.push_back(buffers.emplace_back(std::make_unique<Buffer>(each))->bytes());
    retrograde_.restore(c, spans);
  }

  nb::bytes open_set(uint64_t first, uint64_t count) const {
    require_table(first);
    return to_bytes(retrograde_.open_set(first, count));
  }
  nb::bytes distances(uint64_t first, uint64_t count) const {
    require_table(first);
    return to_bytes(retrograde_.distances(first, count));
  }

 private:
  void require_table(uint64_t first) const {
    if (!retrograde_.has_distances()) throw std::invalid_argument("the search is not done");
    if (first >= retrograde_.size() || first % s::Retrograde::BLOCK)
      raise(VALUES.range_error, "first: expected a multiple of %d below %llu, got %llu",
            int(s::Retrograde::BLOCK), (unsigned long long)retrograde_.size(), (unsigned long long)first);
  }

  s::Retrograde retrograde_;
  std::mutex mutex_;  // an analysis is run by one call at a time
};

}  // namespace

void bind_variant_solver(nb::module_& module) {
  using namespace nb::literals;
  module.def("solver_material", &describe_material, "rules"_a);
  nb::class_<PythonSmallGame>(module, "SmallGame")
      .def(nb::init<const PythonRules&>(), "rules"_a)
      .def_prop_ro("size", &PythonSmallGame::size)
      .def_prop_ro("fingerprint", &PythonSmallGame::fingerprint)
      .def("open_share", &PythonSmallGame::open_share, "samples"_a)
      .def("place", &PythonSmallGame::place, "sfen"_a = nb::none())
      .def("moves", &PythonSmallGame::moves, "sfen"_a = nb::none());
  nb::class_<PythonRetrograde>(module, "Retrograde")
      .def(nb::init<const PythonSmallGame&>(), "game"_a, nb::keep_alive<1, 2>())
      .def("run", &PythonRetrograde::run, "threads"_a, "seconds"_a)
      .def("stop", &PythonRetrograde::stop)
      .def("counters", &PythonRetrograde::counters)
      .def("arrays", &PythonRetrograde::arrays)
      .def("restore", &PythonRetrograde::restore, "counters"_a, "arrays"_a)
      .def("open_set", &PythonRetrograde::open_set, "first"_a, "count"_a)
      .def("distances", &PythonRetrograde::distances, "first"_a, "count"_a);
}

}  // namespace komadai::python
