"""Answers the call about a position: its legal moves, a move played in it, and a line."""

from __future__ import annotations

from typing import Any, Final

from komadai._core import Board
from komadai.errors import IllegalMoveError, SfenError, VariantError
from komadai.messages.text import Text
from komadai.play.boards import GameBoard
from komadai.play.state import color_name
from komadai.server.errors import ApiError
from komadai.server.positions import move_input
from komadai.server.positions import wire as positions_wire
from komadai.server.positions.position import Position
from komadai.server.positions.views import checked
from komadai.server.records import wire as wr
from komadai.server.records.to_wire import illegal, play

NOT_PLAYED: Final = Text(
    "the moves cannot be played from this position", "この局面からは指せない手があります"
)


def position(ask: wr.PositionRequest) -> wr.PositionAnswer:
    """The position of the request, after its move if it has one. Raises ApiError."""
    board = any_board_of(ask.variant, ask.sfen)
    previous = None
    if ask.previous is not None and isinstance(board, Board):
        previous = move_input.from_usi(ask.previous)  # changes how the next move is written, in shogi only
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
    view = position_view(board, ask.previous if move is None else move.usi())
    return wr.PositionAnswer(
        position=view,
        move=played.view if played else None,
        illegal=illegal(played.infraction) if played else None,
        line=_line(board, ask, last),
    )


def board_of(position: Position, field: str = "sfen") -> Board:
    """A board with this position, which may be illegal. Raises ApiError with the field."""
    try:
        return position.board()
    except SfenError as error:
        raise ApiError("invalid", field, why=Text(f"{field}: {error}", Text.of_error(error).ja)) from error


def board_after(line: wr.Line) -> Board:
    """The board after the moves of a line, all legal, with them as its history. Raises ApiError."""
    board = board_of(line.start_sfen, "start_sfen")
    if board.problems():
        raise ApiError("invalid", "start_sfen", why=Text.of(board.problems()[0]))
    for move in map(move_input.from_usi, line.moves):
        if not board.is_legal(move):
            raise ApiError("invalid", "moves", why=NOT_PLAYED)
        board.push(move)
    return board


def any_board_of(variant: str, position: Position, field: str = "sfen") -> GameBoard:
    """A board of the variant with this position; a position of shogi may be illegal.

    Raises ApiError with the field.
    """
    try:
        return position.on(variant)
    except VariantError as error:
        raise ApiError("invalid", "variant", why=Text.of_error(error)) from error
    except SfenError as error:
        raise ApiError("invalid", field, why=Text(f"{field}: {error}", Text.of_error(error).ja)) from error


def _move(board: GameBoard, ask: wr.PositionRequest, previous: Any) -> Any:
    if ask.play is not None and ask.typed is not None:
        why = Text("typed: expected either play or typed, not both", "playとtypedはどちらか一方です")
        raise ApiError("invalid", "typed", why=why)
    if ask.play is not None:
        return move_input.on_board(board, ask.play)
    if ask.typed is None:
        return None
    return move_input.typed(board, ask.typed, previous)


def _line(board: GameBoard, ask: wr.PositionRequest, previous: Any) -> list[positions_wire.MoveView]:
    played = []
    for usi in ask.line:
        try:
            move = move_input.on_board(board, usi)
            played.append(play(board, move, previous, ask.handicap).view)
        except IllegalMoveError:
            break
        previous = move
    return played


def position_view(board: GameBoard, last: str | None) -> positions_wire.PositionView:
    """The position with all its legal moves; ``last`` is the move before it as USI."""
    return positions_wire.PositionView(
        sfen=board.sfen(),
        turn=color_name(board.turn),
        legal=[move.usi() for move in board.legal_moves],
        check=checked(board),
        last=last,
        impasse=None,
    )
