"""Lines of the protocol: bytes from a socket to lines, and back."""

from __future__ import annotations

from typing import Final

from komadai.csa.errors import CsaProtocolError

MAX_LINE_BYTES: Final = 1024
"""The longest line that a server accepts, without its end."""


class LineBuffer:
    """Cuts the bytes that arrive into lines, which end with LF or CRLF."""

    def __init__(self, max_bytes: int = MAX_LINE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._rest = b""

    def feed(self, data: bytes) -> list[str]:
        """The lines that these bytes complete.

        A line is decoded as UTF-8; bytes that are not, as comments in other encodings, become U+FFFD.
        Raises CsaProtocolError if a line is longer than the limit; the buffer must not be used afterwards.
        """
        *complete, self._rest = (self._rest + data).split(b"\n")
        lines = [line.removesuffix(b"\r") for line in complete]
        # A carriage return may be the end of the rest.
        longest = max(len(self._rest.removesuffix(b"\r")), *map(len, lines), 0)
        if longest > self._max_bytes:
            raise CsaProtocolError(f"expected lines of at most {self._max_bytes} bytes")
        return [line.decode("utf-8", "replace") for line in lines]


def encode_lines(lines: list[str]) -> bytes:
    """The lines as they are sent, each ended by LF.

    Characters that could end a line or control a terminal are replaced by spaces.
    """
    return "".join(printable(line) + "\n" for line in lines).encode()


def printable(line: str) -> str:
    """The text in one line: characters that could end it, or control a terminal, become spaces."""
    return line if line.isprintable() else "".join(c if c.isprintable() else " " for c in line)
