"""Answers the call about a position: its legal moves, a move played in it, and a line."""

from __future__ import annotations

from komadai._core import Board, Move
from komadai.errors import IllegalMoveError, SfenError
from komadai.play.game import color_name
from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.positions import move_input
from komadai.server.positions import wire as positions_wire
from komadai.server.records import wire as wr
from komadai.server.records.to_wire import illegal, play
from komadai.squares import square_name


def position(ask: wr.PositionRequest) -> wr.PositionAnswer:
    """The position of the request, after its move if it has one. Raises ApiError."""
    board = board_of(ask.sfen)
    previous = None if ask.previous is None else move_input.from_usi(ask.previous)
    move = _move(board, ask, previous)
    played = None
    if move is not None:
        infraction = board.infraction(move)
        if infraction is not None and ask.illegal == "refuse":
            raise ApiError("illegal", why=Text.of(infraction))
        try:
            played = play(board, move, previous, ask.handicap)
        except IllegalMoveError as error:
            raise ApiError("illegal", why=Text.of(error.infraction)) from error
    last = move or previous
    view = position_view(board, last)
    return wr.PositionAnswer(
        position=view,
        move=played.view if played else None,
        illegal=illegal(played.infraction) if played else None,
        line=_line(board, ask, last),
    )


def board_of(sfen: str, field: str = "sfen") -> Board:
    """A board with this position, which may be illegal. Raises ApiError with the field."""
    try:
        return Board(sfen, validate=False)
    except SfenError as error:
        raise ApiError("invalid", field, why=Text(f"{field}: {error}", Text.of_error(error).ja)) from error


def _move(board: Board, ask: wr.PositionRequest, previous: Move | None) -> Move | None:
    if ask.play is not None and ask.typed is not None:
        why = Text("typed: expected either play or typed, not both", "playとtypedはどちらか一方です")
        raise ApiError("invalid", "typed", why=why)
    if ask.play is not None:
        return move_input.from_usi(ask.play)
    return None if ask.typed is None else move_input.typed(board, ask.typed, previous)


def _line(board: Board, ask: wr.PositionRequest, previous: Move | None) -> list[positions_wire.MoveView]:
    played = []
    for usi in ask.line:
        try:
            move = move_input.from_usi(usi)
            played.append(play(board, move, previous, ask.handicap).view)
        except IllegalMoveError:
            break
        previous = move
    return played


def position_view(board: Board, last: Move | None) -> positions_wire.PositionView:
    """The position with all its legal moves."""
    king = board.king(board.turn) if board.is_check() else None
    return positions_wire.PositionView(
        sfen=board.sfen(),
        turn=color_name(board.turn),
        legal=[move.usi() for move in board.legal_moves],
        check=[square_name(king)] if king is not None else [],
        last=None if last is None else last.usi(),
        impasse=None,
    )
