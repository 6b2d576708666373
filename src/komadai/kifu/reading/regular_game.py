"""The result of the fast readers: a game in the regular form that programs write, read at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from komadai.kifu.tree.main_line import MainLine


class RegularGame(NamedTuple):
    """A game in regular form, and its place in the text."""

    line: MainLine
    end: int
    """The index in the text at which the next game may begin."""
    lines: int
    """The number of line ends of the game."""
