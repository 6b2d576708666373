#include "bindings/arguments.h"

#include <cstdarg>
#include <exception>
#include <new>

namespace komadai::python {

void raise(PyObject* type, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  PyErr_FormatV(type, format, arguments);
  va_end(arguments);
  throw nb::python_error();
}

void raise_with(PyObject* type, nb::tuple arguments) {
  const nb::object error = nb::steal(PyObject_Call(type, arguments.ptr(), nullptr));
  if (error.is_valid()) PyErr_SetObject(type, error.ptr());
  throw nb::python_error();
}

nb::object make_message(const char* code, const nb::dict& params) {
  // Imported here, because `import komadai` does not need the texts.
  return nb::module_::import_("komadai.messages").attr("Message")(code, params);
}

void refuse_invalid_move(const char* code, const nb::dict& params) {
  raise_with(VALUES.invalid_move_error, nb::make_tuple(make_message(code, params)));
}

void refuse_usi(PyObject* text) {
  nb::dict params;
  params["text"] = nb::borrow(text);
  refuse_invalid_move("move-usi-expected", params);
}

void refuse(PyObject* move, Infraction infraction) {
  raise_with(VALUES.illegal_move_error,
             nb::make_tuple(nb::borrow(move), nb::borrow(VALUES.infractions[int(infraction)])));
}

PyObject* exception_to_python() noexcept {
  try {
    throw;
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "an unknown error in the native part of komadai");
  }
  return nullptr;
}

namespace {

// A Python integer (anything with __index__) if it lies in this range; throws only ArgumentTypeError, whose
// text names what was expected: `kind` and `name`.
bool read_number(PyObject* object, const char* kind, const char* name, long lowest, long highest,
                 long& number) {
  int overflow = 0;
  if (PyLong_CheckExact(object)) {
    number = PyLong_AsLongAndOverflow(object, &overflow);
  } else {
    if (!PyIndex_Check(object))
      raise(VALUES.argument_type_error, "expected %s %s, got %.200s", kind, name, Py_TYPE(object)->tp_name);
    const nb::object index = nb::steal(PyNumber_Index(object));
    if (!index.is_valid()) throw nb::python_error();
    number = PyLong_AsLongAndOverflow(index.ptr(), &overflow);
  }
  return !overflow && lowest <= number && number <= highest;
}

}  // namespace

long to_number(PyObject* object, const char* name, long lowest, long highest) {
  long number;
  if (read_number(object, "a number as", name, lowest, highest, number)) return number;
  raise(VALUES.range_error, "%s: expected a number from %ld to %ld, got %R", name, lowest, highest, object);
}

Game& to_board(PyObject* object) {
  if (is_board(object)) return board_of(object);
  raise(VALUES.argument_type_error, "board: expected a Board, got %.200s", Py_TYPE(object)->tp_name);
}

Square to_square(PyObject* object) {
  long number;
  if (PyUnicode_Check(object)) {
    const std::string_view name = to_text(object, "square");
    if (name.size() == 2 && name[0] >= '1' && name[0] <= '9' && name[1] >= 'a' && name[1] <= 'i')
      return make_square(name[0] - '1', name[1] - 'a');
  } else if (read_number(object, "a", "square", 0, SQUARES - 1, number)) {
    return Square(number);
  }
  raise(VALUES.invalid_square_error, "expected a square from 0 to 80 or from '1a' to '9i', got %R", object);
}

Color to_color(PyObject* object) {
  long number;
  if (object == VALUES.colors[BLACK]) return BLACK;
  if (object == VALUES.colors[WHITE]) return WHITE;
  if (read_number(object, "a", "Color", BLACK, WHITE, number)) return Color(number);
  raise(VALUES.range_error, "expected komadai.BLACK or komadai.WHITE, got %R", object);
}

PieceType to_piece_type(PyObject* object) {
  long number;
  if (read_number(object, "a", "PieceType", PAWN, PIECE_TYPES - 1, number)) return PieceType(number);
  raise(VALUES.invalid_piece_error, "expected a PieceType, got %R", object);
}

Piece to_piece(PyObject* object) {
  if (object == Py_None) return NO_PIECE;
  if (Py_TYPE(object) != VALUES.piece)
    raise(VALUES.argument_type_error, "expected a Piece or None, got %.200s", Py_TYPE(object)->tp_name);
  for (Piece p = 0; p < std::size(VALUES.pieces); ++p)
    if (VALUES.pieces[p] == object) return p;
  raise(VALUES.invalid_piece_error,
        "expected one of komadai.PIECES");  // a Piece created without its constructor
}

bool to_flag(PyObject* object) {
  const int truth = PyObject_IsTrue(object);
  if (truth < 0) throw nb::python_error();
  return truth;
}

std::string_view to_text(PyObject* object, const char* name) {
  if (!PyUnicode_Check(object))
    raise(VALUES.argument_type_error, "%s: expected a str, got %.200s", name, Py_TYPE(object)->tp_name);
  Py_ssize_t size;
  const char* text = PyUnicode_AsUTF8AndSize(object, &size);
  if (text) return {text, size_t(size)};
  // Lone surrogates have no UTF-8. No format contains this control character, so the text is refused.
  PyErr_Clear();
  return "\x1a";
}

void Call::read(const char* function, std::initializer_list<const char*> names, size_t required,
                PyObject** values, size_t by_name_only) const {
  const size_t max_positional = std::min(names.size(), by_name_only);
  if (size_t(count) > max_positional)
    raise(PyExc_TypeError, "%s() takes at most %zu positional argument%s (%zd given)", function,
          max_positional, max_positional == 1 ? "" : "s", count);
  for (size_t i = 0; i < names.size(); ++i) values[i] = i < size_t(count) ? arguments[i] : nullptr;
  const Py_ssize_t named = keywords ? PyTuple_GET_SIZE(keywords) : 0;
  for (Py_ssize_t k = 0; k < named; ++k) {
    PyObject* const keyword = PyTuple_GET_ITEM(keywords, k);
    size_t i = 0;
    for (const char* name : names) {
      if (PyUnicode_CompareWithASCIIString(keyword, name) == 0) break;
      ++i;
    }
    if (i == names.size()) raise(PyExc_TypeError, "%s() has no argument %R", function, keyword);
    if (values[i]) raise(PyExc_TypeError, "%s() got the argument %R twice", function, keyword);
    values[i] = arguments[count + k];
  }
  for (size_t i = 0; i < required; ++i)
    if (!values[i]) raise(PyExc_TypeError, "%s() needs the argument '%s'", function, names.begin()[i]);
}

}  // namespace komadai::python
