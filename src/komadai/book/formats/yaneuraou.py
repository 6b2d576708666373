"""YaneuraOu's text format (``.db``): a line for each position, followed by a line for each move.

    #YANEURAOU-DB2016 1.00
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
    7g7f 3c3d 20 25 603
    #comment on the move

Move, reply, score, depth, count; an unknown value is ``none`` or left out. If the positions are sorted by
their bytes, one is found by binary search in the file, however large it is. Values that the format cannot
store (games won and lost) are written as comments, see :data:`_WON` and :data:`_GAMES`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from komadai._core import Move
from komadai.book.entry import BookEntry, BookMove
from komadai.book.formats.file_book import DiskBook
from komadai.book.merge import combined
from komadai.errors import BookError, InvalidMoveError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HEADER: Final = "#YANEURAOU-DB2016 1.00"
BOM: Final = b"\xef\xbb\xbf"
_MAX_LINE: Final = 1 << 16
"""The maximal length of a line in bytes."""
_MAX_LINES: Final = 10_000
"""The maximal number of lines of moves and comments of a position."""
_SMALL: Final = 1 << 26
"""Up to this size in bytes, the order of the whole file is checked, and an unsorted file is indexed."""
_SAMPLES: Final = 400
"""The number of places at which the order of a larger file is checked."""
_BLOCK: Final = 1 << 12
_MARK: Final = b"\nsfen "

_PLACE: Final = re.compile(
    rb"([1-9KRBGSNLPkrbgsnlp+/]{9,120} [bw] (?:-|[0-9RBGSNLPrbgsnlp]{1,60}))(?: +([0-9]{1,9}))?"
)
_NUMBER: Final = re.compile(rb"[+-]?[0-9]{1,15}")
_UNKNOWN: Final = (b"", b"none", b"None", b"NONE", b"null")
_NO_MOVES: Final = (b"none", b"resign", b"win", b"null", b"0000", b"pass", b"rep_draw")
"""Words that some programs write in place of a move if there is none."""
_WON: Final = re.compile(r"won (\d{1,15}) lost (\d{1,15})")
"""The wins and losses of a move, in its first comment."""
_GAMES: Final = re.compile(r"games (\d{1,15}) black (\d{1,15}) white (\d{1,15})")
"""The results of the games with a position, in its first comment."""


class YaneuraOuBook(DiskBook):
    """A book in YaneuraOu's text format on disk. :attr:`is_sorted`: whether it is sorted by position."""

    format = "yaneuraou"

    def _begin(self) -> None:
        self._start = self._head()
        self._index: dict[bytes, list[int]] | None = None
        self.is_sorted: bool = self._is_sorted()

    def __iter__(self) -> Iterator[BookEntry]:
        with Path(self._file.name).open("rb") as file:
            yield from read(file)

    def _find(self, place: str) -> BookEntry | None:
        wanted = place.encode()
        with self._reading():
            found = self._find_sorted(wanted) if self.is_sorted else self._find_unsorted(wanted)
            entries = [self._entry_at(offset) for offset in found]
        if not entries:
            return None
        entry = entries[0]
        for each in entries[1:]:
            entry = combined(entry, each)
        return entry

    def _head(self) -> int:
        """The offset of the first position, or of the end of the file."""
        offset = number = 0
        while line := self._file.readline(_MAX_LINE):
            number += 1
            if len(line) == _MAX_LINE:
                raise BookError(f"expected lines of at most {_MAX_LINE} bytes", number)
            at = len(BOM) if number == 1 and line.startswith(BOM) else 0
            text = line[at:].strip()
            if line.startswith(b"sfen ", at):
                return offset + at
            if text.startswith(b"#YANEURAOU") and text != HEADER.encode():
                raise BookError(f"expected {HEADER}", number, text=_shown(text))
            if text and not text.startswith((b"#", b"//")):
                expected = f"{HEADER} or a position" if number == 1 else "a position"
                raise BookError(f"expected {expected} (sfen …)", number, text=_shown(text))
            offset += len(line)
        return offset

    # -- finding a position

    def _is_sorted(self) -> bool:
        before = b""
        if self._size <= _SMALL:
            with Path(self._file.name).open("rb") as file:
                for _, place in _places(file):
                    if place < before:
                        return False
                    before = place
            return True
        step = (self._size - self._start) // _SAMPLES
        for number in range(_SAMPLES):
            found = self._next(self._start + number * step, self._size)
            if found is None:
                break
            if found[1] < before:
                return False
            before = found[1]
        return True

    def _find_unsorted(self, place: bytes) -> list[int]:
        if self._index is None:
            if self._size > _SMALL:
                raise BookError(
                    f"the positions are in no order, and the file has more than {_SMALL >> 20} MB;"
                    " sort it first: komadai book merge BOOK -o SORTED.db"
                )
            self._index = {}
            with Path(self._file.name).open("rb") as file:
                for offset, place_there in _places(file):
                    self._index.setdefault(place_there, []).append(offset)
        return self._index.get(place, [])

    def _find_sorted(self, wanted: bytes) -> list[int]:
        """The offsets of the entries of this position."""
        low, high = self._start, self._size
        least, most = b"", b"\xff"
        first: int | None = None
        while low < high:
            middle = (low + high) // 2
            found = self._next(middle, high)
            if found is None:
                high = middle
                continue
            offset, place = found
            if not least <= place <= most:
                raise BookError("the positions are in no order; sort them: komadai book merge", 0, offset)
            if place < wanted:
                low, least = offset + 1, place
            else:
                high, most = middle, place
                first = offset if place == wanted else None
        found_at: list[int] = []
        while first is not None:
            found_at.append(first)
            following = self._next(first + 1, self._size)
            first = following[0] if following is not None and following[1] == wanted else None
        return found_at

    def _next(self, start: int, end: int) -> tuple[int, bytes] | None:
        """The first position whose line begins at ``start`` or later, and before ``end``."""
        if start <= self._start:
            return (self._start, self._place_at(self._start)) if self._start < end else None
        at = start - 1
        rest = b""
        self._file.seek(at)
        while at - len(rest) + 1 < end:
            block = self._file.read(_BLOCK)
            if not block:
                return None
            text = rest + block
            mark = text.find(_MARK)
            if mark >= 0:
                offset = at - len(rest) + mark + 1
                return (offset, self._place_at(offset)) if offset < end else None
            at += len(block)
            rest = text[-(len(_MARK) - 1) :]
        return None

    def _place_at(self, offset: int) -> bytes:
        self._file.seek(offset)
        return _place(self._file.readline(_MAX_LINE), 0, offset)[0]

    def _entry_at(self, offset: int) -> BookEntry:
        self._file.seek(offset)
        return next(_entries(self._file, 0, offset))


