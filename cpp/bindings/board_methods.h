// The methods of Board, one function for each Python method, in the order of _core.pyi. The table
// with their names and documentation is in board.cpp.
#pragma once

#include "bindings/arguments.h"

namespace komadai::python {

// board_read.cpp
nb::object board_turn(const Game&);
nb::object board_move_number(const Game&);
nb::object board_ply(const Game&);
nb::object board_key(const Game&);
nb::object board_sfen(const Game&);
nb::object board_root_sfen(const Game&);
nb::object board_usi_position(const Game&);
nb::object board_piece_at(const Game&, PyObject* square);
nb::object board_piece_map(const Game&);
nb::object board_king(const Game&, PyObject* color);
nb::object board_pieces(const Game&, Call);
nb::object board_hand(const Game&, PyObject* color);
nb::object board_history(const Game&);

// board_rules.cpp
nb::object board_legal_moves(const Game&);
nb::object board_legal_captures(const Game&);
nb::object board_pseudo_legal_moves(const Game&);
nb::object board_legal_moves_to(const Game&, Call);
nb::object board_is_legal(const Game&, PyObject* move);
nb::object board_is_capture(const Game&, PyObject* move);
nb::object board_infraction(const Game&, PyObject* move);
nb::object board_is_check(const Game&);
nb::object board_gives_check(const Game&, PyObject* move);
nb::object board_is_checkmate(const Game&);
nb::object board_checkers(const Game&);
nb::object board_pinned(const Game&, Call);
nb::object board_attackers(const Game&, Call);
nb::object board_attacks(const Game&, PyObject* square);
nb::object board_repetition_count(const Game&);
nb::object board_repetition_checks(const Game&);
nb::object board_outcome(const Game&);
nb::object board_is_game_over(const Game&);
nb::object board_problems(const Game&);
nb::object board_mate_in_1(const Game&);
nb::object board_evaluate(const Game&);

// board_play.cpp
nb::object board_push(Game&, PyObject* move);
nb::object board_push_usi(Game&, PyObject* usi);
nb::object board_push_csa(PyObject* self, PyObject* text);
nb::object board_push_text(PyObject* self, PyObject* text);
nb::object board_push_unchecked(Game&, PyObject* move);
nb::object board_push_pass(Game&);
nb::object board_pop(Game&);
nb::object board_peek(const Game&);
nb::object board_copy(const Game&);
nb::object board_deepcopy(const Game&, PyObject* memo);

// board_edit.cpp
nb::object board_mirror(const Game&);
nb::object board_mirror_files(const Game&);
nb::object board_set_piece(Game&, Call);
nb::object board_set_hand(Game&, Call);
nb::object board_set_turn(Game&, PyObject* color);

// board_pictures.cpp
nb::object board_format(PyObject* self, PyObject* spec);
nb::object board_svg(PyObject* self, PyObject* options);
nb::object board_piece_array(const Game&);
nb::object board_hand_array(const Game&);

// board_bytes.cpp
nb::object board_pack(const Game&);
nb::object board_unpack(PyObject* bytes);
nb::object board_pack_hcp(const Game&);
nb::object board_unpack_hcp(PyObject* bytes);
nb::object board_reduce(const Game&);
nb::object board_restore(PyObject* bytes);

// board_count.cpp
nb::object board_perft(const Game&, Call);
nb::object board_perft_divide(const Game&, Call);

}  // namespace komadai::python
