"""Reads CSA 2.0 to 3.0, the record format of computer tournaments: the main line with times and comments.

CSA has no variations. A comment for programs (``'*``) becomes a comment of the game; a comment that programs
ignore (``'``) keeps its apostrophe, so that it can be written unchanged.
Floodgate's evaluations (``'** 123 +7776FU``) become analyses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from komadai._core import Board, Move, Run, read_csa
from komadai.errors import KomadaiError, RecordError
from komadai.kifu.comments import engine_comments
from komadai.kifu.formats.csa.endings import ending_line, read_comments, read_statement
from komadai.kifu.formats.csa.fast_reader import milliseconds, read_header, read_regular
from komadai.kifu.formats.csa.position import Placement
from komadai.kifu.formats.csa.writer import write, write_3
from komadai.kifu.reading import filler_lines
from komadai.kifu.reading.parse_context import ParseContext
from komadai.kifu.tree.game import Ending
from komadai.messages import Message
from komadai.notation import csa
from komadai.pieces import Color, PieceType
from komadai.squares import square_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor

__all__ = ["ending_line", "parse", "write", "write_3"]

T = TypeVar("T")

SIGN: Final = (
    r"[ \t]{0,40}(?:V[23](?:\.\d)?[ \t]*(?:,|$)|\$[A-Z_]+[:+]|PI(?:\d\d[A-Z]{2})*[ \t]*(?:,|$)|"
    r"P[1-9](?:[+-][A-Z]{2}| \*)|P[+-]\d\d[A-Z]{2}|'CSA encoding|"
    rf"[+-]?\d{{4}}(?:{'|'.join(csa.BY_NAME)})(?![+-]?\d{{4}}[A-Z])|%[+-]?[A-Z_]{{2,}}[ \t]*(?:,|$))"
)
"""Matches lines by which a text is detected as CSA. A name (N-) alone is no sign: N-gram."""

_MOVE: Final = re.compile(r"([+-]?)(\d)(\d)([1-9])([1-9])([A-Z]{2})")
_MOVE_LINE: Final = re.compile(r"[+-]\d\d[1-9][1-9][A-Z]{2}[\n,]")
_TIME: Final = re.compile(r"T(\d{1,9})(?:\.(\d{0,9}))?")
_LINE_HEADER: Final = re.compile(r"([^\s:'*$][^\s:'*]{0,39}):(?!//)(.*)")
_FILLER: Final = filler_lines.FillerLines("/+-'PT%")
_FILLER_AFTER_START: Final = filler_lines.FillerLines("/'PT%")
"""After the line with the side to move first, a sign alone has no meaning."""
_OPENS: Final = re.compile(r"V\d|N[+-]|\$[^:]+:|P[I1-9+-]|[+-]$|[+-]?\d{4}[A-Z]{2}|%[+-]?[A-Z]")
_PIECES: Final = {name: (kind.unpromoted, kind) for name, kind in csa.BY_NAME.items()}


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a CSA file, one after the other."""
    return parse_pieces([(text, True)], visitor, report)


def parse_pieces(
    pieces: Iterable[tuple[str, bool]], visitor: Visitor[T], report: Report, *, line_by_line: bool = False
) -> Iterator[T]:
    """Reads the games of a text that comes in pieces, each with whether it is the last one.

    A piece ends with a game or, if the game is longer than the maximum of a piece, with a line.
    ``line_by_line`` turns off the fast readers, which must not change the result.
    """
    reader = _Reader(visitor, report)
    context = reader.context
    number = games = 0
    text = ""
    for text, is_last in pieces:
        at = 0
        while at < len(text):
            if not line_by_line and not reader.is_busy and not report.has_news:
                game = read_regular(text, at, is_last)
                if game is not None:
                    games += 1
                    number += game.lines
                    at = game.end
                    yield visitor.main_line(game.line)
                    continue
            is_over = False
            while at < len(text) and not is_over:
                if not line_by_line and _MOVE_LINE.match(text, at):
                    run = reader.run(text, at)
                    if run is not None:
                        number += run.lines
                        at = run.end
                        continue
                if (end_of_blank := filler_lines.blank(text, at)) > at:
                    number += text.count("\n", at, end_of_blank)
                    at = end_of_blank
                    continue
                in_game = context.open and (context.skipping or reader.has_started)
                if count := (_FILLER_AFTER_START if in_game else _FILLER).lines(text, at):
                    if not (context.open and context.skipping):
                        filler_lines.report_lines(report, count, line=number + 1, text=text[at])
                    number += count
                    at += 2 * count
                    continue
                end = text.find("\n", at)
                line = text[at:] if end < 0 else text[at:end]
                at = len(text) if end < 0 else end + 1
                number += 1
                if line.rstrip() == "/":
                    is_over = True
                    if context.open:
                        games += 1
                        yield reader.finish(number)
                elif line and not (context.open and context.skipping):
                    reader.line(line, number)
    if context.open:
        games += 1
        yield reader.finish(number + (not text or text.endswith("\n")))
    reader.report_outside_comments()
    if not games:
        raise RecordError(Message("record-no-game"))


