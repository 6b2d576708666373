"""The evidence in a position that a proverb applies."""

from __future__ import annotations

from dataclasses import dataclass

from komadai.squares import square_japanese, square_name

LAST_SQUARE = 80


@dataclass(frozen=True, slots=True)
class Evidence:
    """Squares to mark and arrows to draw; the sentence of the proverb names the squares in this order."""

    squares: tuple[int, ...]
    arrows: tuple[tuple[int, int], ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    """Numbers that the sentence has, by name."""

    def turned(self) -> Evidence:
        """The same on the board turned around."""
        return Evidence(
            tuple(LAST_SQUARE - each for each in self.squares),
            tuple((LAST_SQUARE - one, LAST_SQUARE - other) for one, other in self.arrows),
            self.numbers,
        )

    def english(self, sentence: str) -> str:
        """A sentence of the table of proverbs, with the squares in it."""
        return sentence.format(*map(square_name, self.squares), **dict(self.numbers))

    def japanese(self, sentence: str) -> str:
        """A Japanese sentence of the table of proverbs, with the squares in it."""
        return sentence.format(*map(square_japanese, self.squares), **dict(self.numbers))
