"""Reading records of any format: from bytes, text or files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from komadai.errors import RecordError, UnknownStyleError
from komadai.kifu import kif_headers, psn
from komadai.kifu.blocks import BLOCK, LARGEST, Blocks
from komadai.kifu.formats import FORMATS
from komadai.kifu.report import Report
from komadai.kifu.text import text_of
from komadai.kifu.visitor import GameBuilder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.kifu.game import Game
    from komadai.kifu.visitor import Visitor

T = TypeVar("T")

_SAMPLE: Final = 1 << 15
"""The format shows in so many characters."""
_LONGEST_SIGN: Final = 200
"""And, of a line, in its first so many."""
_SURE: Final = 32
"""Of so many lines half settle it if none looks like another format."""
_LONGEST_GAME: Final = 1 << 24
"""A game of more characters is cut, and read line by line."""


_KIF_FAMILY: Final = ("kif", "western", "ki2", "bod")
"""Formats whose texts may begin with a header of KIF."""


def _without_comments(sample: str) -> str:
    """The text without comments in braces, if a line of PSN stands before the first of them."""
    brace = sample.find("{")
    if brace < 0:
        return sample
    sign = FORMATS["psn"].sign
    if any(sign.match(line[:_LONGEST_SIGN]) for line in sample[:brace].split("\n") if line):
        return psn.COMMENT.sub("", sample)
    return sample


def detect(text: str) -> str | None:
    """The key of the format this text is in, by its contents; None if it looks like none."""
    heads = {
        key: match.end() for key, each in FORMATS.items() if each.head and (match := each.head.match(text))
    }
    if heads:
        return max(heads, key=heads.__getitem__)
    sample = _without_comments(text[:_SAMPLE])
    # Line by line, and of each no more than its beginning: a pattern run over the whole text could take
    # hours on a text of blank lines.
    lines = [line[:_LONGEST_SIGN] for line in sample.split("\n") if line and not line.isspace()]
    readable = {key: each for key, each in FORMATS.items() if each.parse}
    if kif_headers.HEAD.match(text):
        if any(line.startswith("手数-") for line in lines):
            return "kif"
        # The names of other headers may look like lines of any format.
        readable = {key: readable[key] for key in _KIF_FAMILY}
    signs = dict.fromkeys(readable, 0)
    for start in range(0, len(lines), _SURE):
        for key, each in readable.items():
            signs[key] += sum(1 for line in lines[start : start + _SURE] if each.sign.match(line))
        for key, each in readable.items():
            if any(signs[whole] for whole in each.part_of):
                signs[key] = 0
        found = [key for key, count in signs.items() if count]
        if len(found) == 1 and signs[found[0]] >= _SURE // 2:
            return found[0]
    best = max(signs, key=signs.__getitem__)
    return best if signs[best] else None


def parse(
    source: bytes | str | Path | Blocks,
    visitor: Visitor[T],
    format: str | None = None,
    *,
    report: Report | None = None,
) -> Iterator[T]:
    """Reads all games of a record and yields what the visitor makes of each.

    ``source`` is the record itself as bytes or text, or the Path of its file, of which never more than a
    game is held if its format has many in a file; ``format`` is a key of
    :data:`~komadai.kifu.FORMATS`, None to find out. Deviations go to ``report`` (by default a lenient
    one). Raises RecordError if there is no game in it or the report is strict, OSError if the file
    cannot be read, UnknownStyleError for an unknown format.
    """
    report = Report() if report is None else report
    if isinstance(source, Path):
        with source.open("rb") as file:
            yield from parse(record_in(file), visitor, format, report=report)
        return
    texts = source.texts(report) if isinstance(source, Blocks) else iter([text_of(source, report)])
    first = next(texts, "")
    key = detect(first) if format is None else format
    if key is None:
        raise RecordError("no known record format: nothing here looks like a move or a header")
    known = FORMATS.get(key)
    if known is None or known.parse is None:
        names = ", ".join(name for name, each in FORMATS.items() if each.parse)
        raise UnknownStyleError(f"expected a format of {names}, got {format!r}")
    games: Iterator[Any]
    if isinstance(source, Blocks) and known.stream is not None:
        games = known.stream.parse(_pieces(first, texts, known.stream.cut), visitor, report)
    else:
        games = known.parse("".join((first, *_held(texts))), visitor, report)
    yield from games


def _pieces(first: str, texts: Iterator[str], cut: Callable[[str], int]) -> Iterator[tuple[str, bool]]:
    rest = first
    for text in texts:
        end = cut(rest) or (len(rest) if len(rest) > _LONGEST_GAME else 0)
        if end:
            yield rest[:end], False
        rest = rest[end:] + text
    yield rest, True


def _held(texts: Iterator[str]) -> Iterator[str]:
    size = 0
    for text in texts:
        size += len(text)
        if size > LARGEST:
            raise RecordError(f"a record file of this format has {LARGEST >> 20} MB at most, unpacked")
        yield text


def record_in(stream: Any) -> bytes | Blocks:
    """What is read from an open binary file: bytes, or blocks of them if there are many."""
    parts: list[bytes] = []
    size = 0
    while size <= BLOCK:
        part = stream.read(BLOCK)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
    return Blocks(b"".join(parts), stream)


def read_all(
    source: bytes | str | Path, format: str | None = None, *, strict: bool = False
) -> Iterator[Game]:
    """All games of a record, one after the other; see :func:`read`."""
    return parse(source, GameBuilder(), format, report=Report(strict=strict))


def read(source: bytes | str | Path, format: str | None = None, *, strict: bool = False) -> Game:
    """The first game of a record.

    ``source`` is the record itself as bytes or text, or the Path of its file; ``format`` a key of
    :data:`~komadai.kifu.FORMATS`, None to find out from the contents. Where the record deviates from
    its format, the game's ``warnings`` say so; with ``strict`` the first deviation is an error.
    Raises RecordError if it cannot be read, OSError if the file cannot, UnknownStyleError for
    an unknown format.
    """
    for game in read_all(source, format, strict=strict):
        return game
    raise RecordError("there is no game in this record")
