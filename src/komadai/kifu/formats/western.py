"""Reads and writes games as Western booklets print them: a title, then the moves of both sides in columns.

    Munekichi Wada vs Soho Amano, 1834
    ▲歩-76    □歩-34    ▲歩x94    □香x94
    ▲歩-26    □歩-44    ▲Resigns

If there are several pairs of moves in a row, the columns are read from top to bottom, as they are printed.
Lists without marks of the sides, and mating problems as lists of pieces, are read as PSN is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, pairwise, zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeVar

from komadai import notation
from komadai._core import Board
from komadai.errors import KomadaiError
from komadai.handicap import Handicap
from komadai.kifu.formats import variant_western
from komadai.kifu.formats.csa.endings import read_explanation
from komadai.kifu.formats.named_handicap import handicap_in
from komadai.kifu.formats.psn import reader as psn_reader
from komadai.kifu.formats.western_head import (
    LONGEST_LINE,
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
from komadai.kifu.tree.game import Ending, Game
from komadai.messages import Message
from komadai.notation import piece_list
from komadai.notation.japanese import SIDES
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor
    from komadai.kifu.tree.variant_game import VariantGame

T = TypeVar("T")

_MARKS: Final = "".join(mark for mark in SIDES if len(mark) == 1 and not mark.isalpha())
_KANJI: Final = "歩香桂銀金角飛玉王と杏圭全今仝个馬龍竜"
_ORIGIN: Final = r"(?:\([1-9][1-9a-i]\)|[1-9][1-9a-i](?=[-x×*]))?"
_MOVE: Final = rf"\+?(?:[A-Za-z]|[{_KANJI}])\s?{_ORIGIN}\\?[-x×*'−–]?\s?[1-9][1-9a-i][+=]?"
SIGN: Final = (
    rf"\s*(?:(?:\.\.\.|…)\s*)?[{_MARKS}]\s?(?:{_MOVE}|[Rr]esign)|\s*Black:.*In hand:|(?:\.\.\.|…)\s*\Z|"
    r"Variant: (?!shogi\s)[a-z]"
)
"""The start of a line of such a text; a gap alone is a game without moves."""
HEAD: Final = re.compile(
    r"(?:[^\n]{1,2000}\n)?Variant: (?!shogi\s)[a-z]|"
    r"(?=[^\n]*+\n[\nA-Za-z-])(?=[^\n]{1,2000} vs )[^\n]*+\n"
    r"(?:(?:[A-Za-z-]+ handicap|(?:Black|White):[^\n]*+|White to move)\n)*+\n"
    rf"(?:\.\.\.(?:[\t\n]|\Z)|[{_MARKS}]{_MOVE}|[{_MARKS}]Resigns)"
)
"""The start of a text that :func:`write` writes: its title may look like a line of any format. The second
line is checked first, because the title is slow to search."""

_CELL: Final = re.compile(
    rf"(?P<mark>[{_MARKS}])\s?(?:(?P<move>{_MOVE})|(?P<resigns>[Rr]esign(?:s|ed)?))|(?P<gap>\.\.\.|…)"
)
_SHORTEST: Final = 4
"""Shorter lines are neither a move nor a title; a megabyte may have half a million of them."""
_SIDE_LINE: Final = re.compile(r"\s*(black|white|sente|gote)\s*:\s*(.*)", re.I)


@dataclass(slots=True)
class _Cell:
    text: str
    line: int
    column: int
    color: Color | None
    """None for the gap where Black has no first move."""
    resigns: bool = False


@dataclass(slots=True)
class _MoveTable:
    title: str = ""
    handicap: Handicap | None = None
    setup: list[tuple[str, int]] = field(default_factory=list)
    """The lines that list the pieces of the start position, with their numbers."""
    rows: list[list[_Cell]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    prose: list[tuple[str, int]] = field(default_factory=list)
    """The lines before it that say nothing of the game, with their numbers."""


def write(game: Game | VariantGame) -> str:
    """The main line as pairs of moves in Kitao and Kawasaki's notation; of a variant, in Hodges'.

    The text has the players, the date, the start position, the moves and the ending only. Raises
    NotationError if a move leaves an empty square.
    """
    if not isinstance(game, Game):
        return variant_western.write(game)
    cells, ending = moves_and_ending(game, partial(notation.write, style="kitao-kawasaki"), "{}Resigns")
    start = lines_of_start(game, lambda handicap: f"{handicap.key.capitalize()} handicap")
    rows = ("\t".join(cells[at : at + 2]) for at in range(0, len(cells), 2))
    return "\n".join([title(game), *start, "", *rows, *ending, ""])


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text; prose between them is left out. Raises RecordError if there is none."""
    if visitor.variant is not None or variant_western.NAMED.search(text):
        yield from variant_western.parse(text, visitor, report)
        return
    context: ParseContext[T] = ParseContext(visitor, report)
    found = False
    for table in _tables(text):
        if not table.rows:
            _leave_out(table.prose if found else [], report)
            continue
        found = True
        context.begin()
        _leave_out(table.prose, report)
        if not context.skipping:
            _read(table, context, report)
        yield context.finish()
    if not found:
        yield from _plain(text, context, report)


