"""What a book takes from a game record: its main line, who played it, how strong they were."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from komadai.kifu.statistics.game_facts import Facts, FactsReader

if TYPE_CHECKING:
    from komadai.kifu.reading.visitor import Skip
    from komadai.kifu.tree.main_line import MainLine
    from komadai.pieces import Color

_FLOODGATE: Final = re.compile(r"(black|white)_rate:.*:\s*([+-]?\d{1,5}(?:\.\d+)?)\s*$", re.M)
"""What the floodgate server writes before the first move."""
_NUMBER: Final = re.compile(r"[+-]?\d{1,5}(?:\.\d+)?")
_HEADERS: Final = {
    "blackelo": 0,
    "whiteelo": 1,
    "blackrating": 0,
    "whiterating": 1,
    "black_rate": 0,
    "white_rate": 1,
    "先手レート": 0,
    "後手レート": 1,
    "先手レーティング": 0,
    "後手レーティング": 1,
    "下手レート": 0,
    "上手レート": 1,
}
"""Headers with a rating, in lower case, and whose it is."""


@dataclass(slots=True)
class PlayedGame:
    """A game, as far as a book is concerned."""

    facts: Facts
    ratings: list[float | None] = field(default_factory=lambda: [None, None])
    """Black's and White's, where the record tells."""

    def player(self, color: Color) -> str:
        """The player's name, empty if the record has none."""
        return self.facts.headers.get("white" if color else "black", "")


class GamesReader(FactsReader):
    """Reads what :class:`PlayedGame` holds: the facts of the game and, in :attr:`ratings`, the ratings."""

    def __init__(self) -> None:
        self.ratings: list[float | None] = [None, None]

    def begin_game(self) -> Skip | None:
        self.ratings = [None, None]
        return super().begin_game()

    def comment(self, text: str) -> None:
        if not self._facts.moves:
            self._hear(text)

    def main_line(self, line: MainLine) -> Facts:
        self.ratings = [None, None]
        for count, text in line.run.comments:
            if not count:
                self._hear(text)
        return self._with_headers(super().main_line(line))

    def end_game(self) -> Facts:
        return self._with_headers(super().end_game())

    def _hear(self, text: str) -> None:
        if "_rate" in text:
            for side, number in _FLOODGATE.findall(text):
                self.ratings[side == "white"] = float(number)

    def _with_headers(self, facts: Facts) -> Facts:
        for name, value in facts.headers.items():
            side = _HEADERS.get(name.lower())
            if side is not None and (found := _NUMBER.findall(value)):
                self.ratings[side] = float(found[-1])  # behind the player's name, where it has digits
        return facts
