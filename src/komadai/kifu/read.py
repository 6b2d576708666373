"""Reading records of any format: from bytes, text, paths or open files."""

from __future__ import annotations

import os
import re
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar, cast, overload

from komadai.errors import KomadaiError, RecordError, check_type
from komadai.kifu.diagnostics import Report
from komadai.kifu.formats.kif import header_reader
from komadai.kifu.formats.psn import reader as psn_reader
from komadai.kifu.formats.registry import FORMATS, readable
from komadai.kifu.reading.block_reader import BLOCK, LARGEST, Blocks
from komadai.kifu.reading.encoding import text_of
from komadai.kifu.reading.parse_context import NO_GAME
from komadai.kifu.reading.visitor import GameBuilder
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from komadai.kifu.reading.visitor import Visitor
    from komadai.kifu.tree.game import Game
    from komadai.kifu.tree.variant_game import VariantGame
    from komadai.variants import Variant

    Source: TypeAlias = bytes | str | os.PathLike[str] | IO[bytes] | IO[str]

T = TypeVar("T")

_SAMPLE: Final = 1 << 15
"""The number of characters, from the start of a text, by which its format is detected."""
_LONGEST_SIGN: Final = 200
"""The number of characters, from the start of a line, that are compared with the signs of the formats."""
_SURE: Final = 32
"""Lines are compared in blocks of this number. Half of it, all of one format and none of another, decide."""
_LONGEST_GAME: Final = 1 << 24
"""A longer game, in characters, is read in pieces and line by line."""


_NAME_OF_FILE: Final = re.compile(
    rf"[^\n]{{0,1000}}(?:{'|'.join(re.escape(end) for each in FORMATS.values() for end in each.suffixes)})",
    re.I,
)
"""Matches one line that ends with the suffix of a known format."""
_BLANK_BELOW_HEADER: Final = re.compile("[：:][^\n]*\n[ 　]*\n")
_KIF_FAMILY: Final = ("kif", "western-text", "ki2", "bod")
"""Formats whose texts may begin with a header of KIF."""


def _without_comments(sample: str) -> str:
    """The text without comments in braces, if there is a line of PSN before the first of them."""
    brace = sample.find("{")
    if brace < 0:
        return sample
    sign = FORMATS["psn"].sign
    if any(sign.match(line[:_LONGEST_SIGN]) for line in sample[:brace].split("\n") if line):
        return psn_reader.COMMENT.sub("", sample)
    return sample


_BEGIN_WITH_FREE_TEXT: Final = ("western-text", "western-numbered", "psn")
"""Formats that may begin with a title or a comment, which may look like the head of another format."""
_HEADS: Final = {key: each.head for key, each in FORMATS.items() if each.head}
_HEAD: Final = re.compile(
    "|".join(f"(?P<{key}>{head.pattern})" for key, head in _HEADS.items() if key not in _BEGIN_WITH_FREE_TEXT)
)
"""Matches the heads of all other formats in one pass. No text matches two of them, except that headers of CSA
may look like USEN; CSA comes first."""
_FREE_TEXT_HEADS: Final = tuple((key, _HEADS[key].match) for key in _BEGIN_WITH_FREE_TEXT)


def detect(text: str) -> str | None:
    """The key of the format of this text, by its contents; None if no format fits.

    Raises ArgumentTypeError for anything but a str.
    """
    check_type("text", text, str, "a str")
    match = _HEAD.match(text)
    longest, format = (match.end(), match.lastgroup) if match else (0, None)
    for key, head in _FREE_TEXT_HEADS:
        match = head(text)
        if match is not None and match.end() > longest:
            longest, format = match.end(), key
    if format is not None:
        return format
    sample = _without_comments(text[:_SAMPLE])
    # Only the beginning of each line is compared: a pattern run over the whole text could take hours on a
    # text of blank lines.
    lines = [line[:_LONGEST_SIGN] for line in sample.split("\n") if line and not line.isspace()]
    possible = {key: each for key, each in FORMATS.items() if each.can_read}
    if header_reader.HEAD.match(text):
        if any(line.startswith("手数-") for line in lines):
            return "kif"
        # The names of other headers may look like lines of any format.
        possible = {key: possible[key] for key in _KIF_FAMILY}
    signs = dict.fromkeys(possible, 0)
    for start in range(0, len(lines), _SURE):
        for key, each in possible.items():
            signs[key] += sum(1 for line in lines[start : start + _SURE] if each.sign.match(line))
        for key, each in possible.items():
            if any(signs[whole] for whole in each.part_of):
                signs[key] = 0
        found = [key for key, count in signs.items() if count]
        if len(found) == 1 and signs[found[0]] >= _SURE // 2:
            return found[0]
    best = max(signs, key=signs.__getitem__)
    if not signs[best]:
        return None
    # Without moves: KIF has a ruler below the headers, KI2 a blank line.
    if best == "kif" and signs["kif"] == signs["ki2"] and _BLANK_BELOW_HEADER.search(sample):
        return "ki2"
    return best


