"""A home engine is offered over a real connection, by the client and by hand, and analyses for its owner."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from komadai.server.connections import SOCKET_VERSION
from tests.processes import started, until

RUN = """
import sys
from pathlib import Path
from komadai.server.bridge import socket
socket.CHECK_S, socket.SILENCE_S = 0.2, float(sys.argv[2])
from komadai.server import run
folder = Path(sys.argv[1])
run(port=int(sys.argv[3]), open_browser=False, data_dir=folder, config_file=folder / "config.toml")
"""
ENGINE = Path(__file__).with_name("home_engine.py")
PATIENCE_S = 60.0
HELLO = {"type": "hello", "name": "den", "engine": "Deep", "threads": 4, "scale": 600.0}


@contextmanager
def server(folder: Path, silence_s: float = 60.0, port: str = "0") -> Iterator[str]:
    command = [sys.executable, "-c", RUN, str(folder), str(silence_s), port]
    with (
        (folder / "log").open("w") as log,
        started(command, stdout=-1, stderr=log, text=True) as one,
    ):
        assert one.stdout is not None
        found = re.search(r"http://[^ ]+/", one.stdout.readline())
        assert found, (folder / "log").read_text()
        yield found[0].rstrip("/")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(tmp_path_factory.mktemp("bridge")) as found:
        yield found


class Owner:
    """A browser that has logged in to an account, and a token of it."""

    def __init__(self, address: str, name: str, scopes: list[str]) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, headers={"Origin": address}, timeout=PATIENCE_S)
        self._take(self.http.get("/api/session"))
        body = {"name": name, "password": "to the ninth rank", "display_name": ""}
        self._take(self.http.post("/api/account/register", json=body))
        made = self.post("/api/account/tokens", {"name": "home", "scopes": scopes}).json()
        self.bridge_url = address.replace("http", "ws") + "/api/bot/bridge"
        self.bearer = {"Authorization": f"Bearer {made['token']}"}
        self.token, self.token_id = made["token"], made["list"]["tokens"][0]["id"]

    def _take(self, answer: httpx.Response) -> None:
        assert answer.is_success, answer.text
        self.http.headers["X-CSRF-Token"] = answer.json()["csrf"]

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def engines(self) -> list[str]:
        return [each["name"] for each in self.http.get("/api/account/engines").json()["engines"]]

    def begin(self, **body: Any) -> dict[str, Any]:
        answer = self.post("/api/analysis/jobs", {"lines": 2, **body})
        assert answer.status_code == 201, answer.text
        job: dict[str, Any] = answer.json()
        return job

    def job(self, job: dict[str, Any], condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The job as soon as the condition holds. Asking for it does not watch it: a page must."""
        end = time.monotonic() + PATIENCE_S
        while not condition(job):
            assert time.monotonic() < end, f"waited in vain: {job}"
            time.sleep(0.15)  # ten calls a second are allowed
            job = self.http.get(f"/api/analysis/jobs/{job['id']}").json()
        return job

    @contextmanager
    def bridge(self, **changes: Any) -> Iterator[ClientConnection]:
        """A bridge by hand, whose engine is offered."""
        with self.open_bridge() as socket:
            socket.send(json.dumps(HELLO | changes))
            assert json.loads(socket.recv(timeout=PATIENCE_S))["type"] == "welcome"
            yield socket

    def open_bridge(self) -> ClientConnection:
        return connect(self.bridge_url, additional_headers=self.bearer)


@pytest.fixture
def arrive(address: str) -> Iterator[Callable[..., Owner]]:
    people: list[Owner] = []

    def come(name: str, scopes: tuple[str, ...] = ("engine",)) -> Owner:
        people.append(Owner(address, name, list(scopes)))
        return people[-1]

    yield come
    for person in people:
        person.http.close()


def receive(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE_S))
        if message["type"] == kind:
            return message


def close_code(socket: ClientConnection) -> int:
    try:
        while True:
            socket.recv(timeout=PATIENCE_S)
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


