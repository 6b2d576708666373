"""The bot of the examples plays a person over real connections: challenges, whole games, streams that end."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from komadai.server.connections import SOCKET_VERSION
from tests.processes import started
from tests.server.conftest import FAKE_ENGINE

ROOT = Path(__file__).parents[3]
BOT = ROOT / "examples" / "bot.py"
RUN = """
import sys
from pathlib import Path
from komadai.server import run
run(port=0, open_browser=False, data_dir=Path(sys.argv[1]), config_file=Path(sys.argv[2]))
"""
PATIENCE_S = 60


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("bots")
    config = folder / "config.toml"
    config.write_text("[server]\nfirst_move_s = 3600\n")
    with (
        (folder / "log").open("w") as log,
        started(
            [sys.executable, "-c", RUN, str(folder), str(config)], stdout=-1, stderr=log, text=True
        ) as one,
    ):
        assert one.stdout is not None
        found = re.search(r"http://[^ ]+/", one.stdout.readline())
        assert found, (folder / "log").read_text()
        yield found[0].rstrip("/")


@pytest.fixture
def arrive(address: str) -> Iterator[Callable[[], Visitor]]:
    """Opens another browser."""
    people: list[Visitor] = []

    def come() -> Visitor:
        people.append(Visitor(address))
        return people[-1]

    yield come
    for person in people:
        person.http.close()


class Visitor:
    """A browser, and its page on one game."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, headers={"Origin": address}, timeout=PATIENCE_S)
        self._take(self.http.get("/api/session"))
        self.game: dict[str, Any] = {}

    def _take(self, answer: httpx.Response) -> None:
        assert answer.is_success, answer.text
        self.http.headers["X-CSRF-Token"] = answer.json()["csrf"]

    def post(self, path: str, body: Any) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def bot(self, name: str) -> str:
        """Registers, becomes a bot's account, and makes a token."""
        body = {"name": name, "password": "to the ninth rank", "display_name": ""}
        self._take(self.http.post("/api/account/register", json=body))
        self.post("/api/account/bot", {})
        scopes = ["read", "challenge", "play"]
        return str(self.post("/api/account/tokens", {"name": "test", "scopes": scopes})["token"])

    @contextmanager
    def page(self) -> Iterator[ClientConnection]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        socket = self.address.replace("http", "ws") + f"/api/socket?version={SOCKET_VERSION}"
        with connect(socket, additional_headers={"Cookie": cookie}, origin=Origin(self.address)) as page:
            yield page

    def receive(self, page: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(page.recv(timeout=PATIENCE_S))
        if message["type"] == "game":
            self.game = message["game"]
        elif message["type"] == "update":
            moves = self.game["moves"][: message["keep"]] + message["moves"]
            self.game |= message | {"moves": moves}
        return message


def challenged(person: Visitor, bot: str, page: ClientConnection, **choices: Any) -> str:
    """A challenge to the bot, whose game the page subscribes to when the bot has accepted."""
    asked = person.post("/api/challenges", {"to": bot, "side": "black", **choices})["id"]
    page.send(json.dumps({"type": "subscribe", "id": "c", "topic": {"type": "challenge", "id": asked}}))
    while True:
        message = person.receive(page)
        if message["type"] == "challenge" and message["challenge"]["game"] is not None:
            game_id: str = message["challenge"]["game"]
            page.send(json.dumps({"type": "subscribe", "id": "g", "topic": {"type": "game", "id": game_id}}))
            return game_id


@contextmanager
def running_bot(address: str, token: str, *options: str) -> Iterator[None]:
    command = [sys.executable, str(BOT), address, token, *options]
    with started(command, stdout=-1, text=True) as bot:
        assert bot.stdout is not None
        assert bot.stdout.readline().startswith("Playing as ")
        yield


def test_the_bot_takes_a_challenge_plays_takes_back_and_wins_when_the_person_resigns(
    address: str, arrive: Callable[[], Visitor]
) -> None:
    person, token = arrive(), arrive().bot("chance")
    with running_bot(address, token), person.page() as page:
        game_id = challenged(person, "chance", page, clock={"main_ms": 600_000, "byoyomi_ms": 30_000})
        while not person.game or person.game["status"] != "playing" or not person.game["clocks"]["running"]:
            person.receive(page)
        assert person.game["white"]["bot"]
        for number, kind in enumerate(["move", "move", "take_back", "move", "resign"]):
            body: dict[str, Any] = {"type": kind, "id": f"m{number}", "game": game_id}
            body["event"] = person.game["event"]
            before = len(person.game["moves"])
            if kind == "move":
                body["usi"] = person.game["position"]["legal"][0]
            page.send(json.dumps(body))
            while (
                (kind == "move" and len(person.game["moves"]) != before + 2)
                or (kind == "take_back" and len(person.game["moves"]) == before)
                or (kind == "resign" and person.game["result"] is None)
            ):
                person.receive(page)
        assert person.game["result"]["winner"] == "white"


def test_the_bot_plays_the_moves_of_an_engine_whose_command_has_options(
    address: str, arrive: Callable[[], Visitor]
) -> None:
    person, token = arrive(), arrive().bot("engineer")
    engine = shlex.join([sys.executable, "-u", str(FAKE_ENGINE), "good"])
    with running_bot(address, token, "--engine", engine), person.page() as page:
        game_id = challenged(person, "engineer", page, clock={"main_ms": 3_600_000})
        while not person.game or not person.game["clocks"]["running"]:
            person.receive(page)
        usi, event = person.game["position"]["legal"][0], person.game["event"]
        page.send(json.dumps({"type": "move", "id": "m", "game": game_id, "event": event, "usi": usi}))
        while len(person.game["moves"]) < 2:
            person.receive(page)


def test_two_bots_play_a_whole_game_from_a_seek(address: str, arrive: Callable[[], Visitor]) -> None:
    tokens = [arrive().bot(name) for name in ("seeker", "finder")]
    clients = [
        httpx.Client(
            base_url=f"{address}/api/bot/", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE_S
        )
        for token in tokens
    ]
    with ExitStack() as stack:
        streams = []
        for client in clients:
            stack.enter_context(client)
            streams.append(stack.enter_context(client.stream("GET", "events")).iter_lines())
        seek = {"listed": True, "side": "black", "clock": {"main_ms": 60_000}, "visibility": "public"}
        made = clients[0].post("challenges", json=seek).json()["id"]
        (found,) = clients[1].get("seeks").json()["seeks"]
        assert found["id"] == made
        assert found["maker"]["bot"]
        game_id = clients[1].post(f"challenges/{made}/accept", json={}).json()["id"]
        starts = [_next(lines, "game_start")["game"] for lines in streams]
        assert [(each["id"], each["color"]) for each in starts] == [(game_id, "black"), (game_id, "white")]
        assert starts[0]["opponent"]["account"] == "finder"
        games = [
            stack.enter_context(client.stream("GET", f"games/{game_id}/stream")).iter_lines()
            for client in clients
        ]
        first = [_next(lines, "game")["game"] for lines in games]
        assert [game["you"] for game in first] == ["black", "white"]
        while not first[0]["position"]["legal"]:
            first[0] |= _next(games[0], "update")
        # White's bishop takes the gold's pawn … a short mate: both play on until White has no move.
        for number, usi in enumerate(("7g7f", "4a4b", "8h3c+", "6a7b", "3c4b", "5a6a", "G*5b")):
            answer = clients[number % 2].post(f"games/{game_id}/move", json={"usi": usi})
            assert answer.is_success, answer.text
        for lines in games:
            while (message := _next(lines, "update"))["result"] is None:
                pass
            assert message["result"]["winner"] == "black"
            assert message["result"]["termination"] == "checkmate"
        assert {_next(lines, "game_end")["id"] for lines in streams} == {game_id}


def test_a_stream_ends_when_its_token_does(address: str, arrive: Callable[[], Visitor]) -> None:
    owner = arrive()
    token = owner.bot("revoked")
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.stream("GET", f"{address}/api/bot/events", headers=headers, timeout=PATIENCE_S) as stream:
        lines = stream.iter_lines()
        assert next(lines) == ""
        bots = {bot["name"]: bot["online"] for bot in owner.http.get("/api/bots").json()["bots"]}
        assert bots["revoked"]
        (row,) = owner.http.get("/api/account/tokens").json()["tokens"]
        owner.post(f"/api/account/tokens/{row['id']}/end", {})
        assert not any(lines)  # it ends, with empty lines only
    refused = httpx.get(f"{address}/api/bot/account", headers=headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (401, "no_token")


def _next(lines: Iterator[str], kind: str) -> dict[str, Any]:
    """The next line of this type."""
    while True:
        line = next(lines)
        if line:
            message: dict[str, Any] = json.loads(line)
            if message["type"] == kind:
                return message
