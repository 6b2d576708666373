"""Reads XBetza: ``FfW``, ``KNADcaKmcabK``, ``[K?K?K]``.

A text is a sequence of terms. A term is an atom with modifiers in front of it and a range behind it, or a
chain of such moves in brackets. Modifiers are directions (f b l r s v, h: half), modes (m: move, c: capture,
d: capture own pieces) and ``a``, which separates the legs of a move that continues with the same atom. In
brackets ``?`` separates legs of which the second may be left out, ``-`` legs that belong together. Directions
of a leg that is not the first are relative to the one before; without directions a leg may turn anywhere but
straight back.

Three names in braces are our extensions: ``{jump}`` passes over pieces of lower jump rank in order to capture
one, ``{take}`` captures all the pieces of lower jump rank that it passes, and ``{emperor}`` moves to any
square and captures only pieces that are not protected.

Source: H. G. Muller, "Betza notation (extended)", chessvariants.com/page/MSbetza-notation-extended.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

ATOMS = {
    "W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "L": (1, 3),
    "J": (2, 3), "Z": (2, 3), "G": (3, 3),
}  # fmt: skip
"""The vectors of the leapers, up to symmetry: to the side, forward."""

COMPOUNDS: Final[dict[str, tuple[tuple[str, int], ...]]] = {
    "K": (("W", 1), ("F", 1)),
    "R": (("W", 0),),
    "B": (("F", 0),),
    "Q": (("W", 0), ("F", 0)),
}
"""Atoms that stand for others with a range; 0 is any number of steps."""

MAX_TEXT = 500
MAX_RANGE = 36
EXTENSIONS = ("jump", "take", "emperor")


class BetzaError(ValueError):
    """A text that is no XBetza. ``position`` is the index of the character that cannot be read."""

    def __init__(self, reason: str, text: str, position: int) -> None:
        super().__init__(reason, text, position)
        self.reason = reason
        self.text = text
        self.position = position

    def __str__(self) -> str:
        return f"{self.reason} (character {self.position + 1} of {self.text!r})"


class Leg(NamedTuple):
    """One leg: leapers with their ranges, directions as written, and what it may do."""

    atoms: tuple[tuple[tuple[int, int], int], ...]
    directions: str
    modes: str
    extension: str = ""
    position: int = 0
    """The index of its atom in the text."""


class Term(NamedTuple):
    """Legs made one after the other; ``optional[i]``: the move may also end after leg ``i``."""

    legs: tuple[Leg, ...]
    optional: tuple[bool, ...]


_MODIFIERS = "fblrsvhmcda"
_ATOM = re.compile(r"\((\d+),(\d+)\)|[A-Z]")


def parse(text: str) -> tuple[Term, ...]:
    """The terms of a text. Raises BetzaError."""
    if len(text) > MAX_TEXT:
        raise BetzaError(f"expected at most {MAX_TEXT} characters, got {len(text)}", text[:40], MAX_TEXT)
    reader = _Reader(text)
    terms: list[Term] = []
    while not reader.at_end():
        terms.extend(reader.bracket() if reader.peek() == "[" else reader.simple())
    if not terms:
        raise BetzaError("expected a move, got an empty text", text, 0)
    return tuple(terms)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def at_end(self) -> bool:
        return self.at >= len(self.text)

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def fail(self, reason: str) -> BetzaError:
        return BetzaError(reason, self.text, self.at)

    def extension(self) -> str:
        if self.peek() != "{":
            return ""
        end = self.text.find("}", self.at)
        name = self.text[self.at + 1 : end] if end > 0 else ""
        if name not in EXTENSIONS:
            raise self.fail(f"expected one of {', '.join(f'{{{each}}}' for each in EXTENSIONS)}")
        self.at = end + 1
        return name

    def modifiers(self) -> str:
        start = self.at
        while self.peek() and self.peek() in _MODIFIERS:
            self.at += 1
        return self.text[start : self.at]

    def atom(self) -> tuple[tuple[tuple[int, int], int], ...]:
        """An atom with its range."""
        match = _ATOM.match(self.text, self.at)
        if match is None:
            raise self.fail("expected an atom (a capital letter or (m,n))")
        letter = match.group()
        if match.group(1) is not None:
            small, large = sorted((int(match.group(1)), int(match.group(2))))
            if not 1 <= large <= 8:
                raise self.fail("expected a leap of 1 to 8 squares")
            atoms: tuple[tuple[tuple[int, int], int], ...] = (((small, large), 1),)
        elif letter in ATOMS:
            atoms = ((ATOMS[letter], 1),)
        elif letter in COMPOUNDS:
            atoms = tuple((ATOMS[leaper], steps) for leaper, steps in COMPOUNDS[letter])
        else:
            raise self.fail(f"unknown atom {letter}")
        self.at = match.end()
        if self.text.startswith(letter, self.at) and letter in ATOMS:  # doubled: any number of steps
            self.at += len(letter)
            return tuple((vector, 0) for vector, _ in atoms)
        digits = re.compile(r"\d{1,2}").match(self.text, self.at)
        if digits is None:
            return atoms
        steps = int(digits.group())
        if steps > MAX_RANGE:
            raise self.fail(f"expected a range of at most {MAX_RANGE}")
        self.at = digits.end()
        return tuple((vector, steps) for vector, _ in atoms)

    def simple(self) -> list[Term]:
        extension = self.extension()
        if extension == "emperor":
            return [Term((Leg((), "", "", extension),), (False,))]
        modifiers = self.modifiers()
        start = self.at
        atoms = self.atom()
        legs = tuple(
            _leg(atoms, part, extension, last=i == modifiers.count("a"), position=start)
            for i, part in enumerate(modifiers.split("a"))
        )
        if len(legs) > 3:
            raise self.fail("expected at most 3 legs")
        return [Term(legs, (False,) * len(legs))]

    def bracket(self) -> list[Term]:
        self.at += 1
        legs: list[Leg] = []
        optional: list[bool] = []
        while True:
            extension = self.extension()
            modifiers = self.modifiers()
            if "a" in modifiers:
                raise self.fail("expected no a in brackets")
            start = self.at
            atoms = self.atom()
            separator = self.peek()
            if not separator or separator not in "?-]":
                raise self.fail("expected ?, - or ]")
            self.at += 1
            legs.append(_leg(atoms, modifiers, extension, last=separator == "]", position=start))
            optional.append(separator == "?")
            if separator == "]":
                break
        if len(legs) > 3:
            raise self.fail("expected at most 3 legs")
        return [Term(tuple(legs), tuple(optional))]


def _leg(
    atoms: tuple[tuple[tuple[int, int], int], ...],
    modifiers: str,
    extension: str,
    *,
    last: bool,
    position: int,
) -> Leg:
    modes = "".join(each for each in modifiers if each in "mcd")
    directions = "".join(each for each in modifiers if each in "fblrsvh")
    return Leg(atoms, directions, modes or ("mc" if last else "m"), extension, position)
