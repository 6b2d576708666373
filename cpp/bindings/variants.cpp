#include "bindings/variants.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "bindings/arguments.h"
#include "bindings/variant_board.h"
#include "variants/attacks.h"
#include "variants/description.h"
#include "variants/game_end.h"
#include "variants/lion_rules.h"
#include "variants/movegen.h"
#include "variants/perft.h"
#include "variants/text.h"

namespace komadai::python {
namespace {

// A dict of a description, as read_description reads it.
class Reader {
 public:
  explicit Reader(nb::dict values) : values_(std::move(values)) {}

  int number(const char* key) const { return nb::cast<int>(values_[key]); }
  bool flag(const char* key) const { return nb::cast<bool>(values_[key]); }
  std::string text(const char* key) const { return nb::cast<std::string>(values_[key]); }
  std::vector<Reader> list(const char* key) const {
    std::vector<Reader> all;
    for (nb::handle each : values_[key]) all.emplace_back(nb::cast<nb::dict>(each));
    return all;
  }
  std::vector<std::vector<std::array<int, 4>>> paths(const char* key) const {
    return nb::cast<std::vector<std::vector<std::array<int, 4>>>>(values_[key]);
  }

 private:
  nb::dict values_;
};

// The rules of an equal description that are still in use, else new ones: boards, moves and searches may only
// be used together if their rules are the same object.
PythonRules make_rules(const nb::dict& spec) {
  static std::mutex mutex;
  static std::unordered_map<std::string, std::weak_ptr<const v::Rules>> in_use;
  const std::string key = nb::cast<std::string>(nb::repr(spec));
  const std::lock_guard lock(mutex);
  std::erase_if(in_use, [](const auto& entry) { return entry.second.expired(); });
  std::weak_ptr<const v::Rules>& known = in_use[key];
  if (auto rules = known.lock()) return {std::move(rules)};
  try {
    auto rules = std::make_shared<const v::Rules>(v::read_description(Reader(spec)));
    known = rules;
    return {std::move(rules)};
  } catch (const std::invalid_argument& e) {
    PyErr_SetString(PyExc_ValueError, e.what());
    throw nb::python_error();
  }
}

std::optional<int> number_or_none(const PythonMove& m, v::Square s) {
  return s ? std::optional(m.rules->number(s)) : std::nullopt;
}

}  // namespace

void refuse_sfen(const variants::SfenProblem& problem) {
  nb::dict params;
  // A parameter may be a part of the text that ends within a character.
  for (const auto& [name, value] : problem.params) {
    nb::object text = nb::steal(PyUnicode_DecodeUTF8(value.data(), value.size(), "replace"));
    if (!nb::cast<bool>(text.attr("isprintable")())) text = nb::repr(text);
    params[name.c_str()] = text;
  }
  raise_with(VALUES.sfen_error, nb::make_tuple(make_message(problem.code.c_str(), params), problem.field,
                                               problem.rank ? nb::object(nb::int_(problem.rank)) : none()));
}

bool is_variant_move(PyObject* object) noexcept { return nb::isinstance<PythonMove>(object); }

void bind_variants(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonRules>(module, "VariantRules")
      .def(
          "__init__",
          [](PythonRules* self, const nb::dict& spec) { new (self) PythonRules(make_rules(spec)); }, "spec"_a)
      .def_prop_ro("name", [](const PythonRules& r) { return r.rules->spec().name; })
      .def_prop_ro("squares", [](const PythonRules& r) { return r.rules->squares(); })
      .def("square_name",
           [](const PythonRules& r, int square) {
             if (square < 0 || square >= r.rules->squares())
               raise(VALUES.invalid_square_error, "expected a square from 0 to %d, got %d",
                     r.rules->squares() - 1, square);
             return v::square_name(*r.rules, r.rules->cell(square));
           })
      .def("parse_square",
           [](const PythonRules& r, std::string_view name) -> std::optional<int> {
             const v::Square s = v::parse_square(*r.rules, name);
             return s ? std::optional(r.rules->number(s)) : std::nullopt;
           })
      .def("read_move",
           [](const PythonRules& r, const std::string& usi) -> std::optional<PythonMove> {
             const v::Move m = v::read_usi(*r.rules, usi);
             return m ? std::optional(PythonMove{r.rules, m}) : std::nullopt;
           })
      .def_prop_ro("identity", [](const PythonRules& r) { return uintptr_t(r.rules.get()); });
  nb::class_<PythonMove>(module, "VariantMove")
      .def_prop_ro("from_square",
                   [](const PythonMove& m) {
                     return m.move.is_drop() ? std::nullopt : number_or_none(m, m.move.from());
                   })
      .def_prop_ro("to_square", [](const PythonMove& m) { return m.rules->number(m.move.to()); })
      .def_prop_ro("via",
                   [](const PythonMove& m) {
                     nb::list squares;
                     for (v::Square s : {m.move.via(), m.move.second_via()})
                       if (s) squares.append(m.rules->number(s));
                     return nb::tuple(squares);
                   })
      .def_prop_ro("drop",
                   [](const PythonMove& m) -> std::optional<std::string> {
                     return m.move.is_drop() ? std::optional(m.rules->kind(m.move.kind()).id) : std::nullopt;
                   })
      .def_prop_ro("rules_identity", [](const PythonMove& m) { return uintptr_t(m.rules.get()); })
      .def_prop_ro("promotion", [](const PythonMove& m) { return m.move.promotes(); })
      .def("usi", [](const PythonMove& m) { return v::to_usi(*m.rules, m.move); })
      .def("__str__", [](const PythonMove& m) { return v::to_usi(*m.rules, m.move); })
      .def("__repr__",
           [](const PythonMove& m) {
             return "<" + m.rules->spec().name + " move " + v::to_usi(*m.rules, m.move) + ">";
           })
      .def("__copy__", [](nb::object self) { return self; })
      .def("__deepcopy__", [](nb::object self, nb::handle) { return self; })
      .def("__eq__",
           [](const PythonMove& m, nb::handle other) {
             return nb::isinstance<PythonMove>(other) && m == nb::cast<const PythonMove&>(other);
           })
      .def("__hash__",
           [](const PythonMove& m) { return Py_hash_t(m.move.bits() * 0x9e3779b97f4a7c15 >> 1); });
  nb::class_<PythonBoard>(module, "VariantBoard")
      .def(nb::init<const PythonRules&, std::optional<std::string>>(), "rules"_a, "sfen"_a = nb::none())
      .def("set_sfen", nb::overload_cast<nb::handle>(&PythonBoard::set_sfen), nb::arg().none())
      .def("sfen", &PythonBoard::sfen)
      .def("root_sfen", &PythonBoard::root_sfen)
      .def_prop_ro("turn", &PythonBoard::turn)
      .def_prop_ro("ply", &PythonBoard::ply)
      .def_prop_ro("move_number", &PythonBoard::move_number)
      .def_prop_ro("key", &PythonBoard::key)
      .def_prop_ro("legal_moves", &PythonBoard::legal_moves)
      .def_prop_ro("history", &PythonBoard::history)
      .def("is_legal", &PythonBoard::is_legal, nb::arg().none())
      .def("push_unchecked", &PythonBoard::push, nb::arg().none())
      .def_prop_ro("pseudo_legal_moves", &PythonBoard::pseudo_legal_moves)
      .def("infraction_key", &PythonBoard::infraction_key, nb::arg().none())
      .def("parse_move", &PythonBoard::parse, nb::arg().none())
      .def("read_move", &PythonBoard::read, nb::arg().none())
      .def("undo", &PythonBoard::pop)
      .def("peek", &PythonBoard::peek)
      .def("piece_code_at", &PythonBoard::piece_at, nb::arg().none())
      .def("piece_codes", &PythonBoard::pieces)
      .def("hand_codes", &PythonBoard::hand, nb::arg().none())
      .def("is_check", &PythonBoard::in_check)
      .def("is_attacked", &PythonBoard::is_attacked, nb::arg().none(), nb::arg().none())
      .def("attacker_squares", &PythonBoard::attackers, nb::arg().none(), nb::arg().none())
      .def("royals", &PythonBoard::royals, nb::arg().none())
      .def_prop_ro("counterstrike_square", &PythonBoard::counterstrike_square)
      .def("result", &PythonBoard::result)
      .def("repetition_count", &PythonBoard::repetition_count)
      .def("perft", &PythonBoard::perft, "depth"_a.none());
}

}  // namespace komadai::python
