"""A game tree as a file to take home, in every format that can be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from komadai import kifu
from komadai.messages import Message
from komadai.play.texts import Words


class File(NamedTuple):
    """A file's bytes, its media type, its ending, its encoding, and what of the game is not in it."""

    body: bytes
    type: str
    suffix: str
    encoding: str = "utf-8"
    losses: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: a format in an encoding. ``format`` None is a picture."""

    key: str
    name: Words
    suffix: str
    format: str | None
    encoding: str = "utf-8"

    @property
    def type(self) -> str:
        """The media type."""
        if self.format is None:
            return "image/svg+xml"
        return "application/json" if self.format == "jkf" else "text/plain"


SJIS: Final = "shift_jis"
LINK: Final = "link"
"""The query of a link that carries the game: USEN, the players' names and the comments."""
_UTF8_SUFFIXES: Final = {"kif": ".kifu", "ki2": ".ki2u"}
"""By these endings other programs know these two formats in UTF-8."""


LAST: Final = ("western",)
"""Where one chooses, what few will take stands behind what many do."""
_JAPANESE: Final = {"western": "英語表記"}
"""The formats whose name is no abbreviation."""


def _kinds() -> list[Kind]:
    kinds = []
    for each in kifu.FORMATS.values():
        if each.write is None:
            continue
        name, suffix = Words(each.name, _JAPANESE.get(each.key, each.name)), each.suffixes[0]
        if each.key in _UTF8_SUFFIXES:
            utf8, sjis = (
                Words(f"{name.en} ({code})", f"{name.ja}（{code}）") for code in ("UTF-8", "Shift_JIS")
            )
            kinds.append(Kind(each.key, utf8, _UTF8_SUFFIXES[each.key], each.key))
            kinds.append(Kind(f"{each.key}-sjis", sjis, suffix, each.key, SJIS))
        else:
            kinds.append(Kind(each.key, name, suffix, each.key))
    kinds.sort(key=lambda kind: kind.key in LAST)
    kinds.append(Kind(LINK, Words("Link", "リンク"), ".txt", "usen"))
    kinds.append(Kind("svg", Words("Picture (SVG)", "図面（SVG）"), ".svg", None))
    return kinds


KINDS: Final = {kind.key: kind for kind in _kinds()}
"""Every kind of file by its key."""


def write(game: kifu.Game, kind: Kind, node: kifu.Node | None = None, *, flip: bool = False) -> File:
    """The game as a file; as a picture, the position at this node (None: the last of the main line).

    Raises KomadaiError if the format cannot be written of this game at all.
    """
    suffix = kind.suffix.removeprefix(".")
    if kind.format is None:
        picture = game.board(node or game.end).svg(flip=flip)
        return File(picture.encode(), kind.type, suffix)
    text = f"?{kifu.link_query(game)}" if kind.key == LINK else kifu.write(game, kind.format)
    if kind.encoding == SJIS:
        # CP932 is the Shift_JIS of Windows, which all shogi programs mean.
        body = text.encode("cp932", "replace")
        text = body.decode("cp932")
    else:
        body = text.encode("utf-8", "replace")
    readable = kind.format if kifu.FORMATS[kind.format].parse else None
    losses = tuple(kifu.losses(game, text, readable))
    return File(body, kind.type, suffix, kind.encoding, losses)
