"""Finds texts that look the same: letters of all alphabets, and signs of Japanese, that are drawn alike."""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files
from typing import Final

_ALPHABETS: Final = ("LATIN", "CYRILLIC", "GREEK")
"""The alphabets whose letters are drawn alike."""
_MORE: Final = {
    # Small letters; a capital that looks like a Latin one stands under its small letter.
    "Cyrillic": ("авсеёніїјкӏморԛѕтуүѵԝхһԁ", "abceehiijklmopqstyyvwxhd"),
    "Greek": ("αβεζηικμνορτυχ", "abezhikmnoptyx"),
    "other Latin": ("ıɡɑ", "iga"),
    "katakana for kanji": ("ーニロカタエトハ", "一二口力夕工卜八"),
}
"""Characters that are drawn alike in many fonts, besides those of Unicode's table."""
_KANA_MARKS: Final = "\u3099\u309a"
"""They make another letter: ガ is not カ."""
_JAPANESE_MODIFIERS: Final = "々〻ゝゞヽヾ〱〲〳〴〵"
"""The modifier letters that are no mere marks."""
_DASH: Final = re.compile(r"(?<![\u3040-\u9fff])[ー一㇐ㅡ—―─━]+")
"""A long vowel or a kanji only after Japanese; elsewhere it looks like a dash."""


def _table() -> dict[int, str]:
    """The characters of Unicode's table of confusables, each with its prototype; see tools/confusables.py."""
    text = files(__package__).joinpath("characters.tsv").read_text("utf-8")
    lines = (line.split("\t") for line in text.splitlines())
    return {ord(one): prototype for prototype, ones in lines for one in ones}


_LOOKS_LIKE: Final = _table()
_MORE_LOOKS_LIKE: Final = {
    ord(one): other for pair in _MORE.values() for one, other in zip(*pair, strict=True)
}


def looks_of(text: str) -> frozenset[str]:
    """The skeletons of a text: two texts that have one in common look the same.

    As in Unicode Technical Standard 39, characters become the one that they are drawn like; here also
    without upper case, marks, spaces and all that is neither letter nor digit. There are two, because
    ``I`` looks like ``l`` and ``i`` does not. A text of signs alone is its own skeleton.
    """
    normal = unicodedata.normalize("NFKC", text)
    small = normal.casefold()
    return frozenset(_skeleton(each) or small for each in (normal, small))


def _skeleton(text: str) -> str:
    letters = unicodedata.normalize("NFD", _DASH.sub("", text).translate(_MORE_LOOKS_LIKE))
    alike = letters.translate(_LOOKS_LIKE).casefold().translate(_MORE_LOOKS_LIKE)
    return "".join(filter(_counts, alike))


def _counts(character: str) -> bool:
    if unicodedata.category(character) == "Lm":
        return character in _JAPANESE_MODIFIERS
    return character.isalnum() or character in _KANA_MARKS


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
