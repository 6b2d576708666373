// Attributes of komadai.kifu.Node.
#include "bindings/node_attributes.h"

#include <new>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "bindings/values.h"
#include "bindings/variants.h"

namespace komadai::python {
namespace {

// A class of komadai.kifu.tree.game, imported into `type` when first needed, because most programs read no
// records. Returns nullptr with a Python error set on failure.
PyObject* imported(PyObject*& type, const char* name) noexcept {
  if (type) return type;
  PyObject* module = PyImport_ImportModule("komadai.kifu.tree.game");
  if (!module) return nullptr;
  type = PyObject_GetAttrString(module, name);
  Py_DECREF(module);
  return type;
}

PyObject* ending_type() noexcept {
  static PyObject* type = nullptr;
  return imported(type, "Ending");
}

PyObject* analysis_type() noexcept {
  static PyObject* type = nullptr;
  return imported(type, "Analysis");
}

int refuse_value(const char* name, const char* expected, PyObject* value) {
  if (value)
    PyErr_Format(VALUES.argument_type_error, "%s: expected %s, got %.200s", name, expected,
                 Py_TYPE(value)->tp_name);
  else
    PyErr_Format(PyExc_AttributeError, "%s cannot be deleted", name);
  return -1;
}

// Checks that the value is a list of objects of this type. Returns false with a Python error set for anything
// else; the error names the first wrong item.
bool check_list(const char* name, const char* expected, PyObject* value, PyObject* type) {
  if (!value || !PyList_Check(value)) return refuse_value(name, "a list", value) == 0;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(value); ++i) {
    PyObject* const item = PyList_GET_ITEM(value, i);
    const int right = PyObject_IsInstance(item, type);
    if (right > 0) continue;
    if (right == 0)
      PyErr_Format(VALUES.argument_type_error, "%s[%zd]: expected %s, got %.200s", name, i, expected,
                   Py_TYPE(item)->tp_name);
    return false;
  }
  return true;
}

PyObject* from_milliseconds(int64_t time) {
  if (time == NO_TIME) Py_RETURN_NONE;
  return PyLong_FromLongLong(time);
}

// Returns false with a Python error set on failure.
bool to_milliseconds(const char* name, PyObject* value, int64_t& time) {
  if (value == Py_None) {
    time = NO_TIME;
    return true;
  }
  if (!value || !PyLong_Check(value)) return refuse_value(name, "milliseconds or None", value) == 0;
  int overflow;
  const long long read = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow || read == NO_TIME) {
    PyErr_Format(VALUES.range_error, "%s: expected milliseconds, got %R", name, value);
    return false;
  }
  time = read;
  return true;
}

// Replaces a stored reference; `value` is a new reference or nullptr.
void keep(PyObject*& place, PyObject* value) {
  PyObject* const before = place;
  place = value;
  Py_XDECREF(before);
}

PyObject* get_move(PyObject* self, void*) { return move_of(node_of(self)); }

PyObject* get_parent(PyObject* self, void*) {
  NodeObject* const parent = node_of(self).parent;
  return Py_NewRef(parent ? reinterpret_cast<PyObject*>(parent) : Py_None);
}

PyObject* get_children(PyObject* self, void*) { return Py_XNewRef(children_of(node_of(self))); }

int set_children(PyObject* self, PyObject* value, void*) {
  if (!check_list("children", "a Node", value, reinterpret_cast<PyObject*>(&NodeType))) return -1;
  NodeObject& node = node_of(self);
  NodeObject* const only = node.only;
  node.only = nullptr;
  keep(node.children, Py_NewRef(value));
  Py_XDECREF(only);
  return 0;
}

// The variations: after an ending all continuations, else all but the first.
PyObject* get_variations(PyObject* self, void*) {
  NodeObject& node = node_of(self);
  if (node.rare && node.rare->ending) return get_children(self, nullptr);
  if (!node.children) return PyList_New(0);
  return PyList_GetSlice(node.children, 1, PY_SSIZE_T_MAX);
}

