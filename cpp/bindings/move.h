// komadai.Move. There is one Python object per move, created when the module is imported and never freed, in
// a static array indexed by the move's 16 bits. So creating a list of moves is a table look-up, equal moves
// are the same object, and the address shows whether an object is a move.
#pragma once

#include <nanobind/nanobind.h>

#include "rules/types.h"

namespace komadai::python {

constexpr size_t MOVE_VALUES = 0x8000;

extern PyTypeObject MoveType;
// Entries for values that are not well-formed stay zero and are never returned.
extern PyObject MOVES[MOVE_VALUES];

// A new reference. The move must be well-formed.
inline PyObject* move_object(Move m) {
  Py_INCREF(&MOVES[m]);
  return &MOVES[m];
}

inline bool is_move(const PyObject* object) {
  return reinterpret_cast<uintptr_t>(object) - reinterpret_cast<uintptr_t>(MOVES) < sizeof(MOVES);
}
// Requires is_move(object).
inline Move value_of_move(const PyObject* object) { return Move(object - MOVES); }

// Throws TypeError for anything else.
Move to_move(PyObject* object);

void add_move_type(nanobind::module_& module);

}  // namespace komadai::python
