"""Writes a game tree as a file, in every format that can be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from komadai import kifu
from komadai.kifu import Node
from komadai.kifu.formats.registry import current_key
from komadai.messages import Message
from komadai.messages.text import Text
from komadai.server.errors import ApiError


class File(NamedTuple):
    """A file to download, and the parts of the game that its format cannot represent (``losses``)."""

    body: bytes
    type: str
    suffix: str
    encoding: str = "utf-8"
    losses: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: a format with an encoding; ``format`` None is a picture."""

    key: str
    name: Text
    suffix: str
    format: str | None
    encoding: str = "utf-8"

    @property
    def type(self) -> str:
        """The media type."""
        if self.format is None:
            return "image/svg+xml"
        return "application/json" if self.format == "jkf" else "text/plain"

    @property
    def holds_variants(self) -> bool:
        """Whether it can hold games of variants."""
        return self.format is None or (self.key != LINK and kifu.FORMATS[self.format].writes_variants)


SJIS: Final = "shift_jis"
LINK: Final = "link"
"""The query of a link that contains the game: USEN, the players' names and the comments."""
_UTF8_SUFFIXES: Final = {"kif": ".kifu", "ki2": ".ki2u"}
"""The suffixes of these two formats in UTF-8, which other programs know."""


LAST: Final = ("western-text", "western-numbered")
"""Formats that few need are at the end of the list."""
_JAPANESE: Final = {"western-text": "英語式", "western-numbered": "英語式（番号つき）"}
"""The formats whose name is not an abbreviation."""


def _kinds() -> list[Kind]:
    kinds = []
    for each in kifu.FORMATS.values():
        if not each.can_write:
            continue
        name, suffix = Text(each.name, _JAPANESE.get(each.key, each.name)), each.suffixes[0]
        if each.key in _UTF8_SUFFIXES:
            utf8, sjis = (
                Text(f"{name.en} ({code})", f"{name.ja}（{code}）") for code in ("UTF-8", "Shift_JIS")
            )
            kinds.append(Kind(each.key, utf8, _UTF8_SUFFIXES[each.key], each.key))
            kinds.append(Kind(f"{each.key}-sjis", sjis, suffix, each.key, SJIS))
        else:
            kinds.append(Kind(each.key, name, suffix, each.key))
    kinds.sort(key=lambda kind: kind.key in LAST)
    kinds.append(Kind(LINK, Text("Link", "リンク"), ".txt", "usen"))
    kinds.append(Kind("svg", Text("Picture (SVG)", "図面（SVG）"), ".svg", None))
    return kinds


KINDS: Final = {kind.key: kind for kind in _kinds()}
"""Every kind of file by its key."""


def kind_named(key: str) -> Kind | None:
    """The kind with this key, or that had it before; None if there is none."""
    return KINDS.get(current_key(key))


_NOT_IN_FORMAT: Final = Text(
    "format: expected one of {formats} for a game of a variant",
    "変則将棋の棋譜は {formats} のどれかで保存してください",
)


def write(
    game: kifu.Game | kifu.VariantGame, kind: Kind, node: Node[Any] | None = None, *, flip: bool = False
) -> File:
    """Writes the game as a file; a picture shows the position at ``node`` (None: the end of the main line).

    Raises KomadaiError if the format cannot represent this game at all, ApiError for a game of a variant in a
    format that holds none.
    """
    if not isinstance(game, kifu.Game) and not kind.holds_variants:
        names = ", ".join(key for key, each in KINDS.items() if each.holds_variants)
        raise ApiError("invalid", "format", why=_NOT_IN_FORMAT.filled(formats=Text(names, names)))
    if kind.format is None:
        at: Node[Any] = node or game.end
        picture = game.board(at).svg(flip=flip)
        return File(picture.encode(), kind.type, kind.suffix.removeprefix("."))
    if kind.key == LINK and isinstance(game, kifu.Game):
        return _file(game, f"?{kifu.link_query(game)}", kind, kind.format)
    return _file(game, kifu.write(game, kind.format), kind, kind.format)


def _file(game: kifu.Game | kifu.VariantGame, text: str, kind: Kind, format: str) -> File:
    if kind.encoding == SJIS:
        # Shogi programs use CP932, the Shift_JIS of Windows.
        body = text.encode("cp932", "replace")
        text = body.decode("cp932")
    else:
        body = text.encode("utf-8", "replace")
    readable = format if kifu.FORMATS[format].can_read else None
    losses = tuple(kifu.losses(game, text, readable))
    return File(body, kind.type, kind.suffix.removeprefix("."), kind.encoding, losses)
