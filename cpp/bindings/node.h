// komadai.kifu.Node: a move of a game and what is known about it. A plain CPython type, so that the tree
// of a game costs little: one allocation a move. What few moves have (more than one continuation, a
// bookmark, an ending ...) is allocated when it is first asked for or set.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

#include "records/run.h"

namespace komadai::python {

using records::NO_TIME;  // stands for None

struct NodeObject {
  // What few nodes have; nullptr is the empty value of each.
  struct Rare {
    int64_t total_ms = NO_TIME;
    PyObject* bookmark = nullptr;
    PyObject* analyses = nullptr;
    PyObject* ending = nullptr;
  };

  PyObject base;
  Move move;           // NO_MOVE: None
  NodeObject* parent;  // nullptr: None
  // The continuations: the one there is, or the list of them from the moment somebody asks for the list.
  NodeObject* only;
  PyObject* children;
  PyObject* comment;  // nullptr: empty
  int64_t time_ms;
  Rare* rare;
};

extern PyTypeObject NodeType;

inline bool is_node(const PyObject* object) { return Py_TYPE(object) == &NodeType; }
inline NodeObject& node_of(PyObject* object) { return *reinterpret_cast<NodeObject*>(object); }

// A new node, the last continuation of its parent if there is one; nullptr with a Python error set.
NodeObject* make_node(Move move, NodeObject* parent) noexcept;

// The list of continuations (borrowed); nullptr with a Python error set.
PyObject* children_of(NodeObject& node) noexcept;
// Makes a node the last continuation; false with a Python error set.
bool append_child(NodeObject& node, NodeObject* child) noexcept;
// The next node of the main line (borrowed): nullptr where it stops, with a Python error set or not.
NodeObject* next_in_line(NodeObject& node) noexcept;
// A new reference to the iterator over the main line behind a node, or from it up to the root.
PyObject* iterate_down(NodeObject& node) noexcept;
PyObject* iterate_up(NodeObject& node) noexcept;
// The number of nodes up to the root, which is not counted.
Py_ssize_t ply_of(const NodeObject& node) noexcept;

// A line of moves behind a node, as a new list of its nodes. `times` and `totals` are empty or as long as
// the moves. nullptr with a Python error set; what was appended by then stays.
PyObject* append_line(NodeObject& node, std::span<const Move> moves, std::span<const int64_t> times,
                      std::span<const int64_t> totals) noexcept;

void add_node_type(nanobind::module_& module);

}  // namespace komadai::python