# -- tables


def _leave_out(prose: list[tuple[str, int]], report: Report) -> None:
    message = Message("header-or-move-missing", action="left-out")
    for words, number in prose:
        report.add(message, line=number, column=1, text=words)


def _tables(text: str) -> Iterator[_MoveTable]:
    """The tables of the moves of the games. The last one may have no rows, only prose."""
    table = _MoveTable()
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) < _SHORTEST and not table.rows and not table.title:
            if prose := line.strip():
                table.prose.append((prose, number))
            continue
        cells = list(_CELL.finditer(line))
        starts = bool(cells) and not line[: cells[0].start()].strip()
        # A gap alone stands for the moves of a game that has none.
        starts = starts and (any(cell["mark"] for cell in cells) or bool(table.title and not table.rows))
        if starts and not table.rows and not table.title:
            # A name may look like a move.
            starts = len(line) > LONGEST_LINE or not is_title(line.strip())
        if starts:
            table.rows.append([_cell(cell, number) for cell in cells])
            note = line[cells[-1].end() :].strip()
            if note:
                table.notes.append(note)
            continue
        prose = line.strip()
        if not prose:
            continue
        if table.rows:
            # The line directly after the moves may give the ending.
            closing = is_result(prose)
            if closing:
                table.notes.append(prose)
            yield table
            table = _MoveTable()
            if closing:
                continue
        if SETUP.fullmatch(prose) and not is_title(prose):
            table.setup.append((prose, number))
            continue
        is_short = len(prose) <= LONGEST_LINE
        titled = is_short and is_title(prose)
        handicap = handicap_in(prose) if is_short else None
        if titled:
            table.title = prose
        if handicap:
            table.handicap = handicap
        if not titled and not handicap:
            table.prose.append((prose, number))
    yield table


def _cell(match: re.Match[str], line: int) -> _Cell:
    color = SIDES[match["mark"]] if match["mark"] else None
    # Texts converted from Markdown may have a backslash before the asterisk of a drop.
    text = match[0].replace("\\", "")
    return _Cell(text, line, match.start() + 1, color, bool(match["resigns"]))


def _orders(rows: list[list[_Cell]]) -> Iterator[list[_Cell]]:
    """The possible orders of the cells: column by column (of pairs), and row by row."""
    pairs: list[list[list[_Cell]]] = []
    for row in rows:
        split: list[list[_Cell]] = []
        for cell in row:
            if not split or cell.color is not Color.WHITE:
                split.append([])
            split[-1].append(cell)
        pairs.append(split)
    if any(len(split) > 1 for split in pairs):
        columns = zip_longest(*pairs, fillvalue=[])
        yield [cell for column in columns for pair in column for cell in pair]
    yield list(chain.from_iterable(rows))