def parse(
    source: Source | Blocks,
    visitor: Visitor[T],
    format: str | None = None,
    *,
    report: Report | None = None,
) -> Iterator[T]:
    """Reads all games of a record and yields the visitor's result for each.

    ``source`` is the record itself as bytes or text, the Path of its file, or an open file. If the
    format allows many games in a file, only one of them is in memory at a time. ``format`` is a key of
    :data:`~komadai.kifu.FORMATS`, None to detect it. Warnings go to ``report`` (by default a lenient
    one). Raises RecordError if there is no game in it (it is a file name, binary data …) or the
    report is strict, OSError if the file cannot be read, UnknownStyleError for an unknown format.
    """
    report = Report() if report is None else report
    if isinstance(source, str):
        if "\n" not in source and _NAME_OF_FILE.fullmatch(source) and detect(source) is None:
            raise RecordError(Message("record-is-path", {"name": repr(source)}))
    elif not isinstance(source, bytes) and not isinstance(source, Blocks):
        if isinstance(source, os.PathLike):
            with open(source, "rb") as file:
                yield from parse(record_in(file), visitor, format, report=report)
            return
        if hasattr(source, "read"):
            is_text = isinstance(source.read(0), str)
            opened = cast("str", source.read()) if is_text else record_in(source)
            yield from parse(opened, visitor, format, report=report)
            return
    record = cast("bytes | str | Blocks", source)  # text_of refuses other types
    texts: Iterator[str] = iter(())
    if isinstance(record, Blocks):
        texts = record.texts(report)
        first = next(texts, "")
    else:
        first = text_of(record, report)
    key = detect(first) if format is None else format
    if key is None and visitor.variant is not None:
        key = "western-text"  # the abbreviations of a variant's pieces are no signs of a format
    if key is None:
        raise RecordError(Message("record-unknown-format"))
    known = readable(key)
    assert known.parse is not None
    games: Iterator[Any]
    if not isinstance(record, Blocks):
        games = known.parse(first, visitor, report)
    elif known.stream is not None:
        games = known.stream.parse(_pieces(first, texts, known.stream.cut), visitor, report)
    else:
        games = known.parse("".join((first, *_limited(texts))), visitor, report)
    found = False
    for game in games:
        if game is not NO_GAME:
            found = True
            yield game
    if not found:
        raise RecordError(Message("record-no-game"))


def _pieces(first: str, texts: Iterator[str], cut: Callable[[str], int]) -> Iterator[tuple[str, bool]]:
    rest = first
    for text in texts:
        end = cut(rest) or (len(rest) if len(rest) > _LONGEST_GAME else 0)
        if end:
            yield rest[:end], False
        rest = rest[end:] + text
    yield rest, True


def _limited(texts: Iterator[str]) -> Iterator[str]:
    size = 0
    for text in texts:
        size += len(text)
        if size > LARGEST:
            raise RecordError(Message("record-format-too-large", {"limit": LARGEST >> 20}))
        yield text


def record_in(stream: Any) -> bytes | Blocks:
    """The contents of an open binary file: as bytes, or as Blocks if they are large."""
    parts: list[bytes] = []
    size = 0
    while size <= BLOCK:
        part = stream.read(BLOCK)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
    return Blocks(b"".join(parts), stream)


@overload
def read_all(
    source: Source,
    format: str | None = None,
    *,
    strict: bool = False,
    on_error: Callable[[str, Exception], object] | None = None,
) -> Iterator[Game]: ...
@overload
def read_all(
    source: Source,
    format: str | None = None,
    *,
    strict: bool = False,
    on_error: Callable[[str, Exception], object] | None = None,
    variants: bool,
    variant: str | Variant | None = None,
) -> Iterator[Game | VariantGame]: ...
def read_all(
    source: Source,
    format: str | None = None,
    *,
    strict: bool = False,
    on_error: Callable[[str, Exception], object] | None = None,
    variants: bool = False,
    variant: str | Variant | None = None,
) -> Iterator[Game] | Iterator[Game | VariantGame]:
    """All games of a record, one after the other; see :func:`read`.

    ``on_error(name, error)`` is called for a record that cannot be read (on), whose games end there; without
    it RecordError or OSError is raised. ``name`` is that of the file, ``record`` for bytes and text.
    """
    if isinstance(variant, str):
        from komadai.variants import Variant

        variant = None if variant == "shogi" else Variant.named(variant)
    games = parse(
        source, GameBuilder(variants=variants, variant=variant), format, report=Report(strict=strict)
    )
    return games if on_error is None else _until_error(games, _name_of(source), on_error)


def _name_of(source: Source) -> str:
    if isinstance(source, os.PathLike):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "record"


def _until_error(games: Iterator[T], name: str, on_error: Callable[[str, Exception], object]) -> Iterator[T]:
    try:
        yield from games
    except (KomadaiError, OSError) as error:
        on_error(name, error)


@overload
def read(source: Source, format: str | None = None, *, strict: bool = False) -> Game: ...
@overload
def read(
    source: Source,
    format: str | None = None,
    *,
    strict: bool = False,
    variants: bool,
    variant: str | Variant | None = None,
) -> Game | VariantGame: ...
def read(
    source: Source,
    format: str | None = None,
    *,
    strict: bool = False,
    variants: bool = False,
    variant: str | Variant | None = None,
) -> Game | VariantGame:
    """The first game of a record.

    ``source`` is the record itself as bytes or text, the Path of its file, or a file opened for reading
    (``open(name, "rb")``); the name of a file as a str is refused, because a str is a record. ``format`` is a
    key of :data:`~komadai.kifu.FORMATS`, None to detect it from the contents. Where the record does not
    follow its format, the game has ``warnings``; with ``strict`` the first one is an error.

    With ``variants`` a record of a variant is read as a :class:`~komadai.kifu.VariantGame`; without it, it
    raises RecordError. ``variant`` (a name or a Variant) is the variant of records that do not name one.

    Raises RecordError if the record cannot be read, OSError if the file cannot, UnknownStyleError for
    an unknown format, VariantError for an unknown variant.
    """
    for game in read_all(source, format, strict=strict, variants=variants, variant=variant):
        return game
    raise RecordError(Message("record-no-game"))
