"""An exclusive lock on an open file.

The operating system releases the lock when the process ends, also after a crash.
"""

from __future__ import annotations

import os
import sys


class Taken(Exception):
    """Another process holds the lock."""


if sys.platform == "win32":
    import msvcrt

    _FAR: int = 1 << 40

    def lock(descriptor: int) -> None:
        """Locks an open file until it is closed. Raises Taken."""
        # Locks a byte far beyond the content, because Windows does not let others read locked bytes.
        at = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise Taken from error
        finally:
            os.lseek(descriptor, at, os.SEEK_SET)

else:
    import fcntl

    def lock(descriptor: int) -> None:
        """Locks an open file until it is closed. Raises Taken."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Taken from error
