#include "bindings/transition.h"

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "rules/legality.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

const Game& valid_game(nb::handle board) {
  const Game& game = to_board(board.ptr());
  const auto wrong = problems(game.position);
  if (!wrong.empty()) raise_problem(wrong.front());
  return game;
}

nb::str name_of(Category c) {
  const std::string_view name = CATEGORY_NAMES[int(c)];
  return nb::str(name.data(), name.size());
}

nb::tuple category_names() {
  nb::list names;
  for (int c = 0; c < CATEGORIES; ++c) names.append(name_of(Category(c)));
  return nb::tuple(names);
}

nb::tuple categories(nb::handle board, nb::handle move) {
  const Game& game = valid_game(board);
  const Move m = to_move(move.ptr());
  if (const Infraction broken = infraction(game.position, m); broken != Infraction::NONE)
    refuse(move.ptr(), broken);
  const Move last = game.history.empty() ? NO_MOVE : game.history.back().move;
  nb::list names;
  for (Category c : MoveClassifier(game.position, game.position.checkers(), last).categories(m))
    names.append(name_of(c));
  return nb::tuple(names);
}

class Counter {
 public:
  void add(nb::handle board) {
    const Game& game = valid_game(board);
    Position p = game.root();
    Move last = NO_MOVE;
    for (const Game::Record& record : game.history) {
      Undo undo;
      if (record.move == NO_MOVE) {
        p.do_pass();
      } else {
        // A Board may contain illegal moves (push_unchecked): count only the moves before the first one.
        if (!problems(p).empty() || !is_legal(p, record.move)) return;
        counts_.add(p, record.move, last);
        p.do_move(record.move, undo);
      }
      last = record.move;
    }
  }

  uint64_t positions() const { return counts_.positions; }
  nb::list counts() const {
    nb::list pairs;
    for (const TransitionCounts::Count& c : counts_.of) pairs.append(nb::make_tuple(c.legal, c.played));
    return pairs;
  }

 private:
  TransitionCounts counts_{};
};

}  // namespace

TransitionCounts to_transition_counts(nb::sequence pairs) {
  TransitionCounts counts{};
  if (nb::len(pairs) != size_t(CATEGORIES))
    raise(VALUES.range_error, "counts: expected those of %d categories, got %zu", CATEGORIES, nb::len(pairs));
  for (int c = 0; c < CATEGORIES; ++c) {
    const nb::object pair = pairs[c];
    if (!PySequence_Check(pair.ptr()) || nb::len(pair) != 2)
      raise(PyExc_TypeError, "counts: expected how often legal and how often played, got %R", pair.ptr());
    constexpr long MAX_COUNT = 1L << 53;
    const long legal = to_number(nb::object(pair[0]).ptr(), "legal", 0, MAX_COUNT);
    const long played = to_number(nb::object(pair[1]).ptr(), "played", 0, legal);
    counts.of[c] = {uint64_t(legal), uint64_t(played)};
  }
  return counts;
}

void bind_transitions(nb::module_& module) {
  using namespace nb::literals;
  module.attr("TRANSITION_CATEGORIES") = category_names();
  module.def("transition_categories", &categories, "board"_a.none(), "move"_a);
  nb::class_<Counter>(module, "TransitionCounter")
      .def(nb::init<>())
      .def("add", &Counter::add, "board"_a.none())
      .def_prop_ro("positions", &Counter::positions)
      .def("counts", &Counter::counts);
}

}  // namespace komadai::python
