"""Reads typed lines with a time limit."""

from __future__ import annotations

import codecs
import os
import select
import time


class Lines:
    """Reads lines from a file descriptor with a time limit, which ``input()`` cannot."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._ended = False

    def read(self, seconds: float | None = None) -> str | None:
        """The next line without its end, or None if the time was up first (``seconds`` None: no limit).

        Raises EOFError when nothing more will come.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while "\n" not in self._text:
            if self._ended:
                if not self._text:
                    raise EOFError
                line, self._text = self._text, ""
                return line
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self._descriptor], [], [], left)[0]:
                return None
            data = os.read(self._descriptor, 4096)
            self._ended = not data
            self._text += self._decoder.decode(data, final=not data)
        line, _, self._text = self._text.partition("\n")
        return line.rstrip("\r")
