"""Files that appear under their name only when they are whole.

What is written goes into a hidden file in the same folder, which then takes the name: whoever opens the
name, at whatever moment, even after a crash, finds the old file or the new one, never a part.
"""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class NewFile:
    """A file that is being written: :attr:`hidden` until :meth:`show`. All methods raise OSError.

    The hidden file is made by whoever writes it. Its name is known before, so that :meth:`discard` removes
    it even when Ctrl-C comes in the very moment it is made.
    """

    def __init__(self, path: Path, *, durable: bool = False) -> None:
        """The hidden file will be beside ``path``; where that is a link, beside what it leads to.

        With ``durable`` the disk has the new file before it takes the name, so that not even a power
        failure loses both. Raises PermissionError if there is a file of this name that may not be
        written, IsADirectoryError for a folder.
        """
        self.path = Path(os.path.realpath(path))  # a link stays a link
        self._durable = durable
        if self.path.is_dir():
            raise IsADirectoryError(21, os.strerror(21), str(path))
        if self.path.exists() and not os.access(self.path, os.W_OK):
            raise PermissionError(13, os.strerror(13), str(path))
        # Nobody else's, by so many random digits. Cut, for no name may be longer than 255 bytes.
        self.hidden = self.path.with_name(f".{self.path.name[:20]}.{secrets.token_hex(8)}.part")

    def show(self) -> None:
        """The file is whole: it takes the name, with the permissions of the file that had it."""
        if self.path.exists():
            shutil.copymode(self.path, self.hidden)
            with suppress(OSError):  # only the superuser can give files away
                status = self.path.stat()
                if hasattr(os, "chown"):
                    os.chown(self.hidden, status.st_uid, status.st_gid)
        if self._durable:
            _flush(self.hidden)
        self.hidden.replace(self.path)
        if self._durable and os.name == "posix":
            _flush(self.path.parent)

    def discard(self) -> None:
        """The file is given up, if it was made at all; does nothing after :meth:`show`."""
        with suppress(OSError):
            self.hidden.unlink(missing_ok=True)


@contextmanager
def appearing(path: Path, *, durable: bool = False) -> Iterator[Path]:
    """The hidden file to be written; it takes the name ``path`` at the end, or is gone after an error.

    See :class:`NewFile`.
    """
    file = NewFile(path, durable=durable)
    try:
        file.hidden.touch()
        yield file.hidden
        file.show()
    except BaseException:
        file.discard()
        raise


def _flush(path: Path) -> None:
    """Waits until the disk has what was written."""
    number = os.open(path, os.O_RDONLY if path.is_dir() or os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
