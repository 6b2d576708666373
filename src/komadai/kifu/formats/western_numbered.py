"""Reads and writes games as Western magazines print them, with a number before each move of a side:

    Kamozaemon Hobara vs Kanju Ito, 1756
    Handicap: Four-piece

    1. ...      2. S-6b
    3. P-7f     4. P-5d
    5. Resigns

The moves are in Hodges' notation. In a handicap game an ellipsis stands for the move that Black does not
make. Comments, variations and times are read as in PSN, but not written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from komadai import notation
from komadai._core import Board
from komadai.errors import RecordError
from komadai.kifu.formats import variant_western
from komadai.kifu.formats.named_handicap import handicap_line
from komadai.kifu.formats.psn import reader as psn_reader
from komadai.kifu.formats.western_head import (
    SETUP,
    is_result,
    is_title,
    lines_of_start,
    moves_and_ending,
    read_setup,
    title,
    title_headers,
)
from komadai.kifu.reading.parse_context import ParseContext
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.handicap import Handicap
    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor
    from komadai.kifu.tree.game import Game

T = TypeVar("T")

_MOVE: Final = r"\+?[PLNSGBRK](?:[1-9][1-9a-i])?[-x*][1-9][1-9a-i][+=]?"
# A list in which every move has its origin, or no space after the number, is PSN.
_FIRST: Final = rf"1\.[ \t]+(?:(?:\.{{3}}|…)(?:[ \t]+2\.[ \t]+{_MOVE})?|{_MOVE}(?:[ \t]+2\.[ \t]+{_MOVE})?)"
SIGN: Final = rf"\s*\d+\.[ \t]+(?:\.{{3}}|…|{_MOVE})[ \t]+\d+\.[ \t]+(?:{_MOVE}|Resigns)[ \t]*$"
"""A row of two moves with their numbers."""
HEAD: Final = re.compile(
    r"((?=[^\n]*+\n[\nA-Za-z])(?=[^\n]{1,2000} vs )[^\n]*+\n)?"
    r"(?:(?:Handicap:|Black:|White:|White to move)[^\n]*+\n)*+\n*+"
    rf"{_FIRST}(?=[\s]|\Z)(?!\s*\{{)"
)
"""The start of a text that :func:`write` writes, or of its moves alone."""
_WIDTH: Final = 12
"""The width of the first of the two columns, in characters; of a longer move one more than it has."""
_HEADER: Final = re.compile(r"\s*([A-Za-z]{1,20})\s*:\s*(\S.{0,200})")
_IN_MOVES: Final = re.compile(r"\s*(?:\d+\.|\.{3}|…|[(){}$*])")
"""The start of a line of moves that needs no further test."""


def write(game: Game) -> str:
    """The main line. The text has the players, the date, the start position, the moves and the ending only.

    Raises NotationError if a move leaves an empty square.
    """
    texts, ending = moves_and_ending(game, partial(notation.write, style="western"), "Resigns")
    cells = [f"{number}. {text}".ljust(_WIDTH - 1) for number, text in enumerate(texts, 1)]
    rows = (" ".join(cells[at : at + 2]).rstrip() for at in range(0, len(cells), 2))
    start = lines_of_start(game, lambda handicap: f"Handicap: {handicap.english}")
    return "\n".join([title(game), *start, "", *rows, *ending, ""])


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text, one after the other. Raises RecordError if there is none."""
    if visitor.variant is not None or variant_western.NAMED.search(text):
        yield from variant_western.parse(text, visitor, report)
        return
    head = HEAD.match(text)
    # The names in a title may look like anything, a comment that is not closed included.
    begin = head.end(1) if head is not None and head[1] else 0
    lines = text.split("\n")
    plain = text[:begin] + psn_reader.COMMENT.sub(_blank, text[begin:])
    games = list(_games(lines, plain.split("\n"), report, titled=begin > 0))
    if not games:
        raise RecordError(Message("record-no-game-expected", {"examples": ("1. P-7f 2. P-3d",)}))
    text = "\n".join(lines)
    reader = psn_reader.Reader(ParseContext(visitor, report), report, text)
    for game in games:
        reader.begin()
        for key, value in game.headers.items():
            reader.context.header(key, value)
        board = read_setup(game.setup, report)
        if board is None and game.handicap is not None:
            board = Board.handicap(game.handicap)
        if board is None and not game.has_moves:
            board = Board()
        if board is not None:
            reader.start_from(board)
        for token in psn_reader.TOKEN.finditer(text, game.start, game.end):
            reader.take(token)
        if not reader.context.skipping:
            for remark in game.remarks:
                reader.close(remark)
        yield reader.finish()


@dataclass(slots=True)
class _Lines:
    """The lines of one game."""

    start: int
    """The index in the text at which its moves may begin."""
    end: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    handicap: Handicap | None = None
    setup: list[tuple[str, int]] = field(default_factory=list)
    """The lines that list the pieces of the start position, with their numbers."""
    remarks: list[str] = field(default_factory=list)
    """The lines after the moves that give the result."""
    is_open: bool = False
    """Whether a line of moves was found."""
    has_moves: bool = False
    """Whether there is more than an ellipsis."""

    def take_head(self, words: str, number: int) -> bool:
        """Takes a line above the moves; False if it is none."""
        title = is_title(words)
        named = _HEADER.fullmatch(words)
        if SETUP.fullmatch(words) and not title:
            self.setup.append((words, number))
        elif handicap := handicap_line(words):
            self.handicap = handicap
        elif title:
            self.headers |= title_headers(words)
        elif named and (key := psn_reader.KEYS.get(named[1].casefold())):
            self.headers[key] = named[2].strip()
        else:
            return False
        return True


def _games(lines: list[str], plain: list[str], report: Report, *, titled: bool) -> Iterator[_Lines]:
    """The lines of each game. All but those of the moves become blank in ``lines``; ``plain`` are the same
    lines without comments. ``titled`` is whether the first line is a title in any case."""
    game, at = _Lines(0), 0
    for index, line in enumerate(plain):
        start, words = at, line.strip()
        at += len(line) + 1
        if not words:
            continue
        if not (titled and not index) and _is_of_moves(words):
            game.is_open = True
            game.has_moves |= words not in ("1. ...", "1. …")
            game.end = at
            continue
        lines[index] = " " * len(line)
        if game.is_open and is_result(words):
            game.remarks.append(words)
            continue
        if game.is_open:
            following = _Lines(at)
            is_head = following.take_head(words, index + 1)
            if is_head:
                game.end = start
                yield game
                game = following
        else:
            is_head = game.take_head(words, index + 1)
            game.start = at
        if not is_head:
            report.add(
                Message("header-or-move-missing", action="left-out"), line=index + 1, column=1, text=words
            )
    if game.is_open:
        game.end = at
        yield game


def _is_of_moves(words: str) -> bool:
    if _IN_MOVES.match(words):
        return True
    return not (psn_reader.is_prose(words) or SETUP.fullmatch(words) or is_result(words))


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
