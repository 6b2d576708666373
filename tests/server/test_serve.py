"""A server process: kills, orderly shutdowns, ports, errors at start."""

from __future__ import annotations

import json
import os
import re
import signal
import socket as sockets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from komadai.server.connections import SOCKET_VERSION
from komadai.server.errors import StartError
from komadai.server.serve import FIRST_PORT, address, listen
from tests.processes import PATIENCE_S, until
from tests.server.conftest import FAKE_ENGINE

RUN = """
import sys
from pathlib import Path
from komadai.server import run
run(port=0, open_browser=False, data_dir=Path(sys.argv[1]), config_file=Path(sys.argv[2]))
"""


class Process:
    """A server in its own process, and one guest."""

    def __init__(self, folder: Path) -> None:
        config = folder / "config.toml"
        config.write_text(
            "".join(
                f'[[engine]]\nname = "{mode}"\n'
                f"command = {json.dumps([sys.executable, str(FAKE_ENGINE), mode])}\n"
                for mode in ("good", "slow")
            )
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, str(folder), str(config)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.began = time.monotonic()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^ ]+/", line)
        assert found, line + self.process.communicate()[1]
        self.url = found[0].rstrip("/")
        self.cookie = ""

    @contextmanager
    def client(self) -> Iterator[httpx.Client]:
        with httpx.Client(base_url=self.url, headers={"Origin": self.url, "Cookie": self.cookie}) as client:
            session = client.get("/api/session")
            client.headers["X-CSRF-Token"] = session.json()["csrf"]
            self.cookie = session.headers["set-cookie"].partition(";")[0]
            client.headers["Cookie"] = self.cookie
            client.cookies.clear()
            yield client

    def begin(self, **choices: Any) -> str:
        with self.client() as client:
            answer = client.post("/api/games", json={"side": "black", "engine": "good", **choices})
            game_id: str = answer.json()["id"]
            return game_id

    def game(self, game_id: str) -> dict[str, Any]:
        with self.client() as client:
            game: dict[str, Any] = client.get(f"/api/games/{game_id}").json()
            return game

    @contextmanager
    def open(self, game_id: str) -> Iterator[Any]:
        """A socket that has subscribed to the game; its first message is the whole game."""
        with connect(
            self.url.replace("http", "ws") + f"/api/socket?version={SOCKET_VERSION}",
            additional_headers={"Cookie": self.cookie},
            origin=Origin(self.url),
        ) as page:
            topic = {"type": "game", "id": game_id}
            page.send(json.dumps({"type": "subscribe", "id": "subscribed", "topic": topic}))
            yield page

    def children(self) -> list[int]:
        out = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return [int(pid) for pid in out.stdout.split()]

    def ran_ms(self) -> float:
        """An upper bound of the time that games may have been charged for."""
        return (time.monotonic() - self.began) * 1000

    def end(self, how: signal.Signals) -> str:
        """Ends the server. Returns its standard error."""
        self.process.send_signal(how)
        return self.process.communicate(timeout=PATIENCE_S)[1]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    before = set(_processes())
    yield tmp_path
    for pid in set(_processes()) - before:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


def _processes() -> list[int]:
    out = subprocess.run(["pgrep", "-P", str(os.getpid())], capture_output=True, text=True, check=False)
    return [int(pid) for pid in out.stdout.split()]


def receive(page: Any) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(page.recv(timeout=PATIENCE_S))
    return message


def closing_code(page: Any) -> int:
    """Reads to the end of the socket. Returns the server's close code."""
    try:
        while True:
            receive(page)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def send_move(page: Any, game_id: str, event: int, usi: str) -> None:
    """Sends a move; the answer to it has the move as its ``re``."""
    page.send(json.dumps({"type": "move", "id": usi, "game": game_id, "event": event, "usi": usi}))


def move(page: Any, game_id: str, event: int, usi: str) -> int:
    """Plays a move and waits for the engine's reply; returns the last event."""
    send_move(page, game_id, event, usi)
    while True:
        message = receive(page)
        assert message["type"] != "error", message
        if message["type"] == "update" and message["position"]["turn"] == "black":
            return int(message["event"])


