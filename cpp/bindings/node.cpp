// Creates, links and frees nodes; the tables of their methods.
#include "bindings/node.h"

#include <new>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "bindings/node_attributes.h"
#include "bindings/variants.h"

namespace komadai::python {
namespace {

NodeObject* allocate() noexcept {
  NodeObject* node = PyObject_GC_New(NodeObject, &NodeType);
  if (!node) return nullptr;
  node->move = NO_MOVE;
  node->parent = node->only = nullptr;
  node->children = node->comment = nullptr;
  node->time_ms = NO_TIME;
  node->rare = nullptr;
  PyObject_GC_Track(node);
  return node;
}

int traverse(PyObject* self, visitproc visit, void* arg) {
  NodeObject& node = node_of(self);
  Py_VISIT(node.parent);
  Py_VISIT(node.only);
  Py_VISIT(node.children);
  if (node.rare) {
    Py_VISIT(node.rare->analyses);
    Py_VISIT(node.rare->ending);
  }
  return 0;
}

int clear(PyObject* self) {
  NodeObject& node = node_of(self);
  Py_CLEAR(node.parent);
  Py_CLEAR(node.only);
  Py_CLEAR(node.children);
  if (node.rare) {
    Py_CLEAR(node.rare->analyses);
    Py_CLEAR(node.rare->ending);
  }
  return 0;
}

void free_node(PyObject* self) {
  PyObject_GC_UnTrack(self);
  // A line may have any number of moves: the trashcan limits the recursion in which its nodes free each
  // other.
  Py_TRASHCAN_BEGIN(self, free_node);
  NodeObject& node = node_of(self);
  clear(self);
  Py_CLEAR(node.comment);
  if (node.rare) {
    Py_CLEAR(node.rare->bookmark);
    Py_CLEAR(node.rare->variant_move);
    PyMem_Free(node.rare);
  }
  PyObject_GC_Del(self);
  Py_TRASHCAN_END;
}

// Node(move=None, parent=None)
PyObject* make(PyObject*, PyObject* const* arguments, size_t count, PyObject* keywords) noexcept {
  try {
    PyObject* v[2];
    Call{arguments, PyVectorcall_NARGS(count), keywords}.read("Node", {"move", "parent"}, 0, v);
    nb::object made = nb::steal(reinterpret_cast<PyObject*>(allocate()));
    if (!made.is_valid()) throw nb::python_error();
    if ((v[0] && set_move(made.ptr(), v[0], nullptr)) || (v[1] && set_parent(made.ptr(), v[1], nullptr)))
      throw nb::python_error();
    return made.release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

PyObject* make_from_tuple(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  // Calls make() above.
  return PyObject_VectorcallDict(reinterpret_cast<PyObject*>(type), &PyTuple_GET_ITEM(arguments, 0),
                                 size_t(PyTuple_GET_SIZE(arguments)), keywords);
}

PyObject* add(PyObject* self, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) noexcept {
  try {
    PyObject* v[3];
    Call{arguments, count, keywords}.read("add", {"move", "time_ms", "comment"}, 1, v, 1);
    const bool of_variant = !is_move(v[0]) && is_variant_move(v[0]);
    const Move move = of_variant ? NO_MOVE : to_move(v[0]);
    nb::object made = nb::steal(reinterpret_cast<PyObject*>(make_node(move, nullptr)));
    if (!made.is_valid() || (of_variant && set_move(made.ptr(), v[0], nullptr)) ||
        (v[1] && set_time_ms(made.ptr(), v[1], nullptr)) || (v[2] && set_comment(made.ptr(), v[2], nullptr)))
      throw nb::python_error();
    NodeObject& node = node_of(made.ptr());
    if (!append_child(node_of(self), &node)) throw nb::python_error();
    node.parent = reinterpret_cast<NodeObject*>(Py_NewRef(self));
    return made.release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

bool has_move(const NodeObject& node) {
  return node.move != NO_MOVE || (node.rare && node.rare->variant_move);
}

PyObject* path(PyObject* self, PyObject*) { return iterate_up(node_of(self)); }
PyObject* main_line(PyObject* self, PyObject*) { return iterate_down(node_of(self)); }

PyObject* moves(PyObject* self, PyObject*) {
  Py_ssize_t count = 0;
  for (const NodeObject* node = &node_of(self); node->parent; node = node->parent) count += has_move(*node);
  PyObject* list = PyList_New(count);
  for (const NodeObject* node = &node_of(self); list && node->parent; node = node->parent)
    if (has_move(*node)) PyList_SET_ITEM(list, --count, move_of(*node));
  return list;
}

PyObject* repr(PyObject* self) {
  const NodeObject& node = node_of(self);
  if (!has_move(node)) return PyUnicode_FromFormat("<Node root at ply %zd>", ply_of(node));
  PyObject* const move = move_of(node);
  PyObject* const text = PyUnicode_FromFormat("<Node %S at ply %zd>", move, ply_of(node));
  Py_DECREF(move);
  return text;
}

PyMethodDef METHODS[] = {
    {"add", as_method(add), METH_FASTCALL | METH_KEYWORDS,
     R"(add($self, move, *, time_ms=None, comment='')
--

Appends a continuation (a variation, if there is one already) and returns its node.)"},
    {"path", path, METH_NOARGS,
     R"(path($self, /)
--

The nodes from this one up to, and without, the root.)"},
    {"moves", moves, METH_NOARGS,
     R"(moves($self, /)
--

The moves from the root to here.)"},
    {"main_line", main_line, METH_NOARGS,
     R"(main_line($self, /)
--

The nodes of the main continuation, without this one; it stops where a line ends.)"},
    {"__copy__", copy_node, METH_NOARGS, nullptr},
    {"__reduce__", reduce_node, METH_NOARGS, nullptr},
    {"__setstate__", set_node_state, METH_O, nullptr},
    {},
};

}  // namespace

PyTypeObject NodeType = [] {
  PyTypeObject t{};
  t.ob_base = PyVarObject{PyObject_HEAD_INIT(nullptr) 0};
  t.tp_name = "komadai.kifu.Node";
  t.tp_basicsize = sizeof(NodeObject);
  t.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE;
  t.tp_doc =
      "Node(move=None, parent=None)\n--\n\n"
      "A move of a game and what is known about it. The root has no move.";
  t.tp_traverse = traverse;
  t.tp_clear = clear;
  t.tp_dealloc = free_node;
  t.tp_new = make_from_tuple;
  t.tp_vectorcall = make;
  t.tp_repr = repr;
  t.tp_methods = METHODS;
  t.tp_getset = NODE_ATTRIBUTES;
  return t;
}();

NodeObject* make_node(Move move, NodeObject* parent) noexcept {
  NodeObject* node = allocate();
  if (!node) return nullptr;
  node->move = move;
  if (!parent) return node;
  if (!append_child(*parent, node)) {
    Py_DECREF(node);
    return nullptr;
  }
  Py_INCREF(parent);
  node->parent = parent;
  return node;
}

PyObject* append_line(NodeObject& first, std::span<const Move> moves, std::span<const int64_t> times,
                      std::span<const int64_t> totals) noexcept {
  PyObject* list = PyList_New(Py_ssize_t(moves.size()));
  if (!list) return nullptr;
  NodeObject* last = &first;
  for (size_t i = 0; i < moves.size(); ++i) {
    NodeObject* node = make_node(moves[i], last);
    if (!node || (!totals.empty() && totals[i] != NO_TIME && !rare_of(*node))) {
      Py_XDECREF(node);
      Py_DECREF(list);
      return nullptr;
    }
    if (!times.empty()) node->time_ms = times[i];
    if (!totals.empty() && totals[i] != NO_TIME) node->rare->total_ms = totals[i];
    PyList_SET_ITEM(list, Py_ssize_t(i), reinterpret_cast<PyObject*>(node));
    last = node;
  }
  return list;
}

void add_node_type(nb::module_& module) {
  if (PyType_Ready(&NodeType)) throw nb::python_error();
  module.attr("Node") = nb::borrow(reinterpret_cast<PyObject*>(&NodeType));
  ready_node_iterator();
}

}  // namespace komadai::python
