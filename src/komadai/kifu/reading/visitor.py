"""Visitors: they process a game while it is read: build its tree, count its moves, or skip it.

A reader calls the visitor for each part of a record, in the order of the record. Only the data that the
visitor stores stay in memory.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from komadai._core import STARTPOS, Run
from komadai.kifu.comments import engine_comments
from komadai.kifu.reading.variation_stack import VariationStack
from komadai.kifu.tree.game import Analysis, Ending, Game, Node
from komadai.kifu.tree.main_line import MainLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai._core import Board, Move
    from komadai.kifu.diagnostics import Deviation
    from komadai.outcome import Infraction
    from komadai.variants import Variant

T = TypeVar("T")


class Skip(Enum):
    """The value that a visitor returns to skip the rest of a game."""

    SKIP = "skip"


SKIP: Final = Skip.SKIP
_NOTHING: Final[tuple[tuple[Analysis, ...], str]] = ((), "")


class Visitor(Generic[T]):
    """Its methods are called for each part of a game. Only ``end_game`` must be defined."""

    takes_variants: bool = False
    """Whether games of variants are read. Without it such a record raises RecordError. Boards and moves are
    then those of :mod:`komadai.variants` in these games."""
    variant: Variant | None = None
    """The variant of records that do not name one; None: shogi. Only with ``takes_variants``."""

    def begin_game(self) -> Skip | None:
        """A game begins. Returning SKIP skips all of it."""
        return None

    def header(self, name: str, value: str) -> None:
        """A header: one of :data:`komadai.kifu.HEADERS`, or any other name, as it is in the record."""

    def end_headers(self, board: Board) -> Skip | None:
        """The headers are over; the game starts from this position. Returning SKIP skips the moves.

        The reader continues to use the board: copy it if you need it later.
        """
        return None

    def move(self, move: Move, *, time_ms: int | None = None, total_ms: int | None = None) -> None:
        """A move of the current line, with the time it took and the total time on the clock."""

    def moves(self, run: Run) -> None:
        """Many legal moves of the current line at once, with their comments.

        By default :meth:`move`, :meth:`analysis` and :meth:`comment` are called for each.
        """
        comments = {
            count: (analyses, text) for count, analyses, text in engine_comments.read_run(run, run.comments)
        }
        self._comments(*comments.get(0, _NOTHING))
        for ply, (move, time_ms, total_ms) in enumerate(
            zip(run.moves, run.times_ms, run.totals_ms, strict=True), 1
        ):
            self.move(move, time_ms=time_ms, total_ms=total_ms)
            self._comments(*comments.get(ply, _NOTHING))

    def _comments(self, analyses: Iterable[Analysis], text: str) -> None:
        for analysis in analyses:
            self.analysis(analysis)
        if text:
            self.comment(text)

    def illegal_move(
        self,
        move: Move,
        infraction: Infraction,
        *,
        time_ms: int | None = None,
        total_ms: int | None = None,
    ) -> None:
        """A move against the rules. The game may go on after it.

        By default :meth:`move` is called.
        """
        self.move(move, time_ms=time_ms, total_ms=total_ms)

    def comment(self, text: str) -> None:
        """A comment of one or more lines on the last move (or on the start, or on the last ending)."""

    def bookmark(self, name: str) -> None:
        """A bookmark at the last move."""

    def analysis(self, analysis: Analysis) -> None:
        """An engine's analysis of the position after the last move."""

    def ending(self, ending: Ending) -> None:
        """The end of the current line. Comments that follow belong to it."""

    def begin_variation(self, ply: int) -> None:
        """A variation begins: it replaces this ply (from 1) of the current line, or follows its end."""

    def end_variation(self) -> None:
        """The innermost variation is over; the line it branched from becomes the current one."""

    def warnings(self, deviations: list[Deviation]) -> None:
        """Called once, before the end of the game, if there are warnings."""

    def end_game(self) -> T:
        """The game is over, or was skipped. Reading returns what this returns."""
        raise NotImplementedError

    def main_line(self, line: MainLine) -> T:
        """A whole game at once, if the record has only headers, legal moves, comments and an ending.

        Reading returns what this returns. By default the other methods are called for each part; a visitor
        that can use the whole game is much faster.
        """
        if self.begin_game() is not SKIP:
            for name, value in line.headers.items():
                self.header(name, value)
            if self.end_headers(line.board()) is not SKIP:
                if len(line) or line.run.comments:
                    self.moves(line.run)
                if line.ending is not None:
                    self.ending(line.ending)
        return self.end_game()


def _append_run(node: Node, run: Run) -> list[Node]:
    """Appends the moves of a run with their comments and analyses; returns the new nodes."""
    nodes = run.append_to(node)
    if comments := run.comments_with_hints:
        for count, analyses, text in engine_comments.read_run(run, comments):
            commented = nodes[count - 1] if count else node
            if analyses:
                commented.analyses = analyses
            commented.comment = text
    return nodes


def _tree(line: MainLine) -> Node:
    """The root of the nodes of a line, the ending included."""
    root: Node = Node()
    nodes = _append_run(root, line.run)
    (nodes[-1] if nodes else root).ending = line.ending
    return root


# A subclass of the visitors below may override any method, so these are called for each part.


