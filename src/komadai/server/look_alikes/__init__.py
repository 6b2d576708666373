"""Finds texts that look the same: letters of all alphabets, and signs of Japanese, that are drawn alike."""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files
from string import ascii_lowercase
from typing import Final

_NEUTRAL: Final = ("CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC", "HANGUL", "BOPOMOFO", "DIGIT")
"""The scripts that stand beside others in a word, as in 名人A, and the digits 0 to 9."""


def _range(first: int, count: int) -> str:
    return "".join(map(chr, range(first, first + count)))


_MORE: Final = {
    # Small letters; a capital that looks like a Latin one stands under its small letter.
    "Cyrillic": ("авсеёніїјкӏморԛѕтуүѵԝхһԁ", "abceehiijklmopqstyyvwxhd"),
    "Greek": ("αβεζηικμνορτυχ", "abezhikmnoptyx"),
    "other Latin": ("ıɡɑ", "iga"),
    "signs": ("○◯●∂│┃❘❙❚▏丨", "ooodlllllll"),
    "white on black": (_range(0x1F150, 26) + _range(0x1F170, 26) + _range(0x1F1E6, 26), ascii_lowercase * 3),
    "digits in circles": ("⓿" + _range(0x2776, 9) + _range(0x278A, 9), "0" + "123456789" * 2),
    "katakana for kanji": ("ーニロカタエトハ", "一二口力夕工卜八"),
    "katakana": ("ソツャュョッァィゥェォヮヵヶ", "ンシヤユヨシアイウエオワ力ケ"),
    "kanji": ("營営菅埋员", "宮宮管理員"),
}
"""Characters that are drawn alike in many fonts, besides those of Unicode's table."""
_SIGNS: Final = tuple(str.maketrans("@€$!¡", "aes" + 2 * stroke) for stroke in "il")
"""Signs that are read as letters within a name."""
_LETTERS: Final = ("Lu", "Ll", "Lt", "Lo", "Nd")
_KANA_MARKS: Final = "\u3099\u309a"
"""They make another letter: ガ is not カ."""
_STRAY_MARK: Final = re.compile(rf"(?<![\u3040-\u30ff])[{_KANA_MARKS}]+")
"""After anything else than kana they are marks as all others."""
_FORM_OF_LATIN: Final = re.compile(
    r"LATIN (?:(CAPITAL)|SMALL)? ?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?"
)
"""The names of letters with a hook or stroke, which Unicode does not take apart, and of small capitals."""
_LONG: Final = re.compile(r"(?<=[\u30a0-\u30ff])[-~〜‐‑–−]")
"""Signs that are drawn like the long vowel after katakana."""
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
    ``I`` looks like ``l`` and ``i`` does not, and more if it has signs that are read as letters: ``Al!ce``.
    A text of signs alone is its own skeleton.
    """
    normal = unicodedata.normalize("NFKC", text)
    small = normal.casefold()
    read = {each.translate(signs) for each in (normal, small) for signs in _SIGNS}
    return frozenset(_skeleton(each) or small for each in (normal, small, *read))


def _skeleton(text: str) -> str:
    dashes = _DASH.sub("", _LONG.sub("ー", text))
    letters = _STRAY_MARK.sub("", unicodedata.normalize("NFD", dashes.translate(_MORE_LOOKS_LIKE)))
    alike = "".join(map(_plain, letters.translate(_LOOKS_LIKE))).casefold().translate(_MORE_LOOKS_LIKE)
    return "".join(filter(_counts, alike)).replace("m", "rn").replace("vv", "w")


def _plain(character: str) -> str:
    """A Latin letter without hooks and strokes."""
    form = None if character.isascii() else _FORM_OF_LATIN.fullmatch(unicodedata.name(character, ""))
    if form is None:
        return character
    return form[2] if form[1] else form[2].lower()


def _counts(character: str) -> bool:
    if unicodedata.category(character) == "Lm":
        return character in _JAPANESE_MODIFIERS
    return character.isalnum() or character in _KANA_MARKS


def mixes_alphabets(text: str) -> bool:
    """Whether a word has letters or digits of more than one alphabet, as only a disguised word has.

    Those of East Asia do not count, nor do the digits 0 to 9.
    """
    return any(len(_alphabets(word)) > 1 for word in re.split(r"[\s/・-]+", text))


def _alphabets(word: str) -> set[str]:
    """The scripts of a word, by the first words of the names that Unicode gives its characters."""
    letters = (each for each in word if unicodedata.category(each) in _LETTERS)
    return {re.split(r"[ -]", unicodedata.name(each, ""))[0] for each in letters}.difference(_NEUTRAL)
