// Converts Python's arguments to C++ values and C++ exceptions to Python's. Methods are written as
// plain functions that take a Board and throw; the wrappers here make CPython functions of them.
#pragma once

#include <initializer_list>
#include <string_view>

#include "bindings/board.h"
#include "bindings/values.h"

namespace komadai::python {

// Sets a Python error with a formatted message (as PyErr_Format) and throws it.
[[noreturn]] void raise(PyObject* type, const char* format, ...);
// raise(type, arguments...) in Python.
[[noreturn]] void raise_with(PyObject* type, nb::tuple arguments);
// A komadai.messages.Message with this code and parameters.
nb::object make_message(const char* code, const nb::dict& params);
// InvalidMoveError with the message of this code.
[[noreturn]] void refuse_invalid_move(const char* code, const nb::dict& params);
// InvalidMoveError: the text is no USI move.
[[noreturn]] void refuse_usi(PyObject* text);
// IllegalMoveError: the move breaks this rule here.
[[noreturn]] void refuse(PyObject* move, Infraction infraction);
// The current C++ exception as a Python error; returns nullptr.
PyObject* exception_to_python() noexcept;

// Each reads one argument or raises ArgumentTypeError (the wrong type) or one of our ValueErrors (the
// wrong value): RangeError where the argument has no error class of its own.
Game& to_board(PyObject* object);    // the argument `board`
Square to_square(PyObject* object);  // a number or a name such as "7g"
Color to_color(PyObject* object);
PieceType to_piece_type(PyObject* object);
Piece to_piece(PyObject* object);  // None is NO_PIECE
long to_number(PyObject* object, const char* name, long lowest, long highest);
bool to_flag(PyObject* object);
std::string_view to_text(PyObject* object, const char* name);  // valid as long as the object

// The arguments of a call.
struct Call {
  PyObject* const* arguments;
  Py_ssize_t count;
  PyObject* keywords;

  // Fills `values` with the arguments of these names, given by position or by name; a missing one is nullptr.
  // Raises TypeError if one of the first `required` is missing, or one from index `by_name_only` on is given
  // by position.
  void read(const char* function, std::initializer_list<const char*> names, size_t required,
            PyObject** values, size_t by_name_only = 99) const;
};

// A function as an entry of a method table.
template <class Function>
PyCFunction as_method(Function* f) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

template <auto F>
PyObject* with_call(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                    PyObject* keywords) noexcept {
  try {
    return F(board_of(self), Call{arguments, count, keywords}).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}
template <auto F>
PyObject* with_one(PyObject* self, PyObject* argument) noexcept {
  try {
    return F(board_of(self), argument).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}
// For methods that pass the Board itself to Python.
template <auto F>
PyObject* with_self_and_one(PyObject* self, PyObject* argument) noexcept {
  try {
    return F(self, argument).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}
template <auto F>
PyObject* with_none(PyObject* self, PyObject*) noexcept {
  try {
    return F(board_of(self)).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}
template <auto F>
PyObject* property(PyObject* self, void*) noexcept {
  return with_none<F>(self, nullptr);
}

// The static methods; the first argument, the class, is not used.
template <auto F>
PyObject* static_with_none(PyObject*, PyObject*) noexcept {
  try {
    return F().release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}
template <auto F>
PyObject* static_with_one(PyObject*, PyObject* argument) noexcept {
  try {
    return F(argument).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}
template <auto F>
PyObject* static_with_call(PyObject*, PyObject* const* arguments, Py_ssize_t count,
                           PyObject* keywords) noexcept {
  try {
    return F(Call{arguments, count, keywords}).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

inline nb::object none() { return nb::none(); }
inline nb::object boolean(bool value) { return new_reference(value ? Py_True : Py_False); }

}  // namespace komadai::python
