"""A server in the test's own process, and guests with pages open on it."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient, websocket_test_session

from komadai.engine.program import EngineProgram, EngineRules
from komadai.server.app import create_app
from komadai.server.connections import SOCKET_VERSION
from komadai.server.db.database import Database
from komadai.server.people.accounts import passwords
from komadai.server.rate_limits import Limits, Rate
from komadai.server.settings import Settings
from tests.server.one_connection import one_connection
from tests.server.postgresql import Cluster, cluster

ORIGIN = "http://127.0.0.1:8123"
FAKE_ENGINE = Path(__file__).with_name("fake_engine.py")
MODES = ("good", "slow", "crash", "hang", "illegal", "resign", "win", "crash-once", "hang-once")


ENDLESS = Rate(1e9, 10**9)
UNLIMITED = Limits(
    address=ENDLESS,
    address_files=ENDLESS,
    guest=ENDLESS,
    new_games=ENDLESS,
    address_games=ENDLESS,
    records=ENDLESS,
    study_operations=ENDLESS,
    address_records=ENDLESS,
    messages=ENDLESS,
    new_sessions=ENDLESS,
    new_accounts=ENDLESS,
    address_passwords=ENDLESS,
    account_passwords=ENDLESS,
)


def code(answer: Any) -> str:
    """The code of an error answer, whose shape is checked."""
    error = answer.json()["error"]
    assert set(error) - {"standing", "lines"} == {"code", "message", "field"}
    assert error["message"]["en"]
    assert error["message"]["ja"]
    return str(error["code"])


class Socket:
    """A page's socket. ``game`` and ``event`` are the state of the game it is subscribed to."""

    def __init__(self, session: Any, game_id: str = "") -> None:
        self.session = session
        self.game_id = game_id
        self.event = 0
        self.game: dict[str, Any] = {}
        self.sent = 0

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = self.session.receive_json(timeout=60)
        if message["type"] == "game" and message["game"]["id"] == self.game_id:
            self.game = message["game"]
            self.event = self.game["event"]
        elif message["type"] == "update" and message["game"] == self.game_id:
            moves = self.game.get("moves", [])[: message["keep"]] + message["moves"]
            kept = [each for each in self.game.get("analyses", []) if each["ply"] <= message["keep"]]
            analyses = kept + message["analyses"]
            self.game.update({**message, "moves": moves, "analyses": analyses})
            self.event = message["event"]
        return message

    def send(self, kind: str, **more: Any) -> str:
        self.sent += 1
        tag = f"c{self.sent}"
        in_game = kind not in ("ping", "subscribe", "unsubscribe")
        body = {"type": kind, "id": tag, **({"game": self.game_id, "event": self.event} if in_game else {})}
        self.session.send_json(body | more)
        return tag

    def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """Sends a command and reads until its answer: done or error."""
        tag = self.send(kind, **more)
        while True:
            message = self.receive()
            if message["type"] in ("done", "error"):
                assert message["re"] in (tag, None)
                return message

    def subscribe(self, game_id: str, after: int | None = None) -> dict[str, Any]:
        """Subscribes to a game; returns the answer to the command."""
        self.game_id = game_id
        return self.ask("subscribe", topic={"type": "game", "id": game_id, "after": after})

    def until(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Reads until the condition holds for the game."""
        while not condition(self.game):
            self.receive()
        return self.game

    @property
    def usi(self) -> list[str]:
        return [move["usi"] for move in self.game["moves"]]


class Guest:
    """A guest with a browser: a cookie, a token, pages."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        answer = client.get("/api/session", headers={"Cookie": ""})
        client.cookies.clear()
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        self.id = answer.json()["guest"]
        self.csrf = answer.json()["csrf"]

    def headers(self, **changes: str | None) -> dict[str, str]:
        headers = {"Cookie": self.cookie, "X-CSRF-Token": self.csrf, "Origin": ORIGIN, **changes}
        return {name: value for name, value in headers.items() if value is not None}

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path, headers={"Cookie": self.cookie})

    def post(self, path: str, body: Any = None, **changes: str | None) -> httpx.Response:
        return self.client.post(path, json=body, headers=self.headers(**changes))

    def begin(self, **choices: Any) -> str:
        """Creates a game (as Black, against an engine that plays its first legal move)."""
        answer = self.post("/api/games", {"side": "black", "engine": "good", **choices})
        assert answer.status_code == 201, answer.text
        game_id: str = answer.json()["id"]
        return game_id

    @contextmanager
    def connect(self) -> Iterator[Socket]:
        """The socket of a page, without subscriptions."""
        with self.client.websocket_connect(
            f"/api/socket?version={SOCKET_VERSION}", headers={"Cookie": self.cookie, "Origin": ORIGIN}
        ) as session:
            yield Socket(session)

    @contextmanager
    def open(self, game_id: str, after: int | None = None) -> Iterator[Socket]:
        """The socket of a page that has subscribed to this game."""
        with self.connect() as socket:
            answer = socket.subscribe(game_id, after)
            assert answer["type"] == "done", answer
            yield socket


