"""The GUI's end of the pipe to a USI server that runs in the test's process."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from komadai._core import UsiPipe


class GuiEnd:
    """The pipe of a server, and what the GUI does with it."""

    def __init__(self) -> None:
        there, self._in = os.pipe()
        self._out, here = os.pipe()
        self._theirs = (there, here)
        self.pipe = UsiPipe(there, here)
        self._received: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def send(self, text: bytes) -> None:
        while text:
            text = text[os.write(self._in, text) :]

    def end(self) -> None:
        """Closes the server's input."""
        os.close(self._in)
        self._in = -1

    def read_line(self) -> str:
        return self._received.get(timeout=60)

    def read_until(self, word: str) -> list[str]:
        """The lines up to the first that begins with this word, inclusive."""
        lines = [self.read_line()]
        while lines[-1].split(" ")[0] != word:
            lines.append(self.read_line())
        return lines

    def close(self) -> None:
        if self._in >= 0:
            self.end()
        del self.pipe
        for end in self._theirs:
            os.close(end)
        self._thread.join()
        os.close(self._out)

    def _read(self) -> None:
        rest = b""
        while chunk := os.read(self._out, 1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._received.put(line.decode())


@contextmanager
def gui_end() -> Iterator[GuiEnd]:
    gui = GuiEnd()
    try:
        yield gui
    finally:
        gui.close()
