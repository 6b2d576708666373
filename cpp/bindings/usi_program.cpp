#include "bindings/usi_program.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <memory>
#include <stdexcept>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "bindings/usi_engine.h"
#include "engine/program.h"

namespace komadai::python {
namespace {

using engine::Book, engine::Parts, engine::PolicySearch, engine::Program, engine::ProgramData;

// A Python object that threads without the interpreter's lock may keep.
using Shared = std::shared_ptr<nb::object>;

Shared share(nb::object object) {
  return {new nb::object(std::move(object)), [](nb::object* kept) {
            const nb::gil_scoped_acquire locked;
            delete kept;
          }};
}

// What a GUI is told: the text of an error of Komadai or of the system, and the type of any other, whose
// traceback goes to the standard error.
std::string reason_of(nb::python_error& error) {
  const nb::object known = nb::module_::import_("komadai.errors").attr("KomadaiError");
  const std::string text = nb::cast<std::string>(nb::str(error.value()));
  if (error.matches(known) || error.matches(PyExc_OSError)) return text;
  const std::string type = nb::cast<std::string>(error.type().attr("__name__"));
  error.discard_as_unraisable("komadai usi");
  return type + ": " + text;
}

// Calls Python from a thread without its lock; an error becomes a std::runtime_error.
template <class Call>
auto with_python(Call&& call) {
  const nb::gil_scoped_acquire locked;
  try {
    return call();
  } catch (nb::python_error& error) {
    throw std::runtime_error(reason_of(error));
  }
}

// A book of komadai.book, by a function from a position to its moves: (move, score, count).
class PythonBook : public Book {
 public:
  explicit PythonBook(nb::object find) : find_(share(std::move(find))) {}

  std::vector<Entry> find(std::string_view place) const override {
    using Found = std::vector<std::tuple<std::string, std::optional<int64_t>, std::optional<int64_t>>>;
    const Found found =
        with_python([&] { return nb::cast<Found>((*find_)(nb::str(place.data(), place.size()))); });
    std::vector<Entry> entries;
    for (const auto& [usi, score, count] : found) entries.push_back({parse_usi(usi), score, count});
    return entries;
  }

 private:
  Shared find_;
};

nb::list to_list(const std::vector<Move>& moves) {
  nb::list list;
  for (const Move m : moves) list.append(nb::steal(move_object(m)));
  return list;
}

Move move_or_none(nb::handle move) { return move.is_none() ? NO_MOVE : to_move(move.ptr()); }

// A report of a search in Python, as Search.go makes them.
SearchInfo info_of(const nb::dict& report) {
  SearchInfo info;
  info.depth = nb::cast<int>(report["depth"]);
  info.seldepth = nb::cast<int>(report["seldepth"]);
  info.multipv = nb::cast<int>(report["multipv"]);
  if (const nb::object mate = report["mate"]; mate.is_none())
    info.score = nb::cast<int>(report["cp"]);
  else
    info.score = (nb::cast<bool>(report["won"]) ? MATE : -MATE) - nb::cast<int>(mate);
  info.nodes = nb::cast<uint64_t>(report["nodes"]);
  info.time_ms = nb::cast<int64_t>(report["time_ms"]);
  info.hashfull = nb::cast<int>(report["hashfull"]);
  for (const nb::handle move : report["pv"]) info.pv.push_back(to_move(move.ptr()));
  return info;
}

// komadai.engine.usi.policy_value_search.PolicyValueSearch.
class PythonPolicySearch : public PolicySearch {
 public:
  explicit PythonPolicySearch(nb::object search) : search_(share(std::move(search))) {}