def end_of_games(text: str) -> int:
    """The index after the last line ``/``; 0 if there is none."""
    return text.rfind("\n/\n") + 3 if "\n/\n" in text else 0


class _Reader(Generic[T]):
    def __init__(self, visitor: Visitor[T], report: Report) -> None:
        self.report = report
        self.context: ParseContext[T] = ParseContext(visitor, report)
        self._outside: list[tuple[str, int]] = []
        """Comments outside of games: they belong to the next game."""

    def _begin(self) -> None:
        self.context.begin()
        self._placement = Placement(self.report)
        self._started = False
        self._move: tuple[Move, str, int, int] | None = None
        """The pending move, with its text, line and column: its time and comments may follow."""
        self._time: int | None = None
        self._remarks: list[str] = []
        """Comments on the pending move, or on the start."""
        self._ending: Ending | None = None
        self._last_remarks: list[str] = []
        """Comments on the pending ending."""
        self._ended = False
        self._unplayable = False
        """Whether a move could not be played: the moves after it cannot be played, either."""
        for text, line in self._outside:
            self._comment(text[1:], line)
        self._outside = []

    @property
    def is_busy(self) -> bool:
        """Whether the next line may belong to a game or comment that was read before."""
        return self.context.open or bool(self._outside)

    @property
    def has_started(self) -> bool:
        """Whether the position and the side that moves first are known. Only while a game is open."""
        return self._started

    def run(self, text: str, at: int) -> Run | None:
        """Reads moves in the form that programs write, with the native reader. None if there are none, or the
        game has ended; then the line is read as any other."""
        context = self.context
        if not context.open or context.skipping or not self._started or self._unplayable:
            return None
        if self._ended or self._ending is not None:
            return None
        self._pass_on_pending()
        if self._unplayable:
            return None
        run = read_csa(text, at, context.board, engine_comments.HINT_CHARACTERS, False)
        if not len(run):
            return None
        context.run(run)
        return run

    def finish(self, line: int) -> T:
        """Passes on pending moves and comments, and ends the game."""
        if not self._started and not self.context.skipping:
            self._start(None, line)
        self._pass_on_pending()
        return self.context.finish()

    def report_outside_comments(self) -> None:
        """Reports, at the end of the text, the comments that belong to no game."""
        for text, line in self._outside:
            self._warn(Message("comment-without-game", action="left-out"), line, 1, text)

    def _warn(self, message: Message, line: int, column: int = 0, text: str = "") -> None:
        self.report.add(message, line=line, column=column, text=text)

    # -- lines

    def line(self, text: str, number: int) -> None:
        """Reads a line that is neither empty nor a separator."""
        if text[0].isspace() and (bare := text.strip())[:1] in ("'", "N", "$"):
            self._warn(Message("csa-spaces"), number, 1, text)
            text = bare
        if not self.context.open:
            if text.startswith("'"):
                if not text.startswith("'CSA encoding="):
                    self._outside.append((text, number))
                return
            if not _OPENS.match(text.strip().upper()):
                if not text.isspace():
                    self._warn(Message("csa-statement", action="left-out"), number, 1, text)
                return
            self._begin()
            if self.context.skipping:
                return
        first = text[0]
        if first == "'":
            self._comment(text[1:], number)
        elif first in "N$":
            self._header(text, number)
        else:
            at = 0
            while at < len(text):
                if text[at] == "'":
                    self._comment(text[at + 1 :], number)
                    return
                comma = text.find(",", at)
                end = len(text) if comma < 0 else comma
                self._statement(text[at:end], number, at + 1)
                at = end + 1

    def _statement(self, text: str, line: int, column: int) -> None:
        text = text.rstrip() if not text.startswith("P") else text
        if match := _MOVE.fullmatch(text):
            self._read_move(match, text, line, column)
            return
        first = text[:1]
        if first == "T":
            self._read_time(text, line, column)
        elif first == "%":
            self._read_ending(text[1:], line, column)
        elif first == "P" and not self._started:
            self._placement.read(text, line, column)
        elif text in ("+", "-") and not self._started:
            self._start(Color(csa.SIGNS.index(text)), line)
        elif first == "V" and not self._started:
            if text not in ("V2", "V2.0", "V2.1", "V2.2", "V3.0"):
                self._warn(Message("csa-version"), line, column, text)
            else:
                self.context.is_stated = True
        elif first and first in "N$" and not self._started:
            self._header(text, line)
        elif text != text.strip():
            self._warn(Message("csa-spaces"), line, column, text)
            self._statement(text.strip(), line, column)
        elif text.upper() != text and _MOVE.fullmatch(text.upper()):
            self._warn(Message("csa-capitals"), line, column, text)
            self._statement(text.upper(), line, column)
        elif text:
            self._warn(Message("csa-statement", action="left-out"), line, column, text)

    def _header(self, text: str, line: int) -> None:
        header = read_header(text)
        if header is None:
            self._warn(Message("csa-header", action="left-out"), line, 1, text)
            return
        self.context.is_stated = True
        if header[1]:
            self.context.header(*header)

    def _comment(self, text: str, line: int) -> None:
        """A comment, without its apostrophe."""
        if text.startswith("*"):
            self._remark(text[1:])
        elif not self._started and (match := _LINE_HEADER.fullmatch(text)):
            self.context.header(match[1], match[2])
        elif self._started and text.startswith("$END_TIME:"):
            self.context.header("ended", text.removeprefix("$END_TIME:"))
        else:
            self._remark(f"'{text}")

    def _remark(self, text: str) -> None:
        (self._remarks if self._ending is None else self._last_remarks).append(text)

    # -- the game

    def _start(self, turn: Color | None, line: int) -> None:
        if turn is None:
            self._warn(Message("csa-first-side", action="black-first"), line)
        self._started = True
        is_stated = turn is not None or self._placement.is_given
        self.context.start(self._placement.board(turn or Color.BLACK, line), is_stated=is_stated)

    def _read_move(self, match: re.Match[str], text: str, line: int, column: int) -> None:
        sign, file, rank, to_file, to_rank, name = match.groups()
        if not self._started:
            self._warn(Message("csa-first-side-before-moves"), line)
            self._start(Color(csa.SIGNS.index(sign)) if sign else Color.BLACK, line)
        self._pass_on_pending()
        if self.context.skipping:
            return
        problem = Message("move-after-unplayable", action="left-out") if self._unplayable else None
        kinds = _PIECES.get(name)
        if kinds is None or (file == "0") != (rank == "0"):
            problem = problem or Message("move-expected", {"examples": "+7776FU"}, "left-out")
        if problem is not None:
            self._warn(problem, line, column, text)
            self._unplayable = True
            return
        assert kinds is not None
        board = self.context.board
        if csa.SIGNS[board.turn] != sign:
            params = {"turn": board.turn.key, "sign": csa.SIGNS[board.turn]}
            self._warn(Message("side-to-move-sign", params), line, column, text)
        to = square_at(int(to_file), int(to_rank))
        try:
            if file == "0":
                move = Move.dropping(kinds[1], to)
            else:
                start = square_at(int(file), int(rank))
                move = Move.normal(start, to, self._promotes(board, start, kinds[1], text, line, column))
        except KomadaiError:
            self._warn(Message("move-no-such", action="left-out"), line, column, text)
            self._unplayable = True
            return
        self._move = (move, text, line, column)

    def _promotes(self, board: Board, start: int, kind: PieceType, text: str, line: int, column: int) -> bool:
        piece = board.piece_at(start)
        if piece is None or piece.type is kind:
            return False
        if piece.type.promoted is not kind:
            params = {"piece": piece.type.english, "word": csa.PIECES[piece.type]}
            self._warn(Message("move-piece-expected", params), line, column, text)
        return kind.is_promoted and not piece.type.is_promoted

    def _read_time(self, text: str, line: int, column: int) -> None:
        match = _TIME.fullmatch(text)
        if match is None or (self._move is None and self._ending is None):
            code = "time-csa" if match is None else "time-without-move"
            if not self.context.skipping and not self._unplayable:
                self._warn(Message(code, action="left-out"), line, column, text)
            return
        time = milliseconds(match[1], match[2])
        if self._ending is not None:
            self._ending.time_ms = time
        else:
            self._time = time

    def _read_ending(self, word: str, line: int, column: int) -> None:
        if not self._started:
            self._start(None, line)
        infraction = self.context.board.infraction(self._move[0]) if self._move else None
        self._pass_on_pending()
        if self.context.skipping:
            return
        if self._ended:
            self._warn(Message("game-already-ended", action="left-out"), line, column, f"%{word}")
            return
        self._ending = read_statement(word, self.context.board.turn, infraction)
        if self._ending is None:
            self._ending = Ending(word=f"%{word}")
            self._warn(Message("ending-unknown", action="kept"), line, column, f"%{word}")

    def _pass_on_pending(self) -> None:
        """Passes on the pending move or ending, whose time and comments have been read."""
        context = self.context
        if context.skipping:
            return
        if self._move is not None:
            move, text, line, column = self._move
            self._move = None
            if self._ended:
                self._ended = False
                self._warn(Message("game-already-ended", action="kept-as-variation"), line, column, text)
                context.begin_variation(context.ply + 1)
            if not context.play(move, text=text, line=line, column=column, time_ms=self._time):
                self._unplayable = True
            self._time = None
        if self._remarks:
            context.read_comment("\n".join(self._remarks), floodgate=True)
            self._remarks = []
        if self._ending is not None:
            read_comments(self._ending, self._last_remarks, context.board.turn)
            self._last_remarks = []
            context.ending(self._ending)
            self._ending = None
            self._ended = True
