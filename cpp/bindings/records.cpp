#include "bindings/records.h"

#include <new>
#include <string>
#include <string_view>

#include "bindings/arguments.h"
#include "bindings/board.h"
#include "bindings/move.h"
#include "bindings/node_attributes.h"
#include "records/csa.h"
#include "records/ki2.h"
#include "records/kif.h"
#include "records/usi.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

using records::CommentLine;
using records::NO_TIME;
using records::Run;
using records::Text;

struct RunObject {
  PyObject base;
  Run run;
  Color turn;       // the side that makes the first move
  int64_t used[2];  // the time each side had used before, in milliseconds
  PyObject* text;   // the text that contains the comments; nullptr if there are none
  Position start;
  bool is_csa;
};
extern PyTypeObject RunType;

RunObject& run_of(PyObject* self) { return *reinterpret_cast<RunObject*>(self); }

// The maximum time, in milliseconds: 30,000 years.
constexpr long LONGEST = 1'000'000'000'000'000;

nb::object make_run(const Position& start) {
  RunObject* made = PyObject_New(RunObject, &RunType);
  if (!made) throw nb::python_error();
  new (&made->run) Run;
  new (&made->start) Position(start);
  made->turn = start.turn();
  made->used[BLACK] = made->used[WHITE] = 0;
  made->text = nullptr;
  made->is_csa = false;
  return nb::steal(reinterpret_cast<PyObject*>(made));
}

void free_run(PyObject* self) {
  run_of(self).run.~Run();
  Py_XDECREF(run_of(self).text);
  PyObject_Free(self);
}

// Calls `read` with the text in its internal representation.
template <class Read>
void with_text(PyObject* text, Read read) {
  const void* const data = PyUnicode_DATA(text);
  const size_t size = size_t(PyUnicode_GET_LENGTH(text));
  switch (PyUnicode_KIND(text)) {
    case PyUnicode_1BYTE_KIND: return read(Text<uint8_t>{static_cast<const uint8_t*>(data), size});
    case PyUnicode_2BYTE_KIND: return read(Text<uint16_t>{static_cast<const uint16_t*>(data), size});
    default: return read(Text<uint32_t>{static_cast<const uint32_t*>(data), size});
  }
}

const Position& start() {
  static const Position START = parse_sfen(STARTPOS_SFEN).position;
  return START;
}

// The first arguments of every reader: the text, the index to start at, and a board that the moves are played
// on or None for the start of the even game.
struct Reading {
  PyObject* text;
  size_t at;
  Game* game;
  Position position;
  RunObject* made;
  nb::object result;

  Reading(const Call& call, const char* function, Py_ssize_t count) {
    if (call.count != count || (call.keywords && PyTuple_GET_SIZE(call.keywords)))
      raise(PyExc_TypeError, "%s() takes %zd arguments by position", function, count);
    text = call.arguments[0];
    if (!PyUnicode_Check(text)) raise(PyExc_TypeError, "text: expected a str");
    at = size_t(to_number(call.arguments[1], "at", 0, long(PyUnicode_GET_LENGTH(text))));
    PyObject* const board = call.arguments[2];
    if (board != Py_None && !is_board(board)) raise(PyExc_TypeError, "board: expected a Board or None");
    game = board == Py_None ? nullptr : &board_of(board);
    position = game ? game->position : start();
    result = make_run(position);
    made = &run_of(result.ptr());
    constexpr size_t USUAL = 160;  // moves: most games need no second allocation
    made->run.moves.reserve(USUAL);
    made->run.undos.reserve(USUAL);
    made->run.times.reserve(USUAL);
  }

  // Keeps the part of the text that has the comments: a run may outlive a text of many games.
  void keep_comments(Run& run) {
    const size_t begin = run.comments.front().begin;
    made->text = PyUnicode_Substring(text, Py_ssize_t(begin), Py_ssize_t(run.comments.back().end));
    if (!made->text) throw nb::python_error();
    for (CommentLine& line : run.comments) {
      line.begin -= begin;
      line.end -= begin;
    }
    run.comments.shrink_to_fit();
  }

