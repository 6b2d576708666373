"""Writes converted records: to standard output, one file, or a folder with a file for each game.

A file appears under its name only when it is complete; until then it is a hidden file beside it.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

import typer

from komadai import atomic_file
from komadai.atomic_file import NewFile
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.language import localized

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from komadai.kifu import Format

SEPARATORS: Final = {"usi": "", "usen": "", "csa": "/\n", "csa3": "/\n"}
"""The text between two games in a file. Formats that are not listed hold one game in a file."""

_FORBIDDEN: Final = '<>:"/\\|?*'
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.I)
"""Characters and names that Windows does not allow."""
_LONGEST: Final = 200
"""Maximum bytes of a name. File systems allow 255; a number and the suffix follow."""


class Output:
    """Takes the games one after the other. This class discards them, for records that are only checked."""

    writes = False

    def write_game(self, source: str, number: int, data: bytes) -> None:
        """Writes game ``number`` (from 1) of a source. Raises Failure if it cannot be written."""

    def close(self) -> None:
        """Makes the output visible after the last game. Without this call no file appears."""

    def discard(self) -> None:
        """Removes unfinished files; does nothing after ``close``."""


class StdoutOutput(Output):
    """Standard output."""

    writes = True

    def __init__(self, format: Format) -> None:
        self._separator = _Separator(format, "standard output")

    def write_game(self, source: str, number: int, data: bytes) -> None:
        sys.stdout.buffer.write(self._separator.before() + data)

    def close(self) -> None:
        sys.stdout.buffer.flush()


class OneFile(Output):
    """One file with all games; left unchanged if there are none."""

    writes = True

    def __init__(self, path: Path, format: Format) -> None:
        self._path = path
        self._separator = _Separator(format, str(path))
        self._file: NewFile | None = None
        self._stream: IO[bytes] | None = None

    def write_game(self, source: str, number: int, data: bytes) -> None:
        before = self._separator.before()
        if self._stream is None:
            make_folder(self._path.parent)
        with _failing(self._path):
            if self._stream is None:
                self._file = NewFile(self._path)
                self._stream = self._file.hidden.open("wb")
            self._stream.write(before + data)

    def close(self) -> None:
        if self._file is not None and self._stream is not None:
            with _failing(self._path):
                self._stream.close()
                self._file.show()
            self._file = None

    def discard(self) -> None:
        if self._stream is not None:
            with suppress(OSError):  # a full disk
                self._stream.close()
        if self._file is not None:
            self._file.discard()
            self._file = None


class Folder(Output):
    """A file for each game, named after the file it is from; later games of a file have a number."""

    writes = True

    def __init__(self, path: Path, format: Format, inputs: Container[object]) -> None:
        """``inputs`` are the identities of the files that are read, and so never written."""
        self._path = path
        self._suffix = format.suffixes[0]
        self._inputs = inputs
        self._names: set[str] = set()
        self._used: dict[str, int] = {}
        """The last number that was given to each name."""

    def write_game(self, source: str, number: int, data: bytes) -> None:
        name = self._name(stem(source), number)
        path = self._path / (name + self._suffix)
        if identity(path) in self._inputs:
            raise Failure(_is_input(path))
        with appearing(path) as hidden:
            hidden.write_bytes(data)

    def _name(self, stem: str, number: int) -> str:
        """A name that this run has not used yet: ``Wada``, ``Wada-2``."""
        key = stem.lower()  # without regard to case, as some file systems see it
        count = max(number, self._used.get(key, 0) + 1)
        while (name := key if count == 1 else f"{key}-{count}") in self._names:
            count += 1
        self._names.add(name)
        self._used[key] = count
        return stem if count == 1 else f"{stem}-{count}"


class _Separator:
    def __init__(self, format: Format, where: str) -> None:
        self._format = format
        self._where = where
        self._first = True

    def before(self) -> bytes:
        """The text before the next game. Raises Failure if the format holds only one."""
        if self._first:
            self._first = False
            return b""
        separator = SEPARATORS.get(self._format.key)
        if separator is None:
            raise Failure(
                localized(
                    f"{self._where}: a {self._format.name} file holds one game, but there are several;"
                    " name a folder with -o FOLDER/",
                    f"{self._where}：{self._format.name} のファイルに入るのは"
                    f"1局だけですが、複数の対局があります。"
                    "-o フォルダ/ を指定してください",
                )
            )
        return separator.encode()


def _is_input(path: object) -> str:
    return localized(
        f"{path} is one of the input files; it is not overwritten",
        f"{path} は入力ファイルなので上書きしません",
    )


def identity(path: Path) -> tuple[int, int] | None:
    """Device and inode of a file, which identify it under any name; None if there is no such file."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def place(out: str, inputs: Container[object], option: str) -> Path:
    """The path of an output file, given with this option.

    Raises BadParameter for an input file (``inputs`` are their identities) and for something other than a
    file. Its folder is made when the file is written.
    """
    path = Path(os.path.realpath(out))  # write to the target of a link, not over the link
    if identity(path) in inputs:
        raise typer.BadParameter(_is_input(out), param_hint=option)
    if path.exists() and not path.is_file():
        raise typer.BadParameter(
            localized(f"{out} is not a file", f"{out} はファイルではありません"), param_hint=option
        )
    return path


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """A file to be written, hidden beside ``path``; it gets that name at the end, or is gone after an error.

    Its folder is made if there is none. A device or a pipe is written to, not replaced. Raises Failure if it
    cannot be written.
    """
    make_folder(path.parent)
    is_file = path.is_file() or path.is_dir() or not path.exists()
    with _failing(path), atomic_file.appearing(path) if is_file else nullcontext(path) as hidden:
        yield hidden


def make_folder(path: Path) -> None:
    """Makes a folder for output, and those that it is in. Raises Failure."""
    with _failing(path):
        path.mkdir(parents=True, exist_ok=True)


def stem(source: str) -> str:
    """``games.zip/May/Wada.kif.gz`` → ``Wada``, without characters that some system does not allow in
    names."""
    from komadai.kifu import FORMATS
    from komadai.kifu.scan import ARCHIVES

    known = (*ARCHIVES, ".txt", *(suffix for each in FORMATS.values() for suffix in each.suffixes))
    name = Path(source).name
    while name.lower().endswith(known):
        name = name[: name.rindex(".")]
    name = "".join(each if each.isprintable() and each not in _FORBIDDEN else "_" for each in name)
    # Cut at the beginning of a character; a number and the extension follow the name.
    name = name.encode()[:_LONGEST].decode(errors="ignore").rstrip(" .")
    return f"_{name}" if _RESERVED.fullmatch(name) else name or "game"


@contextmanager
def _failing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Failure.not_written(path, error) from error
