"""A file that one process at a time holds.

The lock is the operating system's: it ends with the process, however that ends.
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
        # A byte far behind the text, so that the text can still be read.
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
