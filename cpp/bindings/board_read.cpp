// The methods of Board that read the position and the history.
#include "bindings/board_methods.h"
#include "bindings/move.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

nb::object ascii(const std::string& text) {
  nb::object made = nb::steal(PyUnicode_New(Py_ssize_t(text.size()), 127));
  if (!made.is_valid()) throw nb::python_error();
  std::copy(text.begin(), text.end(), PyUnicode_1BYTE_DATA(made.ptr()));
  return made;
}

}  // namespace

nb::object board_turn(const Game& game) { return new_reference(VALUES.colors[game.position.turn()]); }
nb::object board_move_number(const Game& game) { return nb::int_(game.move_number()); }
nb::object board_ply(const Game& game) { return nb::int_(game.history.size()); }
nb::object board_key(const Game& game) { return nb::int_(game.position.key()); }

nb::object board_sfen(const Game& game) { return ascii(to_sfen(game.position, game.move_number())); }

nb::object board_root_sfen(const Game& game) { return ascii(to_sfen(game.root(), game.root_number)); }

nb::object board_usi_position(const Game& game) {
  // USI has no pass: the text starts with the position after the last pass.
  Position start = game.position;
  const size_t first = game.after_last_pass();
  for (size_t i = game.history.size(); i-- > first;) Game::undo(start, game.history[i]);
  const std::string sfen = to_sfen(start, game.move_number_after(first));
  std::string text = sfen == STARTPOS_SFEN ? "startpos" : "sfen " + sfen;
  if (first < game.history.size()) text += " moves";
  for (size_t i = first; i < game.history.size(); ++i) text += ' ' + to_usi(game.history[i].move);
  return ascii(text);
}

nb::object board_piece_at(const Game& game, PyObject* square) {
  const Piece piece = game.position.at(to_square(square));
  return piece ? new_reference(VALUES.pieces[piece]) : none();
}

nb::object board_piece_map(const Game& game) {
  nb::dict pieces;
  for (const Square s : Each{game.position.occupied()})
    pieces[nb::int_(s)] = new_reference(VALUES.pieces[game.position.at(s)]);
  return pieces;
}

nb::object board_king(const Game& game, PyObject* color) {
  const Square king = game.position.king(to_color(color));
  return king == NO_SQUARE ? none() : nb::int_(king);
}

nb::object board_pieces(const Game& game, Call call) {
  PyObject* v[2];
  call.read("pieces", {"color", "piece_type"}, 0, v);
  const Position& p = game.position;
  const bool both = !v[0] || v[0] == Py_None;
  const Color color = both ? BLACK : to_color(v[0]);
  if (!v[1] || v[1] == Py_None) return make_square_set(both ? p.occupied() : p.of(color));
  const PieceType type = to_piece_type(v[1]);
  return make_square_set(both ? p.pieces(BLACK, type) | p.pieces(WHITE, type) : p.pieces(color, type));
}

nb::object board_hand(const Game& game, PyObject* color) {
  return make_hand(game.position.hand(to_color(color)));
}

nb::object board_history(const Game& game) {
  nb::list moves;
  for (const Game::Record& record : game.history)
    if (record.move != NO_MOVE) moves.append(nb::steal(move_object(record.move)));
  return moves;
}

}  // namespace komadai::python
