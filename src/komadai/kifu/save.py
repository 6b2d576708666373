"""Saves a game in a file: completely or not at all. Losses are always reported."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from komadai.atomic_file import appearing
from komadai.errors import LossError, RecordError, UnknownStyleError, check_type
from komadai.kifu.diagnostics import Report
from komadai.kifu.formats.registry import FORMATS, writable
from komadai.kifu.losses import losses
from komadai.kifu.read import detect, parse
from komadai.kifu.reading.encoding import decode, plain_lines
from komadai.kifu.reading.visitor import Counter
from komadai.kifu.tree.game import Game, check_texts
from komadai.kifu.write import write
from komadai.messages import Message

if TYPE_CHECKING:
    from komadai.kifu.formats.registry import Format

_UTF_8: Final = "utf-8"
_MARKS: Final = (
    codecs.BOM_UTF8,
    # UTF-32's mark begins with UTF-16's.
    codecs.BOM_UTF32_LE,
    codecs.BOM_UTF32_BE,
    codecs.BOM_UTF16_LE,
    codecs.BOM_UTF16_BE,
)


def save(
    game: Game,
    path: Path | str,
    format: str | None = None,
    *,
    encoding: str | None = None,
    lossy: bool = False,
) -> list[Message]:
    """Writes the game into this file, replacing its contents, and returns what could not be written.

    ``format`` is a key of :data:`~komadai.kifu.FORMATS`. None chooses it by the file's suffix. If several
    formats have the suffix (CSA 2.2 and 3.0), the format of the existing file is kept; for a new file the
    first one without losses is chosen. If the suffix is unknown, the format of the existing file is kept.
    ``encoding`` None keeps the file's encoding if it has all the characters, otherwise takes UTF-8; the byte
    order mark and the line ends of the file are kept, too.

    What the format or the encoding cannot hold, and other games in the file, are losses, such as
    ``"3 moves in variations"``. Unless ``lossy``, they raise LossError and the file stays as it was.

    The file is replaced in one step. Its permissions are kept; a symbolic link stays one. Raises OSError if
    it cannot be written, UnknownStyleError for a format or an encoding that is unknown, NotationError if a
    move leaves an empty square, ArgumentTypeError for an argument of another type.
    """
    check_type("game", game, Game, "a Game")
    check_type("path", path, (str, os.PathLike), "a path")
    check_type("format", format, (str, type(None)), "a str or None")
    check_type("encoding", encoding, (str, type(None)), "a str or None")
    check_texts(game)
    path = Path(path)
    old = path.read_bytes() if path.is_file() else b""
    before = decode(old, Report())
    written = [(each, write(game, each.key)) for each in _formats(path, before.text, format)]
    choices = [(each, text, losses(game, text, each.key)) for each, text in written]
    chosen, text, lost = min(choices, key=lambda choice: bool(choice[2]))
    if old:
        others = _count_games(before.text) - 1
        if others > 0:
            lost.append(Message("loss-games", {"count": others}))
    if "\r\n" in old.decode(before.encoding, "replace"):
        text = text.replace("\n", "\r\n")
    data, missing = _encoded(text, encoding) if encoding else (_encoded_as(before.encoding, text, old), [])
    if missing:
        params = {"encoding": encoding, "characters": "".join(missing[:20])}
        lost.append(Message("loss-characters", params))
    if lost and not lossy:
        raise LossError(chosen.name, lost)
    with appearing(path, durable=True) as hidden:
        hidden.write_bytes(data)
    return lost


def _formats(path: Path, old: str, key: str | None) -> list[Format]:
    """The formats that the file can be written in, the preferred ones first."""
    if key is not None:
        return [writable(key)]
    fitting = [each for each in FORMATS.values() if each.can_write and path.suffix.lower() in each.suffixes]
    # The versions of CSA differ in the line that names the version.
    same = [each for each in fitting[1:] if old and each.sign.search(old)]
    if fitting:
        return same or fitting
    found = detect(old) if old else None
    if found is None or not FORMATS[found].can_write:
        raise UnknownStyleError(f"expected a format: the suffix of {path.name!r} is not known")
    return [FORMATS[found]]


def _count_games(text: str) -> int:
    """The number of games in a record; 0 if it is none."""
    try:
        return sum(1 for _ in parse(text, Counter()))
    except RecordError:
        return 0


def _encoded_as(encoding: str, text: str, old: bytes) -> bytes:
    """The bytes in this encoding, with the byte order mark of the old file; in UTF-8 if not possible."""
    mark = next((mark for mark in _MARKS if old.startswith(mark)), b"")
    try:
        data = mark + text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode(_UTF_8)
    # The encoding is detected from the bytes: they must not be detected as another one.
    return data if decode(data, Report()).text == plain_lines(text) else text.encode(_UTF_8)


def _encoded(text: str, encoding: str) -> tuple[bytes, list[str]]:
    """The bytes, and the characters that were replaced by question marks."""
    try:
        data = text.encode(encoding, "replace")
    except (LookupError, ValueError):
        raise UnknownStyleError(f"expected an encoding such as utf-8 or cp932, got {encoding!r}") from None
    return data, [character for character in dict.fromkeys(text) if not _is_encodable(character, encoding)]


def _is_encodable(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
