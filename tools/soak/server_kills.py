"Kills the server with SIGKILL while moves are in flight. No acknowledged move may be lost, no engine left."

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Thread
from typing import Any, Final

import httpx
from chaos.server_process import Server, engines_left
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from komadai.server.connections import SOCKET_VERSION
from soak.round import Round

GAMES: Final = 3
WAIT_SECONDS: Final = 60.0
MIN_KILLS: Final = 4
"""After this number of kills in play without an acknowledged move the round tests nothing: a finding."""


class Guest:
    """A person who keeps the cookie over the deaths of the server."""

    def __init__(self) -> None:
        self.cookie = ""
        self.acknowledged: dict[str, list[str]] = {}
        """For each game the moves of this side that the server acknowledged."""

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


def run(this: Round) -> None:
    """Starts and kills servers on one folder until the time is up."""
    folder = this.folder / "data"
    folder.mkdir()
    guest = Guest()
    while this.goes_on:
        server = Server(folder)
        try:
            if this.rng.random() < 0.15:  # killed while it starts
                time.sleep(this.rng.uniform(0.05, 1.0))
                this.counts["kills during start"] += 1
                continue
            url = server.address()
            if not url:
                log = (folder / "server.log").read_text(errors="replace")
                this.finding("the server does not start on its data", log[-4000:], log.encode())
                return
            _check(this, guest, url)
            _play(this, guest, url, this.rng.uniform(0.1, 3.0))
            this.counts["kills in play"] += 1
        finally:
            engines = server.engines()
            server.kill()
        _check_engines(this, engines)
    moves = sum(map(len, guest.acknowledged.values()))
    this.counts["acknowledged moves"] += moves
    if not moves and this.counts["kills in play"] >= MIN_KILLS:
        errors = (folder / "server.log").read_bytes()
        text = errors[-4000:].decode("utf-8", "replace")
        this.finding("no move was acknowledged in a whole round", text, errors)


def _check(this: Round, guest: Guest, url: str) -> None:
    """Every acknowledged move is in its game, in its order."""
    with guest.client(url) as client:
        for game_id, moves in guest.acknowledged.items():
            answer = client.get(f"/api/games/{game_id}")
            stored = [each["usi"] for each in answer.json()["moves"][::2]] if answer.is_success else None
            if stored is None or stored[: len(moves)] != moves:
                text = f"acknowledged {moves}, stored {stored} (status {answer.status_code})"
                this.finding("an acknowledged move is lost", text, text.encode())


def _play(this: Round, guest: Guest, url: str, seconds: float) -> None:
    """Plays in several games at once for a while. The sockets are still in use when this returns."""
    with guest.client(url) as client:
        unfinished = [
            each["id"] for each in client.get("/api/games").json()["games"] if each["status"] == "playing"
        ]
        while len(unfinished) < GAMES:
            created = client.post("/api/games", json={"side": "black", "engine": "komadai", "level": 1})
            if not created.is_success:
                break
            unfinished.append(created.json()["id"])
    seeds = [this.rng.randrange(2**62) for _ in unfinished]
    for game_id, seed in zip(unfinished[:GAMES], seeds, strict=False):
        guest.acknowledged.setdefault(game_id, [])
        Thread(target=_moves, args=(guest, url, game_id, seed), daemon=True).start()
    time.sleep(seconds)
    # The threads go on until the kill closes their sockets: moves are in flight when it comes.


def _moves(guest: Guest, url: str, game_id: str, seed: int) -> None:
    """Plays random legal moves in one game; notes each that is acknowledged."""
    rng = Random(seed)
    socket = url.replace("http", "ws") + f"/api/socket?version={SOCKET_VERSION}"
    with (
        suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError),
        connect(
            socket, additional_headers={"Cookie": guest.cookie}, origin=Origin(url), close_timeout=1
        ) as page,
    ):
        topic = {"type": "game", "id": game_id}
        page.send(json.dumps({"type": "subscribe", "id": "s", "topic": topic}))
        state: dict[str, Any] = {}
        while not state:
            state = json.loads(page.recv(timeout=WAIT_SECONDS)).get("game", {})
        mine = [each["usi"] for each in state["moves"][::2]]
        guest.acknowledged[game_id] = mine
        while state["status"] == "playing":
            if state["position"]["turn"] == "black" and state["position"]["legal"]:
                usi = rng.choice(state["position"]["legal"])
                move = {"type": "move", "id": "m", "game": game_id, "event": state["event"], "usi": usi}
                page.send(json.dumps(move))
                if not _acknowledged(page, state):
                    return
                mine.append(usi)
            else:
                _receive(page, state)


def _acknowledged(page: ClientConnection, state: dict[str, Any]) -> bool:
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


def _check_engines(this: Round, engines: list[int]) -> None:
    """The engines of a killed server end by themselves."""
    left = engines_left(engines)
    this.counts["engines ended"] += len(engines) - len(left)
    for pid in left:
        this.finding("an engine outlives its killed server", f"process {pid}", b"")
