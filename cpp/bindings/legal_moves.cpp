#include "bindings/legal_moves.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "rules/movegen.h"

namespace komadai::python {
namespace {

struct LegalMoves {
  PyVarObject base;
  Move moves[1];

  Py_ssize_t size() const { return base.ob_size; }
  const Move* begin() const { return moves; }
  const Move* end() const { return moves + base.ob_size; }
};

LegalMoves& moves_of(PyObject* self) { return *reinterpret_cast<LegalMoves*>(self); }

struct Iterator {
  PyObject base;
  LegalMoves* all;  // nullptr at the end
  Py_ssize_t next;
};

extern PyTypeObject LegalMovesType, IteratorType;

void free_moves(PyObject* self) { PyObject_Free(self); }

Py_ssize_t length(PyObject* self) { return moves_of(self).size(); }

PyObject* item(PyObject* self, Py_ssize_t index) {
  const LegalMoves& all = moves_of(self);
  if (size_t(index) < size_t(all.size())) return move_object(all.moves[index]);
  PyErr_SetString(PyExc_IndexError, "the index is beyond the last move");
  return nullptr;
}

PyObject* subscript(PyObject* self, PyObject* key) {
  const Py_ssize_t size = moves_of(self).size();
  if (PyIndex_Check(key)) {
    const Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) return nullptr;
    return item(self, index < 0 ? index + size : index);
  }
  if (!PySlice_Check(key))
    return PyErr_Format(PyExc_TypeError, "expected an index or a slice, got %.200s", Py_TYPE(key)->tp_name);
  Py_ssize_t start, stop, step;
  if (PySlice_Unpack(key, &start, &stop, &step)) return nullptr;
  const Py_ssize_t count = PySlice_AdjustIndices(size, &start, &stop, step);
  PyObject* list = PyList_New(count);
  for (Py_ssize_t i = 0; list && i < count; ++i)
    PyList_SET_ITEM(list, i, move_object(moves_of(self).moves[start + i * step]));
  return list;
}

// The move that an object names, a Move or a USI text; NO_MOVE for other types. A text that is no move
// raises InvalidMoveError: `"76fu" in moves` must not be a silent False.
Move named_move(PyObject* object) {
  if (is_move(object)) return value_of_move(object);
  if (!PyUnicode_Check(object)) return NO_MOVE;
  const Move m = parse_usi(to_text(object, "move"));
  if (m == NO_MOVE) refuse_usi(object);
  return m;
}

const Move* find(const LegalMoves& all, PyObject* object) {
  const Move m = named_move(object);
  return m == NO_MOVE ? all.end() : std::find(all.begin(), all.end(), m);
}

int contains(PyObject* self, PyObject* object) noexcept {
  try {
    const LegalMoves& all = moves_of(self);
    return find(all, object) != all.end();
  } catch (...) {
    exception_to_python();
    return -1;
  }
}

PyObject* iterate(PyObject* self) {
  Iterator* it = PyObject_New(Iterator, &IteratorType);
  if (!it) return nullptr;
  it->all = reinterpret_cast<LegalMoves*>(Py_NewRef(self));
  it->next = 0;
  return reinterpret_cast<PyObject*>(it);
}

PyObject* next(PyObject* self) {
  Iterator& it = *reinterpret_cast<Iterator*>(self);
  if (!it.all) return nullptr;
  if (it.next < it.all->size()) return move_object(it.all->moves[it.next++]);
  Py_CLEAR(it.all);
  return nullptr;
}

PyObject* length_hint(PyObject* self, PyObject*) {
  const Iterator& it = *reinterpret_cast<Iterator*>(self);
  return PyLong_FromSsize_t(it.all ? it.all->size() - it.next : 0);
}

void free_iterator(PyObject* self) {
  Py_XDECREF(reinterpret_cast<Iterator*>(self)->all);
  PyObject_Free(self);
}

// Equal to another LegalMoves, a list or a tuple with the same moves in the same order.
bool equal(const LegalMoves& all, PyObject* other) {
  if (Py_TYPE(other) == &LegalMovesType) {
    const LegalMoves& others = moves_of(other);
    return std::equal(all.begin(), all.end(), others.begin(), others.end());
  }
  if (PySequence_Fast_GET_SIZE(other) != all.size()) return false;
  for (Py_ssize_t i = 0; i < all.size(); ++i)
    if (PySequence_Fast_GET_ITEM(other, i) != &MOVES[all.moves[i]]) return false;
  return true;
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
  const bool comparable = Py_TYPE(other) == &LegalMovesType || PyList_Check(other) || PyTuple_Check(other);
  if (!comparable || (operation != Py_EQ && operation != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  return PyBool_FromLong(equal(moves_of(self), other) == (operation == Py_EQ));
}

PyObject* repr(PyObject* self) {
  PyObject* list = PySequence_List(self);
  PyObject* text = list ? PyUnicode_FromFormat("<LegalMoves %R>", list) : nullptr;
  Py_XDECREF(list);
  return text;
}

nb::object index_of(PyObject* self, PyObject* object) {
  const LegalMoves& all = moves_of(self);
  const Move* found = find(all, object);
  if (found == all.end()) raise(PyExc_ValueError, "%R is not a legal move here", object);
  return nb::int_(found - all.begin());
}
nb::object count_of(PyObject* self, PyObject* object) {
  return nb::int_(int(find(moves_of(self), object) != moves_of(self).end()));
}

PyMethodDef METHODS[] = {
    {"index", with_self_and_one<index_of>, METH_O,
     "index($self, move, /)\n--\n\n"
     "The index of this move. Raises ValueError if it is not legal."},
    {"count", with_self_and_one<count_of>, METH_O,
     "count($self, move, /)\n--\n\n"
     "1 if the move is legal, else 0."},
    {},
};

PyMethodDef ITERATOR_METHODS[] = {{"__length_hint__", length_hint, METH_NOARGS, nullptr}, {}};

PySequenceMethods SEQUENCE = [] {
  PySequenceMethods s{};
  s.sq_length = length;
  s.sq_item = item;
  s.sq_contains = contains;
  return s;
}();

PyMappingMethods MAPPING = [] {
  PyMappingMethods m{};
  m.mp_length = length;
  m.mp_subscript = subscript;
  return m;
}();

PyTypeObject LegalMovesType = [] {
  PyTypeObject t{};
  t.ob_base = PyVarObject{PyObject_HEAD_INIT(nullptr) 0};
  t.tp_name = "komadai.LegalMoves";
  t.tp_basicsize = offsetof(LegalMoves, moves);
  t.tp_itemsize = sizeof(Move);
  t.tp_flags =
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_SEQUENCE;
  t.tp_doc =
      "Moves of a position, an immutable sequence: all legal ones, the captures or the pseudo-legal ones.\n"
      "It does not change when the board does.\n\n"
      "Unpromoted moves of rook, bishop, lance and pawn are among them. ``move in board.legal_moves``\n"
      "is exact; so is ``board.is_legal(move)``, which is faster. A USI text may stand for a move:\n"
      "``\"7g7f\" in board.legal_moves``; a text that is no move raises InvalidMoveError.";
  t.tp_dealloc = free_moves;
  t.tp_repr = repr;
  t.tp_hash = PyObject_HashNotImplemented;
  t.tp_richcompare = compare;
  t.tp_iter = iterate;
  t.tp_as_sequence = &SEQUENCE;
  t.tp_as_mapping = &MAPPING;
  t.tp_methods = METHODS;
  return t;
}();

PyTypeObject IteratorType = [] {
  PyTypeObject t{};
  t.ob_base = PyVarObject{PyObject_HEAD_INIT(nullptr) 0};
  t.tp_name = "komadai.LegalMovesIterator";
  t.tp_basicsize = sizeof(Iterator);
  t.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
  t.tp_dealloc = free_iterator;
  t.tp_iter = PyObject_SelfIter;
  t.tp_iternext = next;
  t.tp_methods = ITERATOR_METHODS;
  return t;
}();

}  // namespace

PyObject* make_legal_moves(const Position& position) noexcept {
  Move moves[MAX_MOVES_OF_ANY_BOARD];
  return make_move_sequence(moves, generate_legal(position, moves));
}

PyObject* make_move_sequence(const Move* first, const Move* last) noexcept {
  const Py_ssize_t count = last - first;
  LegalMoves* made = PyObject_NewVar(LegalMoves, &LegalMovesType, count);
  if (made) std::memcpy(made->moves, first, size_t(count) * sizeof(Move));
  return reinterpret_cast<PyObject*>(made);
}

void add_legal_moves_type(nanobind::module_& module) {
  namespace nb = nanobind;
  if (PyType_Ready(&LegalMovesType) || PyType_Ready(&IteratorType)) throw nb::python_error();
  const nb::handle type = reinterpret_cast<PyObject*>(&LegalMovesType);
  module.attr("LegalMoves") = type;
  nb::module_::import_("collections.abc").attr("Sequence").attr("register")(type);
}

}  // namespace komadai::python