class GameBuilder(Visitor[Game]):
    """Builds the :class:`Game`; with ``variants`` also a :class:`VariantGame` of a record of a variant.

    ``variant`` is the variant of records that do not name one.
    """

    def __init__(self, *, variants: bool = False, variant: Variant | None = None) -> None:
        self.takes_variants: bool = variants or variant is not None
        self.variant = variant
        self.begin_game()

    def begin_game(self) -> Skip | None:
        self._game = Game()
        self._lines: VariationStack[Node] = VariationStack()
        # The ending of the line, until a move follows it: a comment then belongs to the ending.
        self._ended: Ending | None = None
        return None

    @property
    def _node(self) -> Node:
        """The last node of the current line."""
        return self._lines.tip or self._game.root

    def header(self, name: str, value: str) -> None:
        self._game.headers[name] = value

    def end_headers(self, board: Board) -> Skip | None:
        variant = getattr(board, "variant", None)
        if variant is None:
            self._game.sfen = board.sfen()
        else:
            from komadai.kifu.tree.variant_game import VariantGame

            # Visitors of variants' games return these; see `komadai.kifu.read`.
            self._game = cast("Game", VariantGame(variant, board.sfen(), self._game.headers))
        return None

    def move(self, move: Move, *, time_ms: int | None = None, total_ms: int | None = None) -> None:
        node = self._node.add(move, time_ms=time_ms)
        if total_ms is not None:
            node.total_ms = total_ms
        self._lines.append(node)
        self._ended = None

    def moves(self, run: Run) -> None:
        if type(self) is not GameBuilder:
            return super().moves(run)
        self._lines.extend(_append_run(self._node, run))
        self._ended = None

    def main_line(self, line: MainLine) -> Game:
        if type(self) is not GameBuilder:
            return super().main_line(line)
        return Game.of_main_line(line, _tree)

    def comment(self, text: str) -> None:
        target: Node | Ending = self._ended or self._node
        target.comment = f"{target.comment}\n{text}" if target.comment else text

    def bookmark(self, name: str) -> None:
        node = self._node
        node.bookmark = f"{node.bookmark} {name}" if node.bookmark else name

    def analysis(self, analysis: Analysis) -> None:
        self._node.analyses.append(analysis)

    def ending(self, ending: Ending) -> None:
        self._node.ending = self._ended = ending

    def begin_variation(self, ply: int) -> None:
        self._lines.begin(ply)
        self._ended = None

    def end_variation(self) -> None:
        self._lines.end()
        self._ended = None

    def warnings(self, deviations: list[Deviation]) -> None:
        self._game.warnings = deviations

    def end_game(self) -> Game:
        return self._game


class Counter(Visitor[int]):
    """Counts the moves of the main line."""

    def begin_game(self) -> Skip | None:
        self._plies = 0
        self._depth = 0
        return None

    def move(self, move: Move, *, time_ms: int | None = None, total_ms: int | None = None) -> None:
        if not self._depth:
            self._plies += 1

    def moves(self, run: Run) -> None:
        if type(self) is not Counter:
            return super().moves(run)
        if not self._depth:
            self._plies += len(run)

    def main_line(self, line: MainLine) -> int:
        if type(self) is not Counter:
            return super().main_line(line)
        return len(line)

    def begin_variation(self, ply: int) -> None:
        self._depth += 1

    def end_variation(self) -> None:
        self._depth -= 1

    def end_game(self) -> int:
        return self._plies


class Headers(Visitor[dict[str, str]]):
    """Reads the headers only."""

    def begin_game(self) -> Skip | None:
        self._headers: dict[str, str] = {}
        return None

    def header(self, name: str, value: str) -> None:
        self._headers[name] = value

    def end_headers(self, board: Board) -> Skip | None:
        return SKIP

    def main_line(self, line: MainLine) -> dict[str, str]:
        if type(self) is not Headers:
            return super().main_line(line)
        return line.headers

    def end_game(self) -> dict[str, str]:
        return self._headers


class MainLines(Visitor[MainLine]):
    """Reads the main line of each game: no tree, no comments, no variations."""

    def begin_game(self) -> Skip | None:
        self._headers: dict[str, str] = {}
        self._sfen = STARTPOS
        self._moves: list[Move] = []
        self._times: list[int | None] = []
        self._ending: Ending | None = None
        self._warnings: list[Deviation] = []
        self._depth = 0
        self._is_unfinished = True
        return None

    def header(self, name: str, value: str) -> None:
        self._headers[name] = value

    def end_headers(self, board: Board) -> Skip | None:
        self._sfen = board.sfen()
        return None

    def move(self, move: Move, *, time_ms: int | None = None, total_ms: int | None = None) -> None:
        if self._is_main:
            self._moves.append(move)
            self._times.append(time_ms)

    @property
    def _is_main(self) -> bool:
        """Whether the next move belongs to the main line. All moves after an ending are variations."""
        self._is_unfinished = self._is_unfinished and (self._depth > 0 or self._ending is None)
        return self._is_unfinished and not self._depth

    def moves(self, run: Run) -> None:
        if type(self) is not MainLines:
            return super().moves(run)
        if self._is_main:
            self._moves += run.moves
            self._times += run.times_ms

    def ending(self, ending: Ending) -> None:
        if self._is_unfinished and not self._depth:
            self._ending = ending

    def begin_variation(self, ply: int) -> None:
        self._depth += 1

    def end_variation(self) -> None:
        self._depth -= 1

    def warnings(self, deviations: list[Deviation]) -> None:
        self._warnings = deviations

    def end_game(self) -> MainLine:
        run = Run.of(self._moves, self._times)
        return MainLine(run, self._headers, self._ending, self._sfen, self._warnings)

    def main_line(self, line: MainLine) -> MainLine:
        if type(self) is not MainLines:
            return super().main_line(line)
        line.run.drop_comments()
        return line
