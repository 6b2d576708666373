"""Conditional moves: what a player of a correspondence game answers to the moves that may come.

They are lines of moves in USI. Each begins with a move of the opponent and ends with one's own answer.
Lines with the same beginning have the same answers, so all lines together are a tree. When the opponent
moves, the lines that begin otherwise are cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from komadai.errors import InvalidMoveError
from komadai.messages.text import Text
from komadai.play.boards import read_move
from komadai.play.errors import CommandError

Lines = tuple[tuple[str, ...], ...]

MAX_LINES: Final = 32
MAX_MOVES: Final = 40
"""The moves of a line, those of both sides."""
MOST_LINES: Final = MAX_LINES
"""Former name of MAX_LINES."""
MOST_MOVES: Final = MAX_MOVES
"""Former name of MAX_MOVES."""

_TOO_MANY: Final = Text(
    f"expected at most {MAX_LINES} lines of {MAX_MOVES} moves",
    f"{MAX_LINES}本以内、1本{MAX_MOVES}手以内です",
)
_NO_ANSWER: Final = Text(
    "each line must end with your own answer", "それぞれの手順は自分の応手で終わる必要があります"
)
_ILLEGAL: Final = Text("{move} is not legal there", "{move}はその局面で指せません")
_TWO_ANSWERS: Final = Text("two answers to the same moves", "同じ手順に対する応手が二つあります")


def checked(board: Any, lines: Iterable[Sequence[str]]) -> Lines:
    """The lines, if they can be stored in this position, in which the opponent is to move.

    Lines that are the beginning of others are left out. Raises CommandError ``bad_lines``.
    """
    found: dict[tuple[str, ...], None] = {}
    answers: dict[tuple[str, ...], str] = {}
    for line in lines:
        if len(line) > MAX_MOVES or len(found) >= MAX_LINES:
            raise CommandError("bad_lines", why=_TOO_MANY)
        if not line or len(line) % 2:
            raise CommandError("bad_lines", why=_NO_ANSWER)
        moves = _legal(board.copy(), line)
        for ply in range(1, len(moves), 2):
            if answers.setdefault(moves[:ply], moves[ply]) != moves[ply]:
                raise CommandError("bad_lines", why=_TWO_ANSWERS)
        found[moves] = None
    whole = [line for line in found if not any(line != more and more[: len(line)] == line for more in found)]
    return tuple(whole)


def after(lines: Lines, move: str) -> Lines:
    """Returns the rest of the lines after this move."""
    return tuple(line[1:] for line in lines if line[0] == move and len(line) > 1)


def _legal(board: Any, line: Sequence[str]) -> tuple[str, ...]:
    moves = []
    for text in line:
        try:
            move = read_move(board, text)
            legal = board.infraction(move) is None
        except InvalidMoveError:
            legal = False
        if not legal:
            raise CommandError("bad_lines", why=_ILLEGAL.filled(move=text[:10]))
        moves.append(move.usi())
        board.push(move)
    return tuple(moves)