  void prepare() override {
    with_python([&] { search_->attr("arm")(); });
  }
  void stop() override {
    with_python([&] { search_->attr("stop")(); });
  }
  void set_time(int64_t soft_ms, int64_t hard_ms) override {
    with_python([&] { search_->attr("set_time")(soft_ms, hard_ms); });
  }
  SearchResult go(const Game& game, const SearchLimits& limits, const GameRules& rules,
                  const std::function<void(const SearchInfo&)>& report,
                  const std::function<void(std::string_view)>& remark) override {
    using namespace nb::literals;
    return with_python([&] {
      const auto on_report = nb::cpp_function([&report](const nb::dict& values) {
        const SearchInfo info = info_of(values);
        const nb::gil_scoped_release unlocked;
        report(info);
      });
      const auto on_text = nb::cpp_function([&remark](const std::string& text) {
        const nb::gil_scoped_release unlocked;
        remark(text);
      });
      const auto [black, white] = rules.compensation;
      const nb::object found = search_->attr("go")(
          make_board(game), "nodes"_a = limits.nodes, "soft_ms"_a = limits.soft_ms,
          "hard_ms"_a = limits.hard_ms, "multipv"_a = limits.multipv, "moves"_a = to_list(limits.moves),
          "impasse"_a = std::string(IMPASSE_RULE_KEYS[size_t(rules.impasse)]), "compensation"_a = nb::make_tuple(black, white),
          "max_moves"_a = rules.max_moves, "on_report"_a = on_report, "on_text"_a = on_text);
      SearchResult result;
      result.best = move_or_none(found[0]);
      result.ponder = move_or_none(found[1]);
      result.declares_win = nb::cast<bool>(found[2]);
      result.info = info_of(nb::cast<nb::dict>(found[3]));
      return result;
    });
  }

 private:
  Shared search_;
};

class PythonProgram {
 public:
  PythonProgram(UsiPipe& pipe, std::string data, nb::object variant, nb::bytes own_book,
                nb::bytes transitions, nb::object open_book, nb::object open_search) {
    Parts parts;
    parts.data = std::make_shared<ProgramData>(
        std::move(data), [variant = share(std::move(variant))](const std::string& name) {
          return with_python([&] { return nb::cast<std::string>((*variant)(name)); });
        });
    parts.own_book = std::make_shared<engine::YaneuraOuBook>(std::string(own_book.c_str(), own_book.size()));
    parts.transitions = std::string(transitions.c_str(), transitions.size());
    parts.open_book = [open = share(std::move(open_book))](const std::string& path) {
      return with_python([&] { return std::make_shared<PythonBook>((*open)(text_of(path))); });
    };
    parts.open_policy_search =
        [open = share(std::move(open_search))](const usi::Options& options) -> std::unique_ptr<PolicySearch> {
      return with_python([&]() -> std::unique_ptr<PolicySearch> {
        nb::object search = (*open)(options);
        if (search.is_none()) return nullptr;
        return std::make_unique<PythonPolicySearch>(std::move(search));
      });
    };
    program_ = std::make_unique<Program>(pipe, std::move(parts));
  }
  ~PythonProgram() {
    const nb::gil_scoped_release unlocked;  // its search may call Python before it ends
    program_.reset();
  }

  bool execute(const nb::str& line) {
    const std::string bytes = bytes_of(line);
    const nb::gil_scoped_release unlocked;
    return program_->execute(bytes, Program::Clock::now());
  }
  bool execute_lines() {
    const nb::gil_scoped_release unlocked;
    return program_->execute_lines();
  }

 private:
  std::unique_ptr<Program> program_;
};

}  // namespace

void bind_usi_program(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonProgram>(module, "UsiProgram")
      .def(nb::init<UsiPipe&, std::string, nb::object, nb::bytes, nb::bytes, nb::object, nb::object>(),
           nb::keep_alive<1, 2>(), "pipe"_a, nb::kw_only(), "data"_a, "variant"_a, "own_book"_a,
           "transitions"_a, "open_book"_a, "open_policy_search"_a)
      .def("execute", &PythonProgram::execute, "line"_a)
      .def("execute_lines", &PythonProgram::execute_lines);
}

}  // namespace komadai::python
