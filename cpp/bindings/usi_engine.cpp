#include "bindings/usi_engine.h"

#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/arguments.h"
#include "rules/sfen.h"
#include "usi/go_command.h"
#include "usi/options.h"
#include "usi/text.h"
#include "usi/time_manager.h"

namespace komadai::python {

using namespace usi;

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

namespace {

// The words after "go" as a dictionary: the numbers, and `ponder`, `infinite`, `searchmoves`, `unknown`.
nb::dict go_of(const nb::sequence& words) {
  std::vector<std::string> texts;
  for (const nb::handle word : words) texts.push_back(bytes_of(nb::borrow<nb::str>(word)));
  const GoCommand go = parse_go({texts.begin(), texts.end()},
                                [](std::string_view text) { return parse_usi(text) != NO_MOVE; });
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
      .def(
          "text", [](const Options& options, std::string_view name) { return text_of(options.text(name)); },
          "name"_a)
      .def("number", &Options::number, "name"_a)
      .def("chosen", &Options::chosen, "name"_a);
  module.def("parse_go", &go_of, "words"_a);

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
  nb::class_<ProcessorShare>(module, "ProcessorShare")
      .def(nb::init<>())
      .def("add", &ProcessorShare::add, "wanted"_a, "received"_a)
      .def_prop_ro("is_enough", &ProcessorShare::is_enough);
}

}  // namespace komadai::python
