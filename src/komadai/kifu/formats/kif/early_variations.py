"""Variations that stand before the moves of the game, as some texts have them.

Their lines are collected, and read after the moves of the game.
"""

from __future__ import annotations

from komadai.kifu.formats.kif.line_patterns import MARKED, NUMBERED, VARIATION


class EarlyVariations:
    """The lines of the variations before the moves of a game."""

    def __init__(self) -> None:
        self.is_collecting: bool = False
        """Whether the last line that was read belongs to such a variation."""
        self.is_reading: bool = False
        """Whether the collected lines are being read: then no more are collected."""
        self._lines: list[tuple[str, int]] = []
        self._ply = 0
        self._had_head = False

    def begin(self, line: str, number: int, ply: int, *, has_head: bool) -> None:
        """A line 変化 begins a variation of this ply. ``has_head`` is whether a header was read before it."""
        self.is_collecting = True
        self._lines.append((line, number))
        self._ply, self._had_head = ply, has_head

    def take(self, line: str, number: int, *, has_head: bool, after_blank: bool) -> bool:
        """Collects a line; False if it does not belong to the variation.

        ``has_head`` is whether a header was read so far, ``after_blank`` whether a blank line is before it.
        """
        if not self.is_collecting:
            return False
        if not VARIATION.fullmatch(line) and line[0] not in "*&":
            numbered, marked = NUMBERED.fullmatch(line), MARKED.match(line)
            if numbered is None and marked is None:
                return False
            begins_game = self._ply > 1 and (int(numbered[1]) == 1 if numbered else after_blank)
            if begins_game or has_head is not self._had_head:
                self.is_collecting = False
                return False
        self._lines.append((line, number))
        return True

    def collected(self) -> list[tuple[str, int]]:
        """Ends collecting; returns the lines with their numbers."""
        lines, self._lines = self._lines, []
        self.is_collecting, self.is_reading = False, True
        return lines
