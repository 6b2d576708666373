"""Games from files, folders and archives, one after the other: the memory needed does not depend on their
number."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, overload

from komadai.errors import ArgumentTypeError, KomadaiError, MissingPackageError, RecordError, check_type
from komadai.extras import package
from komadai.kifu.diagnostics import Report
from komadai.kifu.formats.registry import FORMATS
from komadai.kifu.read import parse, record_in
from komadai.kifu.reading import zip_stream
from komadai.kifu.reading.block_reader import LARGEST, Blocks
from komadai.kifu.reading.visitor import GameBuilder
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.kifu.diagnostics import Deviation
    from komadai.kifu.reading.visitor import Visitor
    from komadai.kifu.tree.game import Game

T = TypeVar("T")

Stream = Any
"""A binary file with ``read`` and ``peek``. The objects that open, gzip, zipfile and tarfile return have no
common type."""

_DEEPEST: Final = 3
"""The maximum number of nested archives: a zip of tar.gz files has three levels (zip, gz, tar)."""

ARCHIVES: Final = (".zip", ".gz", ".tgz", ".tar", ".zst")
_ZIP, _GZ, _ZST = (b"PK\3\4", b"PK\5\6"), b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
"""The first bytes of archives; those of an empty zip differ."""
_IN_MEMORY: Final = 1 << 24
"""The maximum size in memory, in bytes, of an archive within an archive; a larger one is stored on disk."""


@overload
def scan(
    path: str | Path,
    *,
    format: str | None = None,
    strict: bool = False,
    on_error: Callable[[str, Exception], object] | None = None,
    on_deviation: Callable[[str, Deviation], object] | None = None,
) -> Iterator[Game]: ...


@overload
def scan(
    path: str | Path,
    visitor: Callable[[], Visitor[T]],
    *,
    format: str | None = None,
    strict: bool = False,
    on_error: Callable[[str, Exception], object] | None = None,
    on_deviation: Callable[[str, Deviation], object] | None = None,
) -> Iterator[T]: ...


def scan(
    path: str | Path,
    visitor: Callable[[], Visitor[Any]] = GameBuilder,
    *,
    format: str | None = None,
    strict: bool = False,
    on_error: Callable[[str, Exception], object] | None = None,
    on_deviation: Callable[[str, Deviation], object] | None = None,
) -> Iterator[Any]:
    """All games of a file, a folder with its subfolders, or an archive (zip, tar, gz, zst).

    Yields the visitor's result for each game: by default the :class:`~komadai.kifu.Game`. In folders and
    archives only files with the suffix of a format or an archive are opened; their format is detected
    (or is ``format``). ``on_error(name, error)`` is called for files that cannot be read, which are then
    skipped; without it the first one raises RecordError, OSError or, for a zst archive, MissingPackageError.
    ``on_deviation(name, deviation)`` is called for each place where a record does not follow its format.
    The first ``next()`` raises ArgumentTypeError for an argument of another type.
    """
    check_type("path", path, (str, os.PathLike), "a path")
    if not callable(visitor):
        raise ArgumentTypeError(f"visitor: expected a class of visitors or another callable, got {visitor!r}")
    check_type("format", format, (str, type(None)), "a str or None")
    reader = visitor()
    for name, source in _sources(Path(path)):
        on_add = None if on_deviation is None else partial(on_deviation, name)
        try:
            if isinstance(source, Exception):
                raise source
            yield from parse(source, reader, format, report=Report(strict=strict, keeps=False, on_add=on_add))
        except (KomadaiError, OSError) as error:
            if on_error is None:
                error.add_note(f"in {name}")
                raise
            on_error(name, error)


def _sources(path: Path) -> Iterator[tuple[str, bytes | Blocks | Exception]]:
    for file in files(path):
        try:
            with file.open("rb") as stream:
                yield from opened(str(file), stream)
        except OSError as error:
            yield str(file), error


def files(path: Path) -> Iterator[Path]:
    """The file itself; for a folder all files below it that have the suffix of a format or an archive.

    A folder that cannot be opened is yielded itself, so that opening it raises the error.
    """
    if path.is_dir():
        unreadable: list[Path] = []
        for folder, below, names in os.walk(
            path, onerror=lambda error: unreadable.append(Path(error.filename))
        ):
            below.sort()
            wanted = (Path(folder, name) for name in sorted(names) if _is_wanted(name))
            # Pipes are left out: reading from one without a writer would block.
            yield from (file for file in wanted if file.is_file() or not file.exists())
        yield from unreadable
    else:
        yield path


def _is_wanted(name: str) -> bool:
    # A .txt file may contain anything: it is read only if the caller names it.
    suffixes = [suffix for each in FORMATS.values() for suffix in each.suffixes if suffix != ".txt"]
    return name.lower().endswith((*suffixes, *ARCHIVES))


def records(path: Path) -> Iterator[tuple[str, bytes | Exception]]:
    """Every record in a file or archive: its name, and its bytes or the error that prevented reading it."""
    try:
        with path.open("rb") as file:
            yield from unpacked(str(path), file)
    except OSError as error:
        yield str(path), error


class Budget:
    """Limits the bytes unpacked from archives, in all: an archive can unpack to a thousand times its size."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.left: int = size

    def spend(self, count: int) -> None:
        """Counts ``count`` bytes. Raises RecordError if more were unpacked than allowed."""
        self.left -= count
        if self.left < 0:
            raise RecordError(Message("archive-too-large", {"limit": self._size >> 20}))


