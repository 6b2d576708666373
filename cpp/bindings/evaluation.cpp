#include "bindings/evaluation.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/arguments.h"
#include "eval/built_in.h"
#include "eval/corrected.h"
#include "eval/feature_counts.h"
#include "eval/load.h"
#include "eval/network/network_evaluation.h"
#include "eval/weights.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

const Game& valid_game(nb::handle board) {
  const Game& game = to_board(board.ptr());
  const auto wrong = problems(game.position);
  if (!wrong.empty()) raise_problem(wrong.front());
  return game;
}

const network::Kernels& kernels_named(const std::string& name) {
  if (name.empty()) return network::best_kernels();
  const network::KernelList all = network::all_kernels();
  for (size_t i = 0; i < all.count; ++i)
    if (all.at[i]->name == name && all.at[i]->is_supported()) return *all.at[i];
  raise(VALUES.range_error, "kernels: this processor has none named %s", name.c_str());
}

// The names of the kernels that this processor supports, the fastest first.
std::vector<std::string> network_kernels() {
  std::vector<std::string> names;
  const network::KernelList all = network::all_kernels();
  for (size_t i = 0; i < all.count; ++i)
    if (all.at[i]->is_supported()) names.emplace_back(all.at[i]->name);
  return names;
}

class PythonEvaluation {
 public:
  PythonEvaluation(nb::handle path, int scale, const std::string& kernels)
      : evaluation_(open_evaluation_file(path, {scale, &kernels_named(kernels)})) {}

  int value(nb::handle board) {
    const Game& game = valid_game(board);
    evaluation_->reset(game.position);
    return evaluation_->value(game.position);
  }

  // The output of a network, also as a correction, before it is divided by the scale; None for other
  // evaluations.
  std::optional<int> output(nb::handle board) {
    const Game& game = valid_game(board);
    auto network = dynamic_cast<NetworkEvaluation*>(evaluation_.get());
    if (const auto corrected = dynamic_cast<CorrectedEvaluation*>(evaluation_.get()))
      network = &corrected->correction();
    if (!network) return {};
    network->reset(game.position);
    return network->output(game.position);
  }

  // For each piece on the board but kings, its square and what the position is worth more with it to its
  // owner; for each type in a hand, its owner, the type and the worth of one of these pieces. The positions
  // without a piece may be invalid, for example leave a side in check.
  nb::tuple piece_values(nb::handle board) {
    Position p = valid_game(board).position;
    const auto black_value = [&] {
      evaluation_->reset(p);
      const int value = evaluation_->value(p);
      return p.turn() == BLACK ? value : -value;
    };
    const int with = black_value();
    const auto worth = [&](Color owner) {
      const int gain = with - black_value();
      return owner == BLACK ? gain : -gain;
    };
    nb::list on_board, in_hand;
    const Bitboard occupied = p.occupied();
    for (Square s : Each{occupied}) {
      const Piece piece = p.at(s);
      if (type_of(piece) == KING) continue;
      p.put(s, NO_PIECE);
      on_board.append(nb::make_tuple(s, worth(color_of(piece))));
      p.put(s, piece);
    }
    for (Color owner : {BLACK, WHITE})
      for (int t = PAWN; t < KING; ++t) {
        const int count = p.hand(owner)[PieceType(t)];
        if (count == 0) continue;
        p.set_hand(owner, PieceType(t), count - 1);
        in_hand.append(nb::make_tuple(int(owner), t, worth(owner)));
        p.set_hand(owner, PieceType(t), count);
      }
    return nb::make_tuple(on_board, in_hand);
  }

  // Evaluates along the board's game with the incremental updates of a search, forwards and backwards.
  std::vector<int> values_along(nb::handle board, int every) {
    const Game& game = valid_game(board);
    if (every < 1) raise(VALUES.range_error, "every: expected at least 1, got %d", every);
    if (game.after_last_pass() != 0) throw nb::value_error("board: expected a game without passes");
    Position p = game.position;
    for (size_t i = game.history.size(); i-- > 0;) p.undo_move(game.history[i].move, game.history[i].undo);
    evaluation_->reset(p);
    std::vector<int> values;
    for (size_t i = 0; i < game.history.size(); ++i) {
      Undo undo;
      p.do_move(game.history[i].move, undo);
      evaluation_->on_move(p, game.history[i].move, undo.captured);
      if ((i + 1) % size_t(every) == 0) values.push_back(evaluation_->value(p));
    }
    for (size_t i = game.history.size(); i-- > 0;) {
      p.undo_move(game.history[i].move, game.history[i].undo);
      evaluation_->on_undo();
      if (i % size_t(every) == 0) values.push_back(evaluation_->value(p));
    }
    return values;
  }

