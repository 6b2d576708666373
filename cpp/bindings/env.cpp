#include "bindings/env_games.h"
#include "bindings/impasse.h"
#include "bindings/move.h"
#include "env/planes.h"
#include "env/vector_games.h"
#include "rules/legality.h"

namespace komadai::python {
namespace {

using namespace komadai::env;

Buffers buffers_of(const nb::dict& arrays, size_t games, Layout layout) {
  const auto bytes = [&](const char* name, int numbers) {
    return pointer<Bytes>(arrays, name, games * size_t(numbers));
  };
  const auto floats = [&](const char* name, int numbers) {
    return pointer<Floats>(arrays, name, games * size_t(numbers));
  };
  Buffers b{};
  b.legal_actions = bytes("legal_actions", ACTIONS);
  b.rewards = floats("rewards", 1);
  b.terminated = bytes("terminated", 1);
  b.truncated = bytes("truncated", 1);
  b.to_move = bytes("to_move", 1);
  b.endings = bytes("endings", 1);
  if (layout == Layout::PGX) {
    b.pgx_planes = bytes("pgx_planes", PLANES * SQUARES);
    b.final_pgx_planes = bytes("final_pgx_planes", PLANES * SQUARES);
  }
  if (layout == Layout::DLSHOGI) {
    b.board_planes = floats("board_planes", BOARD_PLANES * SQUARES);
    b.constant_planes = floats("constant_planes", CONSTANT_PLANES * SQUARES);
    b.final_board_planes = floats("final_board_planes", BOARD_PLANES * SQUARES);
    b.final_constant_planes = floats("final_constant_planes", CONSTANT_PLANES * SQUARES);
  }
  return b;
}

class PythonVectorGames : public EnvGames<VectorGames> {
 public:
  PythonVectorGames(size_t games, nb::sequence starts, nb::handle impasse, int max_moves, int layout,
                    int threads, nb::dict arrays)
      : EnvGames(arrays, games, games_of(starts, rules_of(impasse, max_moves)), rules_of(impasse, max_moves),
                 Layout(layout), buffers_of(arrays, games, Layout(layout)), threads) {}

  nb::object board(size_t index) {
    const Use use(*this);
    return make_board(game(index));
  }

  // The move, or None if the action is not legal.
  nb::object move(size_t index, int64_t action) {
    const Use use(*this);
    static_cast<void>(game(index));
    const Move m = games_.move_of(index, action);
    return m == NO_MOVE ? none() : nb::steal(move_object(m));
  }

  // The first game in which the move is legal, or None.
  std::optional<size_t> find_legal(nb::handle move) {
    const Use use(*this);
    const Move m = to_move(move.ptr());
    for (size_t i = 0; i < games_.size(); ++i)
      if (is_legal(games_.game(i).position, m)) return i;
    return std::nullopt;
  }

 private:
  static GameRules rules_of(nb::handle impasse, int max_moves) {
    return {to_impasse_rule(impasse), {0, 0}, max_moves};
  }

  static std::vector<Game> games_of(nb::sequence starts, const GameRules& rules) {
    std::vector<Game> games;
    for (nb::handle board : starts) {
      Game game = to_board(board.ptr());
      if (const auto found = problems(game.position); !found.empty()) raise_problem(found.front());
      if (is_over_at_start(game, rules))
        raise(VALUES.range_error, "positions[%zu]: the game is over in this position", games.size());
      games.push_back(std::move(game));
    }
    if (games.empty()) raise(VALUES.range_error, "positions: expected at least one, got none");
    return games;
  }

  const Game& game(size_t index) const {
    require_index(index);
    return games_.game(index);
  }
};

int action(nb::handle move, nb::handle color) {
  return action_of(to_color(color.ptr()), to_move(move.ptr()));
}

void write_pgx(nb::handle board, const Bytes& out) {
  if (out.size() != size_t(PLANES * SQUARES))
    raise(VALUES.range_error, "planes: expected %d numbers, got %zu", PLANES * SQUARES, out.size());
  write_pgx_planes(to_board(board.ptr()).position, out.data());
}

void write_dlshogi(nb::handle board, const Floats& board_planes, const Floats& constant_planes) {
  if (board_planes.size() != size_t(BOARD_PLANES * SQUARES) ||
      constant_planes.size() != size_t(CONSTANT_PLANES * SQUARES))
    raise(VALUES.range_error, "planes: expected %d and %d numbers, got %zu and %zu", BOARD_PLANES * SQUARES,
          CONSTANT_PLANES * SQUARES, board_planes.size(), constant_planes.size());
  write_dlshogi_planes(to_board(board.ptr()).position, board_planes.data(), constant_planes.data());
}

}  // namespace

void bind_env(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonVectorGames>(module, "VectorGames")
      .def(nb::init<size_t, nb::sequence, nb::handle, int, int, int, nb::dict>(), "games"_a, "starts"_a,
           "impasse"_a, "max_moves"_a, "layout"_a, "threads"_a, "arrays"_a)
      .def("reset", &PythonVectorGames::reset, "seed"_a.none())
      .def("step", &PythonVectorGames::step, "actions"_a)
      .def("sample", &PythonVectorGames::sample, "actions"_a)
      .def("board", &PythonVectorGames::board, "index"_a)
      .def("move", &PythonVectorGames::move, "index"_a, "action"_a)
      .def("find_legal", &PythonVectorGames::find_legal, "move"_a.none());
  module.def("env_action", &action, "move"_a.none(), "color"_a);
  module.def("write_pgx_planes", &write_pgx, "board"_a.none(), "out"_a);
  module.def("write_dlshogi_planes", &write_dlshogi, "board"_a.none(), "board_planes"_a, "constant_planes"_a);
}

}  // namespace komadai::python