def line(*moves: str, number: int = 1, **more: Any) -> dict[str, Any]:
    return {"number": number, "depth": 9, "cp": 120, "moves": list(moves), **more}


@contextmanager
def running(address: str, token: str, *options: str, mode: str = "good") -> Iterator[Any]:
    engine = shlex.join([sys.executable, "-u", str(ENGINE), mode])
    command = [sys.executable, "-m", "komadai", "bridge", address, "--token", token, "--lang", "en"]
    with started([*command, "--engine", engine, *options], stdout=-1, stderr=-1, text=True) as bridge:
        yield bridge


class TestTheCommand:
    def test_it_offers_the_engine_to_its_owner_who_gets_its_lines_and_nobody_else(
        self, address: str, arrive: Callable[..., Owner]
    ) -> None:
        owner, other = arrive("alice"), arrive("bob")
        with running(address, owner.token, "--name", "desk top", "--option", "Threads=8") as bridge:
            assert bridge.stdout.readline() == f"Offering Homely as “desk top” to alice on {address}.\n"
            (offered,) = owner.http.get("/api/analysis/options").json()["home"]
            assert (offered["name"], offered["engine"], offered["threads"]) == ("desk top", "Homely", 8)
            assert other.http.get("/api/analysis/options").json()["home"] == []
            begun = owner.begin(home=["desk top"], moves=["7g7f", "3c3d"], depth=3)
            job = owner.job(begun, lambda job: job["state"] == "done")
            (found,) = job["engines"]
            assert (found["engine"], found["home"], found["error"]) == ("desk top", True, None)
            assert [move["usi"] for move in found["lines"][0]["moves"]] == ["2g2f", "8c8d"]
            assert [each["cp"] for each in found["lines"]] == [55, 44]
            refused = other.job(other.begin(home=["desk top"]), lambda job: job["state"] == "done")
            assert refused["engines"][0]["error"]["en"] == "Your engine “desk top” is not connected."

    def test_it_says_that_a_token_is_wrong_or_allows_something_else(
        self, address: str, arrive: Callable[..., Owner]
    ) -> None:
        reader = arrive("reader", ("read",))
        for token, text in (
            ("kmd_x", f"komadai: {address} does not take this token; make one on the "),
            (reader.token, "komadai: this token does not allow to offer an engine; "),
        ):
            with running(address, token) as bridge:
                assert bridge.stderr.readline().startswith(text)
                assert bridge.wait(PATIENCE_S) == 1

    def test_it_ends_with_its_token(self, address: str, arrive: Callable[..., Owner]) -> None:
        owner = arrive("revoker")
        with running(address, owner.token, "--name", "den") as bridge:
            bridge.stdout.readline()
            owner.post(f"/api/account/tokens/{owner.token_id}/end", {})
            assert bridge.stderr.readline() == "komadai: the token was ended on the account page\n"
            assert bridge.wait(PATIENCE_S) == 1
        assert owner.engines() == []

    def test_an_engine_that_crashes_is_reported_and_started_again(
        self, address: str, arrive: Callable[..., Owner]
    ) -> None:
        owner = arrive("crasher")
        with running(address, owner.token, "--name", "den", mode="crash") as bridge:
            bridge.stdout.readline()
            for _ in range(2):
                job = owner.job(owner.begin(home=["den"]), lambda job: job["state"] == "done")
                assert job["engines"][0]["error"]["en"].startswith("Your engine “den” failed: ")
                assert "out of memory" in job["engines"][0]["error"]["en"]
            assert owner.engines() == ["den"]

    def test_it_connects_again_to_a_server_that_was_away(self, tmp_path: Path) -> None:
        with ExitStack() as stack:
            with server(tmp_path) as address:
                owner = Owner(address, "patient", ["engine"])
                stack.callback(owner.http.close)
                bridge = stack.enter_context(running(address, owner.token, "--name", "den"))
                offering = bridge.stdout.readline()
            assert bridge.stderr.readline().endswith("was lost; trying again in 1 s\n")
            stack.enter_context(server(tmp_path, port=address.rpartition(":")[2]))
            assert bridge.stdout.readline() == offering
            assert owner.engines() == ["den"]


