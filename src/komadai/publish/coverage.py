"""Finds characters that no font of this machine has, so that the user can be warned: they become boxes."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from komadai.extras import package
from komadai.publish import typeset

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai.kifu import Game

ALWAYS: Final = 0x590
"""Latin, Greek and Cyrillic letters, all below this, are in the fonts that Typst contains."""
EMOJI: Final = "\U0001f000"
"""The first code point of emoji."""
_IN_NO_FONT: Final = "\U0010ffff"
"""A character that no font has: its picture is that of every missing character."""


def missing(game: Game) -> list[str]:
    """The characters of headers, comments, bookmarks and endings that no font has, each once, in their order.

    Raises MissingPackageError.
    """
    nodes = [game.root]
    texts = [*game.headers, *game.headers.values()]
    while nodes:
        node = nodes.pop()
        nodes += reversed(node.children)
        texts += [node.comment, node.bookmark]
        if node.ending is not None:
            texts += [node.ending.comment, node.ending.word]
    return unknown(texts)


def unknown(texts: Iterable[str]) -> list[str]:
    """The characters of these texts that no font has, each once, in their order."""
    found = dict.fromkeys(character for text in texts for character in text)
    return [character for character in found if _is_visible(character) and not _is_known(character)]


def _is_visible(character: str) -> bool:
    # Combining marks, spaces, joiners and control characters have no picture of their own.
    category = unicodedata.category(character)
    return ord(character) >= ALWAYS and (category[0] in "LNPS" or category == "Co")


@cache
def _is_known(character: str) -> bool:
    # Pillow cannot test fonts of emoji, so all emoji count as known if there is such a font.
    return (character >= EMOJI and _has_emoji()) or any(_has(font, character) for font in _fonts())


@cache
def _has_emoji() -> bool:
    return any("emoji" in family.casefold() for family in typeset.fonts().families())


@cache
def _fonts() -> list[Any]:
    """All fonts in files, the likely ones first."""
    image_font = package("PIL.ImageFont", "publish")
    order = {name.casefold(): place for place, name in enumerate((typeset.OWN, *typeset.FAMILIES))}
    files = {
        (order.get(font.family.casefold(), len(order)), font.path, font.index)
        for font in typeset.fonts().fonts()
        if font.path is not None
    }
    opened = []
    for _, path, index in sorted(files):
        try:
            opened.append(image_font.truetype(path, 16, index=index, layout_engine=image_font.Layout.BASIC))
        except OSError:  # a bitmap font of one size (emoji), or a damaged file
            continue
    return opened


def _has(font: Any, character: str) -> bool:
    return bytes(font.getmask(character)) != _box(font)


@cache
def _box(font: Any) -> bytes:
    return bytes(font.getmask(_IN_NO_FONT))
