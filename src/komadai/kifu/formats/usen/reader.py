"""Reads USEN, a game with its variations short enough for a link: ``~0.7ku2jm6y2.r~2.0e4.``.

The start position (empty for the even game) is followed by a section for each line: the ply it branches
from, its moves of three characters each, a letter for its ending. ShogiHome writes sections depth first, each
branching from the line of the section before; Shogi Playground writes all branches from the main line on.
Both are read, also from links. Komadai writes ShogiHome's order, which is the same as Playground's if no
branch has branches.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from komadai._core import Board
from komadai.errors import KomadaiError, RecordError, SfenError
from komadai.kifu.diagnostics import MAX_TEXT, Report
from komadai.kifu.formats.usen.link import read_link
from komadai.kifu.formats.usen.writer import ENDINGS, decode, encode, write
from komadai.kifu.reading.parse_context import ParseContext
from komadai.kifu.reading.visitor import Visitor
from komadai.kifu.tree.game import Ending
from komadai.messages import Message
from komadai.outcome import Infraction, Outcome, Termination

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["decode", "encode", "parse", "write"]

T = TypeVar("T")

SIGN: Final = r"(?:(?:https?://\S*?)?[?&]u(?:sen)?=|u(?:sen)?=)?[0-9A-Za-z_.\-]*(?:~|%7[Ee])\d+\.[0-9a-z]*"
"""The start of a line of USEN, or of a link with USEN."""
HEAD: Final = re.compile(r"[0-9A-Za-z_.\-]*~\d+\.[0-9a-z.~]*(?:\n|\Z)")
"""Matches a first line that is only USEN."""

_SECTION: Final = re.compile(r"(\d{1,6})\.([0-9a-z]*)(?:\.([a-z]?)([0-9a-z]*))?")
_MOVES: Final = re.compile(".{1,3}", re.S)


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text, one in a line, also from links. Raises RecordError if there is none."""
    context: ParseContext[T] = ParseContext(visitor, report)
    games = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.isspace():
            continue
        link = read_link(line.strip(), number, report) if "=" in line or "%" in line else None
        usen = line.strip() if link is None else link.usen
        start, *sections = usen.split("~")
        board = _start(start, number, report) if sections else None
        if board is None:
            if not sections:
                report.add(Message("usen-expected", action="left-out"), line=number, column=1, text=line)
            continue
        games += 1
        context.begin()
        reader = _Reader(context, report, number)
        if link is not None:
            for name, value in link.headers.items():
                context.header(name, value)
            reader.comments = link.comments
        from_main_line = link.from_main_line if link is not None else None
        if from_main_line is None:
            from_main_line = len(sections) > 2 and _from_main_line(sections, board)
        context.start(board, is_stated=True)
        if not context.skipping:
            reader.read(sections, from_main_line=from_main_line)
        yield context.finish()
    if not games:
        raise RecordError(Message("record-no-game-expected", {"examples": "~0.7ku2jm.r"}))


def _start(text: str, number: int, report: Report) -> Board | None:
    if not text:
        return Board()
    sfen = text.replace("_", "/").replace(".", " ").replace("z", "+")
    try:
        return Board(f"{sfen} 1")
    except SfenError as error:
        try:
            board = Board(f"{sfen} 1", validate=False)
        except SfenError:
            message = Message("start-unreadable", {"problem": error.message}, "game-left-out")
            report.add(message, line=number, column=1, text=text)
            return None
        message = Message("start-against-rules", {"problem": error.message})
        report.add(message, line=number, column=1, text=text)
        return board


class _Ignore(Visitor[None]):
    """Ignores the game."""

    def end_game(self) -> None:
        return None


def _from_main_line(sections: list[str], board: Board) -> bool:
    """Whether all branches are written from the main line on, as Shogi Playground does.

    If the order of the sections does not decide it, the interpretation without errors does; by default
    ShogiHome's.
    """
    offsets = [int(found[1]) for section in sections if (found := _SECTION.match(section))]
    if all(later <= earlier for earlier, later in pairwise(offsets[1:])):
        return False
    for from_main_line in (False, True):
        strict = Report(strict=True)
        context = ParseContext(_Ignore(), strict)
        context.begin()
        context.start(board.copy())
        try:
            _Reader(context, strict, 1).read(sections, from_main_line=from_main_line)
        except RecordError:
            continue
        return from_main_line
    return False


class _Section(NamedTuple):
    number: int
    """0 is the main line."""
    offset: int
    moves: str
    letter: str
    after: str
    """The illegal move after the letter."""
    text: str


