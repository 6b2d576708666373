"""The type of the patterns of positions that a page sends."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from komadai._core import Board
from komadai.errors import DatabaseError
from komadai.server.wire_text import WireText
from komadai.study.database.pattern import Pattern


class PositionPattern(WireText):
    """A part of a position in nine rows, as in a file for ``komadai db query --pattern``."""

    __slots__ = ("_one_sided",)
    max_length: ClassVar[int] = 4_000
    format: ClassVar[str] = "shogi-pattern"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._one_sided: Pattern | None = None
        with suppress(DatabaseError):
            self._one_sided = Pattern.read(text)
            self._one_sided.mirror = self._one_sided.both_sides = False

    def pattern(self) -> Pattern:
        """The pattern. Raises DatabaseError."""
        return Pattern.read(self.text)

    def describes(self, board: Board) -> bool:
        """Whether the pattern fits the position and names half of its pieces or half of its empty squares.

        It is then a way to ask for this position, not for a part of many.
        """
        if self._one_sided is None:
            return False
        occupied = set(board.piece_map())
        cells = {square for square, _ in self._one_sided.cells}
        most = 2 * len(cells & occupied) >= len(occupied) or 2 * len(cells - occupied) >= 81 - len(occupied)
        return most and self._one_sided.matches(board)
