// The methods of Board about legality, check and the end of the game.
#include <algorithm>

#include "bindings/board_methods.h"
#include "bindings/legal_moves.h"
#include "bindings/move.h"
#include "eval/load.h"
#include "mate/mate_in_1.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

bool is_capture(const Position& p, Move m) {
  const Piece target = p.at(to_of(m));
  return !is_drop(m) && target && color_of(target) != p.turn();
}

nb::object new_sequence(const Move* first, const Move* last) {
  nb::object moves = nb::steal(make_move_sequence(first, last));
  if (!moves.is_valid()) throw nb::python_error();
  return moves;
}

}  // namespace

nb::object board_legal_moves(const Game& game) { return nb::steal(make_legal_moves(game.position)); }

nb::object board_legal_captures(const Game& game) {
  const Position& p = game.position;
  Move moves[MAX_MOVES_OF_ANY_BOARD];
  Move* last = generate_legal(p, moves);
  last = std::remove_if(moves, last, [&p](Move m) { return !is_capture(p, m); });
  return new_sequence(moves, last);
}

nb::object board_pseudo_legal_moves(const Game& game) {
  const Position& p = game.position;
  const Color us = p.turn();
  Move moves[MAX_MOVES_OF_ANY_BOARD];
  Move* last = moves;
  const auto add = [&](Move m) {
    const Infraction found = infraction(p, m);
    if (found == Infraction::NONE || found == Infraction::LEFT_IN_CHECK || found == Infraction::UCHIFUZUME)
      *last++ = m;
  };
  for (const Square from : Each{p.of(us)})
    for (const Square to : Each{piece_attacks(us, type_of(p.at(from)), from, p.occupied())}) {
      add(make_move(from, to));
      add(Move(make_move(from, to) | PROMOTION));
    }
  for (const PieceType t : {PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD})
    for (Square to = 0; p.hand(us)[t] && to < SQUARES; ++to)
      if (!p.at(to)) add(make_drop(t, to));
  return new_sequence(moves, last);
}

nb::object board_is_capture(const Game& game, PyObject* move) {
  return boolean(is_capture(game.position, to_move(move)));
}

nb::object board_is_legal(const Game& game, PyObject* move) {
  return boolean(is_legal(game.position, to_move(move)));
}

// Records name a move by its target square. Filtering all legal moves would cost ten times as much.
nb::object board_legal_moves_to(const Game& game, Call call) {
  PyObject* v[2];
  call.read("legal_moves_to", {"square", "piece_type"}, 1, v);
  const Square to = to_square(v[0]);
  const Position& p = game.position;
  const Color us = p.turn();
  const bool any = !v[1] || v[1] == Py_None;
  const PieceType wanted = any ? PAWN : to_piece_type(v[1]);
  nb::list found;
  const auto offer = [&](Move m) {
    if (is_legal(p, m)) found.append(nb::steal(move_object(m)));
  };
  for (const Square start : Each{p.attackers(us, to)}) {
    if (!any && type_of(p.at(start)) != wanted) continue;
    offer(make_move(start, to));
    offer(Move(make_move(start, to) | PROMOTION));
  }
  for (const PieceType t : {PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD}) {
    if ((any || t == wanted) && p.hand(us)[t]) offer(make_drop(t, to));
  }
  return found;
}

nb::object board_infraction(const Game& game, PyObject* move) {
  const Infraction found = infraction(game.position, to_move(move));
  return found == Infraction::NONE ? none() : new_reference(VALUES.infractions[int(found)]);
}

nb::object board_is_check(const Game& game) { return boolean(game.position.in_check()); }

nb::object board_gives_check(const Game& game, PyObject* move) {
  const Move m = to_move(move);
  if (!is_possible(game.position, m)) refuse(move, infraction(game.position, m));
  return boolean(game.position.gives_check(m));
}

nb::object board_is_checkmate(const Game& game) {
  return boolean(game.position.in_check() && !has_legal_move(game.position));
}

nb::object board_checkers(const Game& game) { return make_square_set(game.position.checkers()); }

nb::object board_pinned(const Game& game, Call call) {
  PyObject* v[1];
  call.read("pinned", {"color"}, 0, v);
  const bool own = !v[0] || v[0] == Py_None;
  return make_square_set(game.position.pinned(own ? game.position.turn() : to_color(v[0])));
}

nb::object board_attackers(const Game& game, Call call) {
  PyObject* v[2];
  call.read("attackers", {"color", "square"}, 2, v);
  const Color color = to_color(v[0]);
  return make_square_set(game.position.attackers(color, to_square(v[1])));
}

nb::object board_attacks(const Game& game, PyObject* square) {
  const Square s = to_square(square);
  const Piece piece = game.position.at(s);
  if (!piece) return make_square_set(Bitboard());
  return make_square_set(piece_attacks(color_of(piece), type_of(piece), s, game.position.occupied()));
}

nb::object board_repetition_count(const Game& game) { return nb::int_(game.occurrences()); }

nb::object board_repetition_checks(const Game& game) {
  const auto [black, white] = game.only_checks_since_first_occurrence();
  return nb::make_tuple(black, white);
}

nb::object board_outcome(const Game& game) {
  const Outcome outcome = outcome_of(game);
  if (outcome.termination == Termination::NONE) return none();
  const nb::object module = nb::module_::import_("komadai.outcome");
  return module.attr("Outcome")(outcome.winner ? new_reference(VALUES.colors[*outcome.winner]) : none(),
                                key_of(outcome.termination));
}

nb::object board_is_game_over(const Game& game) {
  return boolean(outcome_of(game).termination != Termination::NONE);
}

nb::object board_problems(const Game& game) {
  nb::list found;
  for (const SfenProblem& problem : problems(game.position)) found.append(message_of(problem));
  return found;
}

nb::object board_mate_in_1(const Game& game) {
  const Move m = mate::mate_in_1(game.position);
  return m == NO_MOVE ? none() : nb::steal(move_object(m));
}

nb::object board_evaluate(const Game& game) {
  if (const auto wrong = problems(game.position); !wrong.empty()) raise_problem(wrong.front());
  thread_local const std::unique_ptr<Evaluation> evaluation = open_evaluation("");
  evaluation->reset(game.position);
  return nb::int_(evaluation->value(game.position));
}

}  // namespace komadai::python
