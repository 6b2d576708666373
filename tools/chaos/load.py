"""Guests that play many games at once, and remember each move that the server has acknowledged."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Thread
from typing import Any, Final

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from komadai.server.connections import SOCKET_VERSION

WAIT_SECONDS: Final = 60.0
GUESTS: Final = 3
GAMES: Final = 3
"""Games of each guest: in the first the engine replies, in the others one page plays both sides."""
NEW_GAME: Final = {"side": "black", "level": 1, "clock": {"main_ms": 36_000_000}}


class KnownGame(msgspec.Struct):
    """A game as its guest knows it."""

    against_engine: bool
    acknowledged: list[str] = []
    """The moves that the guest made and the server acknowledged."""
    over: bool = False


class Guest(msgspec.Struct):
    """A person who keeps the cookie over the ends of the server."""

    cookie: str = ""
    games: dict[str, KnownGame] = {}

    @contextmanager
    def client(self, url: str) -> Iterator[httpx.Client]:
        """A client with cookie and CSRF token."""
        headers = {"Origin": url} | ({"Cookie": self.cookie} if self.cookie else {})
        with httpx.Client(base_url=url, headers=headers, timeout=WAIT_SECONDS) as client:
            session = client.get("/api/session")
            client.headers["X-CSRF-Token"] = session.json()["csrf"]
            if "set-cookie" in session.headers:
                self.cookie = session.headers["set-cookie"].partition(";")[0]
            client.headers["Cookie"] = self.cookie
            client.cookies.clear()
            yield client

    def play(self, url: str, rng: Random) -> None:
        """Plays in all games until the server ends; returns at once."""
        with suppress(httpx.HTTPError), self.client(url) as client:
            running = [game_id for game_id, game in self.games.items() if not game.over]
            while len(running) < GAMES:
                against_engine = not any(self.games[game_id].against_engine for game_id in running)
                created = client.post("/api/games", json=NEW_GAME | {"both": not against_engine})
                if not created.is_success:
                    break
                running.append(created.json()["id"])
                self.games[running[-1]] = KnownGame(against_engine)
            for game_id in running:
                game, seed = self.games[game_id], rng.randrange(2**62)
                Thread(target=self._moves, args=(url, game_id, game, Random(seed)), daemon=True).start()

    def lost(self, url: str) -> list[str]:
        """Lists the errors in the server's games; empty if each has all acknowledged moves."""
        wrong = []
        with self.client(url) as client:
            for game_id, game in self.games.items():
                answer = client.get(f"/api/games/{game_id}")
                while answer.status_code == httpx.codes.TOO_MANY_REQUESTS:  # the rate limit of a guest
                    time.sleep(0.5)
                    answer = client.get(f"/api/games/{game_id}")
                view = answer.json() if answer.is_success else {"moves": []}
                moves = [each["usi"] for each in view["moves"]]
                own = moves[::2] if game.against_engine else moves
                if own[: len(game.acknowledged)] != game.acknowledged:
                    wrong.append(
                        f"game {game_id} (status {answer.status_code}): acknowledged {game.acknowledged}, "
                        f"stored {own}"
                    )
                result = view.get("result")
                if result is not None and not game.over:
                    game.over = True
                    if result.get("termination") in ("time", "interrupted"):
                        wrong.append(f"game {game_id} ended by {result}")
        return wrong

    def _moves(self, url: str, game_id: str, game: KnownGame, rng: Random) -> None:
        socket = url.replace("http", "ws") + f"/api/socket?version={SOCKET_VERSION}"
        with (
            suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError),
            connect(
                socket, additional_headers={"Cookie": self.cookie}, origin=Origin(url), close_timeout=1
            ) as page,
        ):
            topic = {"type": "game", "id": game_id}
            page.send(json.dumps({"type": "subscribe", "id": "s", "topic": topic}))
            state: dict[str, Any] = {}
            while not state:
                state = json.loads(page.recv(timeout=WAIT_SECONDS)).get("game", {})
            stored = [each["usi"] for each in state["moves"]]
            # A move in flight at the last kill may have been stored without its acknowledgement.
            game.acknowledged = stored[::2] if game.against_engine else stored
            while state["status"] == "playing":
                if state["position"]["legal"]:
                    usi = rng.choice(state["position"]["legal"])
                    move = {"type": "move", "id": "m", "game": game_id, "event": state["event"], "usi": usi}
                    page.send(json.dumps(move))
                    if _is_acknowledged(page, state):
                        game.acknowledged.append(usi)
                    time.sleep(rng.uniform(0.05, 0.25))  # below the rate limit of messages
                else:
                    _receive(page, state)


def _is_acknowledged(page: ClientConnection, state: dict[str, Any]) -> bool:
    """Reads until the answer to the move; False if it was refused."""
    while True:
        message = _receive(page, state)
        if message.get("re") == "m":
            return bool(message["type"] == "done")


def _receive(page: ClientConnection, state: dict[str, Any]) -> dict[str, Any]:
    """The next message; an update of the game is put into ``state``."""
    message: dict[str, Any] = json.loads(page.recv(timeout=WAIT_SECONDS))
    if message["type"] == "update":
        state |= {name: message[name] for name in ("position", "event", "status")}
    return message