@pytest.mark.parametrize("clock", [None, {"main_ms": 60_000}])
def test_after_sigkill_no_move_is_lost_and_no_time_is_charged(
    folder: Path, clock: dict[str, int] | None
) -> None:
    server = Process(folder)
    game_id = server.begin(clock=clock)
    with server.open(game_id) as page:
        event = receive(page)["game"]["event"]
        event = move(page, game_id, event, "7g7f")
        send_move(page, game_id, event, "2g2f")
        while receive(page) != {"type": "done", "re": "2g2f"}:
            pass
        server.process.kill()  # the moment the move was acknowledged
        server.process.communicate()
        ran_ms = server.ran_ms()
    cookie = server.cookie
    time.sleep(2.5)  # no side's time runs

    server = Process(folder)
    server.cookie = cookie
    game = server.game(game_id)
    assert [played["usi"] for played in game["moves"]][0:3:2] == ["7g7f", "2g2f"]
    assert game["status"] == "playing"
    with server.open(game_id) as page:
        game = receive(page)["game"]
        while len(game["moves"]) < 4:  # the engine's turn resumes
            message = receive(page)
            if message["type"] != "update":
                continue
            game["moves"] = game["moves"][: message["keep"]] + message["moves"]
            game["clocks"], game["event"] = message["clocks"], message["event"]
        if clock is not None:
            left = [game["clocks"][side]["remaining_ms"] for side in ("black", "white")]
            assert all(60_000 - ran_ms - server.ran_ms() < ms < 60_000 for ms in left), left
        move(page, game_id, game["event"], "2f2e")
    assert server.end(signal.SIGTERM) == ""


def test_time_used_before_a_kill_is_charged(folder: Path) -> None:
    server = Process(folder)
    game_id = server.begin(clock={"main_ms": 60_000})
    with server.open(game_id) as page:
        receive(page)
        time.sleep(3.2)
        server.process.kill()
        server.process.communicate()
        ran_ms = server.ran_ms()
    cookie = server.cookie
    time.sleep(1.5)
    server = Process(folder)
    server.cookie = cookie
    left = server.game(game_id)["clocks"]["black"]["remaining_ms"]
    # The used time is stored every second, so up to about one second is lost.
    assert 60_000 - ran_ms < left < 60_000 - 1_000, left
    server.end(signal.SIGTERM)


def test_a_game_is_paused_after_a_restart_until_its_player_is_back(folder: Path) -> None:
    server = Process(folder)
    game_id = server.begin(clock={"main_ms": 5_000})
    server.game(game_id)
    server.process.kill()
    server.process.communicate()
    cookie = server.cookie
    server = Process(folder)
    time.sleep(5.5)  # longer than the whole clock
    server.cookie = cookie
    game = server.game(game_id)
    assert game["status"] == "playing"
    assert game["clocks"]["running"] == "black"
    server.end(signal.SIGTERM)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_shutdown_closes_sockets_with_1012_and_ends_engines(folder: Path, how: signal.Signals) -> None:
    server = Process(folder)
    game_id = server.begin(engine="slow", clock={"main_ms": 600_000})
    with server.open(game_id) as page:
        event = receive(page)["game"]["event"]
        send_move(page, game_id, event, "7g7f")
        while receive(page) != {"type": "done", "re": "7g7f"}:
            pass
        until(server.children, "the engine")
        engines = server.children()
        assert server.end(how) == ""
        assert server.process.returncode == 0
        assert closing_code(page) == 1012
    for pid in engines:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_an_engine_does_not_outlive_a_killed_server(folder: Path) -> None:
    server = Process(folder)
    game_id = server.begin(side="white")
    with server.open(game_id) as page:
        while True:
            message = receive(page)
            if message["type"] == "update" and message["moves"]:
                break
    engines = server.children()
    assert engines
    server.process.kill()
    server.process.communicate()
    until(lambda: not any(map(_alive, engines)), "the end of the engines")


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_a_message_that_is_too_large_is_refused_before_it_is_read(folder: Path) -> None:
    server = Process(folder)
    with server.open(server.begin()) as page:
        receive(page)
        page.send("x" * 1_000_000)
        assert closing_code(page) == 1009
    server.end(signal.SIGTERM)


