// Iterators over the lines of a game tree.
#include "bindings/node_attributes.h"

namespace komadai::python {
namespace {

// Iterates over the main line after a node, or from a node up to the root.
struct Iterator {
  PyObject base;
  NodeObject* node;  // the current node; nullptr: at the end
  bool up;
};
extern PyTypeObject IteratorType;

PyObject* iterate(NodeObject& node, bool up) noexcept {
  Iterator* it = PyObject_New(Iterator, &IteratorType);
  if (!it) return nullptr;
  Py_INCREF(&node);
  it->node = &node;
  it->up = up;
  return reinterpret_cast<PyObject*>(it);
}

PyObject* next(PyObject* self) {
  Iterator& it = *reinterpret_cast<Iterator*>(self);
  if (!it.node) return nullptr;
  NodeObject* const here = it.node;
  // Upwards it returns the current node, without the root; downwards the one after it.
  NodeObject* const there = it.up ? here->parent : next_in_line(*here);
  Py_XINCREF(there);
  it.node = there;
  if (!there) {
    Py_DECREF(here);
    return nullptr;
  }
  if (it.up) return reinterpret_cast<PyObject*>(here);
  Py_DECREF(here);
  return Py_NewRef(reinterpret_cast<PyObject*>(there));
}

void free_iterator(PyObject* self) {
  Py_XDECREF(reinterpret_cast<Iterator*>(self)->node);
  PyObject_Free(self);
}

PyTypeObject IteratorType = [] {
  PyTypeObject t{};
  t.ob_base = PyVarObject{PyObject_HEAD_INIT(nullptr) 0};
  t.tp_name = "komadai.kifu.NodeIterator";
  t.tp_basicsize = sizeof(Iterator);
  t.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
  t.tp_dealloc = free_iterator;
  t.tp_iter = PyObject_SelfIter;
  t.tp_iternext = next;
  return t;
}();

}  // namespace

PyObject* iterate_down(NodeObject& node) noexcept { return iterate(node, false); }
PyObject* iterate_up(NodeObject& node) noexcept { return iterate(node, true); }

NodeObject* next_in_line(NodeObject& node) noexcept {
  if (node.rare && node.rare->ending) return nullptr;
  if (!node.children) return node.only;
  if (!PyList_GET_SIZE(node.children)) return nullptr;
  PyObject* const first = PyList_GET_ITEM(node.children, 0);
  if (is_node(first)) return &node_of(first);
  PyErr_Format(PyExc_TypeError, "children: expected Nodes, got %.200s", Py_TYPE(first)->tp_name);
  return nullptr;
}

Py_ssize_t ply_of(const NodeObject& node) noexcept {
  Py_ssize_t ply = 0;
  for (const NodeObject* at = &node; at->parent; at = at->parent) ++ply;
  return ply;
}

void ready_node_iterator() {
  if (PyType_Ready(&IteratorType)) throw nanobind::python_error();
}

}  // namespace komadai::python