def _read(table: _MoveTable, context: ParseContext[Any], report: Report) -> None:
    for key, value in title_headers(table.title).items():
        context.header(key, value)
    first = table.rows[0][0]
    board = read_setup(table.setup, report)
    if board is None:
        board = Board()
        if first.color is Color.BLACK:
            pass
        elif table.handicap is not None and table.handicap.key != "even":
            board = Board.handicap(table.handicap)
        elif len(table.rows) > 1 or len(table.rows[0]) > 1:
            report.add(Message("handicap-missing", action="usual-start"), line=first.line)
            board.set_turn(Color.WHITE)
    orders = list(_orders(table.rows))
    cells = max(orders, key=lambda order: _playable(order, board.copy())) if len(orders) > 1 else orders[0]
    context.start(board)
    if context.skipping:
        return
    ended = _play(cells, context, report)
    ending = Ending(Outcome(context.board.turn.opponent, Termination.RESIGNATION)) if ended else None
    for note in table.notes:
        outcome = read_explanation(note)
        if outcome is not None:
            ending = ending or Ending()
            ending.outcome = outcome
        elif ending is not None:
            ending.comment = f"{ending.comment}\n{note}" if ending.comment else note
        else:
            context.comment(note)
    if ending is not None:
        context.ending(ending)


def _playable(cells: list[_Cell], board: Board) -> int:
    """The number of cells that can be played in this order."""
    for count, cell in enumerate(cells):
        if cell.color is None or cell.resigns:
            continue
        try:
            board.push(notation.read(board, cell.text))
        except KomadaiError:
            return count
    return len(cells)


def _play(cells: list[_Cell], context: ParseContext[Any], report: Report) -> bool:
    """Plays the moves; returns whether the last cell resigns."""
    reader = psn_reader.Reader(context, report, "")
    for at, cell in enumerate(cells):
        if cell.color is None:
            if at:
                report.add(Message("move-missing"), line=cell.line, column=cell.column, text=cell.text)
            continue
        if cell.resigns:
            if at + 1 < len(cells):
                left = " ".join(each.text for each in cells[at + 1 :])
                report.add(
                    Message("nothing-can-follow", action="left-out"),
                    line=cell.line, column=cell.column, text=left,
                )  # fmt: skip
            return True
        try:
            move = reader.read_move(cell.text, cell.line, cell.column)
        except KomadaiError as error:
            left = " ".join(each.text for each in cells[at:])
            report.add(error.message.followed_by("left-out"), line=cell.line, column=cell.column, text=left)
            return False
        if not context.play(move, text=cell.text, line=cell.line, column=cell.column):
            return False
    return False


# -- lists without marks, problems as lists of pieces


def _plain(text: str, context: ParseContext[Any], report: Report) -> Iterator[Any]:
    """Games that begin with a list of pieces, each with the moves up to the next list; if there is none, the
    moves as PSN."""
    lines = text.split("\n")
    problems = []
    for sides in _sides(lines):
        listed = "\n".join(lines[at] for at in sides)
        try:
            problems.append((sides, piece_list.read(listed)))
        except KomadaiError as error:
            message = Message("pieces-unreadable", {"problem": error.message})
            report.add(message, line=sides[0] + 1, text=listed)
    if not problems:
        yield from psn_reader.parse(text, context.visitor, report)
        return
    for number, line in enumerate(lines[: problems[0][0][0]], 1):
        if line.strip():
            report.add(Message("header-or-move-missing", action="left-out"), line=number, column=1, text=line)
    starts = [sides[0] for sides, _ in problems]
    for sides, _ in problems:
        for at in sides:
            lines[at] = " " * len(lines[at])
    text = "\n".join(lines)
    ends = [sum(len(line) + 1 for line in lines[:at]) for at in (*starts, len(lines))]
    for (_, board), (begin, end) in zip(problems, pairwise(ends), strict=True):
        reader = psn_reader.Reader(context, report, text)
        reader.begin()
        reader.start_from(board)
        for token in psn_reader.TOKEN.finditer(text, begin, end):
            reader.take(token)
        yield reader.finish()


def _sides(lines: list[str]) -> Iterator[list[int]]:
    """The lines of each list of pieces in a text, by their indices: those of both sides."""
    found: dict[str, int] = {}
    for at, line in enumerate(lines):
        match = _SIDE_LINE.fullmatch(line) if ":" in line else None
        if match is None:
            continue
        side = match[1].lower()
        side = {"sente": "black", "gote": "white"}.get(side, side)
        if side in found:
            found = {}
        found[side] = at
        if len(found) == 2:
            yield list(found.values())
            found = {}
