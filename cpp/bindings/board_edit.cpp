// Editing: set_piece, set_hand, set_turn and mirrored copies. The edited position is a new root.
#include "bindings/board_methods.h"

namespace komadai::python {
namespace {

void make_root(Game& game) {
  game.root_number = game.move_number();
  game.history.clear();
}

}  // namespace

nb::object board_mirror(const Game& game) {
  const Position& p = game.position;
  Game mirrored;
  mirrored.root_number = game.move_number();
  for (const Square s : Each{p.occupied()})
    mirrored.position.put(SQUARES - 1 - s, make_piece(~color_of(p.at(s)), type_of(p.at(s))));
  for (const Color c : {BLACK, WHITE})
    for (int t = PAWN; t <= GOLD; ++t) mirrored.position.set_hand(~c, PieceType(t), p.hand(c)[PieceType(t)]);
  mirrored.position.set_turn(~p.turn());
  return make_board(std::move(mirrored));
}

nb::object board_mirror_files(const Game& game) {
  const Position& p = game.position;
  Game mirrored;
  mirrored.root_number = game.move_number();
  for (const Square s : Each{p.occupied()})
    mirrored.position.put(make_square(8 - file_of(s), rank_of(s)), p.at(s));
  for (const Color c : {BLACK, WHITE})
    for (int t = PAWN; t <= GOLD; ++t) mirrored.position.set_hand(c, PieceType(t), p.hand(c)[PieceType(t)]);
  mirrored.position.set_turn(p.turn());
  return make_board(std::move(mirrored));
}

nb::object board_set_piece(Game& game, Call call) {
  PyObject* v[2];
  call.read("set_piece", {"square", "piece"}, 2, v);
  const Square s = to_square(v[0]);
  const Piece piece = to_piece(v[1]);
  Position changed = game.position;
  changed.put(s, piece);
  const PieceType type = unpromote(type_of(piece));
  if (piece && type != KING && changed.all_pieces()[type] > MAX_OF_A_TYPE)
    raise(VALUES.invalid_piece_error, "more than %d pieces of a type on the board and in hand",
          MAX_OF_A_TYPE);
  game.position = changed;
  make_root(game);
  return none();
}

nb::object board_set_hand(Game& game, Call call) {
  PyObject* v[3];
  call.read("set_hand", {"color", "piece_type", "count"}, 3, v);
  const Color color = to_color(v[0]);
  const PieceType type = to_piece_type(v[1]);
  if (type > GOLD) raise(VALUES.invalid_piece_error, "%R cannot be in hand", v[1]);
  const int count = int(to_number(v[2], "count", 0, PIECES_IN_SET[PAWN]));
  Position changed = game.position;
  changed.set_hand(color, type, count);
  if (changed.all_pieces()[type] > MAX_OF_A_TYPE)
    raise(VALUES.invalid_piece_error, "more than %d pieces of a type on the board and in hand",
          MAX_OF_A_TYPE);
  game.position = changed;
  make_root(game);
  return none();
}

nb::object board_set_turn(Game& game, PyObject* color) {
  const Color turn = to_color(color);
  make_root(game);
  game.position.set_turn(turn);
  return none();
}

}  // namespace komadai::python