PyObject* text_or_empty(PyObject* text) { return text ? Py_NewRef(text) : PyUnicode_New(0, 0); }

PyObject* get_comment(PyObject* self, void*) { return text_or_empty(node_of(self).comment); }
PyObject* get_time_ms(PyObject* self, void*) { return from_milliseconds(node_of(self).time_ms); }

PyObject* get_total_ms(PyObject* self, void*) {
  const NodeObject& node = node_of(self);
  return from_milliseconds(node.rare ? node.rare->total_ms : NO_TIME);
}

int set_total_ms(PyObject* self, PyObject* value, void*) {
  int64_t time;
  if (!to_milliseconds("total_ms", value, time)) return -1;
  NodeObject& node = node_of(self);
  if (time == NO_TIME && !node.rare) return 0;
  if (!rare_of(node)) return -1;
  node.rare->total_ms = time;
  return 0;
}

PyObject* get_bookmark(PyObject* self, void*) {
  const NodeObject& node = node_of(self);
  return text_or_empty(node.rare ? node.rare->bookmark : nullptr);
}

// Converts to one line without surrounding spaces, because formats cannot store other names.
nb::object one_line(PyObject* text) {
  const nb::object lines = nb::steal(PyUnicode_Splitlines(text, 0));
  if (!lines.is_valid()) throw nb::python_error();
  nb::list kept;
  for (nb::handle line : lines) {
    nb::object stripped = line.attr("strip")();
    if (nb::len(stripped)) kept.append(stripped);
  }
  return nb::str(" ").attr("join")(kept);
}

int set_bookmark(PyObject* self, PyObject* value, void*) {
  if (!value || !PyUnicode_Check(value)) return refuse_value("bookmark", "a str", value);
  try {
    nb::object name = one_line(value);
    NodeObject& node = node_of(self);
    const bool empty = PyUnicode_GET_LENGTH(name.ptr()) == 0;
    if (empty && !node.rare) return 0;
    if (!rare_of(node)) return -1;
    keep(node.rare->bookmark, empty ? nullptr : name.release().ptr());
    return 0;
  } catch (...) {
    exception_to_python();
    return -1;
  }
}

PyObject* get_analyses(PyObject* self, void*) {
  NodeObject::Rare* const rare = rare_of(node_of(self));
  if (rare && !rare->analyses) rare->analyses = PyList_New(0);
  return rare ? Py_XNewRef(rare->analyses) : nullptr;
}

int set_analyses(PyObject* self, PyObject* value, void*) {
  PyObject* const type = analysis_type();
  if (!type || !check_list("analyses", "an Analysis", value, type)) return -1;
  NodeObject::Rare* const rare = rare_of(node_of(self));
  if (!rare) return -1;
  keep(rare->analyses, Py_NewRef(value));
  return 0;
}

PyObject* ending_of(const NodeObject& node) { return node.rare ? node.rare->ending : nullptr; }

PyObject* get_ending(PyObject* self, void*) {
  PyObject* const ending = ending_of(node_of(self));
  return Py_NewRef(ending ? ending : Py_None);
}

int set_ending(PyObject* self, PyObject* value, void*) {
  NodeObject& node = node_of(self);
  if (value == Py_None) {
    if (node.rare) keep(node.rare->ending, nullptr);
    return 0;
  }
  PyObject* const type = ending_type();
  if (!type) return -1;
  const int right = value ? PyObject_IsInstance(value, type) : 0;
  if (right <= 0) return right < 0 ? -1 : refuse_value("ending", "an Ending or None", value);
  if (!rare_of(node)) return -1;
  keep(node.rare->ending, Py_NewRef(value));
  return 0;
}

// outcome and outcome_ms are attributes of the ending, which is created if there is none.
PyObject* get_from_ending(PyObject* self, void* name) {
  PyObject* const ending = ending_of(node_of(self));
  if (!ending) Py_RETURN_NONE;
  return PyObject_GetAttrString(ending, static_cast<const char*>(name));
}

