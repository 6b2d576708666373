"""Files that appear under their name only when they are complete.

The content is written to a hidden file in the same folder, which is then renamed. So a reader sees the old
file or the new one, never a part of it, even after a crash.
"""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator


class NewFile:
    """A file that is being written: :attr:`hidden` until :meth:`show`. All methods raise OSError.

    The caller creates the hidden file. Its name is fixed before, so that :meth:`discard` removes it even if
    Ctrl-C interrupts the creation.
    """

    def __init__(self, path: Path, *, durable: bool = False) -> None:
        """The hidden file will be in the folder of ``path``, or of the target if that is a symbolic link.

        With ``durable`` the new file is flushed to the disk before it is renamed, so that a power failure
        cannot lose both files. Raises PermissionError if a file of this name exists and is not writable,
        IsADirectoryError for a folder, FileExistsError for a device or a pipe.
        """
        self.path: Final = Path(os.path.realpath(path))  # so that a symbolic link stays one
        self._durable = durable
        if self.path.is_dir():
            raise IsADirectoryError(21, os.strerror(21), str(path))
        if self.path.exists() and not self.path.is_file():
            raise FileExistsError(17, os.strerror(17), str(path))  # a device, a pipe, a socket
        if self.path.exists() and not os.access(self.path, os.W_OK):
            raise PermissionError(13, os.strerror(13), str(path))
        # Random digits make the name unique. It is shortened because file names have 255 bytes at most.
        self.hidden: Final = self.path.with_name(f".{self.path.name[:20]}.{secrets.token_hex(8)}.part")

    def show(self) -> None:
        """Renames the complete file, with owner and permissions of the file it replaces."""
        if self.path.exists():
            shutil.copymode(self.path, self.hidden)
            with suppress(OSError):  # only the superuser may change the owner
                status = self.path.stat()
                if hasattr(os, "chown"):
                    os.chown(self.hidden, status.st_uid, status.st_gid)
        if self._durable:
            _flush(self.hidden)
        self.hidden.replace(self.path)
        if self._durable and os.name == "posix":
            _flush(self.path.parent)

    def discard(self) -> None:
        """Removes the hidden file if it exists; does nothing after :meth:`show`."""
        with suppress(OSError):
            self.hidden.unlink(missing_ok=True)


@contextmanager
def appearing(path: Path, *, durable: bool = False) -> Iterator[Path]:
    """The hidden file to write to. It is renamed to ``path`` at the end and removed after an error.

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
    """Flushes a file or folder to the disk."""
    number = os.open(path, os.O_RDONLY if path.is_dir() or os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)
