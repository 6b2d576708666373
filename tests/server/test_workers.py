"""``komadai serve --workers 2`` on PostgreSQL: a game of two people goes on when a process is killed."""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from komadai.server.cluster.postgres_cluster import BEAT_S, TTL_MS
from komadai.server.connections import SOCKET_VERSION
from tests.processes import PATIENCE_S, until
from tests.server.conftest import FAKE_ENGINE
from tests.server.game_page import GamePage
from tests.server.postgresql import Cluster

RUN = """
import sys
from pathlib import Path
from komadai.server import run
folder, database = Path(sys.argv[1]), sys.argv[2]
config = folder / "config.toml"
run(port=0, open_browser=False, data_dir=folder, config_file=config, database=database, workers=2)
"""


class Workers:
    """A server of two workers in a process group of its own."""

    def __init__(
        self, folder: Path, cluster: Cluster, begun: Callable[[Workers], None] | None = None
    ) -> None:
        """``begun`` is called in a thread while the server starts."""
        self.cluster = cluster
        self.database = cluster.create()
        engines = "".join(
            f'[[engine]]\nname = "{mode}"\ncommand = {json.dumps([sys.executable, str(FAKE_ENGINE), mode])}\n'
            for mode in ("good", "slow")
        )
        (folder / "config.toml").write_text(engines)
        self.log = folder / "log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", RUN, str(folder), self.database],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        if begun is not None:
            threading.Thread(target=begun, args=(self,), daemon=True).start()
        assert self.process.stdout is not None
        found = re.search(r"http://[^ ]+/", self.process.stdout.readline())
        if found is None:
            self.process.communicate()
            pytest.fail(self.log.read_text())
        self.url = found[0].rstrip("/")

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def rows(self, query: str) -> list[list[str]]:
        out = self.cluster.sql(self.database.rpartition("/")[2], query)
        return [line.split("|") for line in out.splitlines()]

    def processes(self) -> list[int]:
        """The workers that live."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def keeper(self, game_id: str) -> int | None:
        """The process that keeps the game."""
        rows = self.rows(
            f"SELECT pid FROM game_leases JOIN workers ON workers.id = worker_id WHERE game_id = '{game_id}'"
        )
        return int(rows[0][0]) if rows else None

    def process_of(self, game_id: str, person: str) -> int:
        """The process at which this person has the game's page open."""
        query = (
            "SELECT pid FROM attendance JOIN workers ON workers.id = worker_id"
            f" WHERE topic = '{game_id}' AND person = '{person}' AND here"
        )
        found: list[Any] = []

        def is_one() -> bool:
            found[:] = self.rows(query)
            return len(found) == 1

        until(is_one, "the end of an earlier page")
        return int(found[0][0])

    def kill(self, pid: int) -> None:
        os.kill(pid, signal.SIGKILL)

    def both_run(self) -> None:
        """Waits until there are two workers again."""
        until(lambda: len(self.rows("SELECT id FROM workers")) == len(self.processes()) == 2, "two workers")