def test_a_second_server_on_the_same_folder_is_refused_with_the_address_of_the_first(folder: Path) -> None:
    server = Process(folder)
    out = subprocess.run(
        [sys.executable, "-c", RUN, str(folder), str(folder / "config.toml")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert f"StartError: a Komadai server at {server.url}/ uses the folder" in out.stderr.splitlines()[-1]
    assert server.end(signal.SIGTERM) == ""
    again = Process(folder)
    assert again.end(signal.SIGTERM) == ""


def outcome(folder: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """What ``komadai serve`` says that cannot start."""
    folder.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "komadai", "serve", "--no-browser", "--port", "0", "--data-dir", str(folder)]
        + [f"--{name}={value}" for name, value in options.items() if name != "preexec_fn"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env=os.environ | {"XDG_CONFIG_HOME": str(folder)},
        preexec_fn=options.get("preexec_fn"),
    )


def test_a_second_server_on_the_same_database_is_refused_whatever_its_folder(folder: Path) -> None:
    server = Process(folder)
    file = folder / "komadai.sqlite"
    out = outcome(folder / "other", database=f"sqlite:///{file}")
    assert out.stderr == (
        f"komadai: a Komadai server at {server.url}/ uses the database {file} already; use that one, or name "
        "another database with --database\n"
    )
    assert out.returncode == 1
    assert server.end(signal.SIGTERM) == ""


def test_a_full_disk_is_named_with_its_folder(tmp_path: Path) -> None:
    import resource  # Windows has none

    def no_space() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    out = outcome(tmp_path, preexec_fn=no_space)
    assert out.stderr == f"komadai: cannot use the data folder {tmp_path}: File too large\n"
    assert out.returncode == 1


def test_with_workers_a_taken_port_of_the_metrics_is_an_error(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "komadai").mkdir()
        (tmp_path / "komadai" / "config.toml").write_text(f'[server]\nmetrics = "127.0.0.1:{port - 1}"\n')
        out = outcome(tmp_path, workers=2, database="postgresql://nobody@127.0.0.1:1/none")
    assert out.stderr.startswith(f"komadai: metrics: port {port} of 127.0.0.1 is taken")
    assert out.returncode == 1


class TestPorts:
    def test_a_port_in_use_is_an_error(self) -> None:
        with listen("127.0.0.1", 0) as taken, pytest.raises(StartError, match="is taken") as caught:
            listen("127.0.0.1", taken.getsockname()[1])
        assert "\n" not in str(caught.value)

    def test_without_a_port_the_next_free_one_is_used(self) -> None:
        with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
            ports = [each.getsockname()[1] for each in (first, second)]
        assert FIRST_PORT <= ports[0] < ports[1]

    @pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 0), ("no.such.host.invalid", 0)])
    def test_an_address_that_cannot_be_bound_is_an_error(self, host: str, port: int) -> None:
        with pytest.raises(StartError, match="cannot listen"):
            listen(host, port)

    def test_the_printed_address_can_be_opened_in_a_browser(self) -> None:
        with listen("127.0.0.1", 0) as listener:
            port = listener.getsockname()[1]
            assert address("127.0.0.1", listener) == f"http://127.0.0.1:{port}/"
            assert address("0.0.0.0", listener) == f"http://127.0.0.1:{port}/"
            assert address("::1", listener) == f"http://[::1]:{port}/"
            assert listener.family is sockets.AF_INET


def test_a_server_that_cannot_start_prints_the_reason_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "komadai.sqlite").write_text("this is not a database" * 100)
    out = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path), str(tmp_path / "none")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "StartError: cannot open the database" in out.stderr.splitlines()[-1]
    assert "during handling" not in out.stderr.lower()
