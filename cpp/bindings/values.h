// The Python objects that the native part returns: colours, piece types, pieces, errors. They are defined in
// the Python part of the library (komadai.pieces, komadai.errors ...) and fetched once, so that board.turn
// and board.piece_at(s) are table look-ups.
#pragma once

#include <nanobind/nanobind.h>

#include "rules/legality.h"

namespace komadai::python {

namespace nb = nanobind;

struct Values {
  PyObject* colors[2];
  PyObject* piece_types[PIECE_TYPES];
  PyObject* pieces[32];
  PyObject* infractions[int(Infraction::UCHIFUZUME) + 1];

  PyObject* invalid_move_error;
  PyObject* invalid_piece_error;
  PyObject* invalid_square_error;
  PyObject* range_error;
  PyObject* tsume_error;
  PyObject* illegal_move_error;
  PyObject* sfen_error;
  PyObject* packed_position_error;
  PyObject* argument_type_error;

  PyTypeObject* piece;
  PyTypeObject* square_set;
  PyTypeObject* hand;
};
extern Values VALUES;

// Called once, when the module is imported.
void load_values();

nb::object make_square_set(Bitboard squares);
nb::object make_hand(Hand hand);

inline nb::object new_reference(PyObject* object) { return nb::borrow(object); }

}  // namespace komadai::python