def read(file: IO[bytes]) -> Iterator[BookEntry]:
    """The entries of a file in its order. Raises BookError with the line."""
    line = file.readline(_MAX_LINE)
    at = len(BOM) if line.startswith(BOM) else 0
    if line[at:].startswith(b"sfen "):
        file.seek(at)
        return _entries(file, 1, None)
    return _entries(file, 2, None)


def _places(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The offsets of the positions of a file, by position."""
    offset = 0
    number = 0
    while line := file.readline(_MAX_LINE):
        at = len(BOM) if not offset and line.startswith(BOM) else 0
        number += 1
        if line.startswith(b"sfen ", at):
            yield offset + at, _place(line[at:], number, None)[0]
        elif len(line) == _MAX_LINE:
            raise BookError(f"expected lines of at most {_MAX_LINE} bytes", number)
        offset += len(line)


def _entries(file: IO[bytes], number: int, offset: int | None) -> Iterator[BookEntry]:
    """The entries from here on; ``number`` is the line number from 1, or 0 if only the offset is known."""
    parts: _Parts | None = None
    while line := file.readline(_MAX_LINE):
        if len(line) == _MAX_LINE:
            raise BookError(f"expected lines of at most {_MAX_LINE} bytes", number, offset)
        text = line.strip()
        if text.startswith(b"sfen "):
            if parts is not None:
                yield parts.entry()
            parts = _Parts(*_place(text, number, offset))
        elif text.startswith((b"#", b"//")):
            if parts is not None:
                parts.comment(_uncommented(text))
        elif text:
            if parts is None:
                raise BookError(
                    "expected a position (sfen …) before the first move", number, offset, _shown(text)
                )
            if text.split(None, 1)[0] not in _NO_MOVES:
                parts.move(text, number, offset)
        if parts is not None and parts.lines > _MAX_LINES:
            raise BookError(f"expected at most {_MAX_LINES} lines for a position", number, offset)
        number += number > 0
        if offset is not None:
            offset += len(line)
    if parts is not None:
        yield parts.entry()


class _Parts:
    """An entry whose lines are being read."""

    def __init__(self, place: bytes, number: int) -> None:
        self._place = place.decode()
        self._number = number
        self._moves: list[tuple[BookMove, list[str]]] = []
        self._comments: list[str] = []
        self.lines = 0

    def comment(self, text: str) -> None:
        """A comment on the last move, or on the position if there is none yet."""
        self.lines += 1
        (self._moves[-1][1] if self._moves else self._comments).append(text)

    def move(self, line: bytes, number: int, offset: int | None) -> None:
        self.lines += 1
        move, comment = _move(line, number, offset)
        self._moves.append((move, [comment] if comment else []))

    def entry(self) -> BookEntry:
        """The complete entry. The first line of a move counts."""
        moves: dict[Move, BookMove] = {}
        for move, comments in self._moves:
            if comments:
                (wins, losses), text = _numbers_in(comments, _WON)
                move = replace(move, comment=text, wins=wins, losses=losses)
            moves.setdefault(move.move, move)
        games, text = _numbers_in(self._comments, _GAMES)
        return BookEntry(self._place, tuple(moves.values()), self._number, text, *games)


def _numbers_in(comments: list[str], numbers: re.Pattern[str]) -> tuple[list[int] | list[None], str]:
    """The numbers in the first comment (None if it has none), and the remaining comment."""
    found = numbers.fullmatch(comments[0]) if comments else None
    if found is None:
        return [None] * numbers.groups, "\n".join(comments)
    return [int(each) for each in found.groups()], "\n".join(comments[1:])


def _place(line: bytes, number: int, offset: int | None) -> tuple[bytes, int]:
    found = _PLACE.fullmatch(line[5:].strip())
    if found is None:
        raise BookError("expected a position (sfen board turn hands number)", number, offset, _shown(line))
    return found[1], int(found[2]) if found[2] else 1


def _move(line: bytes, number: int, offset: int | None) -> tuple[BookMove, str]:
    # Columns are separated by single spaces, since some programs leave one empty; others write several
    # spaces.
    columns = line.split(b" ", 5) if b"\t" not in line else line.split(None, 5)
    columns += [b""] * (5 - len(columns))
    comment = b""
    for at, each in enumerate(columns[1:], 1):
        if each.startswith((b"#", b"//")):
            comment = b" ".join(columns[at:])
            columns[at:] = [b""] * (6 - at)
            break
    else:
        comment = columns[5] if len(columns) > 5 else b""
    try:
        move = _usi(columns[0])
        reply = None if columns[1] in _UNKNOWN or columns[1] in _NO_MOVES else _usi(columns[1])
    except InvalidMoveError:
        raise BookError("expected a move and a reply (7g7f 3c3d)", number, offset, _shown(line)) from None
    score, depth, count = (_whole(each, line, number, offset) for each in columns[2:5])
    return BookMove(move, reply, score, depth, count), _uncommented(comment.strip())


@lru_cache(20_000)
def _usi(text: bytes) -> Move:
    return Move.from_usi(text.decode("ascii", "replace"))


def _whole(text: bytes, line: bytes, number: int, offset: int | None) -> int | None:
    if text in _UNKNOWN:
        return None
    if _NUMBER.fullmatch(text) is None:
        raise BookError(
            "expected score, depth and count as whole numbers, or none", number, offset, _shown(line)
        )
    return int(text)


def _uncommented(line: bytes) -> str:
    text = line.decode("utf-8", "replace")
    return text[1:] if text.startswith("#") else text.removeprefix("//")


def _shown(line: bytes) -> str:
    return line[:100].decode("utf-8", "replace").strip()


def write(entries: Iterable[BookEntry], file: IO[bytes]) -> None:
    """Writes entries, which must be sorted by position. An entry without moves and comment is not written.

    Raises BookError for comments that are too long to be read again.
    """
    file.write(f"{HEADER}\n".encode())
    for entry in entries:
        file.write(entry_text(entry).encode())


def entry_text(entry: BookEntry) -> str:
    """The lines of one entry. Raises BookError for comments that are too long to be read again."""
    games = ""
    if entry.games is not None:
        games = f"games {entry.games} black {entry.black_wins or 0} white {entry.white_wins or 0}"
    lines = _comment_lines(games, entry.comment, _GAMES)
    for each in entry.moves:
        lines.append(
            f"{each.move.usi()} {each.reply.usi() if each.reply is not None else 'none'}"
            f" {_or_none(each.score)} {_or_none(each.depth)} {_or_none(each.count)}"
        )
        won = ""
        if each.wins is not None or each.losses is not None:
            won = f"won {each.wins or 0} lost {each.losses or 0}"
        lines += _comment_lines(won, each.comment, _WON)
    if len(lines) > _MAX_LINES:
        reason = f"expected at most {_MAX_LINES} lines of moves and comments for a position, got {len(lines)}"
        raise BookError(reason, text=entry.sfen)
    if any(len(line.encode()) > _MAX_LINE - 2 for line in lines):
        reason = f"expected comments with lines of at most {_MAX_LINE - 3} bytes"
        raise BookError(reason, text=entry.sfen)
    return "\n".join([f"sfen {entry.sfen}", *lines]) + "\n"


def _or_none(number: int | None) -> str:
    return "none" if number is None else str(number)


def _comment_lines(values: str, comment: str, numbers: re.Pattern[str]) -> list[str]:
    """The numbers, if there are any, then the comment, escaped if it looks like them."""
    lines = comment.split("\n") if comment else []
    if values:
        lines.insert(0, values)
    elif lines and numbers.fullmatch(lines[0]):
        lines[0] = f" {lines[0]}"
    return [f"#{line}" for line in lines]
