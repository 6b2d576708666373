"""Transition probabilities of kinds of moves, counted in game records, for the realization probability
search.

Moves belong to categories (checks, captures by their gain, drops by piece and place, escapes …), defined in
``cpp/search/transition.h`` and named in :data:`CATEGORIES`. The transition probability of a category is the
number of positions in which a move of it was played, divided by the number of those in which at least one was
legal (Tsuruoka, Yokoyama and Chikayama, "Game-tree search algorithm based on realization probability", ICGA
Journal 25, 2002).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from komadai._core import TRANSITION_CATEGORIES, Board, TransitionCounter
from komadai.atomic_file import appearing
from komadai.errors import RangeError, TransitionsFileError

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.kifu.statistics.game_facts import Facts

CATEGORIES: Final = TRANSITION_CATEGORIES
"""The names of the categories, in the order of :attr:`Transitions.counts`."""

SHIPPED: Final = Path(__file__).with_name("transitions.tsv")
"""The table that comes with the engine."""

_VERSION: Final = "komadai-transitions\t1"
_HEADER: Final = "category\tlegal\tplayed"
_MAX_FILE_SIZE: Final = 1 << 20
"""Larger files are refused; a table has about three thousand bytes."""
_MAX_COUNT: Final = 2**53
"""The largest integer that any reader of the file can represent (2^53)."""


@dataclass(frozen=True, slots=True)
class Transitions:
    """A table of counts. Raises RangeError for impossible counts."""

    counts: tuple[tuple[int, int], ...]
    """For each category: the positions with a legal move of it, and those in which one was played."""
    positions: int
    games: int

    def __post_init__(self) -> None:
        if len(self.counts) != len(CATEGORIES):
            raise RangeError(
                f"counts: expected those of {len(CATEGORIES)} categories, got {len(self.counts)}"
            )
        if not 0 <= self.positions <= _MAX_COUNT or not 0 <= self.games <= _MAX_COUNT:
            raise RangeError(f"expected 0 to 2^53 games and positions, got {self.games} and {self.positions}")
        for name, (legal, played) in zip(CATEGORIES, self.counts, strict=True):
            if not 0 <= played <= legal <= self.positions:
                raise RangeError(
                    f"{name}: expected 0 ≤ played ≤ legal ≤ {self.positions}, got {played} and {legal}"
                )

    def probability(self, category: str) -> float | None:
        """The share of the positions with a legal move of this category in which one was played.

        None if no such move was ever legal. Raises RangeError for an unknown name.
        """
        if category not in CATEGORIES:
            raise RangeError(f"expected a category of moves, got {category!r}")
        legal, played = self.counts[CATEGORIES.index(category)]
        return played / legal if legal else None

    def text(self) -> str:
        """The table as the text of its file: lines of tab-separated values."""
        lines = [_VERSION, f"games\t{self.games}", f"positions\t{self.positions}", _HEADER]
        lines += [
            f"{name}\t{legal}\t{played}"
            for name, (legal, played) in zip(CATEGORIES, self.counts, strict=True)
        ]
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Writes the table; the file appears when it is complete. Raises OSError."""
        with appearing(Path(path)) as hidden:
            hidden.write_text(self.text(), encoding="utf-8", newline="\n")

    @staticmethod
    def parse(text: str) -> Transitions:
        """Reads the text of a file. Raises TransitionsFileError with the line and what was expected."""
        lines = text.splitlines()
        if not lines or lines[0] != _VERSION:
            raise TransitionsFileError(f"line 1: expected {_VERSION!r}, got {_quoted(lines[:1])}")
        games = _number(lines, 2, "games")
        positions = _number(lines, 3, "positions")
        if lines[3:4] != [_HEADER]:
            raise TransitionsFileError(f"line 4: expected {_HEADER!r}, got {_quoted(lines[3:4])}")
        counts: dict[str, tuple[int, int]] = {}
        for number, line in enumerate(lines[4:], 5):
            name, *cells = line.split("\t")
            if name not in CATEGORIES or name in counts:
                what = "a category that is not in the file yet" if name in counts else "a category"
                raise TransitionsFileError(f"line {number}: expected {what}, got {_quoted([name])}")
            if len(cells) != 2:
                raise TransitionsFileError(
                    f"line {number}: expected two counts behind {name}, got {len(cells)}"
                )
            legal, played = (_count(cell, number) for cell in cells)
            counts[name] = legal, played
        missing = [name for name in CATEGORIES if name not in counts]
        if missing:
            raise TransitionsFileError(f"the category {missing[0]} is missing")
        try:
            return Transitions(tuple(counts[name] for name in CATEGORIES), positions, games)
        except RangeError as error:
            raise TransitionsFileError(str(error)) from None

    @staticmethod
    def load(path: str | Path) -> Transitions:
        """Reads a file. Raises TransitionsFileError with its name, and OSError."""
        with Path(path).open("rb") as file:
            data = file.read(_MAX_FILE_SIZE + 1)
        try:
            if len(data) > _MAX_FILE_SIZE:
                raise TransitionsFileError(
                    f"expected a table of probabilities, got more than {_MAX_FILE_SIZE} bytes"
                )
            return Transitions.parse(data.decode())
        except UnicodeDecodeError:
            raise TransitionsFileError(f"{path}: expected a table of probabilities, which is text") from None
        except TransitionsFileError as error:
            raise TransitionsFileError(f"{path}: {error}") from None

    @staticmethod
    def shipped() -> Transitions:
        """The table that comes with the engine. Raises OSError if the file is missing."""
        return Transitions.load(SHIPPED)


@dataclass(slots=True)
class Counter:
    """Counts games; :meth:`table` returns the counts so far."""

    games: int = 0
    _native: TransitionCounter = field(default_factory=TransitionCounter)

    def add(self, facts: Facts) -> bool:
        """Counts the main line of a game, up to the first illegal move.

        False if there is nothing to count: no move, or a start that is not a valid position.
        """
        board = Board(facts.sfen, validate=False)
        if board.problems():
            return False
        before = self._native.positions
        for move in facts.moves:
            if not board.is_legal(move):
                break
            board.push_unchecked(move)
        self._native.add(board)
        if self._native.positions == before:
            return False
        self.games += 1
        return True

    def table(self) -> Transitions:
        """The counts so far."""
        return Transitions(tuple(self._native.counts()), self._native.positions, self.games)


def count(*paths: str | Path, on_error: Callable[[str, Exception], object] | None = None) -> Transitions:
    """The table of all games in files, folders and archives.

    ``on_error(name, error)`` is called for each file that cannot be read, which is then skipped; without it
    the first one raises RecordError or OSError.
    """
    from komadai.kifu.scan import scan
    from komadai.kifu.statistics.game_facts import FactsReader

    counter = Counter()
    for path in paths:
        for facts in scan(path, FactsReader, on_error=on_error):
            counter.add(facts)
    return counter.table()


def _quoted(cells: list[str]) -> str:
    if not cells:
        return "the end of the file"
    return repr(cells[0] if len(cells[0]) <= 60 else cells[0][:60] + "…")


def _number(lines: list[str], number: int, name: str) -> int:
    line = lines[number - 1] if len(lines) >= number else None
    if line is None or not line.startswith(f"{name}\t"):
        raise TransitionsFileError(
            f"line {number}: expected {name} and their number, got {_quoted([] if line is None else [line])}"
        )
    return _count(line[len(name) + 1 :], number)


def _count(text: str, number: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) <= _MAX_COUNT):
        raise TransitionsFileError(f"line {number}: expected a count, got {_quoted([text])}")
    return int(text)