class Visitor(GamePage):
    """A guest whose page connects again, as the real one does."""

    def __init__(self, server: Workers) -> None:
        super().__init__()
        self.server = server
        with self.client() as client:
            session = client.get("/api/session")
            self.cookie = session.headers["set-cookie"].partition(";")[0]
            self.csrf, self.id = session.json()["csrf"], session.json()["guest"]
        self.acknowledged: list[str] = []

    @contextmanager
    def client(self) -> Iterator[httpx.Client]:
        with httpx.Client(base_url=self.server.url, timeout=PATIENCE_S) as client:
            yield client

    def call(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Origin": self.server.url, "Cookie": self.cookie, "X-CSRF-Token": self.csrf}
        with self.client() as client:
            answer = client.request(method, path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    def open(self, game_id: str) -> None:
        """Opens the game's page, at whichever worker accepts it."""
        self.game_id = game_id
        self.connect()
        self.send("subscribe", "s", topic={"type": "game", "id": game_id})
        self.until(lambda game: bool(game))

    def connect(self) -> None:
        """Opens the page's socket."""
        self.close()
        end = time.monotonic() + PATIENCE_S
        while self.page is None:
            with suppress(OSError, ConnectionClosed, TimeoutError):
                self.page = self._stack.enter_context(
                    connect(
                        self.server.url.replace("http", "ws") + f"/api/socket?version={SOCKET_VERSION}",
                        additional_headers={"Cookie": self.cookie},
                        origin=Origin(self.server.url),
                        ping_interval=None,
                    )
                )
            assert time.monotonic() < end

    def close(self) -> None:
        self.page = None
        self._stack.close()

    def send(self, kind: str, tag: str, **more: Any) -> None:
        assert self.page is not None
        self.page.send(json.dumps({"type": kind, "id": tag} | more))

    def until(self, condition: Any) -> None:
        """Reads until the condition holds for the game; connects again where the page lost its server."""
        end = time.monotonic() + PATIENCE_S
        while not condition(self.game):
            assert time.monotonic() < end, self.game
            try:
                self.receive()
            except ConnectionClosed:
                self.open(self.game_id)

    def move(self, usi: str) -> None:
        """Makes a move, again and again until it is acknowledged or found in the game."""
        while True:
            try:
                self.send("move", "m", game=self.game_id, event=self.game["event"], usi=usi)
                while True:
                    message = self.receive()
                    if message.get("re") == "m":
                        break
                if message["type"] == "done":
                    self.acknowledged.append(usi)
                    return
                assert message["code"] in ("stale", "not_saved"), message
            except (ConnectionClosed, BrokenPipeError):
                self.open(self.game_id)
            if usi in self.usi:
                return


def count(moves: int) -> Any:
    return lambda game: len(game["moves"]) == moves


def table(server: Workers, **choices: Any) -> tuple[Visitor, Visitor]:
    """Black and White of a new game, each connected to another worker."""
    server.both_run()
    black, white = Visitor(server), Visitor(server)
    made = black.call("POST", "/api/challenges", {"side": "black", **choices})["id"]
    game_id = white.call("POST", f"/api/challenges/{made}/accept", {})["id"]
    black.open(game_id)
    at = server.process_of(game_id, black.id)
    for _ in range(100):
        white.open(game_id)
        if server.process_of(game_id, white.id) != at:
            break
    assert server.process_of(game_id, white.id) != at, "both workers accept connections"
    until(lambda: server.keeper(game_id) is not None, "a worker that keeps the game")
    return black, white


def replay(black: Visitor, white: Visitor, moves: list[str]) -> None:
    for number, usi in enumerate(moves):
        before = len(black.usi)
        (black, white)[before % 2].move(usi)
        black.until(count(before + 1))
        white.until(count(before + 1))
        assert number < len(black.usi)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, postgresql: Cluster) -> Iterator[Workers]:
    running = Workers(tmp_path_factory.mktemp("workers"), postgresql)
    try:
        yield running
    finally:
        running.end()


def test_a_worker_that_is_killed_in_its_first_second_is_started_again(
    tmp_path: Path, postgresql: Cluster
) -> None:
    def kill_the_second(server: Workers) -> None:
        until(lambda: len(server.processes()) == 2, "the second worker")
        server.kill(max(server.processes()))

    server = Workers(tmp_path, postgresql, kill_the_second)
    try:
        server.both_run()
        healthy = {"status": "ok", "database": "ok", "writes": "ok", "workers": [1, 2]}
        asked = f"{server.url}/healthz"
        until(lambda: httpx.get(asked, timeout=PATIENCE_S).json() == healthy, "a healthy server")
        assert "worker 2 has not started: it has ended (-9)" in server.log.read_text()
    finally:
        server.end()


def test_a_game_goes_on_when_the_worker_that_keeps_it_is_killed(server: Workers) -> None:
    black, white = table(server, clock={"main_ms": 3_600_000})
    replay(black, white, ["7g7f", "3c3d"])
    keeper = server.keeper(black.game_id)
    assert keeper is not None
    server.kill(keeper)
    killed = time.monotonic()
    until(lambda: server.keeper(black.game_id) not in (None, keeper), "another worker that keeps the game")
    took = time.monotonic() - killed
    replay(black, white, ["2g2f", "8c8d"])
    assert black.usi == white.usi == ["7g7f", "3c3d", "2g2f", "8c8d"]
    stored = [move["usi"] for move in black.call("GET", f"/api/games/{black.game_id}")["moves"]]
    assert stored == black.usi
    assert {*black.acknowledged, *white.acknowledged} <= set(stored)
    assert TTL_MS / 1000 + BEAT_S < 3, "what the server itself may wait for"
    assert took < 20, "the rest is the load of the machine; 3 s where nothing else runs"
    server.both_run()


def test_the_flag_falls_once_though_the_worker_that_kept_it_is_gone(server: Workers) -> None:
    black, white = table(server, clock={"main_ms": 5_000})
    replay(black, white, ["7g7f", "3c3d"])
    keeper = server.keeper(black.game_id)
    assert keeper is not None
    server.kill(keeper)
    for each in (black, white):
        each.until(lambda game: game["status"] == "finished")
        assert each.game["result"]["winner"] == "white"
        each.close()
    flagged = f"SELECT count(*) FROM events WHERE game_id = '{black.game_id}' AND body LIKE '%flagged%'"
    assert server.rows(flagged) == [["1"]]
    server.both_run()


def test_another_worker_makes_the_engines_move(server: Workers) -> None:
    guest = Visitor(server)
    game_id = guest.call("POST", "/api/games", {"side": "black", "engine": "slow"})["id"]
    guest.open(game_id)
    until(lambda: server.keeper(game_id) is not None, "a worker that keeps the game")
    guest.move("7g7f")
    keeper = server.keeper(game_id)
    assert keeper is not None
    server.kill(keeper)
    guest.until(lambda game: len(game["moves"]) == 2)
    guest.close()
    server.both_run()


def test_calls_of_the_first_worker_are_answered_by_all(server: Workers) -> None:
    guest = Visitor(server)
    mate = {"sfen": "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "kind": "solve"}
    guest.connect()
    for _ in range(8):  # each on a connection of its own
        job = guest.call("POST", "/api/tsume/jobs", mate)["id"]
        assert guest.call("GET", f"/api/tsume/jobs/{job}")["id"] == job
    guest.send("subscribe", "j", topic={"type": "job", "id": job})
    while True:
        message = guest.receive()
        if message["type"] == "job" and message["job"]["state"] == "done":
            break
    guest.close()


def test_a_home_engine_searches_whichever_worker_its_bridge_has_reached(server: Workers) -> None:
    with ExitStack() as stack:
        client = stack.enter_context(
            httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=PATIENCE_S)
        )

        def post(path: str, body: Any) -> Any:
            client.headers["X-CSRF-Token"] = client.get("/api/session").json()["csrf"]
            answer = client.post(path, json=body)
            assert answer.is_success, answer.text
            return answer.json()

        post(
            "/api/account/register",
            {"name": "homely", "password": "to the ninth rank", "display_name": ""},
        )
        token = post("/api/account/tokens", {"name": "home", "scopes": ["engine"]})["token"]
        bridges: dict[str, ClientConnection] = {}
        for number in range(8):  # so that no worker accepts them all
            bridge = stack.enter_context(
                connect(
                    server.url.replace("http", "ws") + "/api/bot/bridge",
                    additional_headers={"Authorization": f"Bearer {token}"},
                )
            )
            name = f"pc{number}"
            hello = {"type": "hello", "name": name, "engine": "Deep", "scale": 600.0}
            bridge.send(json.dumps(hello))
            assert json.loads(bridge.recv(timeout=PATIENCE_S))["type"] == "welcome"
            bridges[name] = bridge
        offered = client.get("/api/account/engines").json()["engines"]
        assert [each["name"] for each in offered] == sorted(bridges)
        for name, bridge in bridges.items():
            post("/api/analysis/jobs", {"home": [name]})
            search = json.loads(bridge.recv(timeout=PATIENCE_S))
            assert search["type"] == "search"
            bridge.send(json.dumps({"type": "done", "id": search["id"]}))
        post(f"/api/account/tokens/{offered[0]['token']}/end", {})
        for bridge in bridges.values():
            with pytest.raises(ConnectionClosed) as closed:
                bridge.recv(timeout=PATIENCE_S)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401


def test_all_workers_are_replaced_one_after_the_other(server: Workers) -> None:
    black, white = table(server, clock={"main_ms": 3_600_000})
    replay(black, white, ["7g7f", "3c3d"])
    before = set(server.processes())
    server.process.send_signal(signal.SIGHUP)
    until(lambda: not before & set(server.processes()), "new workers", 3 * PATIENCE_S)
    replay(black, white, ["2g2f", "8c8d"])
    bodies = server.rows(f"SELECT body FROM events WHERE game_id = '{black.game_id}' ORDER BY number")
    assert not any('"paused"' in body for (body,) in bodies), "the clock ran on"
    server.both_run()
    black.close()
    white.close()


def test_what_the_processes_say_to_each_other_is_hidden_from_other_users(server: Workers) -> None:
    desks = set()
    for pid in server.processes():
        assert server.database not in Path(f"/proc/{pid}/cmdline").read_text(), "all users can read it"
        sockets = Path(f"/proc/{pid}/net/unix").read_text().splitlines()
        desks |= {Path(line.split()[-1]) for line in sockets if line.endswith("/desk")}
    assert desks
    for desk in desks:
        assert stat.S_IMODE(desk.parent.stat().st_mode) == 0o700, "only the server's user comes to it"


def test_at_the_end_no_process_is_left_and_running_games_are_paused(server: Workers) -> None:
    workers = server.processes()
    assert len(workers) == 2
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(PATIENCE_S) == 0
    for pid in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert server.rows("SELECT id FROM workers") == []
    assert server.rows("SELECT id FROM games WHERE clock_runs") == []
