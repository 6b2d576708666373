#include "bindings/move.h"

#include "bindings/arguments.h"
#include "rules/sfen.h"

namespace komadai::python {

PyObject MOVES[MOVE_VALUES];

namespace {

// Moves are never freed. Python 3.12 and later have immortal objects; for earlier versions the reference
// count is set so high that it never reaches zero, and is reset if a faulty extension manages to.
#if PY_VERSION_HEX >= 0x030E0000
constexpr auto FOREVER = _Py_IMMORTAL_INITIAL_REFCNT;
#elif PY_VERSION_HEX >= 0x030C0000
constexpr auto FOREVER = _Py_IMMORTAL_REFCNT;
#else
constexpr auto FOREVER = PY_SSIZE_T_MAX / 2;
#endif

void never_freed(PyObject* self) { Py_SET_REFCNT(self, FOREVER); }

nb::str usi_of(Move m) {
  const std::string usi = to_usi(m);
  return nb::str(usi.data(), usi.size());
}

template <auto F>
PyObject* part(PyObject* self, void*) noexcept {
  return F(value_of_move(self));
}

PyObject* from_square(Move m) {
  if (is_drop(m)) Py_RETURN_NONE;
  return PyLong_FromLong(from_of(m));
}
PyObject* to_square_of(Move m) { return PyLong_FromLong(to_of(m)); }
PyObject* drop(Move m) {
  if (!is_drop(m)) Py_RETURN_NONE;
  return new_reference(VALUES.piece_types[dropped_type(m)]).release().ptr();
}
PyObject* promotion(Move m) { return PyBool_FromLong(is_promotion(m)); }

template <auto F>
PyObject* text(PyObject* self, PyObject*) noexcept {
  try {
    return F(value_of_move(self)).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}
PyObject* str(PyObject* self) { return text<usi_of>(self, nullptr); }
PyObject* repr(PyObject* self) noexcept {
  return PyUnicode_FromFormat("Move.from_usi('%s')", to_usi(value_of_move(self)).c_str());
}
Py_hash_t hash(PyObject* self) { return value_of_move(self); }
PyObject* as_int(PyObject* self) { return PyLong_FromLong(value_of_move(self)); }
PyObject* itself(PyObject* self, PyObject*) { return Py_NewRef(self); }
PyObject* reduce(PyObject* self, PyObject*) {
  PyObject* from_int = PyObject_GetAttrString(reinterpret_cast<PyObject*>(&MoveType), "from_int");
  return from_int ? Py_BuildValue("N(i)", from_int, int(value_of_move(self))) : nullptr;
}

nb::object checked(long value, PyObject* shown) {
  if (value < 0 || value > 0x7fff || !is_well_formed(unsigned(value))) {
    nb::dict params;
    const nb::object text = nb::steal(PyObject_Repr(shown));
    if (!text.is_valid()) throw nb::python_error();
    params["value"] = text;
    refuse_invalid_move("move-value-unknown", params);
  }
  return nb::steal(move_object(Move(value)));
}

nb::object from_usi(PyObject* usi) {
  const Move m = parse_usi(to_text(usi, "usi"));
  if (m == NO_MOVE) refuse_usi(usi);
  return nb::steal(move_object(m));
}

// -1 for a number that does not fit.
long read_value(PyObject* value) {
  if (!PyIndex_Check(value))
    raise(VALUES.argument_type_error, "expected the number of a move, got %.200s", Py_TYPE(value)->tp_name);
  const nb::object index = nb::steal(PyNumber_Index(value));
  if (!index.is_valid()) throw nb::python_error();
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(index.ptr(), &overflow);
  return overflow ? -1 : number;
}

nb::object from_int(PyObject* value) { return checked(read_value(value), value); }

// PackedSfenValue's 16 bits: 0-6 to, 7-13 from or the dropped type, 14 drop, 15 promotion.
constexpr unsigned PSV_DROP = 1 << 14, PSV_PROMOTION = 1 << 15;
// cshogi's and Apery's 16 bits: as ours, but a drop is from 80 + the type, not 81 + the type.
constexpr unsigned CSA16_DROP_OFFSET = 1 << 7;

PyObject* psv(Move m) {
  if (is_drop(m))
    return PyLong_FromLong(long(PSV_DROP | unsigned(dropped_type(m)) << 7 | unsigned(to_of(m))));
  const unsigned promotion = is_promotion(m) ? PSV_PROMOTION : 0;
  return PyLong_FromLong(long((m & ~unsigned(PROMOTION)) | promotion));
}

nb::object from_psv(PyObject* value) {
  const long number = read_value(value);
  if (number < 0 || number > 0xffff) return checked(-1, value);
  const unsigned bits = unsigned(number), to = bits & 127, from = bits >> 7 & 127;
  if (!(bits & PSV_DROP))
    return checked(from < SQUARES ? to | from << 7 | (bits & PSV_PROMOTION) >> 1 : -1, value);
  if (bits & PSV_PROMOTION || from < PAWN || from > GOLD) return checked(-1, value);
  return checked(long(to | (SQUARES + from) << 7), value);
}

PyObject* csa16(Move m) { return PyLong_FromLong(is_drop(m) ? m - CSA16_DROP_OFFSET : m); }

nb::object from_csa16(PyObject* value) {
  const long number = read_value(value);
  const long from = number >> 7 & 127;
  if (number < 0 || from < SQUARES) return checked(number, value);
  return checked(from < SQUARES + GOLD ? number + CSA16_DROP_OFFSET : -1, value);
}

template <class ChangeSquare>
nb::object changed(PyObject* self, ChangeSquare change) {
  const Move m = value_of_move(self);
  const Square to = change(to_of(m));
  const Move bare = is_drop(m) ? make_drop(dropped_type(m), to) : make_move(change(from_of(m)), to);
  return nb::steal(move_object(Move(bare | (m & PROMOTION))));
}
PyObject* mirror(PyObject* self, PyObject*) noexcept {
  return changed(self, [](Square s) { return SQUARES - 1 - s; }).release().ptr();
}
PyObject* mirror_files(PyObject* self, PyObject*) noexcept {
  return changed(self, [](Square s) { return make_square(8 - file_of(s), rank_of(s)); }).release().ptr();
}

nb::object normal(Call call) {
  PyObject* v[3];
  call.read("normal", {"from_square", "to_square", "promotion"}, 2, v);
  const Square from = to_square(v[0]), to = to_square(v[1]);
  if (from == to) refuse_invalid_move("move-same-square", {});
  const bool promotes = v[2] && to_flag(v[2]);
  return nb::steal(move_object(Move(make_move(from, to) | (promotes ? PROMOTION : 0))));
}

nb::object dropping(Call call) {
  PyObject* v[2];
  call.read("dropping", {"piece_type", "to_square"}, 2, v);
  const PieceType t = to_piece_type(v[0]);
  const Square to = to_square(v[1]);
  if (t > GOLD) {
    nb::dict params;
    params["piece"] = nb::borrow(VALUES.piece_types[t]).attr("english");
    refuse_invalid_move("move-drop-of", params);
  }
  return nb::steal(move_object(make_drop(t, to)));
}

PyMethodDef METHODS[] = {
    {"from_usi", static_with_one<from_usi>, METH_O | METH_STATIC,
     "from_usi(usi, /)\n--\n\n"
     "The move of a USI text: ``7g7f``, ``8h2b+``, ``P*5e``. Raises InvalidMoveError (a ValueError)."},
    {"from_int", static_with_one<from_int>, METH_O | METH_STATIC,
     "from_int(value, /)\n--\n\n"
     "The move with this 16-bit value. Raises InvalidMoveError."},
    {"from_psv", static_with_one<from_psv>, METH_O | METH_STATIC,
     "from_psv(value, /)\n--\n\n"
     "The move of these 16 bits of a PackedSfenValue (see psv). Raises InvalidMoveError."},
    {"from_csa16", static_with_one<from_csa16>, METH_O | METH_STATIC,
     "from_csa16(value, /)\n--\n\n"
     "The move of cshogi's and Apery's 16 bits (see csa16). Raises InvalidMoveError."},
    {"normal", as_method(static_with_call<normal>), METH_FASTCALL | METH_KEYWORDS | METH_STATIC,
     "normal(from_square, to_square, promotion=False)\n--\n\n"
     "A move on the board. Raises InvalidSquareError, or InvalidMoveError if the squares are the same."},
    {"dropping", as_method(static_with_call<dropping>), METH_FASTCALL | METH_KEYWORDS | METH_STATIC,
     "dropping(piece_type, to_square)\n--\n\n"
     "A drop from the hand. Raises InvalidSquareError, or InvalidMoveError for a type that is never in "
     "hand."},
    {"usi", text<usi_of>, METH_NOARGS,
     "usi($self, /)\n--\n\n"
     "As USI writes it: ``7g7f``, ``8h2b+``, ``P*5e``."},
    {"mirror", mirror, METH_NOARGS,
     "mirror($self, /)\n--\n\n"
     "The move seen from the other side of the board: 7g7f becomes 3c3d, as in Board.mirror."},
    {"mirror_files", mirror_files, METH_NOARGS,
     "mirror_files($self, /)\n--\n\n"
     "The move with left and right exchanged: 7g7f becomes 3g3f, as in Board.mirror_files."},
    {"__copy__", itself, METH_NOARGS, nullptr},
    {"__deepcopy__", itself, METH_O, nullptr},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {},
};

PyGetSetDef PROPERTIES[] = {
    {"from_square", part<from_square>, nullptr, "The origin square (0-80), or None for a drop.", nullptr},
    {"to_square", part<to_square_of>, nullptr, "The destination square (0-80).", nullptr},
    {"drop", part<drop>, nullptr, "The PieceType dropped, or None for a move on the board.", nullptr},
    {"promotion", part<promotion>, nullptr, "Whether the piece promotes.", nullptr},
    {"psv", part<psv>, nullptr,
     "The 16 bits of a PackedSfenValue (YaneuraOu): 0-6 to, 7-13 from or the type of the dropped piece (1 "
     "pawn,\n"
     "2 lance, 3 knight, 4 silver, 5 bishop, 6 rook, 7 gold), 14 drop, 15 promotion. int(move) differs.",
     nullptr},
    {"csa16", part<csa16>, nullptr,
     "The 16 bits of cshogi's move16 and Apery's bestMove16 (HCPE): 0-6 to, 7-13 from or 80 + the type of "
     "the\n"
     "dropped piece (1 pawn, 2 lance, 3 knight, 4 silver, 5 bishop, 6 rook, 7 gold), 14 promotion.\n"
     "int(move) differs for drops.",
     nullptr},
    {},
};

PyNumberMethods NUMBER = [] {
  PyNumberMethods n{};
  n.nb_int = as_int;
  return n;
}();

}  // namespace

PyTypeObject MoveType = [] {
  PyTypeObject t{};
  t.ob_base = PyVarObject{PyObject_HEAD_INIT(nullptr) 0};
  t.tp_name = "komadai.Move";
  t.tp_basicsize = sizeof(PyObject);
  t.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
  t.tp_doc =
      "A move. Equal moves are the same object, so ``is``, ``==`` and ``hash`` take almost no time.\n\n"
      "Moves are not constructed: use Move.from_usi('7g7f'), Move.normal, Move.dropping.\n"
      "Whether a move is legal depends on a position; ask the Board.";
  t.tp_dealloc = never_freed;
  t.tp_repr = repr;
  t.tp_str = str;
  t.tp_hash = hash;
  t.tp_as_number = &NUMBER;
  t.tp_methods = METHODS;
  t.tp_getset = PROPERTIES;
  return t;
}();

Move to_move(PyObject* object) {
  if (!is_move(object))
    raise(VALUES.argument_type_error, "expected a Move, got %.200s%s", Py_TYPE(object)->tp_name,
          PyUnicode_Check(object) ? "; Move.from_usi reads a text" : "");
  return value_of_move(object);
}

void add_move_type(nb::module_& module) {
  if (PyType_Ready(&MoveType)) throw nb::python_error();
  for (unsigned m = 0; m < MOVE_VALUES; ++m)
    if (is_well_formed(m)) {
      Py_SET_TYPE(&MOVES[m], &MoveType);
      Py_SET_REFCNT(&MOVES[m], FOREVER);
    }
  module.attr("Move") = nb::borrow(reinterpret_cast<PyObject*>(&MoveType));
  const nb::object names = nb::make_tuple("from_square", "to_square", "promotion", "drop");
  if (PyDict_SetItemString(MoveType.tp_dict, "__match_args__", names.ptr())) throw nb::python_error();
  PyType_Modified(&MoveType);
}

}  // namespace komadai::python