int set_in_ending(PyObject* self, PyObject* value, void* name) {
  NodeObject& node = node_of(self);
  if (!value) return refuse_value(static_cast<const char*>(name), "", value);
  if (!ending_of(node)) {
    PyObject* const type = ending_type();
    PyObject* const made = type ? PyObject_CallNoArgs(type) : nullptr;
    if (!made) return -1;
    const int failed = set_ending(self, made, nullptr);
    Py_DECREF(made);
    if (failed) return -1;
  }
  PyObject* const ending = Py_NewRef(ending_of(node));
  const int result = PyObject_SetAttrString(ending, static_cast<const char*>(name), value);
  Py_DECREF(ending);
  return result;
}

int set_outcome(PyObject* self, PyObject* value, void* name) {
  return value == Py_None ? set_ending(self, value, nullptr) : set_in_ending(self, value, name);
}

PyObject* get_ply(PyObject* self, void*) { return PyLong_FromSsize_t(ply_of(node_of(self))); }

}  // namespace

NodeObject::Rare* rare_of(NodeObject& node) noexcept {
  if (!node.rare) {
    void* const memory = PyMem_Malloc(sizeof(NodeObject::Rare));
    if (!memory) {
      PyErr_NoMemory();
      return nullptr;
    }
    node.rare = new (memory) NodeObject::Rare;
  }
  return node.rare;
}

PyObject* move_of(const NodeObject& node) noexcept {
  if (node.move != NO_MOVE) return move_object(node.move);
  return Py_NewRef(node.rare && node.rare->variant_move ? node.rare->variant_move : Py_None);
}

int set_move(PyObject* self, PyObject* value, void*) {
  const bool of_variant = value && !is_move(value) && is_variant_move(value);
  if (!value || (value != Py_None && !is_move(value) && !of_variant))
    return refuse_value("move", "a Move or None", value);
  NodeObject& node = node_of(self);
  if (of_variant && !rare_of(node)) return -1;
  node.move = is_move(value) ? value_of_move(value) : NO_MOVE;
  if (node.rare) keep(node.rare->variant_move, of_variant ? Py_NewRef(value) : nullptr);
  return 0;
}

PyObject* children_of(NodeObject& node) noexcept {
  if (!node.children) {
    node.children = PyList_New(node.only ? 1 : 0);
    if (node.children && node.only) {
      PyList_SET_ITEM(node.children, 0, reinterpret_cast<PyObject*>(node.only));
      node.only = nullptr;
    }
  }
  return node.children;
}

bool append_child(NodeObject& node, NodeObject* child) noexcept {
  if (!node.children && !node.only) {
    Py_INCREF(child);
    node.only = child;
    return true;
  }
  PyObject* const children = children_of(node);
  return children && PyList_Append(children, reinterpret_cast<PyObject*>(child)) == 0;
}

int set_parent(PyObject* self, PyObject* value, void*) {
  if (!value || (value != Py_None && !is_node(value))) return refuse_value("parent", "a Node or None", value);
  NodeObject& node = node_of(self);
  NodeObject* const before = node.parent;
  node.parent = value == Py_None ? nullptr : reinterpret_cast<NodeObject*>(Py_NewRef(value));
  Py_XDECREF(before);
  return 0;
}

int set_time_ms(PyObject* self, PyObject* value, void*) {
  return to_milliseconds("time_ms", value, node_of(self).time_ms) ? 0 : -1;
}

int set_comment(PyObject* self, PyObject* value, void*) {
  if (!value || !PyUnicode_Check(value)) return refuse_value("comment", "a str", value);
  const Py_ssize_t length = PyUnicode_GET_LENGTH(value);
  PyObject* text = length ? Py_NewRef(value) : nullptr;
  // Converts all line ends to \n.
  for (const char* end : {"\r\n", "\r"}) {
    if (!text || PyUnicode_FindChar(text, '\r', 0, PyUnicode_GET_LENGTH(text), 1) < 0) break;
    PyObject* const before = text;
    text = PyObject_CallMethod(before, "replace", "ss", end, "\n");
    Py_DECREF(before);
    if (!text) return -1;
  }
  keep(node_of(self).comment, text);
  return 0;
}