 private:
  std::unique_ptr<Evaluation> evaluation_;
};

nb::bytes to_bytes(const std::vector<TermCount>& counts) {
  return nb::bytes(counts.data(), counts.size() * sizeof(TermCount));
}

nb::tuple evaluation_terms(nb::handle board) {
  TermCounts counts;
  count_terms(valid_game(board).position, counts);
  return nb::make_tuple(counts.progress, to_bytes(counts.plains), to_bytes(counts.views),
                        to_bytes(counts.dangers[BLACK]), to_bytes(counts.dangers[WHITE]));
}

nb::dict evaluation_layout() {
  using namespace terms;
  nb::dict d;
  const auto put = [&](const char* name, int number) { d[name] = number; };
  put("men", MEN);
  put("half", HALF);
  put("viewed", VIEWED);
  put("squares", SQUARES);
  put("distances", DISTANCES);
  put("material", MATERIAL);
  put("place", PLACE);
  put("in_hand", IN_HAND);
  put("reach", REACH);
  put("hanging", HANGING);
  put("harassed", HARASSED);
  put("pinned", PINNED);
  put("open_files", OPEN_FILES);
  put("held", HELD);
  put("contested", CONTESTED);
  put("tempo", TEMPO);
  put("plain_terms", PLAIN_TERMS);
  put("base", BASE);
  put("near", NEAR);
  put("far", FAR);
  put("escapes", ESCAPES);
  put("attacker", ATTACKER);
  put("their_hand", THEIR_HAND);
  put("our_hand", OUR_HAND);
  put("their_turn", THEIR_TURN);
  put("pins", PINS);
  put("danger_terms", DANGER_TERMS);
  put("curve_step", CURVE_STEP);
  put("curve_points", CURVE_POINTS);
  put("grain", GRAIN);
  return d;
}

}  // namespace

std::unique_ptr<Evaluation> open_evaluation_file(nb::handle path, const NetworkOptions& options) {
  if (options.scale < 0 || options.scale > network::MAX_SCALE)
    raise(VALUES.range_error, "scale: expected 0 to %d, got %d", network::MAX_SCALE, options.scale);
  PyObject* bytes = nullptr;
  if (!PyUnicode_FSConverter(path.ptr(), &bytes)) throw nb::python_error();
  const nb::bytes name = nb::steal<nb::bytes>(bytes);
  try {
    return open_evaluation(std::string(name.c_str(), name.size()), options);
  } catch (const EvaluationFileError& wrong) {
    const nb::object error = nb::module_::import_("komadai.errors").attr("EvaluationFileError");
    raise(error.ptr(), "%s", wrong.what());
  }
}

void bind_evaluation(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonEvaluation>(module, "Evaluation")
      .def(nb::init<nb::handle, int, const std::string&>(), "path"_a = "", "scale"_a = 0, "kernels"_a = "")
      .def("value", &PythonEvaluation::value, "board"_a.none())
      .def("output", &PythonEvaluation::output, "board"_a.none())
      .def("piece_values", &PythonEvaluation::piece_values, "board"_a.none())
      .def("values_along", &PythonEvaluation::values_along, "board"_a.none(), "every"_a = 1);
  module.def(
      "evaluate", [](nb::handle board) { return PythonEvaluation(nb::str(""), 0, "").value(board); },
      "board"_a.none());
  module.def("built_in_weights", [] {
    const auto file = built_in_file();
    return nb::bytes(file.data(), file.size());
  });
  module.def("network_kernels", &network_kernels);
  module.def("evaluation_terms", &evaluation_terms, "board"_a.none());
  module.def("evaluation_layout", &evaluation_layout);
}

}  // namespace komadai::python
