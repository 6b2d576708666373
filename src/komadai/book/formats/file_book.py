"""A book that stays on the disk: its file is open until it is closed, and one thread at a time reads it."""

from __future__ import annotations

import os
import threading
from abc import abstractmethod
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from komadai.book.book import Book
from komadai.errors import BookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class DiskBook(Book):
    """The file of a book."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises OSError, or BookError for a file that is none of these."""
        self._lock = threading.Lock()
        self._file: IO[bytes] = Path(path).open("rb")  # noqa: SIM115 (closed by close)
        try:
            self._size = os.fstat(self._file.fileno()).st_size
            self._begin()
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        self._file.close()

    @abstractmethod
    def _begin(self) -> None:
        """Reads what has to be known before any position is looked for. Raises BookError."""

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """The file belongs to this thread; where it cannot be read, that is a BookError."""
        with self._lock:
            try:
                yield
            except OSError as error:
                raise BookError(f"cannot be read: {error.strerror or error}") from error

    def _bytes(self, offset: int, size: int) -> bytes:
        """So many bytes of the file. Raises BookError if it ends before."""
        self._file.seek(offset)
        data = self._file.read(size)
        if len(data) < size:
            raise BookError("the file has become shorter", offset=offset)
        return data


def first(count: int, is_before: Callable[[int], bool]) -> int:
    """The first of so many sorted records that is not before what is looked for; ``count`` if all are."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if is_before(middle):
            low = middle + 1
        else:
            high = middle
    return low
