"""A bot: it takes every challenge of standard shogi, and plays random moves or those of a USI engine.

    python bot.py http://localhost:8000 TOKEN
    python bot.py http://localhost:8000 TOKEN --engine "komadai usi"

TOKEN is one of a bot's account, with the scopes read, challenge and play; see docs/how-to/bots.md. Without an
engine the bot needs nothing but Python.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

SECONDS = 60.0
"""The server sends at least an empty line in this time; a stream that is silent for longer is lost."""
RETRY_S = 2.0

Choose = Callable[[dict[str, Any]], "str | None"]
"""Chooses a move in USI for a game as the server describes it; None resigns."""


class Server:
    """The calls of a Komadai server."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """A call and its answer; a POST if there is a body. Raises HTTPError."""
        with self._open(path, body) as answer:
            return json.load(answer)

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """The lines of a stream, to its end."""
        with self._open(path, None) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)

    def _open(self, path: str, body: dict[str, Any] | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._address}/api/bot/{path}", data, self._headers)
        return urllib.request.urlopen(request, timeout=SECONDS)


def random_move(game: dict[str, Any]) -> str | None:
    """Any of the legal moves."""
    legal: list[str] = game["position"]["legal"]
    return random.choice(legal) if legal else None


def engine_moves(command: list[str], seconds: float) -> Choose:
    """The moves of a USI engine, which thinks for this time at most, or a part of what the clock has."""
    import komadai

    engine, lock = komadai.engine.open(command), threading.Lock()

    def choose(game: dict[str, Any]) -> str | None:
        board = komadai.Board(game["start_sfen"])
        for move in game["moves"]:
            board.push_usi(move["usi"])
        clock = game["clocks"] and game["clocks"][game["you"]]
        with lock:  # one engine thinks for all games
            left = seconds if clock is None else clock["remaining_ms"] / 5000
            result = engine.play(board, seconds=min(seconds, left))
        move = result.move
        return None if move is None else str(move.usi())

    return choose


def play(server: Server, game_id: str, choose: Choose) -> None:
    """Plays one game to its end."""
    game: dict[str, Any] = {}
    for message in server.stream(f"games/{game_id}/stream"):
        if message["type"] == "game":
            game = message["game"]
        elif message["type"] == "update":
            moves = game["moves"][: message["keep"]] + message["moves"]
            game |= message | {"moves": moves}
        if game["result"] is not None:
            print(f"{game_id}: {game['result']['text']['en']}", flush=True)
            return
        for offer in game["offers"]:
            if offer["color"] != game["you"]:
                answer = {"offer": offer["offer"], "accept": offer["offer"] == "take_back"}
                server.call(f"games/{game_id}/answer", answer)
        if game["status"] == "playing" and game["position"]["turn"] == game["you"]:
            try:
                usi = choose(game)
                if usi is None:
                    server.call(f"games/{game_id}/resign", {})
                else:
                    server.call(f"games/{game_id}/move", {"usi": usi, "event": game["event"]})
            except urllib.error.HTTPError as error:
                if error.code != 409:  # 409: the position has changed meanwhile; the stream says how
                    raise


def run(server: Server, choose: Choose) -> None:
    """Takes challenges and plays, until the connection ends."""
    for event in server.stream("events"):
        if event["type"] == "challenge":
            challenge = event["challenge"]
            good = challenge["variant"] == "shogi"
            try:
                server.call(f"challenges/{challenge['id']}/{'accept' if good else 'decline'}", {})
            except urllib.error.HTTPError as error:
                print(f"{challenge['id']}: {error.read().decode()}", flush=True)
        elif event["type"] == "game_start":
            arguments = (server, event["game"]["id"], choose)
            threading.Thread(target=play, args=arguments, daemon=True).start()


def main() -> int:
    """Runs the bot until Ctrl-C, and connects again when the server was away."""
    parser = argparse.ArgumentParser(description="A bot for a Komadai server.")
    parser.add_argument("server", help="its address, such as http://localhost:8000")
    parser.add_argument("token")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for a move of the engine")
    parser.add_argument(
        "--engine",
        metavar="COMMAND",
        type=shlex.split,
        help="a USI engine and its arguments, in quotes; random moves if left out",
    )
    if len(sys.argv) == 1:
        parser.print_help()
        return 0
    options = parser.parse_args()
    choose = random_move if options.engine is None else engine_moves(options.engine, options.seconds)
    server = Server(options.server, options.token)
    while True:
        try:
            print(f"Playing as {server.call('account')['name']}.", flush=True)
            run(server, choose)
        except urllib.error.HTTPError as error:
            if error.code in (401, 403):
                print(error.read().decode(), file=sys.stderr)
                return 1
        except OSError as error:
            print(f"{error}; trying again", file=sys.stderr)
        except KeyboardInterrupt:
            return 0
        time.sleep(RETRY_S)


if __name__ == "__main__":
    sys.exit(main())