  // Updates the board to the position after the moves.
  nb::object finish() {
    Run& run = made->run;
    if (game) {
      for (size_t i = 0; i < run.moves.size(); ++i) game->history.push_back({run.undos[i], run.moves[i]});
      game->position = position;
    }
    run.undos = {};
    run.moves.shrink_to_fit();
    run.times.shrink_to_fit();
    if (!run.comments.empty()) keep_comments(run);
    return std::move(result);
  }
};

std::u32string to_characters(PyObject* text) {
  if (!PyUnicode_Check(text)) raise(PyExc_TypeError, "hints: expected a str");
  std::u32string characters(size_t(PyUnicode_GET_LENGTH(text)), U'\0');
  if (!PyUnicode_AsUCS4(text, reinterpret_cast<Py_UCS4*>(characters.data()), Py_ssize_t(characters.size()),
                        0))
    throw nb::python_error();
  return characters;
}

nb::object read_csa(Call call) {
  Reading reading(call, "read_csa", 5);
  const std::u32string hints = to_characters(call.arguments[3]);
  const bool is_last = to_flag(call.arguments[4]);
  reading.made->is_csa = true;
  with_text(reading.text, [&](auto text) {
    records::read_csa(reading.position, text, reading.at, hints, is_last, reading.made->run);
  });
  return reading.finish();
}

nb::object read_usi(Call call) {
  Reading reading(call, "read_usi", 3);
  with_text(reading.text,
            [&](auto text) { records::read_usi(reading.position, text, reading.at, reading.made->run); });
  return reading.finish();
}

