"""The data of a game record for a book: main line, players, ratings."""

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
"""The comment with the ratings that the floodgate server writes before the first move."""
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
"""Headers with a rating, in lower case, and the side they belong to."""


@dataclass(slots=True)
class RatedGame:
    """A game with the ratings of its players, for a book."""

    facts: Facts
    ratings: list[float | None] = field(default_factory=lambda: [None, None])
    """Black's and White's rating, None if the record has none."""

    def player(self, color: Color) -> str:
        """The player's name, empty if the record has none."""
        return self.facts.headers.get("white" if color else "black", "")


PlayedGame = RatedGame
"""Former name of RatedGame."""


class GamesReader(FactsReader):
    """Reads the facts of games and, in :attr:`ratings`, the players' ratings."""

    def __init__(self) -> None:
        self.ratings: list[float | None] = [None, None]

    def begin_game(self) -> Skip | None:
        self.ratings = [None, None]
        return super().begin_game()

    def comment(self, text: str) -> None:
        if not self._facts.moves:
            self._find_ratings(text)

    def main_line(self, line: MainLine) -> Facts:
        self.ratings = [None, None]
        for count, text in line.run.comments:
            if not count:
                self._find_ratings(text)
        return self._with_headers(super().main_line(line))

    def end_game(self) -> Facts:
        return self._with_headers(super().end_game())

    def _find_ratings(self, text: str) -> None:
        if "_rate" in text:
            for side, number in _FLOODGATE.findall(text):
                self.ratings[side == "white"] = float(number)

    def _with_headers(self, facts: Facts) -> Facts:
        for name, value in facts.headers.items():
            side = _HEADERS.get(name.lower())
            if side is not None and (found := _NUMBER.findall(value)):
                self.ratings[side] = float(found[-1])  # the name before it may have digits
        return facts
