#include "bindings/values.h"

namespace komadai::python {

Values VALUES;

namespace {

static_assert(INFRACTION_KEYS.size() == std::size(Values{}.infractions));

PyObject* mask_name;
PyObject* counts_name;

// Keeps a reference until the interpreter exits.
PyObject* keep(nb::object object) { return object.release().ptr(); }
PyTypeObject* keep_type(nb::object type) { return reinterpret_cast<PyTypeObject*>(keep(std::move(type))); }

// Creates an object of a class with __slots__ without calling its constructor, whose checks are not needed.
nb::object make_with_slot(PyTypeObject* type, PyObject* slot, nb::object value) {
  nb::object made = nb::steal(type->tp_alloc(type, 0));
  if (!made.is_valid() || PyObject_GenericSetAttr(made.ptr(), slot, value.ptr())) throw nb::python_error();
  return made;
}

}  // namespace

void load_values() {
  Values& v = VALUES;
  const nb::object pieces = nb::module_::import_("komadai.pieces");
  const nb::object errors = nb::module_::import_("komadai.errors");
  const nb::object infraction = nb::module_::import_("komadai.outcome").attr("Infraction");

  for (const Color c : {BLACK, WHITE}) v.colors[c] = keep(pieces.attr("Color")(int(c)));
  for (int t = PAWN; t < PIECE_TYPES; ++t) v.piece_types[t] = keep(pieces.attr("PieceType")(t));
  v.piece = keep_type(pieces.attr("Piece"));
  for (const Color c : {BLACK, WHITE})
    for (int t = PAWN; t < PIECE_TYPES; ++t) {
      const Piece code = make_piece(c, PieceType(t));
      v.pieces[code] = keep(pieces.attr("Piece").attr("from_code")(int(code)));
    }
  for (size_t i = 1; i < INFRACTION_KEYS.size(); ++i) v.infractions[i] = keep(infraction(INFRACTION_KEYS[i]));

  v.invalid_move_error = keep(errors.attr("InvalidMoveError"));
  v.invalid_piece_error = keep(errors.attr("InvalidPieceError"));
  v.invalid_square_error = keep(errors.attr("InvalidSquareError"));
  v.range_error = keep(errors.attr("RangeError"));
  v.tsume_error = keep(errors.attr("TsumeError"));
  v.illegal_move_error = keep(errors.attr("IllegalMoveError"));
  v.sfen_error = keep(errors.attr("SfenError"));
  v.packed_position_error = keep(errors.attr("PackedPositionError"));
  v.argument_type_error = keep(errors.attr("ArgumentTypeError"));

  v.square_set = keep_type(nb::module_::import_("komadai.squares").attr("SquareSet"));
  v.hand = keep_type(pieces.attr("Hand"));
  mask_name = keep(nb::str("mask"));
  counts_name = keep(nb::str("counts"));
}

nb::object make_square_set(Bitboard squares) {
  nb::object mask = nb::int_(squares.low());
  if (squares.high()) mask = (nb::int_(squares.high()) << nb::int_(64)) | mask;
  return make_with_slot(VALUES.square_set, mask_name, std::move(mask));
}

nb::object make_hand(Hand hand) {
  nb::object counts = nb::steal(PyTuple_New(GOLD));
  if (!counts.is_valid()) throw nb::python_error();
  // komadai.pieces.HAND_TYPES: pawn, lance, knight, silver, gold, bishop, rook.
  Py_ssize_t i = 0;
  for (const PieceType t : {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK})
    PyTuple_SET_ITEM(counts.ptr(), i++, nb::int_(hand[t]).release().ptr());
  return make_with_slot(VALUES.hand, counts_name, std::move(counts));
}

}  // namespace komadai::python
