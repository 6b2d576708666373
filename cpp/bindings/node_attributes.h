// What the files of komadai.kifu.Node share among themselves.
#pragma once

#include "bindings/node.h"

namespace komadai::python {

extern PyGetSetDef NODE_ATTRIBUTES[];

// The part that few nodes have, made if there is none; nullptr with a Python error set.
NodeObject::Rare* rare_of(NodeObject& node) noexcept;

// Setters as CPython calls them.
int set_parent(PyObject* self, PyObject* value, void*);
int set_time_ms(PyObject* self, PyObject* value, void*);
int set_comment(PyObject* self, PyObject* value, void*);

// Copying and pickling.
PyObject* copy_node(PyObject* self, PyObject*);
PyObject* reduce_node(PyObject* self, PyObject*);
PyObject* set_node_state(PyObject* self, PyObject* state);

void ready_node_iterator();

}  // namespace komadai::python