def begin_two(maker: Guest, friend: Guest, **choices: Any) -> str:
    """A game of two persons: the first one challenges (as Black), the other accepts."""
    made = maker.post("/api/challenges", {"side": "black", **choices})
    assert made.status_code == 201, made.text
    accepted = friend.post(f"/api/challenges/{made.json()['id']}/accept", {})
    assert accepted.status_code == 201, accepted.text
    game_id: str = accepted.json()["id"]
    return game_id


Server = Callable[..., AbstractContextManager[TestClient[Any]]]


def start_server(folder: Path, **changes: Any) -> AbstractContextManager[TestClient[Any]]:
    """A server on this data folder, with engines of every behaviour."""
    engines = tuple(
        EngineProgram(mode, (sys.executable, str(FAKE_ENGINE), mode, str(folder)), levels=mode == "good")
        for mode in MODES
    )
    rules = EngineRules(start_ms=5_000, silence_ms=400, stop_ms=400, untimed_ms=300)
    values: dict[str, Any] = {"data_dir": folder, "engines": engines, "engine_rules": rules}
    return TestClient(create_app(Settings(**(values | changes))), base_url=ORIGIN)


@pytest.fixture(scope="module", autouse=True)
def cheap_hashes() -> Iterator[None]:
    """Makes each hash of a password take a millisecond in place of a tenth of a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "MEMORY_KIB", 64)
        patch.setattr(passwords, "PASSES", 1)
        patch.setattr(passwords, "LANES", 1)
        yield


@pytest.fixture(scope="session", autouse=True)
def waiting_sockets() -> Iterator[None]:
    """Lets the sockets of a TestClient wait for messages a millisecond at a time.

    They ask with ``sleep(0)``, which occupies the interpreter: ten open sockets made each request of a
    test take seconds.
    """

    async def pause(_seconds: float) -> None:
        await asyncio.sleep(0.001)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(websocket_test_session, "sleep", pause)
        yield


@pytest.fixture(scope="session", autouse=True)
def second_connections() -> Iterator[list[str]]:
    """The places that asked for a second connection of the database while they held one."""
    with one_connection() as refused:
        yield refused


@pytest.fixture(autouse=True)
def no_second_connection(second_connections: list[str]) -> Iterator[None]:
    """Fails a test during which a task asked for a second connection, which was refused."""
    second_connections.clear()
    yield
    assert not second_connections, "\n".join(second_connections)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the tables of this version, and nothing in them."""
    folder = tmp_path_factory.mktemp("migrated")

    async def migrate() -> None:
        await (await Database.open(None, folder)).close()

    asyncio.run(migrate())
    return folder / "komadai.sqlite"


@pytest.fixture(scope="module", autouse=True)
def ready_tables(migrated: Path) -> Iterator[None]:
    """Lets new SQLite files begin with the tables of this version, which 20 migrations would make."""
    open_database = Database.open

    async def opened(url: str | None, data_dir: Path) -> Database:
        if url is None and data_dir.is_dir() and not (data_dir / "komadai.sqlite").exists():
            shutil.copy(migrated, data_dir / "komadai.sqlite")
        return await open_database(url, data_dir)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "open", staticmethod(opened))
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL cluster for all tests of a worker; skips the test if PostgreSQL is not installed."""
    with cluster() as running:
        yield running


@pytest.fixture(scope="session")
def migrated_url(postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PostgreSQL database with the tables of this version, which others are copied from."""
    url = postgresql.create()

    async def migrate() -> None:
        await (await Database.open(url, tmp_path_factory.mktemp("migrated"))).close()

    asyncio.run(migrate())
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str | None:
    """A database of each kind with empty tables: None is SQLite in the data folder."""
    if request.param == "sqlite":
        return None
    running: Cluster = request.getfixturevalue("postgresql")
    return running.create(request.getfixturevalue("migrated_url"))


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """Starts a server on the test's own data folder; each call is another run of it."""
    return lambda **changes: start_server(tmp_path, **changes)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A server for all tests of a file, without limits; each test brings its own guests."""
    with start_server(tmp_path_factory.mktemp("server"), limits=UNLIMITED) as running:
        yield running


@pytest.fixture
def guest(client: TestClient[Any]) -> Guest:
    return Guest(client)
