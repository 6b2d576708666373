// The methods of Board that make moves and take them back.
#include "bindings/board_methods.h"
#include "bindings/move.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

void push_legal(Game& game, PyObject* object, Move m) {
  const Infraction found = infraction(game.position, m);
  if (found != Infraction::NONE) refuse(object, found);
  game.play(m);
}

// The legal move that a function of komadai.notation reads in a text.
nb::object push_read(PyObject* self, PyObject* text, const char* module, const char* function) {
  static_cast<void>(to_text(text, "text"));
  const nb::object read = nb::module_::import_(module).attr(function);
  nb::object move = read(nb::handle(self), nb::handle(text));
  push_legal(board_of(self), move.ptr(), to_move(move.ptr()));
  return move;
}

}  // namespace

nb::object board_push_text(PyObject* self, PyObject* text) {
  return push_read(self, text, "komadai.notation", "read");
}

nb::object board_push_csa(PyObject* self, PyObject* text) {
  return push_read(self, text, "komadai.notation.csa", "read");
}

nb::object board_push(Game& game, PyObject* move) {
  push_legal(game, move, to_move(move));
  return none();
}

nb::object board_push_usi(Game& game, PyObject* usi) {
  const Move m = parse_usi(to_text(usi, "usi"));
  if (m == NO_MOVE) refuse_usi(usi);
  nb::object move = nb::steal(move_object(m));
  push_legal(game, move.ptr(), m);
  return move;
}

nb::object board_push_unchecked(Game& game, PyObject* move) {
  const Move m = to_move(move);
  if (!is_possible(game.position, m)) refuse(move, infraction(game.position, m));
  game.play(m);
  return none();
}

nb::object board_push_pass(Game& game) {
  if (game.position.in_check()) refuse(Py_None, Infraction::LEFT_IN_CHECK);
  game.pass();
  return none();
}

nb::object board_pop(Game& game) {
  if (game.history.empty()) raise(PyExc_IndexError, "pop at the root: there is no move to take back");
  const Move m = game.take_back();
  return m == NO_MOVE ? none() : nb::steal(move_object(m));
}

nb::object board_peek(const Game& game) {
  if (game.history.empty() || game.history.back().move == NO_MOVE) return none();
  return nb::steal(move_object(game.history.back().move));
}

nb::object board_copy(const Game& game) { return make_board(game); }
nb::object board_deepcopy(const Game& game, PyObject*) { return make_board(game); }

}  // namespace komadai::python
