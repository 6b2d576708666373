"""The base of books on disk: the file is open until ``close``, and one thread at a time reads it."""

from __future__ import annotations

import os
import threading
from abc import abstractmethod
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from komadai.book.book import Book
from komadai.errors import BookError
from komadai.messages import Message, os_error_message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class DiskBook(Book):
    """A book in a file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises OSError; BookError for a file in another format."""
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
        """Reads the header and prepares the search for positions. Raises BookError."""

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Locks the file for this thread. Raises BookError if it cannot be read."""
        with self._lock:
            try:
                yield
            except OSError as error:
                raise BookError(Message("file-unreadable", {"reason": os_error_message(error)})) from error

    def _bytes(self, offset: int, size: int) -> bytes:
        """``size`` bytes of the file. Raises BookError if it ends before."""
        self._file.seek(offset)
        data = self._file.read(size)
        if len(data) < size:
            raise BookError("the file has become shorter", offset=offset)
        return data


def first(count: int, is_before: Callable[[int], bool]) -> int:
    """Binary search: the index of the first of ``count`` sorted records with ``is_before`` false, or
    ``count``."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if is_before(middle):
            low = middle + 1
        else:
            high = middle
    return low