nb::object read_kif(Call call) {
  Reading reading(call, "read_kif", 8);
  PyObject* const* const more = call.arguments + 3;
  records::KifState state;
  state.number = unsigned(to_number(more[0], "number", 0, 2'000'000'000));
  state.previous = more[1] == Py_None ? NO_MOVE : to_move(more[1]);
  for (const Color c : {BLACK, WHITE})
    reading.made->used[c] = state.used[c] = to_number(more[2 + c], "used", 0, LONGEST);
  const std::u32string hints = to_characters(more[4]);
  with_text(reading.text, [&](auto text) {
    records::read_kif(reading.position, text, reading.at, state, hints, reading.made->run);
  });
  return reading.finish();
}

nb::object read_ki2(Call call) {
  Reading reading(call, "read_ki2", 7);
  PyObject* const* const more = call.arguments + 3;
  const Move previous = more[0] == Py_None ? NO_MOVE : to_move(more[0]);
  for (const Color c : {BLACK, WHITE}) reading.made->used[c] = to_number(more[1 + c], "used", 0, LONGEST);
  const std::u32string hints = to_characters(more[3]);
  with_text(reading.text, [&](auto text) {
    records::read_ki2(reading.position, text, reading.at, previous, hints, reading.made->run);
  });
  return reading.finish();
}

Py_ssize_t length(PyObject* self) { return Py_ssize_t(run_of(self).run.moves.size()); }

// A new list of `count` objects, created one by one.
template <class Make>
PyObject* list_of(size_t count, Make make) {
  PyObject* list = PyList_New(Py_ssize_t(count));
  for (size_t i = 0; list && i < count; ++i) {
    PyObject* const item = make(i);
    if (!item) {
      Py_DECREF(list);
      return nullptr;
    }
    PyList_SET_ITEM(list, Py_ssize_t(i), item);
  }
  return list;
}

// The moves as two bytes each, the lower one first.
PyObject* get_packed_moves(PyObject* self, void*) {
  const std::vector<Move>& moves = run_of(self).run.moves;
  PyObject* const bytes = PyBytes_FromStringAndSize(nullptr, Py_ssize_t(2 * moves.size()));
  if (!bytes) return nullptr;
  char* at = PyBytes_AS_STRING(bytes);
  for (const Move move : moves) {
    *at++ = char(move & 255);
    *at++ = char(move >> 8);
  }
  return bytes;
}

PyObject* time_object(int64_t time) {
  if (time == NO_TIME) Py_RETURN_NONE;
  return PyLong_FromLongLong(time);
}

int64_t total_of(const Run& run, size_t i) { return run.totals.empty() ? NO_TIME : run.totals[i]; }

PyObject* get_moves(PyObject* self, void*) {
  const Run& run = run_of(self).run;
  return list_of(run.moves.size(), [&](size_t i) { return move_object(run.moves[i]); });
}
PyObject* get_times(PyObject* self, void*) {
  const Run& run = run_of(self).run;
  return list_of(run.times.size(), [&](size_t i) { return time_object(run.times[i]); });
}
PyObject* get_totals(PyObject* self, void*) {
  const Run& run = run_of(self).run;
  return list_of(run.moves.size(), [&](size_t i) { return time_object(total_of(run, i)); });
}
// The time that a side has used in all after its move.
void add_time(const Run& run, size_t i, int64_t& used) {
  const int64_t total = total_of(run, i);
  used = total != NO_TIME ? total : used + (run.times[i] == NO_TIME ? 0 : run.times[i]);
}
PyObject* clock_object(const int64_t (&used)[2]) {
  return Py_BuildValue("LL", static_cast<long long>(used[BLACK]), static_cast<long long>(used[WHITE]));
}
PyObject* get_clocks(PyObject* self, void*) {
  const RunObject& object = run_of(self);
  int64_t used[2] = {object.used[BLACK], object.used[WHITE]};
  return list_of(object.run.moves.size(), [&](size_t i) {
    add_time(object.run, i, used[object.turn ^ (i & 1)]);
    return clock_object(used);
  });
}
PyObject* get_clock(PyObject* self, void*) {
  const RunObject& object = run_of(self);
  const Run& run = object.run;
  int64_t used[2] = {object.used[BLACK], object.used[WHITE]};
  for (size_t i = 0; i < run.moves.size(); ++i) add_time(run, i, used[object.turn ^ (i & 1)]);
  return clock_object(used);
}
PyObject* get_end(PyObject* self, void*) { return PyLong_FromSize_t(run_of(self).run.end); }
PyObject* get_lines(PyObject* self, void*) { return PyLong_FromSize_t(run_of(self).run.lines); }

// The lines of one comment, and whether it may contain engine output.
struct Comment {
  const CommentLine* begin;
  const CommentLine* end;
  bool may_hold_analysis = false;

  // The first comment that begins at this move.
  Comment(const CommentLine* first, const CommentLine* last) : begin(first), end(first) {
    while (end != last && end->moves == begin->moves) may_hold_analysis |= (end++)->may_hold_analysis;
  }
};

// The text of the comment: a new reference, or nullptr with a Python error set.
PyObject* comment_text(PyObject* text, const Comment& comment) {
  const auto line = [&](const CommentLine& span) {
    return PyUnicode_Substring(text, Py_ssize_t(span.begin), Py_ssize_t(span.end));
  };
  if (comment.end - comment.begin == 1) return line(*comment.begin);
  PyObject* const lines =
      list_of(size_t(comment.end - comment.begin), [&](size_t i) { return line(comment.begin[i]); });
  PyObject* const separator = lines ? PyUnicode_FromString("\n") : nullptr;
  PyObject* const joined = separator ? PyUnicode_Join(separator, lines) : nullptr;
  Py_XDECREF(separator);
  Py_XDECREF(lines);
  return joined;
}

// Calls `take` with each comment until it returns false; then returns false.
template <class Take>
bool each_comment(const Run& run, Take take) {
  const CommentLine* const last = run.comments.data() + run.comments.size();
  for (const CommentLine* at = run.comments.data(); at != last;) {
    const Comment comment(at, last);
    at = comment.end;
    if (!take(comment)) return false;
  }
  return true;
}

// For each comment, the number of moves before it and its text.
PyObject* comments_of(const RunObject& object, bool all) {
  PyObject* const list = PyList_New(0);
  const bool done = list && each_comment(object.run, [&](const Comment& comment) {
                      if (!all && !comment.may_hold_analysis) return true;
                      PyObject* const text = comment_text(object.text, comment);
                      PyObject* const pair =
                          text ? Py_BuildValue("nN", Py_ssize_t(comment.begin->moves), text) : nullptr;
                      const bool appended = pair && !PyList_Append(list, pair);
                      Py_XDECREF(pair);
                      return appended;
                    });
  if (done) return list;
  Py_XDECREF(list);
  return nullptr;
}
PyObject* get_comments(PyObject* self, void*) { return comments_of(run_of(self), true); }
PyObject* get_comments_with_hints(PyObject* self, void*) { return comments_of(run_of(self), false); }
PyObject* get_is_csa(PyObject* self, void*) { return PyBool_FromLong(run_of(self).is_csa); }

PyObject* drop_comments(PyObject* self, PyObject*) {
  run_of(self).run.comments = {};
  Py_CLEAR(run_of(self).text);
  Py_RETURN_NONE;
}

PyObject* board(PyObject* self, PyObject*) {
  try {
    Game game;
    game.position = run_of(self).start;
    return make_board(std::move(game)).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

PyObject* append_to(PyObject* self, PyObject* node) {
  if (!is_node(node))
    return PyErr_Format(VALUES.argument_type_error, "node: expected a Node, got %.200s",
                        Py_TYPE(node)->tp_name);
  const RunObject& object = run_of(self);
  const Run& run = object.run;
  PyObject* const nodes = append_line(node_of(node), run.moves, run.times, run.totals);
  const bool done = nodes && each_comment(run, [&](const Comment& comment) {
                      if (comment.may_hold_analysis) return true;
                      PyObject* const text = comment_text(object.text, comment);
                      const size_t moves = comment.begin->moves;
                      const bool set = text && !set_comment(moves ? PyList_GET_ITEM(nodes, moves - 1) : node,
                                                            text, nullptr);
                      Py_XDECREF(text);
                      return set;
                    });
  if (done) return nodes;
  Py_XDECREF(nodes);
  return nullptr;
}

nb::handle to_iterable(PyObject* object, const char* name) {
  if (Py_TYPE(object)->tp_iter || PySequence_Check(object)) return object;
  raise(VALUES.argument_type_error, "%s: expected an iterable, got %.200s", name, Py_TYPE(object)->tp_name);
}

// Run.of(moves, times_ms)
nb::object of(Call call) {
  PyObject* v[2];
  call.read("of", {"moves", "times_ms"}, 2, v);
  nb::object made = make_run(start());
  Run& run = run_of(made.ptr()).run;
  for (const nb::handle move : to_iterable(v[0], "moves")) run.moves.push_back(to_move(move.ptr()));
  for (const nb::handle time : to_iterable(v[1], "times_ms"))
    run.times.push_back(time.is_none() ? NO_TIME : to_number(time.ptr(), "times_ms", -LONGEST, LONGEST));
  if (run.moves.size() != run.times.size())
    raise(VALUES.range_error, "expected a time or None for each of %zu moves, got %zu", run.moves.size(),
          run.times.size());
  return made;
}

PyMethodDef METHODS[] = {
    {"of", as_method(static_with_call<of>), METH_FASTCALL | METH_KEYWORDS | METH_STATIC,
     "of(moves, times_ms)\n--\n\n"
     "A run of these moves, with the milliseconds spent on each, or None."},
    {"append_to", append_to, METH_O,
     "append_to($self, node, /)\n--\n\n"
     "Appends the moves as a line after a node, with the comments that cannot contain engine output;\n"
     "returns the new nodes."},
    {"board", board, METH_NOARGS, "board($self, /)\n--\n\nA board at the start of the run."},
    {"drop_comments", drop_comments, METH_NOARGS,
     "drop_comments($self, /)\n--\n\n"
     "Frees the comments and the text that contains them."},
    {},
};

PyGetSetDef PROPERTIES[] = {
    {"moves", get_moves, nullptr, "The moves, as a new list.", nullptr},
    {"packed_moves", get_packed_moves, nullptr,
     "The moves as bytes: ``int(move)`` of each as two bytes, the lower one first.", nullptr},
    {"times_ms", get_times, nullptr, "For each move the milliseconds spent on it, or None.", nullptr},
    {"totals_ms", get_totals, nullptr,
     "For each move the side's total time in milliseconds if it differs from the sum of its times; else "
     "None.",
     nullptr},
    {"clocks", get_clocks, nullptr, "The total times of Black and White after each move, in milliseconds.",
     nullptr},
    {"clock", get_clock, nullptr, "The total times of Black and White after the last move, in milliseconds.",
     nullptr},
    {"comments", get_comments, nullptr,
     "The comments: the number of moves before each, and its text, which may be empty.", nullptr},
    {"comments_with_hints", get_comments_with_hints, nullptr, "The comments that may contain engine output.",
     nullptr},
    {"telling", get_comments_with_hints, nullptr, "The former name of comments_with_hints.", nullptr},
    {"is_csa", get_is_csa, nullptr, "Whether the run was read as CSA.", nullptr},
    {"end", get_end, nullptr, "The index in the text at which the run ends.", nullptr},
    {"lines", get_lines, nullptr, "The number of line ends in the run.", nullptr},
    {},
};

PySequenceMethods SEQUENCE = [] {
  PySequenceMethods s{};
  s.sq_length = length;
  return s;
}();

PyTypeObject RunType = [] {
  PyTypeObject t{};
  t.ob_base = PyVarObject{PyObject_HEAD_INIT(nullptr) 0};
  t.tp_name = "komadai.Run";
  t.tp_basicsize = sizeof(RunObject);
  t.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE;
  t.tp_doc = "A run of legal moves of a record, with times.";
  t.tp_dealloc = free_run;
  t.tp_as_sequence = &SEQUENCE;
  t.tp_methods = METHODS;
  t.tp_getset = PROPERTIES;
  return t;
}();

PyMethodDef FUNCTIONS[] = {
    {"read_csa", as_method(static_with_call<read_csa>), METH_FASTCALL | METH_KEYWORDS,
     "read_csa(text, at, board, hints, is_last, /)\n--\n\n"
     "Reads moves, times and comments of a CSA file from the start of a line, as far as they are regular "
     "and\n"
     "legal, and plays the moves on the board; None is the start of the even game. Each comment with engine\n"
     "output contains one of the characters ``hints`` or begins with a number. ``is_last``: the record "
     "ends\n"
     "with this text."},
    {"read_kif", as_method(static_with_call<read_kif>), METH_FASTCALL | METH_KEYWORDS,
     "read_kif(text, at, board, number, previous, black_ms, white_ms, hints, /)\n--\n\n"
     "Reads the moves, times and comments of a KIF text from the start of a line, as far as they are "
     "regular\n"
     "and legal. ``number`` is the number of the next move, ``previous`` the move before it, ``black_ms`` "
     "and\n"
     "``white_ms`` the times used so far; ``board`` and ``hints`` are as for read_csa."},
    {"read_ki2", as_method(static_with_call<read_ki2>), METH_FASTCALL | METH_KEYWORDS,
     "read_ki2(text, at, board, previous, black_ms, white_ms, hints, /)\n--\n\n"
     "Reads the rows of moves and the comments of a KI2 text from the start of a line, as far as they are\n"
     "regular, legal and not ambiguous. The arguments are as for read_kif; KI2 has no times."},
    {"read_usi", as_method(static_with_call<read_usi>), METH_FASTCALL | METH_KEYWORDS,
     "read_usi(text, at, board, /)\n--\n\n"
     "Reads the moves of a line of USI as far as they are legal. The moves are played on the board; None is\n"
     "the start of the even game."},
    {},
};

}  // namespace

void bind_records(nb::module_& module) {
  if (PyType_Ready(&RunType)) throw nb::python_error();
  module.attr("Run") = nb::borrow(reinterpret_cast<PyObject*>(&RunType));
  if (PyModule_AddFunctions(module.ptr(), FUNCTIONS)) throw nb::python_error();
}

}  // namespace komadai::python
