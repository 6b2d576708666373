// komadai.LegalMoves: an immutable sequence of moves of a position, two bytes a move.
#pragma once

#include <nanobind/nanobind.h>

#include "rules/position.h"

namespace komadai::python {

// A new reference, or nullptr with a Python error set.
PyObject* make_legal_moves(const Position& position) noexcept;
// The same type with other moves.
PyObject* make_move_sequence(const Move* first, const Move* last) noexcept;

void add_legal_moves_type(nanobind::module_& module);

}  // namespace komadai::python
