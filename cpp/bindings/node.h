// komadai.kifu.Node: a move of a game with its comment, times and analyses. It is a plain CPython type, so
// that a game tree needs one allocation per move. Attributes that few moves have (variations, a bookmark, an
// ending ...) are allocated when they are first used.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

#include "records/run.h"

namespace komadai::python {

using records::NO_TIME;  // stands for None

struct NodeObject {
  // Attributes that few nodes have; nullptr stands for the empty value.
  struct Rare {
    PyObject* variant_move = nullptr;  // the move of a variant, in place of `move`
    int64_t total_ms = NO_TIME;
    PyObject* bookmark = nullptr;
    PyObject* analyses = nullptr;
    PyObject* ending = nullptr;
  };

  PyObject base;
  Move move;           // NO_MOVE: None, or a move of a variant
  NodeObject* parent;  // nullptr: None
  // The continuations: `only` if there is one, `children` as soon as the list is needed.
  NodeObject* only;
  PyObject* children;
  PyObject* comment;  // nullptr: empty
  int64_t time_ms;
  Rare* rare;
};

extern PyTypeObject NodeType;

inline bool is_node(const PyObject* object) { return Py_TYPE(object) == &NodeType; }
inline NodeObject& node_of(PyObject* object) { return *reinterpret_cast<NodeObject*>(object); }

// A new node, appended to the continuations of its parent unless that is nullptr. Returns nullptr with a
// Python error set on failure.
NodeObject* make_node(Move move, NodeObject* parent) noexcept;

// The move as an object (a new reference); None at the root.
PyObject* move_of(const NodeObject& node) noexcept;
// Sets the move: a Move, a VariantMove, or None. Returns -1 with a Python error set for anything else.
int set_move(PyObject* self, PyObject* value, void*);

// The list of continuations (borrowed). Returns nullptr with a Python error set on failure.
PyObject* children_of(NodeObject& node) noexcept;
// Appends a node to the continuations. Returns false with a Python error set on failure.
bool append_child(NodeObject& node, NodeObject* child) noexcept;
// The next node of the main line (borrowed); nullptr at its end, or on failure with a Python error set.
NodeObject* next_in_line(NodeObject& node) noexcept;
// A new iterator over the main line after a node, or from the node up to the root.
PyObject* iterate_down(NodeObject& node) noexcept;
PyObject* iterate_up(NodeObject& node) noexcept;
// The number of nodes from the root, which is not counted, to this one.
Py_ssize_t ply_of(const NodeObject& node) noexcept;

// Appends a line of moves after a node and returns a new list of its nodes. `times` and `totals` are empty or
// as long as `moves`. Returns nullptr with a Python error set on failure; nodes appended before it remain.
PyObject* append_line(NodeObject& node, std::span<const Move> moves, std::span<const int64_t> times,
                      std::span<const int64_t> totals) noexcept;

void add_node_type(nanobind::module_& module);

}  // namespace komadai::python