class _Reader:
    """Reads the sections of one game."""

    def __init__(self, context: ParseContext[Any], report: Report, line: int) -> None:
        self._context = context
        self._report = report
        self._line = line
        self.comments: dict[tuple[int, int], str] = {}
        """By branch (0 is the main line) and ply."""
        self._base = 0
        """The ply at which the main line begins, according to its section."""

    def _warn(self, message: Message, text: str) -> None:
        self._report.add(message, line=self._line, text=text)

    def read(self, texts: list[str], *, from_main_line: bool) -> None:
        """Plays the sections; each is a line."""
        sections = self._sections(texts)
        if sections and sections[0].number == 0:
            # Playground counts the plies from the offset of the main line on.
            self._base = sections[0].offset
            if self.comments:
                self._comment(0, 0)
            self._play(sections.pop(0))
        if from_main_line:
            self._branches_of_main_line(sections)
        else:
            for section in sections:
                while self._context.depth and self._context.variation_start > section.offset - self._base:
                    self._context.end_variation()
                if self._branch(section):
                    self._play(section)
        for (branch, ply), text in self.comments.items():
            message = Message("comment-without-move", action="left-out")
            self._warn(message, f"c{branch}.{ply}={text}")

    def _sections(self, texts: list[str]) -> list[_Section]:
        sections: list[_Section] = []
        invalid: list[str] = []
        for number, text in enumerate(texts):
            match = _SECTION.fullmatch(text)
            if match is None:
                invalid.append(text[:MAX_TEXT])
                continue
            if invalid:
                self._warn_invalid(invalid)
            offset, moves, letter, after = match.groups("")
            if number and not moves and not after:
                self._warn(Message("branch-empty", action="left-out"), text)
            else:
                sections.append(_Section(number, int(offset), moves, letter, after, text))
        if invalid:
            self._warn_invalid(invalid)
        return sections

    def _warn_invalid(self, texts: list[str]) -> None:
        """Reports consecutive invalid sections as one warning."""
        self._warn(Message("usen-section", action="left-out"), "~".join(texts[:MAX_TEXT]))
        texts.clear()

    def _branch(self, section: _Section, shared: int = 0) -> bool:
        """Begins a branch; its first ``shared`` moves are those of the line it branches from."""
        if self._context.begin_variation(section.offset - self._base + shared + 1):
            return True
        self._warn(Message("branch-no-such-ply", action="left-out"), section.text)
        return False

    def _branches_of_main_line(self, sections: list[_Section]) -> None:
        """Plays branches that are all written from the main line on; shared moves are played once."""
        context = self._context
        within: dict[int, list[tuple[_Section, int]]] = {}
        """The branches of each line, with the number of moves that they share with it."""
        places: dict[tuple[int, str], int] = {}
        owners: list[int] = []
        for section in sections:
            # A node in the tree of branches; nodes of the main line have negative numbers.
            place, shared = -1 - section.offset, 0
            for match in _MOVES.finditer(section.moves):
                known = places.get((place, match[0]))
                if known is None:
                    places[place, match[0]] = known = len(owners)
                    owners.append(section.number)
                elif owners[known] != section.number:
                    shared += 1
                place = known
            owner = 0
            if shared:
                place = -1 - section.offset
                for match in islice(_MOVES.finditer(section.moves), shared):
                    place = places[place, match[0]]
                owner = owners[place]
            within.setdefault(owner, []).append((section, shared))
        waiting: list[tuple[_Section, int] | None] = [*reversed(within.get(0, []))]
        while waiting:
            item = waiting.pop()
            if item is None:
                context.end_variation()
            elif self._branch(*item):
                section, shared = item
                waiting.append(None)
                waiting += reversed(within.get(section.number, []))
                self._play(section, shared)

    def _comment(self, section: int, ply: int) -> None:
        text = self.comments.pop((section, ply + self._base), None)
        if text:
            self._context.comment(text)

    def _play(self, section: _Section, shared: int = 0) -> None:
        """Plays the moves of a line after the first ``shared`` ones, and its ending."""
        context = self._context
        line, moves = self._line, section.moves
        for match in _MOVES.finditer(moves, 3 * shared):
            word = match[0]
            try:
                played = context.play(decode(word), text=word, line=line)
            except KomadaiError as error:
                self._warn(error.message.followed_by("left-out"), word)
                played = False
            if not played:
                if match.end() < len(moves):
                    self._warn(Message("move-cannot-follow", action="left-out"), moves[match.end() :])
                return
            if self.comments:
                self._comment(section.number, context.ply)
        self._end(section)

    def _end(self, section: _Section) -> None:
        context, letter, after = self._context, section.letter, section.after
        infraction = None
        if letter == "i" and after:
            infraction = self._play_illegal(after)
        elif after:
            self._warn(Message("usen-after-ending", action="left-out"), after)
        ending = ENDINGS.get(letter)
        if letter and ending is None:
            self._warn(Message("ending-unknown", action="left-out"), letter)
        elif ending is not None and section.number and context.ply < context.variation_start:
            self._warn(Message("branch-empty", action="left-out"), section.text)
        elif ending is not None:
            turn = context.board.turn
            # The side of the move after the letter broke the rule; without such a move, the side to move.
            by_move = Outcome(turn, Termination.ILLEGAL_MOVE, infraction) if infraction else None
            context.ending(Ending(by_move or ending(turn)))

    def _play_illegal(self, word: str) -> Infraction | None:
        """Plays the illegal move after an ending; returns the rule it breaks."""
        context = self._context
        try:
            move = decode(word)
        except KomadaiError:
            self._warn(Message("illegal-move-expected", action="left-out"), word)
            return None
        infraction = context.board.infraction(move)
        # The record marks the move as illegal: this is no deviation, so no warning is added.
        report = context.report
        context.report = Report() if infraction else report
        try:
            played = context.play(move, text=word, line=self._line)
        finally:
            context.report = report
        if not played:
            self._warn(Message("illegal-move-unplayable", action="left-out"), word)
        return infraction if infraction is not None else Infraction.OTHER
