"""Reads games on one line, as Bonanza and related programs write them ("CSA1").

The moves are those of CSA without separators, mostly without signs: ``7776FU3334FU2726FU``. Before them, on
the same line or on the line above, there are fields separated by commas or spaces: number, date, Black,
White, result (0 a draw, 1 Black won, 2 White won), number of moves, event, opening. ::

    1 2003/09/08 羽生善治 谷川浩司 2 126 王位戦 その他の戦型
    7776FU3334FU2726FU4132KI

Any field may be missing. The format has no reason for the result: a loser who is not mated is assumed to
have resigned, and a draw that is no sennichite to be agreed.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Final, TypeVar

from komadai._core import Board, Move
from komadai.errors import KomadaiError, RecordError
from komadai.kifu.formats.csa.endings import read_statement
from komadai.kifu.reading.parse_context import ParseContext
from komadai.kifu.tree.game import Ending
from komadai.messages import Message
from komadai.notation import csa
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color, PieceType
from komadai.squares import square_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor

T = TypeVar("T")

_one: Final = rf"[+-]?\d\d[1-9][1-9](?:{'|'.join(csa.BY_NAME)})"
SIGN: Final = rf"(?![^：]{{1,40}}：|\s*[*#&'])(?:.{{0,150}}[\s,\"])?(?:{_one}){{2}}"
"""Matches lines by which this format is detected: two moves without a separator, outside of comments and
headers of other formats."""

_MOVE: Final = re.compile(r"([+-]?)(\d)(\d)([1-9])([1-9])([A-Z]{2})")
_MOVES: Final = re.compile(rf"(?:^|(?<=[\s,\"]))(?:{_one})")
_BETWEEN: Final = re.compile(r"[\s,\"]*")
_STATEMENT: Final = re.compile(r"%([A-Z_+-]{1,20})")
_DATE: Final = re.compile(r"(?:\d{4}|\?{4})[/.-]?(?:\d{1,2}|\?\?)[/.-]?(?:\d{1,2}|\?\?)")
_NUMBER: Final = re.compile(r"\d{1,9}")

NUMBER: Final = "number"
"""The key of the header with the number of the game."""
_NAMES: Final = ("black", "white", "event", "opening")
"""The headers for the fields that are words, in their order."""


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text, each on a line or two. Raises RecordError if there is none."""
    context: ParseContext[T] = ParseContext(visitor, report)
    above: tuple[str, int] | None = None
    games = number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.isspace() or line.strip() == "/":
            continue
        moves = _MOVES.search(line)
        if moves is None and not line.startswith(("'", "#")) and above is None:
            above = (line, number)
            continue
        if moves is None:
            report.add(Message("moves-expected", action="left-out"), line=number, column=1, text=line)
            continue
        games += 1
        context.begin()
        head = _Head(report)
        if above is not None:
            head.read(*above)
        before = line[: moves.start()]
        if before.strip(' \t,"'):
            head.read(before, number)
        for name, value in head.headers.items():
            context.header(name, value)
        context.start(Board())
        if not context.skipping:
            _moves(line, moves.start(), number, context, report, head)
        above = None
        yield context.finish()
    if above is not None:
        report.add(Message("moves-expected", action="left-out"), line=above[1], column=1, text=above[0])
    if not games:
        raise RecordError(Message("record-no-game-expected", {"examples": "7776FU3334FU"}))


class _Head:
    """The fields before the moves of a game."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.headers: dict[str, str] = {}
        self.result: int | None = None
        self.plies: int | None = None

    def read(self, text: str, line: int) -> None:
        """The fields of a line, or of its part before the moves."""
        names = iter([name for name in _NAMES if name not in self.headers])
        for index, field in enumerate(_fields(text)):
            if not field:
                # An empty field between commas still counts.
                if index:
                    next(names, None)
            elif _DATE.fullmatch(field) and "started" not in self.headers:
                self.headers["started"] = field
            elif not _NUMBER.fullmatch(field):
                name = next(names, None)
                if name is None:
                    self._report.add(Message("moves-expected", action="left-out"), line=line, text=field)
                else:
                    self.headers[name] = field
            elif index == 0:
                self.headers[NUMBER] = field
            elif self.result is None and field in ("0", "1", "2"):
                self.result = int(field)
            elif self.plies is None:
                self.plies = int(field)
            else:
                self._report.add(Message("moves-expected", action="left-out"), line=line, text=field)


def _fields(text: str) -> list[str]:
    if "," not in text:
        return text.split()
    try:
        return [field.strip() for field in next(csv.reader([text.strip().removesuffix(",")]))]
    except csv.Error:
        return [field.strip(' "') for field in text.split(",")]


def _moves(line: str, at: int, number: int, context: ParseContext[T], report: Report, head: _Head) -> None:
    ending: Ending | None = None
    at = _BETWEEN.match(line, at).end()  # type: ignore[union-attr]
    while at < len(line):
        if statement := _STATEMENT.match(line, at):
            ending = read_statement(statement[1], context.board.turn, None)
        match = _MOVE.match(line, at)
        if match is None:
            if ending is None or statement is None or line[statement.end() :].strip(' \t,"/'):
                message = Message("move-expected", {"examples": "7776FU"}, "left-out")
                report.add(message, line=number, column=at + 1, text=line[at:])
            break
        move = _move(context.board, match)
        if move is None:
            message = Message("move-no-such", action="rest-left-out")
            report.add(message, line=number, column=at + 1, text=line[at:])
            break
        if not context.play(move, text=match[0], line=number, column=at + 1):
            break
        at = _BETWEEN.match(line, match.end()).end()  # type: ignore[union-attr]
    if head.plies is not None and head.plies != context.ply:
        params = {"count": context.ply, "expected": head.plies}
        report.add(Message("game-length", params), line=number)
    ending = ending or _result(head.result, context.board)
    if ending is not None:
        context.ending(ending)


def _move(board: Board, match: re.Match[str]) -> Move | None:
    sign, file, rank, to_file, to_rank, name = match.groups()
    kind, to = csa.BY_NAME.get(name), square_at(int(to_file), int(to_rank))
    if kind is None or (file == "0") != (rank == "0") or (sign and csa.SIGNS[board.turn] != sign):
        return None
    try:
        if file == "0":
            return Move.dropping(kind, to) if kind <= PieceType.GOLD else None
        start = square_at(int(file), int(rank))
        piece = board.piece_at(start)
        return Move.normal(start, to, piece is not None and piece.type is not kind and kind.is_promoted)
    except KomadaiError:
        return None


def _result(result: int | None, board: Board) -> Ending | None:
    if result is None:
        return None
    if result == 0:
        repeated = board.outcome() == Outcome(None, Termination.SENNICHITE)
        return Ending(Outcome(None, Termination.SENNICHITE if repeated else Termination.IMPASSE_AGREED))
    winner = Color(result - 1)
    mated = board.turn is winner.opponent and board.is_checkmate()
    return Ending(Outcome(winner, Termination.CHECKMATE if mated else Termination.RESIGNATION))