class _Counted(io.RawIOBase):
    """A stream whose bytes are counted."""

    def __init__(self, stream: Stream, budget: Budget) -> None:
        self._stream, self._budget = stream, budget

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(len(buffer))
        self._budget.spend(len(data))
        buffer[: len(data)] = data
        return len(data)


def unpacked(
    name: str, stream: Stream, budget: Budget | None = None
) -> Iterator[tuple[str, bytes | Exception]]:
    """The files in an archive; the file itself if it is none. Each is held as a whole."""
    return _Unpacking(_read_all, budget).files(name, stream, 0)


def opened(
    name: str, stream: Stream, budget: Budget | None = None
) -> Iterator[tuple[str, bytes | Blocks | Exception]]:
    """As :func:`unpacked`; a large file is returned as Blocks, which must be read before the next file."""
    return _Unpacking(record_in, budget).files(name, stream, 0)


@dataclass(frozen=True, slots=True)
class _Unpacking(Generic[T]):
    take: Callable[[Stream], T]
    """Reads a file that is no archive."""
    budget: Budget | None

    def files(self, name: str, stream: Stream, depth: int) -> Iterator[tuple[str, T | Exception]]:
        """``depth`` counts the archives around the stream."""
        try:
            start = stream.peek(512)
            is_tar = start[257:262] == b"ustar"
            if depth >= _DEEPEST and (is_tar or start.startswith((*_ZIP, _GZ, _ZST))):
                raise RecordError(Message("archive-nested"))
            if start.startswith(_ZIP):
                yield from self._zip(name, stream, depth)
            elif start.startswith(_GZ):
                inside = gzip.GzipFile(fileobj=stream, mode="rb")
                yield from self.files(name, self._counted(inside), depth + 1)
            elif start.startswith(_ZST):
                yield from self.files(name, self._counted(_zstandard(stream)), depth + 1)
            elif is_tar:
                yield from self._tar(name, stream, depth)
            else:
                yield name, self.take(stream)
        except (RecordError, MissingPackageError) as error:
            yield name, error
        except Exception as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise
            # Python's modules raise exceptions of many types for damaged archives.
            yield name, RecordError(Message("archive-damaged", {"problem": str(error)}))

    def _zip(self, name: str, stream: Stream, depth: int) -> Iterator[tuple[str, T | Exception]]:
        # A zip needs random access; a stream from within an archive cannot seek.
        with nullcontext(stream) if not depth and _is_seekable(stream) else _seekable_copy(stream) as whole:
            for part in zip_stream.parts(whole):
                for member in part.infolist():
                    if not member.is_dir() and _is_wanted(member.filename):
                        with part.open(member) as file:
                            inside = self._counted(file)
                            yield from self.files(f"{name}/{member.filename}", inside, depth + 1)

    def _tar(self, name: str, stream: Stream, depth: int) -> Iterator[tuple[str, T | Exception]]:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            while (member := archive.next()) is not None:
                # Otherwise the list of all members stays in memory.
                archive.members.clear()  # type: ignore[attr-defined]
                file = archive.extractfile(member) if member.isfile() and _is_wanted(member.name) else None
                if file is not None:
                    yield from self.files(f"{name}/{member.name}", file, depth + 1)

    def _counted(self, stream: Stream) -> Stream:
        return stream if self.budget is None else io.BufferedReader(_Counted(stream, self.budget))


def _read_all(stream: Stream) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := stream.read(1 << 20):
        parts.append(part)
        size += len(part)
        if size > LARGEST:
            raise RecordError(Message("record-too-large", {"limit": LARGEST >> 20}))
    return b"".join(parts)


def _is_seekable(stream: Stream) -> bool:
    try:
        return bool(stream.seekable())
    except AttributeError:
        # A file in a tar that is read as a stream has no such method.
        return False


@contextmanager
def _seekable_copy(stream: Stream) -> Iterator[Stream]:
    """The whole stream in a temporary file that can seek."""
    largest = 4 * LARGEST
    with SpooledTemporaryFile(_IN_MEMORY) as file:
        while part := stream.read(1 << 20):
            file.write(part)
            if file.tell() > largest:
                raise RecordError(Message("archive-in-archive-too-large", {"limit": largest >> 20}))
        yield file


def _zstandard(stream: Stream) -> Stream:
    """An unpacked zst stream. Raises MissingPackageError if no module that unpacks it is installed."""
    try:
        return import_module("compression.zstd").ZstdFile(stream)
    except ImportError:
        pass
    unpacker = package("zstandard", "app").ZstdDecompressor()  # Python 3.14 needs no other package
    return io.BufferedReader(unpacker.stream_reader(stream, read_across_frames=True))
