#include "bindings/impasse.h"

#include <algorithm>

#include "bindings/arguments.h"

namespace komadai::python {
namespace {

constexpr int MAX_POINTS = 1000;  // far above the points of all pieces

const Position& position_of(nb::handle board) { return to_board(board.ptr()).position; }

nb::str text(std::string_view key) { return nb::str(key.data(), key.size()); }

nb::object color_or_none(std::optional<Color> color) {
  return color ? new_reference(VALUES.colors[*color]) : none();
}

int points(nb::handle board, nb::handle color, bool whole_board) {
  const Position& p = position_of(board);
  const Color c = to_color(color.ptr());
  return whole_board ? all_points(p, c) : zone_points(p, c);
}

nb::tuple conditions(nb::handle board, nb::handle rule, nb::handle color, nb::handle compensation,
                     bool time_remaining) {
  nb::list list;
  const auto number = [](int n) { return n < 0 ? none() : nb::object(nb::int_(n)); };
  for (const ConditionState& state :
       check_conditions(position_of(board), to_impasse_rule(rule), to_color(color.ptr()),
                        to_compensation(compensation), time_remaining))
    list.append(nb::make_tuple(text(IMPASSE_CONDITION_KEYS[size_t(state.condition)]), state.met,
                               number(state.value), number(state.needed)));
  return nb::tuple(list);
}

nb::object winner_by_declaration(nb::handle board, nb::handle rule, nb::handle color,
                                 nb::handle compensation) {
  return color_or_none(declaration_winner(position_of(board), to_impasse_rule(rule), to_color(color.ptr()),
                                          to_compensation(compensation)));
}

nb::object winner_by_agreement(nb::handle board, nb::handle rule, nb::handle compensation) {
  return color_or_none(
      agreement_winner(position_of(board), to_impasse_rule(rule), to_compensation(compensation)));
}

nb::dict rules() {
  nb::dict all;
  for (int i = 0; i < IMPASSE_RULES; ++i) {
    const ImpasseRule rule = ImpasseRule(i);
    nb::list conditions;
    for (ImpasseCondition c : conditions_of(rule)) conditions.append(text(IMPASSE_CONDITION_KEYS[size_t(c)]));
    nb::dict data;
    data["conditions"] = nb::tuple(conditions);
    data["points_by_agreement"] = min_points_by_agreement(rule);
    data["counts_whole_board"] = counts_whole_board(rule);
    all[text(IMPASSE_RULE_KEYS[size_t(i)])] = data;
  }
  return all;
}

nb::dict limits() {
  nb::dict all;
  all["points_to_draw"] = MIN_POINTS_TO_DRAW;
  all["points_to_win_24"] = POINTS_TO_WIN_24;
  all["points_to_win_27"] = nb::make_tuple(POINTS_TO_WIN_27[BLACK], POINTS_TO_WIN_27[WHITE]);
  all["points_to_win_27_plain"] = POINTS_TO_WIN_27_PLAIN;
  all["pieces_in_zone"] = MIN_PIECES_IN_ZONE;
  all["try_squares"] = nb::make_tuple(TRY_SQUARE[BLACK], TRY_SQUARE[WHITE]);
  return all;
}

}  // namespace

ImpasseRule to_impasse_rule(nb::handle key) {
  const auto found =
      std::find(IMPASSE_RULE_KEYS.begin(), IMPASSE_RULE_KEYS.end(), to_text(key.ptr(), "impasse rule"));
  if (found == IMPASSE_RULE_KEYS.end())
    raise(VALUES.range_error, "impasse rule: expected one of the keys of komadai.impasse.ImpasseRule, got %R",
          key.ptr());
  return ImpasseRule(found - IMPASSE_RULE_KEYS.begin());
}

Compensation to_compensation(nb::handle pair) {
  if (!PySequence_Check(pair.ptr()) || nb::len(pair) != 2)
    raise(PyExc_TypeError, "compensation: expected Black's and White's points, got %R", pair.ptr());
  Compensation points;
  for (int c = 0; c < 2; ++c)
    points[size_t(c)] = int(to_number(nb::object(pair[c]).ptr(), "compensation", 0, MAX_POINTS));
  return points;
}

void bind_impasse(nb::module_& module) {
  using namespace nb::literals;
  module.def("impasse_points", &points, "board"_a.none(), "color"_a, "whole_board"_a);
  module.def("impasse_conditions", &conditions, "board"_a.none(), "rule"_a, "color"_a, "compensation"_a,
             "time_remaining"_a);
  module.def("impasse_winner_by_declaration", &winner_by_declaration, "board"_a.none(), "rule"_a, "color"_a,
             "compensation"_a);
  module.def("impasse_winner_by_agreement", &winner_by_agreement, "board"_a.none(), "rule"_a,
             "compensation"_a);
  module.attr("IMPASSE_RULES") = rules();
  module.attr("IMPASSE_LIMITS") = limits();
}

}  // namespace komadai::python
