#include "bindings/env_games.h"
#include "bindings/variant_board.h"
#include "env/variant_games.h"

namespace komadai::python {
namespace {

using namespace komadai::env;

size_t planes_per_game(const VariantLayout& layout) {
  return size_t(layout.cells()) * size_t(layout.planes());
}

VariantBuffers buffers_of(const nb::dict& arrays, size_t games, const VariantLayout& layout) {
  VariantBuffers b{};
  if (layout.actions())
    b.legal_actions = pointer<Bytes>(arrays, "legal_actions", games * size_t(layout.actions()));
  b.legal_counts = pointer<Counts>(arrays, "legal_counts", games);
  b.rewards = pointer<Floats>(arrays, "rewards", games);
  b.terminated = pointer<Bytes>(arrays, "terminated", games);
  b.truncated = pointer<Bytes>(arrays, "truncated", games);
  b.to_move = pointer<Bytes>(arrays, "to_move", games);
  b.endings = pointer<Bytes>(arrays, "endings", games);
  if (arrays.contains("planes")) {
    b.planes = pointer<Bytes>(arrays, "planes", games * planes_per_game(layout));
    b.final_planes = pointer<Bytes>(arrays, "final_planes", games * planes_per_game(layout));
  }
  return b;
}

class PythonVariantGames : public EnvGames<VariantGames> {
 public:
  PythonVariantGames(const VariantLayout& layout, size_t games, nb::sequence starts, int max_moves,
                     int threads, nb::dict arrays)
      : EnvGames(arrays, games, boards_of(starts, layout), layout, max_moves,
                 buffers_of(arrays, games, layout), threads) {}

  PythonBoard board(size_t index) {
    const Use use(*this);
    require_index(index);
    return PythonBoard(games_.board(index));
  }

  std::optional<PythonMove> move(size_t index, int64_t action) {
    const Use use(*this);
    require_index(index);
    const v::Move m = games_.move_of(index, action);
    if (!m) return std::nullopt;
    return PythonMove{games_.board(index).shared_rules(), m};
  }

  std::vector<PythonMove> legal_moves(size_t index) {
    const Use use(*this);
    require_index(index);
    std::vector<PythonMove> moves;
    for (v::Move m : games_.legal_moves(index)) moves.push_back({games_.board(index).shared_rules(), m});
    return moves;
  }

 private:
  static std::vector<v::Board> boards_of(nb::sequence starts, const VariantLayout& layout) {
    std::vector<v::Board> boards;
    for (nb::handle start : starts) {
      v::Board board = nb::cast<const PythonBoard&>(start).native();
      if (board.shared_rules() != layout.rules())
        raise(VALUES.range_error, "positions[%zu]: expected a board of %s", boards.size(),
              layout.rules()->spec().name.c_str());
      if (v::result(board).end != v::End::NONE)
        raise(VALUES.range_error, "positions[%zu]: the game is over in this position", boards.size());
      boards.push_back(std::move(board));
    }
    if (boards.empty()) raise(VALUES.range_error, "positions: expected at least one, got none");
    return boards;
  }
};

void require_rules(const VariantLayout& layout, const v::Rules* rules) {
  if (layout.rules().get() != rules)
    raise(VALUES.range_error, "expected a move or a board of %s", layout.rules()->spec().name.c_str());
}

}  // namespace

void bind_env_variants(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<VariantLayout>(module, "VariantLayout")
      .def(
          "__init__",
          [](VariantLayout* self, const PythonRules& rules) { new (self) VariantLayout(rules.rules); },
          "rules"_a)
      .def_prop_ro("actions", &VariantLayout::actions)
      .def_prop_ro("planes", &VariantLayout::planes)
      .def(
          "action",
          [](const VariantLayout& layout, const PythonMove& move, nb::handle color) {
            require_rules(layout, move.rules.get());
            return layout.action_of(v::Color(to_color(color.ptr())), move.move);
          },
          "move"_a, "color"_a)
      .def(
          "write_planes",
          [](const VariantLayout& layout, const PythonBoard& board, nb::handle color, const Bytes& out) {
            require_rules(layout, &board.native().rules());
            if (out.size() != planes_per_game(layout))
              raise(VALUES.range_error, "planes: expected %zu numbers, got %zu", planes_per_game(layout),
                    out.size());
            layout.write_planes(board.native(), v::Color(to_color(color.ptr())), out.data());
          },
          "board"_a, "color"_a, "out"_a);
  nb::class_<PythonVariantGames>(module, "VariantGames")
      .def(nb::init<const VariantLayout&, size_t, nb::sequence, int, int, nb::dict>(), "layout"_a, "games"_a,
           "starts"_a, "max_moves"_a, "threads"_a, "arrays"_a)
      .def("reset", &PythonVariantGames::reset, "seed"_a.none())
      .def("step", &PythonVariantGames::step, "actions"_a)
      .def("sample", &PythonVariantGames::sample, "actions"_a)
      .def("board", &PythonVariantGames::board, "index"_a)
      .def("move", &PythonVariantGames::move, "index"_a, "action"_a)
      .def("legal_moves", &PythonVariantGames::legal_moves, "index"_a);
}

}  // namespace komadai::python
