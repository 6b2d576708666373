"""Which words look the same: letters of other alphabets, and signs of Japanese, that are drawn alike."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK")
"""The alphabets whose letters are drawn alike."""
_LATIN: Final = {
    # Small letters; a capital that looks like a Latin one stands under its small letter.
    "Cyrillic": ("авсеёніїјкӏморԛѕтуүѵԝхһԁ", "abceehiijklmopqstyyvwxhd"),
    "Greek": ("αβεζηικμνορτυχ", "abezhikmnoptyx"),
    "other Latin": ("ıɡɑ", "iga"),
    "kanji for katakana": ("一二口力夕工卜八", "ーニロカタエトハ"),
}
_LOOKS_LIKE: Final = str.maketrans(
    {one: other for pair in _LATIN.values() for one, other in zip(*pair, strict=True)}
)


def look_of(text: str) -> str:
    """What two texts have in common that look the same: in small letters, Latin ones where there are such."""
    return unicodedata.normalize("NFKC", text).casefold().translate(_LOOKS_LIKE)


def bare_look_of(text: str) -> str:
    """The same without all that is neither letter nor digit, so that no frame or space hides a word."""
    return "".join(filter(str.isalnum, look_of(text)))


def mixes_alphabets(text: str) -> bool:
    """Whether a word has letters of more than one of these alphabets, as only a disguised word has."""
    return any(len(_alphabets(word)) > 1 for word in re.split(r"[\s/・-]+", text))


def _alphabets(word: str) -> set[str]:
    return {
        alphabet
        for character in word
        for alphabet in _ALPHABETS
        if unicodedata.name(character, "").startswith(alphabet)
    }
