// Internal to the implementation of komadai.kifu.Node.
#pragma once

#include "bindings/node.h"

namespace komadai::python {

extern PyGetSetDef NODE_ATTRIBUTES[];

// The rare attributes, allocated if there are none yet. Returns nullptr with a Python error set on failure.
NodeObject::Rare* rare_of(NodeObject& node) noexcept;

// Setters with the signature that CPython expects.
int set_parent(PyObject* self, PyObject* value, void*);
int set_time_ms(PyObject* self, PyObject* value, void*);
int set_comment(PyObject* self, PyObject* value, void*);

// Copying and pickling.
PyObject* copy_node(PyObject* self, PyObject*);
PyObject* reduce_node(PyObject* self, PyObject*);
PyObject* set_node_state(PyObject* self, PyObject* state);

void ready_node_iterator();

}  // namespace komadai::python
