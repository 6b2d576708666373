// The type komadai.Board: how it is made, compared and freed, and the table of its methods.
#include "bindings/board.h"

#include <nanobind/stl/string.h>

#include <new>

#include "bindings/board_methods.h"
#include "rules/position_text.h"

namespace komadai::python {
namespace {

template <class G>
nb::object make_from_game(G&& game) {
  BoardObject* made = PyObject_New(BoardObject, &BoardType);
  if (!made) throw nb::python_error();
  try {
    new (&made->game) Game(std::forward<G>(game));
  } catch (...) {
    PyObject_Free(made);
    throw;
  }
  return nb::steal(reinterpret_cast<PyObject*>(made));
}

void free_board(PyObject* self) {
  board_of(self).~Game();
  PyObject_Free(self);
}

const Game& starting_game() {
  static const Game START{parse_sfen(STARTPOS_SFEN).position, 1, {}};
  return START;
}

// Board(sfen="startpos", *, validate=True)
PyObject* make(PyObject*, PyObject* const* arguments, size_t count, PyObject* keywords) noexcept {
  try {
    PyObject* v[2];
    Call{arguments, PyVectorcall_NARGS(count), keywords}.read("Board", {"sfen", "validate"}, 0, v, 1);
    if (!v[0]) return make_board(starting_game()).release().ptr();
    return make_board(game_from_text(v[0], !v[1] || to_flag(v[1]))).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

PyObject* make_from_tuple(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  // Calls make() above.
  return PyObject_VectorcallDict(reinterpret_cast<PyObject*>(type), &PyTuple_GET_ITEM(arguments, 0),
                                 size_t(PyTuple_GET_SIZE(arguments)), keywords);
}

nb::object set_position(Game& game, Call call) {
  PyObject* v[2];
  call.read("set_position", {"sfen", "validate"}, 1, v, 1);
  game = game_from_text(v[0], !v[1] || to_flag(v[1]));
  return none();
}

nb::object reset(Game& game) {
  game = starting_game();
  return none();
}

nb::object empty() { return make_board(Game{}); }

// Board.handicap(name): handicaps are defined in Python.
nb::object handicap(PyObject* name) {
  const nb::object type = nb::module_::import_("komadai.handicap").attr("Handicap");
  const nb::object sfen = type.attr("named")(nb::handle(name)).attr("sfen");
  return make_board(game_from_text(sfen.ptr(), true));
}

PyObject* format_as(PyObject* self, PyObject* spec) noexcept {
  try {
    return board_format(self, spec).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

PyObject* svg(PyObject* self, PyObject* arguments, PyObject* options) noexcept {
  try {
    if (PyTuple_GET_SIZE(arguments)) raise(PyExc_TypeError, "svg() takes its options by name");
    return board_svg(self, options).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

// Board.planes(layout): komadai.env makes the arrays, because only that package imports NumPy.
PyObject* planes(PyObject* self, PyObject* const* arguments, Py_ssize_t count, PyObject* keywords) noexcept {
  try {
    PyObject* layout = nullptr;
    Call{arguments, count, keywords}.read("planes", {"layout"}, 0, &layout);
    const nb::object make = nb::module_::import_("komadai.env.observations").attr("planes");
    return (layout ? make(nb::handle(self), nb::handle(layout)) : make(nb::handle(self))).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

PyObject* picture(PyObject* self, PyObject*) noexcept {
  try {
    return board_svg(self, nullptr).release().ptr();
  } catch (...) {
    return exception_to_python();
  }
}

PyObject* str(PyObject* self) { return format_as(self, nb::str("").ptr()); }

PyObject* repr(PyObject* self) {
  const Game& game = board_of(self);
  return PyUnicode_FromFormat("Board('%s')", to_sfen(game.position, game.move_number()).c_str());
}

Py_hash_t hash(PyObject* self) {
  const Py_hash_t h = Py_hash_t(board_of(self).position.key());
  return h == -1 ? -2 : h;
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
  if (!is_board(other) || (operation != Py_EQ && operation != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
  return PyBool_FromLong((board_of(self).position == board_of(other).position) == (operation == Py_EQ));
}

constexpr int BY_NAME = METH_FASTCALL | METH_KEYWORDS;

PyMethodDef METHODS[] = {
    {"handicap", static_with_one<handicap>, METH_O | METH_STATIC,
     R"(handicap(handicap, /)
--

The start of a handicap game, by its Handicap or its name (``two-piece``). White gives the odds and
moves first. Raises UnknownHandicapError.)"},
    {"empty", static_with_none<empty>, METH_NOARGS | METH_STATIC,
     R"(empty()
--

A board without a piece, Black to move; pieces are put on it with set_piece and set_hand.)"},
    // Reading.
    {"sfen", with_none<board_sfen>, METH_NOARGS,
     R"(sfen($self, /)
--

The position as SFEN, with the move number.)"},
    {"root_sfen", with_none<board_root_sfen>, METH_NOARGS,
     R"(root_sfen($self, /)
--

The SFEN of the position before the first pushed move.)"},
    {"usi_position", with_none<board_usi_position>, METH_NOARGS,
     R"(usi_position($self, /)
--

``startpos moves 7g7f ...`` or ``sfen ... moves ...``, as USI's position command takes it. With a
pass in the history, the text starts at the position after the last one.)"},
    {"piece_at", with_one<board_piece_at>, METH_O,
     R"(piece_at($self, square, /)
--

The Piece on a square (0-80 or a name such as "7g"), or None. Raises InvalidSquareError.)"},
    {"piece_map", with_none<board_piece_map>, METH_NOARGS,
     R"(piece_map($self, /)
--

A dict of each occupied square (0-80) and its Piece, in ascending order.)"},
    {"king", with_one<board_king>, METH_O,
     R"(king($self, color, /)
--

The square of this side's king, or None if it has none.)"},
    {"pieces", as_method(with_call<board_pieces>), BY_NAME,
     R"(pieces($self, color=None, piece_type=None)
--

The squares of the pieces of this side and of this type; None for any. Promoted pieces are types of
their own.)"},
    {"hand", with_one<board_hand>, METH_O,
     R"(hand($self, color, /)
--

The pieces this side has in hand now.)"},
    // Rules.
    {"legal_moves_to", as_method(with_call<board_legal_moves_to>), BY_NAME,
     R"(legal_moves_to($self, square, piece_type=None)
--

The legal moves to this square, drops last; with a piece type only those of such pieces, named as they
are before they move.)"},
    {"is_capture", with_one<board_is_capture>, METH_O,
     R"(is_capture($self, move, /)
--

Whether the move captures a piece of the opponent. It need not be legal.)"},
    {"is_legal", with_one<board_is_legal>, METH_O,
     R"(is_legal($self, move, /)
--

Whether the move may be played here. Faster than looking for it in legal_moves.)"},
    {"infraction", with_one<board_infraction>, METH_O,
     R"(infraction($self, move, /)
--

The rule that the move breaks here, or None if it is legal.)"},
    {"is_check", with_none<board_is_check>, METH_NOARGS,
     R"(is_check($self, /)
--

Whether the side to move is in check.)"},
    {"gives_check", with_one<board_gives_check>, METH_O,
     R"(gives_check($self, move, /)
--

Whether the move gives check, directly or by discovery. Raises IllegalMoveError for a move that is
not even possible here.)"},
    {"is_checkmate", with_none<board_is_checkmate>, METH_NOARGS,
     R"(is_checkmate($self, /)
--

In check without a legal move.)"},
    {"checkers", with_none<board_checkers>, METH_NOARGS,
     R"(checkers($self, /)
--

The squares of the pieces that give check to the side to move.)"},
    {"pinned", as_method(with_call<board_pinned>), BY_NAME,
     R"(pinned($self, color=None)
--

The pieces of this side (default: the side to move) that may not leave the line between their king
and an enemy piece.)"},
    {"attackers", as_method(with_call<board_attackers>), BY_NAME,
     R"(attackers($self, color, square)
--

The squares of this side's pieces that attack the square.)"},
    {"attacks", with_one<board_attacks>, METH_O,
     R"(attacks($self, square, /)
--

The squares the piece on this square attacks; none if it is empty.)"},
    {"repetition_count", with_none<board_repetition_count>, METH_NOARGS,
     R"(repetition_count($self, /)
--

How often the present position (board, hands and side to move) has occurred since the root, this
time included. Positions are compared by their 64-bit keys. A pass is no move of the game: counting
starts anew after it.)"},
    {"repetition_checks", with_none<board_repetition_checks>, METH_NOARGS,
     R"(repetition_checks($self, /)
--

(black, white): whether every move of that side since the present position's first occurrence gave
check. (False, False) if it has not occurred before.)"},
    {"outcome", with_none<board_outcome>, METH_NOARGS,
     R"(outcome($self, /)
--

The outcome by the rules that need only the board and its history (mate, no legal move, fourth
repetition, perpetual check), or None.)"},
    {"is_game_over", with_none<board_is_game_over>, METH_NOARGS,
     R"(is_game_over($self, /)
--

Whether outcome() is not None.)"},
    {"problems", with_none<board_problems>, METH_NOARGS,
     R"(problems($self, /)
--

The problems of this arrangement of pieces, a sentence each; empty for a valid position.)"},
    {"mate_in_1", with_none<board_mate_in_1>, METH_NOARGS,
     R"(mate_in_1($self, /)
--

A move that mates at once (any one of them), or None. Works in check, too, and with either king
missing. Never a pawn drop, because a pawn drop must not mate.)"},
    {"evaluate", with_none<board_evaluate>, METH_NOARGS,
     R"(evaluate($self, /)
--

The value of the position by the engine's built-in evaluation, without a search: centipawns from the
side to move's view. Raises SfenError for a board that is not a valid position.)"},
    // Playing.
    {"push", with_one<board_push>, METH_O,
     R"(push($self, move, /)
--

Plays a legal move. Raises IllegalMoveError, whose ``infraction`` says which rule it breaks, and
TypeError for anything but a Move; the board is then unchanged.)"},
    {"push_usi", with_one<board_push_usi>, METH_O,
     R"(push_usi($self, usi, /)
--

Plays a legal move given as USI text and returns it. Raises InvalidMoveError for a text that is
no move, IllegalMoveError as push does.)"},
    {"push_csa", with_self_and_one<board_push_csa>, METH_O,
     R"(push_csa($self, text, /)
--

Plays a legal move given as CSA text (``+7776FU``; the sign may be missing) and returns it. Raises
NotationError for other texts, IllegalMoveError as push does.)"},
    {"push_text", with_self_and_one<board_push_text>, METH_O,
     R"(push_text($self, text, /)
--

Plays a legal move given in any notation (``7g7f``, ``P-7f``, ``76fu``, ``+7776FU``) and returns it.
Raises what komadai.notation.read raises.)"},
    {"push_unchecked", with_one<board_push_unchecked>, METH_O,
     R"(push_unchecked($self, move, /)
--

Plays a move without checking its legality, which is faster than push; for moves from legal_moves.
An illegal move is played if it is possible (an own piece on the origin, no own piece and no king on
the target); the position may then break the rules. Any other move raises IllegalMoveError.)"},
    {"push_pass", with_none<board_push_pass>, METH_NOARGS,
     R"(push_pass($self, /)
--

Changes the side to move only; for analysis and null moves. No position before the pass counts as
repeated after it. Raises IllegalMoveError in check.)"},
    {"pop", with_none<board_pop>, METH_NOARGS,
     R"(pop($self, /)
--

Takes the last move back and returns it; None for a pass. Raises IndexError at the root.)"},
    {"peek", with_none<board_peek>, METH_NOARGS,
     R"(peek($self, /)
--

The last move, or None at the root and after a pass.)"},
    {"planes", as_method(planes), BY_NAME,
     R"(planes($self, layout="pgx")
--

The position as planes for a neural network, from the side to move: with layout "pgx" an array of
NumPy, (9, 9, 119) bool; with "dlshogi" two, (62, 9, 9) and (57, 9, 9) float32. Needs NumPy.)"},
    {"copy", with_none<board_copy>, METH_NOARGS,
     R"(copy($self, /)
--

Another Board with the same position and history.)"},
    {"__copy__", with_none<board_copy>, METH_NOARGS, nullptr},
    {"__deepcopy__", with_one<board_deepcopy>, METH_O, nullptr},
    {"__reduce__", with_none<board_reduce>, METH_NOARGS, nullptr},
    {"_restore", static_with_one<board_restore>, METH_O | METH_STATIC,
     R"(_restore(data, /)
--

The Board of a pickle. Raises PackedPositionError for other bytes.)"},
    // Editing.
    {"set_position", as_method(with_call<set_position>), BY_NAME,
     R"(set_position($self, sfen, *, validate=True)
--

Replaces position and history by those of a text, which is read as Board(text) reads it. Raises
SfenError; the board is then unchanged.)"},
    {"reset", with_none<reset>, METH_NOARGS,
     R"(reset($self, /)
--

Replaces position and history by the start of an even game.)"},
    {"set_piece", as_method(with_call<board_set_piece>), BY_NAME,
     R"(set_piece($self, square, piece)
--

Puts a Piece on a square, or clears it with None. The edited position is a new root: the history is
cleared.)"},
    {"set_hand", as_method(with_call<board_set_hand>), BY_NAME,
     R"(set_hand($self, color, piece_type, count)
--

Sets the number (0-18) of a type that a side has in hand. The edited position is a new root. Raises
InvalidPieceError, or RangeError for another number.)"},
    {"set_turn", with_one<board_set_turn>, METH_O,
     R"(set_turn($self, color, /)
--

Sets the side to move. The edited position is a new root.)"},
    {"mirror", with_none<board_mirror>, METH_NOARGS,
     R"(mirror($self, /)
--

A new Board with the position seen from the other side: turned by 180 degrees, with the colours, the
hands and the side to move exchanged. It has no history.)"},
    {"mirror_files", with_none<board_mirror_files>, METH_NOARGS,
     R"(mirror_files($self, /)
--

A new Board with left and right exchanged (file 1 becomes file 9). It has no history.)"},
    // Pictures.
    {"__format__", format_as, METH_O,
     R"(__format__($self, style, /)
--

``ascii`` (the default), ``japanese``, ``unicode``, or ``sfen``. Raises UnknownStyleError.)"},
    {"svg", as_method(svg), METH_VARARGS | METH_KEYWORDS,
     R"(svg($self, *, faces='kaisei', flip=False, coordinates='japanese', hands=True, last_move=None, arrows=(), marks=(), higher=None, size=640, dark=None)
--

The position as an SVG document. The options are those of komadai.diagram.svg.render.)"},
    {"_repr_svg_", picture, METH_NOARGS, nullptr},
    // Numbers.
    {"pack", with_none<board_pack>, METH_NOARGS,
     R"(pack($self, /)
--

The position as 32 bytes, huffman-coded (the packed sfen of training data). Raises
PackedPositionError (a ValueError) unless the position is valid and each side has a king.)"},
    {"unpack", static_with_one<board_unpack>, METH_O | METH_STATIC,
     R"(unpack(data, /)
--

The position of 32 bytes that pack wrote. Raises PackedPositionError for other bytes and for
an invalid position.)"},
    {"pack_hcp", with_none<board_pack_hcp>, METH_NOARGS,
     R"(pack_hcp($self, /)
--

The position as 32 bytes in the HuffmanCodedPos format of Apery, dlshogi and cshogi. Raises
PackedPositionError as pack does.)"},
    {"unpack_hcp", static_with_one<board_unpack_hcp>, METH_O | METH_STATIC,
     R"(unpack_hcp(data, /)
--

The position of 32 bytes in HuffmanCodedPos format. Raises PackedPositionError as unpack does.)"},
    {"piece_array", with_none<board_piece_array>, METH_NOARGS,
     R"(piece_array($self, /)
--

NumPy uint8[81]: 0 empty, 1-14 Black's pieces, 17-30 White's.)"},
    {"hand_array", with_none<board_hand_array>, METH_NOARGS,
     R"(hand_array($self, /)
--

NumPy uint8[2, 7]: pawn, lance, knight, silver, gold, bishop, rook.)"},
    // Counting.
    {"perft", as_method(with_call<board_perft>), BY_NAME,
     R"(perft($self, depth, threads=1, progress=None)
--

The leaves of the tree of legal moves, 0 to 32 plies deep. The GIL is released meanwhile.
``progress(done, total)`` is called about twenty times a second with the finished and all parts of the
work; a true return value stops it, and the leaves counted so far are returned. KeyboardInterrupt stops it too.
Raises RangeError for another depth, or threads outside 1 to 512.)"},
    {"perft_divide", as_method(with_call<board_perft_divide>), BY_NAME,
     R"(perft_divide($self, depth, threads=1)
--

The leaves below each legal move, 1 to 32 plies deep. Raises RangeError as perft does.)"},
    {},
};

PyGetSetDef PROPERTIES[] = {
    {"turn", property<board_turn>, nullptr, "The side to move, a Color.", nullptr},
    {"move_number", property<board_move_number>, nullptr,
     "The number of the next move, as in the SFEN's last field; it stays at 1000000000, the highest.",
     nullptr},
    {"ply", property<board_ply>, nullptr, "Moves pushed since the root, passes included.", nullptr},
    {"key", property<board_key>, nullptr, "64-bit Zobrist key of board, hands and side to move.", nullptr},
    {"history", property<board_history>, nullptr,
     "The moves since the root as a new list, the first one first; passes are not among them.", nullptr},
    {"legal_moves", property<board_legal_moves>, nullptr, "The legal moves, as an immutable sequence.",
     nullptr},
    {"legal_captures", property<board_legal_captures>, nullptr, "The legal moves that capture a piece.",
     nullptr},
    {"pseudo_legal_moves", property<board_pseudo_legal_moves>, nullptr,
     "The legal moves, those that leave the king in check, and pawn drops that mate.", nullptr},
    {},
};

}  // namespace

PyTypeObject BoardType = [] {
  PyTypeObject t{};
  t.ob_base = PyVarObject{PyObject_HEAD_INIT(nullptr) 0};
  t.tp_name = "komadai.Board";
  t.tp_basicsize = sizeof(BoardObject);
  t.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE;
  t.tp_doc =
      "Board(sfen='startpos', *, validate=True)\n--\n\n"
      "A position and the moves that led to it.\n\n"
      "``Board()`` is the start of an even game. A text may be ``startpos``, an SFEN, ``sfen SFEN``, each\n"
      "with ``position`` before it and ``moves ...`` after it (USI's position command, as usi_position\n"
      "writes it), the same with ``_`` for blanks, or a link that ends in an SFEN, as lishogi's do. The\n"
      "moves become the history.\n\n"
      "Raises SfenError (a ValueError), which names the field, the rank and the reason.\n"
      "``validate=False`` accepts any arrangement of pieces (an editor's unfinished one). Several threads\n"
      "may read a Board at the same time.";
  t.tp_dealloc = free_board;
  t.tp_new = make_from_tuple;
  t.tp_vectorcall = make;
  t.tp_repr = repr;
  t.tp_str = str;
  t.tp_hash = hash;
  t.tp_richcompare = compare;
  t.tp_methods = METHODS;
  t.tp_getset = PROPERTIES;
  return t;
}();

nb::object make_board(const Game& game) { return make_from_game(game); }
nb::object make_board(Game&& game) { return make_from_game(std::move(game)); }

nb::object message_of(const SfenProblem& problem) {
  nb::dict params;
  for (const auto& [name, value] : problem.params) {
    const int* number = std::get_if<int>(&value);
    params[name] = number ? nb::object(nb::int_(*number)) : nb::str(std::get<std::string>(value).c_str());
  }
  return make_message(problem.code, params);
}

void raise_problem(const SfenProblem& problem) {
  raise_with(VALUES.sfen_error,
             nb::make_tuple(message_of(problem), problem.field,
                            problem.rank ? nb::object(nb::int_(problem.rank)) : nb::none()));
}

Game game_from_text(PyObject* object, bool validate) {
  const std::string_view text = to_text(object, "position");
  if (text == "startpos") return starting_game();
  ParsedPosition parsed = parse_position(text, validate);
  if (parsed.infraction != Infraction::NONE) {
    const nb::handle infraction = VALUES.infractions[int(parsed.infraction)];
    parsed.problem.params.emplace_back("infraction", nb::cast<std::string>(infraction.attr("value")));
  }
  if (parsed.problem.field) raise_problem(parsed.problem);
  return std::move(parsed.game);
}

void add_board_type(nb::module_& module) {
  if (PyType_Ready(&BoardType)) throw nb::python_error();
  module.attr("Board") = nb::borrow(reinterpret_cast<PyObject*>(&BoardType));
}

}  // namespace komadai::python
