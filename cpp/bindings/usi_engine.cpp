#include "bindings/usi_engine.h"

#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "rules/sfen.h"
#include "usi/go_command.h"
#include "usi/info_line.h"
#include "usi/options.h"
#include "usi/resignation.h"
#include "usi/text.h"
#include "usi/time_manager.h"

namespace komadai::python {

using namespace usi;

namespace {

// A text as bytes. The bytes of a file name, as os.fsdecode makes them, are kept; other surrogates become
// invalid UTF-8.
std::string bytes_of(const nb::str& text) {
  PyObject* bytes = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape");
  if (!bytes) {
    PyErr_Clear();
    bytes = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass");
  }
  const nb::object kept = nb::steal(bytes);
  if (!kept.is_valid()) throw nb::python_error();
  return {PyBytes_AS_STRING(bytes), size_t(PyBytes_GET_SIZE(bytes))};
}

nb::object text_of(std::string_view bytes) {
  nb::object text =
      nb::steal(PyUnicode_DecodeUTF8(bytes.data(), Py_ssize_t(bytes.size()), "surrogateescape"));
  if (!text.is_valid()) throw nb::python_error();
  return text;
}

nb::object setoption_of(const nb::str& line) {
  const auto read = read_setoption(bytes_of(line));
  return read ? nb::object(nb::make_tuple(text_of(read->name), text_of(read->value))) : nb::none();
}

// The words after "go" as a dictionary: the numbers, and `ponder`, `infinite`, `searchmoves`, `unknown`.
// `is_move` tells whether a text is a move, None: by the notation of standard shogi.
nb::dict go_of(const nb::sequence& words, const nb::object& is_move) {
  std::vector<std::string> texts;
  for (const nb::handle word : words) texts.push_back(bytes_of(nb::borrow<nb::str>(word)));
  const GoCommand go = parse_go({texts.begin(), texts.end()}, [&](std::string_view text) {
    return is_move.is_none() ? parse_usi(text) != NO_MOVE : nb::cast<bool>(is_move(text_of(text)));
  });
  nb::dict read;
  for (const auto& [name, member] : GO_NUMBERS)
    if (go.*member) read[nb::str(name.data(), name.size())] = *(go.*member);
  if (go.mate) read["mate"] = *go.mate;
  read["ponder"] = go.ponder;
  read["infinite"] = go.infinite;
  for (const auto& [name, list] :
       {std::pair("searchmoves", &go.searchmoves), std::pair("unknown", &go.unknown)}) {
    nb::list all;
    for (const std::string& each : *list) all.append(text_of(each));
    read[name] = all;
  }
  return read;
}

std::optional<Budget> budget_of(nb::handle limits, int color, int64_t margin_ms, int64_t played) {
  GoCommand go;
  for (const auto& [name, member] : GO_NUMBERS)
    go.*member = nb::cast<std::optional<int64_t>>(limits.attr(name.data()));
  return budget(go, Color(color), margin_ms, played);
}

std::chrono::microseconds microseconds_of(double seconds) {
  return std::chrono::microseconds(int64_t(seconds * 1e6));
}

std::string line_of(const nb::dict& report) {
  const nb::object mate = report["mate"];
  std::vector<std::string> moves;
  for (const nb::handle move : report["pv"]) moves.push_back(nb::cast<std::string>(move.attr("usi")()));
  return info_line({nb::cast<int>(report["depth"]), nb::cast<int>(report["seldepth"]),
                    nb::cast<int>(report["multipv"]), !mate.is_none(),
                    nb::cast<int>(mate.is_none() ? nb::object(report["cp"]) : mate),
                    nb::cast<std::string_view>(report["bound"]), nb::cast<uint64_t>(report["nodes"]),
                    nb::cast<int64_t>(report["time_ms"]), nb::cast<int>(report["hashfull"]), join(moves)});
}

// For the report of a search.
bool should_resign(ResignationTracker& tracker, const nb::dict& report, int resign_value, int odds) {
  const nb::object mate = report["mate"], cp = report["cp"];
  std::optional<int> mated_in;
  if (!mate.is_none() && !nb::cast<bool>(report["won"])) mated_in = -nb::cast<int>(mate);
  return tracker.should_resign(nb::cast<int>(report["depth"]), cp.is_none() ? 0 : nb::cast<int>(cp), mated_in,
                               resign_value, odds);
}

}  // namespace

void bind_usi_engine(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Options>(module, "UsiOptions")
      .def(nb::init<const std::vector<std::string>&, int, bool>(), "variants"_a, "levels"_a,
           "policies"_a = true)
      .def("lines",
           [](const Options& options) {
             std::vector<std::string> lines;
             for (const Option& option : options.table()) lines.push_back(option.line());
             return lines;
           })
      .def(
          "assign",
          [](Options& options, std::string_view name, const nb::str& value) {
            return text_of(options.set(name, bytes_of(value)));
          },
          "name"_a, "value"_a)
      .def("reset", &Options::reset, "name"_a)
      .def(
          "text", [](const Options& options, std::string_view name) { return text_of(options.text(name)); },
          "name"_a)
      .def("number", &Options::number, "name"_a)
      .def("chosen", &Options::chosen, "name"_a);
  module.def("read_setoption", &setoption_of, "line"_a);
  module.def("parse_go", &go_of, "words"_a, "is_move"_a = nb::none());

  nb::class_<Budget>(module, "Budget")
      .def(nb::init<int64_t, int64_t>(), "soft"_a, "hard"_a)
      .def_ro("soft", &Budget::soft)
      .def_ro("hard", &Budget::hard)
      .def("less", &Budget::less, "spent_ms"_a)
      .def("after_ponder", &Budget::after_ponder, "pondered_ms"_a)
      .def(nb::self == nb::self, nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__repr__",
           [](const Budget& budget) { return concat("Budget(", budget.soft, ", ", budget.hard, ")"); });
  module.def("budget", &budget_of, "limits"_a, "color"_a, "margin_ms"_a, "played"_a);
  module.def(
      "delay_reserve_ms",
      [](double lateness, double long_lateness, bool has_priority, bool is_loaded) {
        return delay_reserve_ms(microseconds_of(lateness), microseconds_of(long_lateness), has_priority,
                                is_loaded);
      },
      "lateness"_a, "long_lateness"_a, nb::kw_only(), "has_priority"_a, "is_loaded"_a);
  nb::class_<ProcessorShare>(module, "ProcessorShare")
      .def(nb::init<>())
      .def("add", &ProcessorShare::add, "wanted"_a, "received"_a)
      .def_prop_ro("is_enough", &ProcessorShare::is_enough);

  module.def("usi_info_line", &line_of, "report"_a);
  module.def("usi_info_string", [](const nb::str& text) { return info_string(bytes_of(text)); }, "text"_a);

  nb::class_<ResignationTracker>(module, "ResignationTracker")
      .def(nb::init<>())
      .def("should_resign", &should_resign, "report"_a, "resign_value"_a, "odds"_a);
  module.def(
      "handicap_odds", [](nb::handle board) { return handicap_odds(to_board(board.ptr()).root()); },
      "board"_a);
}

}  // namespace komadai::python
