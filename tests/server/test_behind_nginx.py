"""Two servers behind nginx, with the configuration of docs/how-to/operate.md. `make nightly` runs it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect
from websockets.typing import Origin

from komadai.server.cluster.postgres_cluster import BEAT_S, TTL_MS
from komadai.server.connections import SOCKET_VERSION
from tests.amounts import NIGHTLY
from tests.processes import PATIENCE_S, started, until
from tests.server.game_page import GamePage
from tests.server.postgresql import Cluster

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not NIGHTLY, reason="of the nightly tests"),
    pytest.mark.skipif(not Path(NGINX).exists(), reason="nginx is not installed"),
]
HOST = "shogi.example.org"
PROXY = "127.0.0.10"
RUN = """
import sys
from pathlib import Path
from komadai.server import run
host, port, folder, database = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
config = folder / "config.toml"
run(host, port, open_browser=False, data_dir=folder, config_file=config, database=database, workers=2)
"""


def free_port(host: str) -> int:
    with socket.create_server((host, 0)) as free:
        port: int = free.getsockname()[1]
        return port


class Machine:
    """One of the servers, at a loopback address of its own."""

    def __init__(self, folder: Path, host: str, database: str, secret: Path | None = None) -> None:
        self.folder, self.host, self.database = folder, host, database
        self.port = free_port(host)
        folder.mkdir()
        if secret is not None:
            shutil.copy(secret, folder)
        (folder / "config.toml").write_text(
            f'host_names = ["{HOST}"]\n[server]\ntrusted_proxies = ["{PROXY}"]\nlog = "json"\n'
        )
        self.log = folder / "log"
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", RUN, self.host, str(self.port), str(self.folder), self.database],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        assert self.process.stdout.readline(), self.log.read_text()

    @property
    def pids(self) -> set[int]:
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return {int(pid) for pid in path.read_text().split()}

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


class Site:
    """The machines, and nginx in front of them."""

    def __init__(self, machines: list[Machine], port: int, cluster: Cluster) -> None:
        self.machines, self.port, self.cluster = machines, port, cluster
        self.tls = ssl.create_default_context()
        self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE

    def keeper(self, game_id: str) -> int | None:
        """The process that keeps the game."""
        name = self.machines[0].database.rpartition("/")[2]
        query = (
            f"SELECT pid FROM game_leases JOIN workers ON workers.id = worker_id WHERE game_id = '{game_id}'"
        )
        found = self.cluster.sql(name, query)
        return int(found) if found else None


class Visitor(GamePage):
    """A browser at an address of its own, whose page connects again as the real one does."""

    def __init__(self, site: Site, address: str) -> None:
        super().__init__()
        self.site, self.address = site, address
        self.cookie = self.csrf = ""
        session = self.call("GET", "/api/session")
        self.cookie = session.headers["set-cookie"].partition(";")[0]
        self.csrf = session.json()["csrf"]
        self.slowest_s = 0.0

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        transport = httpx.HTTPTransport(local_address=self.address, verify=self.site.tls)
        with httpx.Client(transport=transport, timeout=PATIENCE_S) as client:
            return client.request(
                method,
                f"https://127.0.0.1:{self.site.port}{path}",
                json=body,
                headers={
                    "Host": HOST,
                    "Origin": f"https://{HOST}",
                    "Cookie": self.cookie,
                    "X-CSRF-Token": self.csrf,
                    **headers,
                },
                extensions={"sni_hostname": HOST},
            )

    def make(self, path: str, body: Any) -> Any:
        answer = self.call("POST", path, body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def open(self, game_id: str) -> None:
        self.game_id, end = game_id, time.monotonic() + PATIENCE_S
        while True:
            self._stack.close()
            try:
                self.page = self._stack.enter_context(
                    connect(
                        f"wss://{HOST}/api/socket?version={SOCKET_VERSION}",
                        sock=socket.create_connection(("127.0.0.1", self.site.port), 10, (self.address, 0)),
                        ssl=self.site.tls,
                        additional_headers={"Cookie": self.cookie},
                        origin=Origin(f"https://{HOST}"),
                        ping_interval=None,
                    )
                )
                self.send("subscribe", topic={"type": "game", "id": game_id})
                self.game = {}
                while not self.game:
                    self.receive()
                return
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                assert time.monotonic() < end, "no server answers"
                time.sleep(0.1)

    def send(self, kind: str, **more: Any) -> None:
        assert self.page is not None
        self.page.send(json.dumps({"type": kind, "id": kind} | more))

    def move(self) -> None:
        """Makes a legal move, again until it is acknowledged or found in the game."""
        began, count = time.monotonic(), len(self.usi)
        while len(self.usi) == count:
            try:
                legal = self.game["position"]["legal"]
                assert self.game["status"] == "playing", "the game is over"
                if not legal:
                    self.receive()
                    continue
                usi = legal[7 * count % len(legal)]
                self.send("move", game=self.game_id, event=self.game["event"], usi=usi)
                while self.receive().get("re") != "move":
                    pass
            except (ConnectionClosed, OSError):
                self.open(self.game_id)
        self.slowest_s = max(self.slowest_s, time.monotonic() - began)

    def until_moves(self, count: int) -> None:
        while len(self.usi) < count:
            try:
                self.receive()
            except (ConnectionClosed, OSError):
                self.open(self.game_id)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, postgresql: Cluster) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    database = postgresql.create()
    machines: list[Machine] = []
    try:
        machines += [Machine(folder / "1", "127.0.0.11", database)]
        machines += [Machine(folder / "2", "127.0.0.12", database, machines[0].folder / "secret.key")]
        port = free_port("127.0.0.1")
        configuration = str(configured(folder, machines, port))
        with started([NGINX, "-c", configuration, "-p", str(folder), "-e", "stderr"]):
            site = Site(machines, port, postgresql)

            def answers() -> bool:
                with suppress(OSError):
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    return True
                return False

            until(answers, "nginx")
            yield site
    finally:
        for machine in machines:
            machine.kill()


def configured(folder: Path, machines: list[Machine], port: int) -> Path:
    """The configuration of the guide, with the addresses and files of this test."""
    guide = (Path(__file__).parents[2] / "docs/how-to/operate.md").read_text("utf-8")
    block = re.search(r"```nginx\n(.*?)```", guide, re.S)
    assert block is not None
    text = block[1]
    for number, machine in enumerate(machines, 1):
        text = text.replace(f"10.0.0.1{number}:8123", f"{machine.host}:{machine.port}")
    for kind in ("pem", "key"):
        text = text.replace(f"/etc/ssl/{HOST}.{kind}", str(folder / f"site.{kind}"))
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = text.replace("listen 80", f"listen 127.0.0.1:{free_port('127.0.0.1')}")
    text = text.replace("proxy_pass ", f"proxy_bind {PROXY};\n        proxy_pass ")
    how = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", str(folder / "site.key"), "-out", str(folder / "site.pem"))
    subprocess.run(["openssl", *how, "-subj", f"/CN={HOST}", *files], check=True, capture_output=True)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\nmaster_process off;\npid {folder}/nginx.pid;\nerror_log stderr;\n"
        f"events {{}}\nhttp {{\naccess_log off;\nclient_body_temp_path {folder}/body;\n"
        f"proxy_temp_path {folder}/proxy;\nfastcgi_temp_path {folder}/f;\nuwsgi_temp_path {folder}/u;\n"
        f"scgi_temp_path {folder}/s;\n{text}\n}}\n"
    )
    return file


def table(site: Site) -> tuple[Visitor, Visitor]:
    """Two persons at a game, with their pages at two machines."""
    black = Visitor(site, "127.9.0.1")
    made = black.make("/api/challenges", {"side": "black", "clock": {"main_ms": 3_600_000}})["id"]
    white = Visitor(site, "127.9.0.2")
    game_id = white.make(f"/api/challenges/{made}/accept", {})["id"]
    black.open(game_id)
    white.open(game_id)
    until(lambda: site.keeper(game_id) is not None, "a process that keeps the game")
    return black, white


def play(black: Visitor, white: Visitor, moves: int) -> None:
    for _ in range(moves):
        count = len(black.usi)
        (black, white)[count % 2].move()
        for each in (black, white):
            each.until_moves(count + 1)


def test_the_address_and_the_protocol_come_from_nginx_and_from_nobody_else(site: Site) -> None:
    person = Visitor(site, "127.9.0.7")
    assert person.cookie.startswith("__Host-"), "the page is under https"
    refused = person.call("POST", "/api/games", {}, Origin="https://evil.example.org")
    assert refused.status_code == 403
    forged = {"X-Forwarded-For": "203.0.113.9", "Origin": "https://evil.example.org"}
    assert person.call("POST", "/api/games", {}, **forged).status_code == 403
    for machine in site.machines:
        direct = httpx.post(
            f"http://{machine.host}:{machine.port}/api/games", json={}, headers={"Host": HOST, **forged}
        )
        assert direct.status_code == 403

    def logged() -> set[str]:
        lines = [line for machine in site.machines for line in machine.log.read_text().splitlines()]
        return {json.loads(line).get("address", "") for line in lines if '"refused"' in line}

    until(lambda: {"127.9.0.7", "127.0.0.1"} <= logged(), "the log of the refusals")
    assert "203.0.113.9" not in logged()


def test_games_go_on_while_all_processes_of_all_machines_are_replaced(site: Site) -> None:
    black, white = table(site)
    play(black, white, 2)
    for machine in site.machines:
        before = machine.pids
        machine.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + 3 * PATIENCE_S
        while before & machine.pids or len(machine.pids) < 2:
            if black.game["status"] != "playing":  # the moves have ended it
                black, white = table(site)
            play(black, white, 2)
            time.sleep(0.1)
            assert time.monotonic() < end
    play(black, white, 2)
    print("the longest wait for a move:", round(max(black.slowest_s, white.slowest_s), 2), "s")
    answer = black.call("GET", "/healthz")
    assert answer.json() == {"status": "ok", "database": "ok"}


def test_the_games_of_a_killed_machine_are_kept_by_the_other(site: Site) -> None:
    black, white = table(site)
    play(black, white, 2)
    keeper = site.keeper(black.game_id)
    dead, alive = site.machines if keeper in site.machines[0].pids else site.machines[::-1]
    dead.kill()
    killed = time.monotonic()
    until(lambda: site.keeper(black.game_id) in alive.pids, "the other machine")
    kept_s = time.monotonic() - killed
    play(black, white, 4)
    print("kept after", round(kept_s, 2), "s; the longest wait for a move:", round(black.slowest_s, 2), "s")
    assert TTL_MS / 1000 + BEAT_S < 3, "what the server itself may wait for"
    assert kept_s < 20, "the rest is the load of the machine; 3 s where nothing else runs"
    for _ in range(5):
        assert Visitor(site, "127.9.0.5").call("GET", "/healthz").status_code == 200
    assert black.usi == white.usi
    dead.start()
    play(black, white, 2)