PyGetSetDef NODE_ATTRIBUTES[] = {
    {"move", get_move, set_move, "The Move; None at the root.", nullptr},
    {"parent", get_parent, set_parent, "The node before; None at the root.", nullptr},
    {"children", get_children, set_children, "The continuations, the main one first.", nullptr},
    {"comment", get_comment, set_comment,
     "Any number of lines, ended by \\n (\\r and \\r\\n become that); empty if there is none.", nullptr},
    {"time_ms", get_time_ms, set_time_ms, "Milliseconds spent on the move; None if not known.", nullptr},
    {"total_ms", get_total_ms, set_total_ms,
     "The total time of the side after this move, in milliseconds, if the record has one that differs from "
     "the "
     "sum of its times; else None.",
     nullptr},
    {"bookmark", get_bookmark, set_bookmark,
     "The name of a bookmark at this move; empty if there is none. It is stored as one line without spaces "
     "around it.",
     nullptr},
    {"analyses", get_analyses, set_analyses,
     "The engine analyses of the position after this move, in the order of the record. Setting a list with "
     "anything else in it raises ArgumentTypeError.",
     nullptr},
    {"ending", get_ending, set_ending,
     "How the line ends after this move; None if it continues or if that is not known.", nullptr},
    {"outcome", get_from_ending, set_outcome,
     "How the game ended after this move; None if it continued or if that is not known.",
     const_cast<char*>("outcome")},
    {"outcome_ms", get_from_ending, set_in_ending,
     "Milliseconds that the side to move spent before the end (thinking before resigning).",
     const_cast<char*>("time_ms")},
    {"ply", get_ply, nullptr, "Moves from the root: 0 there, 1 after the first move.", nullptr},
    {"variations", get_variations, nullptr, "The first nodes of the variations that begin after this node.",
     nullptr},
    {},
};

namespace {

// The attributes of a node in the order of its pickle state.
constexpr size_t PARTS = 9;

PyObject* state_of(PyObject* self) {
  PyObject* const state = PyTuple_New(PARTS);
  for (size_t i = 0; state && i < PARTS; ++i) {
    PyObject* const part = NODE_ATTRIBUTES[i].get(self, NODE_ATTRIBUTES[i].closure);
    if (!part) {
      Py_DECREF(state);
      return nullptr;
    }
    PyTuple_SET_ITEM(state, Py_ssize_t(i), part);
  }
  return state;
}

bool restore(PyObject* self, PyObject* state) {
  for (size_t i = 0; i < PARTS; ++i)
    if (NODE_ATTRIBUTES[i].set(self, PyTuple_GET_ITEM(state, Py_ssize_t(i)), NODE_ATTRIBUTES[i].closure))
      return false;
  return true;
}

}  // namespace

PyObject* copy_node(PyObject* self, PyObject*) {
  PyObject* const state = state_of(self);
  NodeObject* copy = state ? make_node(NO_MOVE, nullptr) : nullptr;
  if (copy && !restore(reinterpret_cast<PyObject*>(copy), state)) Py_CLEAR(copy);
  Py_XDECREF(state);
  return reinterpret_cast<PyObject*>(copy);
}

PyObject* reduce_node(PyObject* self, PyObject*) {
  PyObject* const state = state_of(self);
  return state ? Py_BuildValue("O()N", reinterpret_cast<PyObject*>(&NodeType), state) : nullptr;
}

PyObject* set_node_state(PyObject* self, PyObject* state) {
  if (!PyTuple_Check(state) || PyTuple_GET_SIZE(state) != PARTS) {
    PyErr_SetString(PyExc_TypeError, "expected the state of a Node");
    return nullptr;
  }
  if (!restore(self, state)) return nullptr;
  Py_RETURN_NONE;
}

}  // namespace komadai::python
