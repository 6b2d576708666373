"""A server of ours in this process, at the other end of a real pipe."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from komadai._core import UsiPipe


class Ends:
    """What the server's pipe is made of, seen from the GUI's side."""

    def __init__(self) -> None:
        there, self._in = os.pipe()
        self._out, here = os.pipe()
        self._theirs = (there, here)
        self.pipe = UsiPipe(there, here)
        self.heard: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def say(self, text: bytes) -> None:
        while text:
            text = text[os.write(self._in, text) :]

    def end(self) -> None:
        """Nothing more will be said."""
        os.close(self._in)
        self._in = -1

    def hear(self) -> str:
        return self.heard.get(timeout=60)

    def until(self, word: str) -> list[str]:
        """The lines up to and with the first that begins with this word."""
        lines = [self.hear()]
        while lines[-1].split(" ")[0] != word:
            lines.append(self.hear())
        return lines

    def close(self) -> None:
        if self._in >= 0:
            self.end()
        del self.pipe
        for end in self._theirs:
            os.close(end)
        self._thread.join()
        os.close(self._out)

    def _listen(self) -> None:
        rest = b""
        while chunk := os.read(self._out, 1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self.heard.put(line.decode())


@contextmanager
def ends() -> Iterator[Ends]:
    made = Ends()
    try:
        yield made
    finally:
        made.close()
