"""A client of the CSA port, line by line."""

from __future__ import annotations

import socket


class Line:
    """A blocking connection of a program."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.file = self.socket.makefile("r")

    def send(self, line: str) -> None:
        self.socket.sendall(f"{line}\n".encode())

    def until(self, beginning: str) -> str:
        for line in self.file:
            if line.startswith(beginning):
                return line.strip()
        raise AssertionError(f"no line begins with {beginning!r}")

    def close(self) -> None:
        self.file.close()
        self.socket.close()
