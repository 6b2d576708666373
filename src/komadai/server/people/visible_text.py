"""Text that people type, as it is stored: normalised, in one line, without anything invisible."""

from __future__ import annotations

import unicodedata
from typing import Final

MAX_MARKS: Final = 3
"""How many marks a letter may have, so that a text stays in its line. Hindi needs three."""
_BLANK: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159"
)
"""Letters, symbols and marks that are drawn as nothing."""


def is_visible(character: str) -> bool:
    """Whether this is a space or a character that is drawn.

    Controls, characters that change the direction of the text, unassigned and private ones are not.
    """
    if character == " ":
        return True
    if character in _BLANK or "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return False
    return unicodedata.category(character)[0] not in "CZ"


def is_mark(character: str) -> bool:
    """Whether this is drawn on, below or around the letter before it. Such characters can be heaped up."""
    return unicodedata.category(character) in ("Mn", "Me")


def visible_line(text: str) -> str:
    """The text as one line: NFKC, single spaces, without what is invisible and without heaps of marks."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFKC", " ".join(text.split())):
        marks = marks + 1 if is_mark(character) else 0
        if marks <= MAX_MARKS and is_visible(character):
            kept.append(character)
    return " ".join("".join(kept).split()).lstrip(_marks(kept))


def _marks(characters: list[str]) -> str:
    """The marks among these characters, which do not begin a text."""
    return "".join(set(filter(is_mark, characters)))
