"""Games as the lines of USI's position command: ``startpos moves 7g7f …``, ``sfen … moves …``.

A line is a game. It holds the moves of the main line; when reading, also what programs put behind them
(``resign``) and comments behind ``#``. A line that is only an SFEN is a game without moves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

from komadai._core import STARTPOS, Board, Move
from komadai.errors import InvalidMoveError, RecordError, SfenError
from komadai.kifu.cursor import Cursor
from komadai.kifu.game import Ending
from komadai.outcome import Outcome, Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.kifu.game import Game
    from komadai.kifu.report import Report
    from komadai.kifu.visitor import Visitor
    from komadai.pieces import Color

T = TypeVar("T")

SIGN: Final = (
    r"position |startpos|sfen |[1-9a-zA-Z+]{1,30}(?:/[1-9a-zA-Z+]{1,30}){8} [bw](?: |$)|"
    r"(?:moves )?[1-9][a-i][1-9][a-i]\+?(?: |$)"
)
"""Lines that show that a text is USI."""

_WORD: Final = re.compile(r"[^\s,]+")
_SFEN_BOARD: Final = re.compile(r"[1-9a-zA-Z+]+(?:/[1-9a-zA-Z+]+){8}")
_MOVE: Final = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]")
_COMMENT: Final = re.compile(r"(?:^|\s)(?:#|//|;)\s?(.*)")

_ENDINGS: Final[dict[str, Callable[[Color], Outcome]]] = {
    "resign": lambda turn: Outcome(turn.opponent, Termination.RESIGNATION),
    "win": lambda turn: Outcome(turn, Termination.IMPASSE_DECLARATION),
    "timeout": lambda turn: Outcome(turn.opponent, Termination.TIME_FORFEIT),
    "mate": lambda turn: Outcome(turn.opponent, Termination.CHECKMATE),
    "rep_draw": lambda turn: Outcome(None, Termination.SENNICHITE),
    "draw": lambda turn: Outcome(None, Termination.IMPASSE_AGREED),
    "interrupt": lambda turn: Outcome(None, Termination.INTERRUPTED),
    "break": lambda turn: Outcome(None, Termination.INTERRUPTED),
}
"""What stands in the place of a last move, by the side that would be to move."""


def write(game: Game) -> str:
    """``startpos moves 7g7f …`` or ``sfen … moves …``, with a newline."""
    start = "startpos" if game.sfen == STARTPOS else f"sfen {game.sfen}"
    moves = [move.usi() for move in game.moves()]
    return " ".join([start, *(["moves", *moves] if moves else [])]) + "\n"


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text, one in a line. Raises RecordError if there is none."""
    cursor: Cursor[T] = Cursor(visitor, report)
    before: list[str] = []
    games = number = 0
    for number, line in enumerate(text.split("\n"), 1):
        comment = _COMMENT.search(line) if "#" in line or "/" in line or ";" in line else None
        words = list(_WORD.finditer(line, 0, comment.start() if comment else len(line)))
        if not words:
            before += [comment[1]] if comment else []
            continue
        start = _start(words, line, number, report)
        if start is None:
            continue
        board, moves = start
        games += 1
        cursor.begin()
        cursor.start(board)
        for remark in before:
            cursor.comment(remark)
        before = []
        if not cursor.skipping:
            _moves(moves, cursor, number, report)
            if comment:
                cursor.comment(comment[1])
        yield cursor.finish()
    for remark in before:
        report.add("a comment without a game; left out", line=number, text=remark)
    if not games:
        raise RecordError("there is no game in this text, expected startpos or sfen at the start of a line")


def _start(
    words: list[re.Match[str]], line: str, number: int, report: Report
) -> tuple[Board, list[re.Match[str]]] | None:
    """The start position and the words of the moves; None if the line is no game."""
    at = 1 if words[0][0] == "position" and len(words) > 1 else 0
    first = words[at][0]
    board: Board | None = None
    if first == "startpos":
        board, at = Board(), at + 1
    elif first == "sfen" or _SFEN_BOARD.fullmatch(first):
        at += first == "sfen"
        end = at
        while end < len(words) and end < at + 4 and words[end][0] != "moves":
            end += 1
        sfen = " ".join(word[0] for word in words[at:end])
        board, at = _board(sfen, number, report), end
    elif first == "moves" or _MOVE.fullmatch(first):
        report.add("expected startpos or sfen; the usual start is taken", line=number, column=1, text=line)
        board = Board()
    else:
        report.add("expected startpos or sfen; left out", line=number, column=1, text=line)
    if board is None:
        return None
    if at < len(words) and words[at][0] == "moves":
        at += 1
    elif at < len(words) and first in ("startpos", "sfen"):
        found = words[at]
        report.add("expected moves", line=number, column=found.start() + 1, text=found[0])
    return board, words[at:]


def _board(sfen: str, number: int, report: Report) -> Board | None:
    try:
        return Board(sfen)
    except SfenError as error:
        try:
            board = Board(sfen, validate=False)
        except SfenError:
            report.add(f"no position: {error}; the line is left out", line=number, text=sfen)
            return None
        report.add(f"the start position is against the rules: {error}", line=number, text=sfen)
        return board


def _moves(words: list[re.Match[str]], cursor: Cursor[T], number: int, report: Report) -> None:
    for index, word in enumerate(words):
        text, column = word[0], word.start() + 1
        try:
            played = cursor.play(Move.from_usi(text), text=text, line=number, column=column)
        except InvalidMoveError as error:
            ending = _ENDINGS.get(text)
            if ending is not None:
                cursor.ending(Ending(ending(cursor.board.turn)))
            else:
                report.add(f"{error}; left out", line=number, column=column, text=text)
            played = False
        if not played:
            rest = words[index + 1 :]
            if rest:
                behind = word.string[rest[0].start() : rest[-1].end()]
                report.add(
                    "no move can follow; left out", line=number, column=rest[0].start() + 1, text=behind
                )
            return
