"""The page of a game at a server that runs in a process of its own."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection

from tests.processes import PATIENCE_S


class GamePage:
    """A page, and the game as the server's messages give it."""

    def __init__(self) -> None:
        self.page: ClientConnection | None = None
        self._stack = ExitStack()
        self.game_id = ""
        self.game: dict[str, Any] = {}

    def receive(self) -> dict[str, Any]:
        assert self.page is not None
        message: dict[str, Any] = json.loads(self.page.recv(timeout=PATIENCE_S))
        if message["type"] == "game":
            self.game = message["game"]
        elif message["type"] == "update" and self.game:
            moves = self.game["moves"][: message["keep"]] + message["moves"]
            self.game = {**self.game, **message, "moves": moves}
        return message

    @property
    def usi(self) -> list[str]:
        return [move["usi"] for move in self.game["moves"]]
