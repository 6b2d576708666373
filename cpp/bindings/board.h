// komadai.Board as a Python object. It is a plain CPython type instead of a nanobind class, because CPython
// specialises calls of its methods, and a Board has no memory besides its Game.
#pragma once

#include <nanobind/nanobind.h>

#include "rules/game_history.h"

namespace komadai {
struct SfenProblem;
}

namespace komadai::python {

struct BoardObject {
  PyObject base;
  Game game;
};

extern PyTypeObject BoardType;

inline bool is_board(PyObject* object) { return Py_TYPE(object) == &BoardType; }
// Requires is_board(object).
inline Game& board_of(PyObject* object) { return reinterpret_cast<BoardObject*>(object)->game; }

// The problem as a komadai.messages.Message, with its English text.
nanobind::object message_of(const SfenProblem& problem);
// Raises SfenError with this problem.
[[noreturn]] void raise_problem(const SfenProblem& problem);

// A new Board. Throws if there is no memory.
nanobind::object make_board(const Game& game);
nanobind::object make_board(Game&& game);

// The position and history of a text as Board(text) reads it; throws SfenError.
Game game_from_text(PyObject* text, bool validate);

void add_board_type(nanobind::module_& module);

}  // namespace komadai::python