class TestWhatABridgeSends:
    def test_illegal_moves_end_their_line_and_bounds_replace_no_score(
        self, arrive: Callable[..., Owner]
    ) -> None:
        owner = arrive("strict")
        with owner.bridge() as bridge:
            begun = owner.begin(home=["den"])
            search = receive(bridge, "search")
            assert (search["start_sfen"].split()[1], search["moves"], search["lines"]) == ("b", [], 2)
            lines = [line("7g7f", "3c3d", "9i9a"), line("5e5d", number=2), line("2g2f", number=3)]
            bridge.send(json.dumps({"type": "found", "id": search["id"], "lines": lines, "nodes": 7}))
            bound = line("2g2f", cp=-900, bound="upper")
            bridge.send(json.dumps({"type": "found", "id": search["id"], "lines": [bound], "nodes": 8}))
            stray = line("2g2f", cp=-5)
            bridge.send(json.dumps({"type": "found", "id": search["id"] + 1, "lines": [stray]}))
            bridge.send(json.dumps({"type": "done", "id": search["id"]}))
            job = owner.job(begun, lambda job: job["state"] == "done")
            found = job["engines"][0]
            shown = [[move["usi"] for move in each["moves"]] for each in found["lines"]]
            assert shown == [["7g7f", "3c3d"], ["2g2f"]]
            assert (found["lines"][0]["cp"], found["nodes"]) == (120, 8)

    def test_its_end_in_the_middle_of_an_analysis_is_said(self, arrive: Callable[..., Owner]) -> None:
        owner = arrive("cut")
        with owner.bridge() as bridge:
            begun = owner.begin(home=["den"])
            search = receive(bridge, "search")
            bridge.send(json.dumps({"type": "found", "id": search["id"], "lines": [line("7g7f")]}))
            owner.job(begun, lambda job: job["engines"][0]["lines"])
        job = owner.job(begun, lambda job: job["state"] == "done")
        (found,) = job["engines"]
        assert found["error"]["en"] == "The connection to your engine “den” was lost."
        assert found["lines"]

    def test_the_next_position_stops_the_search_of_the_one_before(self, arrive: Callable[..., Owner]) -> None:
        owner = arrive("hasty")
        with owner.bridge() as bridge:
            first = owner.begin(home=["den"])
            search = receive(bridge, "search")
            second = owner.begin(home=["den"], moves=["7g7f"])
            seen = [json.loads(bridge.recv(timeout=PATIENCE_S)) for _ in range(2)]
            assert {"type": "stop", "id": search["id"]} in seen
            (following,) = [each for each in seen if each["type"] == "search"]
            assert following["moves"] == ["7g7f"]
            owner.job(first, lambda job: job["state"] == "done")
            owner.post(f"/api/analysis/jobs/{second['id']}/stop", {})
            assert receive(bridge, "stop") == {"type": "stop", "id": following["id"]}
            owner.job(second, lambda job: job["state"] == "done")

    def test_a_home_engine_and_one_of_the_server_search_side_by_side(
        self, arrive: Callable[..., Owner]
    ) -> None:
        owner = arrive("both")
        with owner.bridge() as bridge:
            begun = owner.begin(engines=["komadai"], home=["den"], depth=2)
            search = receive(bridge, "search")
            assert search["depth"] == 2
            bridge.send(json.dumps({"type": "found", "id": search["id"], "lines": [line("7g7f")]}))
            bridge.send(json.dumps({"type": "done", "id": search["id"]}))
            job = owner.job(begun, lambda job: job["state"] == "done")
            assert [(each["engine"], each["home"]) for each in job["engines"]] == [
                ("komadai", False),
                ("den", True),
            ]
            assert all(each["lines"] for each in job["engines"])
            wrongs: list[dict[str, list[str]]] = [{"engines": ["komadai"], "home": ["a", "b"]}, {}]
            for wrong in wrongs:
                answer = owner.post("/api/analysis/jobs", wrong)
                assert (answer.status_code, answer.json()["error"]["field"]) == (400, "engines")

    def test_several_have_names_and_one_of_the_same_name_takes_the_place(
        self, arrive: Callable[..., Owner]
    ) -> None:
        owner = arrive("several")
        with owner.bridge() as first, owner.bridge(name="laptop"):
            assert owner.engines() == ["den", "laptop"]
            with owner.bridge():
                assert close_code(first) == 4409
                assert owner.engines() == ["den", "laptop"]

    @pytest.mark.parametrize(
        ("message", "code"),
        [
            ("{", 4400),
            ('{"type": "option", "name": "EvalFile"}', 4400),
            (json.dumps(HELLO), 4400),
            (json.dumps({"type": "found", "id": 1, "lines": [line(*["7g7f"] * 17)]}), 4400),
            (json.dumps({"type": "found", "id": 1, "lines": [line("7g7f", cp=10**9)]}), 4400),
            (json.dumps({"type": "done", "id": 1, "error": "x" * 301}), 4400),
            (" " * 9_000, 1009),
        ],
    )
    def test_what_does_not_fit_closes_the_connection(
        self, arrive: Callable[..., Owner], message: str, code: int, request: pytest.FixtureRequest
    ) -> None:
        owner = arrive(f"odd{abs(hash(message)) % 10**9}")
        with owner.bridge() as bridge:
            bridge.send(message)
            assert close_code(bridge) == code
        until(lambda: owner.engines() == [], "the end of the offer")

    def test_a_flood_closes_the_connection(self, arrive: Callable[..., Owner]) -> None:
        owner = arrive("flood")
        with owner.bridge() as bridge:
            with suppress(ConnectionClosed):
                for _ in range(5_000):
                    bridge.send('{"type": "alive"}')
            assert close_code(bridge) == 4429

    def test_one_person_has_eight_at_most(self, arrive: Callable[..., Owner]) -> None:
        owner = arrive("many")
        with ExitStack() as bridges:
            for _ in range(8):
                bridges.enter_context(owner.open_bridge())
            upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
            headers = owner.bearer | upgrade | {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}
            host = owner.address.removeprefix("http://")
            with closing(HTTPConnection(host, timeout=PATIENCE_S)) as connection:
                connection.request("GET", "/api/bot/bridge", headers=headers)
                refused = connection.getresponse()
                assert (refused.status, json.load(refused)["error"]["code"]) == (429, "too_many_sockets")

    def test_a_silent_one_is_closed(self, tmp_path: Path) -> None:
        with server(tmp_path, silence_s=0.3) as address:
            owner = Owner(address, "silent", ["engine"])
            with closing(owner.http), owner.bridge() as bridge:
                assert close_code(bridge) == 4408


def test_while_its_owner_plays_a_person_it_is_refused(arrive: Callable[..., Owner]) -> None:
    owner, friend = arrive("player"), arrive("friend")
    with owner.bridge() as bridge:
        begun = owner.begin(home=["den"])
        search = receive(bridge, "search")
        made = owner.post("/api/challenges", {"side": "black", "clock": {"main_ms": 600_000}}).json()["id"]
        game = friend.post(f"/api/challenges/{made}/accept", {}).json()["id"]
        with page(owner, game), page(friend, game):
            assert receive(bridge, "stop")["id"] == search["id"]
            for answer in (
                owner.post("/api/analysis/jobs", {"home": ["den"]}),
                owner.http.get(f"/api/analysis/jobs/{begun['id']}"),
            ):
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "playing")


@contextmanager
def page(person: Owner, game: str) -> Iterator[ClientConnection]:
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    url = person.address.replace("http", "ws") + f"/api/socket?version={SOCKET_VERSION}"
    with connect(url, additional_headers={"Cookie": cookie}, origin=Origin(person.address)) as socket:
        socket.send(json.dumps({"type": "subscribe", "id": "g", "topic": {"type": "game", "id": game}}))
        receive(socket, "done")
        yield socket
