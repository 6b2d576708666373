"""``python -m benchmarks.live``: games of two people against each other on one server, all at once.

The server runs in a process of its own, as ``komadai serve`` starts it. This process is the load: each player
has a session, a loopback address and a socket of their own, because limits are per guest and address.
A latency is the time from the mover's send to the opponent's receipt of the update, the commit included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from komadai.server.connections import SOCKET_VERSION

T = TypeVar("T")

RUN: Final = """
import sys
from pathlib import Path
from komadai.server import run
folder, database, workers = Path(sys.argv[1]), sys.argv[2] or None, int(sys.argv[3])
config = folder / "config.toml"
run(port=0, database=database, open_browser=False, data_dir=folder, config_file=config, workers=workers)
"""
STARTING_AT_ONCE: Final = 16
"""Games that are set up at the same time, before the measurement."""
CLOCK: Final = {"main_ms": 3_600_000, "byoyomi_ms": 30_000}


class Position(msgspec.Struct):
    """What the load needs of a position."""

    legal: list[str]


class View(msgspec.Struct):
    """What the load needs of a game or an update."""

    event: int
    position: Position
    status: str


class Received(msgspec.Struct):
    """Any message of the server."""

    type: str
    code: str = ""
    re: str | None = None
    game: msgspec.Raw = msgspec.Raw(b"null")
    event: int = 0
    position: Position | None = None
    status: str = ""
    number: int = 0


class Result(msgspec.Struct):
    """The result of a measurement."""

    games: int
    moves: int
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    lost: int
    """Acknowledged moves that their game does not have at the end."""
    refused: int
    """Moves and requests that the server refused, and sockets that it closed."""
    server_cpu_s: float
    generator_cpu_s: float
    rss_mb: float
    """The memory of the server and its workers at the end."""


class Load:
    """All games of a measurement."""

    def __init__(self, port: int, interval_s: float, seed: int) -> None:
        self.port: Final = port
        self.interval_s: Final = interval_s
        self.rng: Final = random.Random(seed)
        self.measuring = False
        self.ended = False
        self.latencies_ms: list[float] = []
        self.moves = 0
        self.refused: Counter[str] = Counter()
        """What the server refused, by error code."""
        self._addresses = _addresses()

    @property
    def origin(self) -> str:
        """The server's own address."""
        return f"http://127.0.0.1:{self.port}"

    def address(self) -> str:
        """A loopback address that no other player has."""
        return next(self._addresses)


class Player:
    """A guest at an address of their own."""

    def __init__(self, load: Load) -> None:
        self.load: Final = load
        self.address: Final = load.address()
        self.acknowledged: list[str] = []
        self.opponent: Player | None = None
        self.sent_at: float | None = None
        """When the last move was sent whose update the opponent has not received."""
        self._cookie = self._csrf = ""
        self._socket: ClientConnection | None = None
        self._sent: tuple[str, str] | None = None
        """Tag and move that were sent and are not answered yet."""

    async def begin(self) -> None:
        """Begins a session."""
        headers, body = await self.call("GET", "/api/session")
        self._cookie = headers["set-cookie"].partition(";")[0]
        self._csrf = json.loads(body)["csrf"]

    async def call(self, method: str, path: str, body: object = None) -> tuple[dict[str, str], bytes]:
        """An HTTP call; returns headers and body. Raises OSError if it was refused."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.load.port, local_addr=(self.address, 0)
        )
        try:
            content = b"" if body is None else json.dumps(body).encode()
            lines = {
                "Host": f"127.0.0.1:{self.load.port}",
                "Origin": self.load.origin,
                "Cookie": self._cookie,
                "X-CSRF-Token": self._csrf,
                "Content-Length": str(len(content)),
                "Connection": "close",
            }
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
            writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + content)
            status, _, rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").partition("\r\n")
            answer = await reader.read()
        finally:
            writer.close()
        if not status.startswith("HTTP/1.1 2"):
            raise OSError(f"{method} {path}: {status}: {answer[:200].decode(errors='replace')}")
        pairs = (line.partition(": ") for line in rest.splitlines() if line)
        return {name.lower(): value for name, _, value in pairs}, answer

    async def open(self, game_id: str) -> None:
        """Opens the socket and subscribes to the game."""
        await self.open_socket()
        topic = {"type": "game", "id": game_id}
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": "subscribe", "id": "s", "topic": topic}))

    async def open_socket(self) -> None:
        """Opens the socket."""
        self._socket = await connect(
            f"ws://127.0.0.1:{self.load.port}/api/socket?version={SOCKET_VERSION}",
            origin=Origin(self.load.origin),
            additional_headers={"Cookie": self._cookie},
            local_addr=(self.address, 0),
            ping_interval=None,
        )

    async def play(self, game_id: str) -> None:
        """Plays until the measurement has ended."""
        assert self._socket is not None
        decoder = msgspec.json.Decoder(Received)
        thinking: asyncio.Task[None] | None = None
        view = View(0, Position([]), "")
        try:
            async for text in self._socket:
                now = time.perf_counter()
                message = decoder.decode(text)
                if message.type == "ping":
                    pong = {"type": "pong", "id": "p", "game": game_id, "number": message.number}
                    await self._socket.send(json.dumps(pong))
                    continue
                if message.type == "error":
                    self.load.refused[message.code] += 1
                    self._sent = None
                elif message.type == "done" and self._sent is not None and message.re == self._sent[0]:
                    self.acknowledged.append(self._sent[1])
                    self._sent = None
                    continue  # the update with this move came before
                elif (new := _view(message)) is not None and new.event > view.event:
                    view = new
                    self._measure_opponent(view, now)
                else:
                    continue
                # The next move, unless one is on its way.
                if view.position.legal and view.status == "playing" and self._sent is None:
                    if thinking is not None:
                        thinking.cancel()
                    thinking = asyncio.create_task(self._move(game_id, view))
        except ConnectionClosed:
            pass
        finally:
            if thinking is not None:
                thinking.cancel()
        if not self.load.ended:
            self.load.refused["closed"] += 1

    def _measure_opponent(self, view: View, now: float) -> None:
        """Notes the latency of the opponent's move, if this is its update."""
        opponent = self.opponent
        if view.position.legal and opponent is not None and opponent.sent_at is not None:
            if self.load.measuring:
                self.load.latencies_ms.append(1000 * (now - opponent.sent_at))
            opponent.sent_at = None

    async def close(self) -> None:
        """Closes the socket."""
        if self._socket is not None:
            await self._socket.close()

    async def _move(self, game_id: str, view: View) -> None:
        """Moves after a while: after ``interval_s`` on average."""
        await asyncio.sleep(self.load.interval_s * self.load.rng.uniform(0.2, 1.8))
        if self.load.ended or self._socket is None:
            return
        tag, usi = f"m{view.event}", self.load.rng.choice(view.position.legal)
        self._sent = tag, usi
        message = {"type": "move", "id": tag, "game": game_id, "event": view.event, "usi": usi}
        self.sent_at = time.perf_counter()
        if self.load.measuring:
            self.load.moves += 1
        await self._socket.send(json.dumps(message))


class LiveGame:
    """A game of two players."""

    def __init__(self, load: Load) -> None:
        self.black, self.white = Player(load), Player(load)
        self.black.opponent, self.white.opponent = self.white, self.black
        self.id = ""

    async def begin(self) -> None:
        """Creates the game by a challenge, and opens both sockets."""
        await self.black.begin()
        await self.white.begin()
        _, body = await self.black.call("POST", "/api/challenges", {"side": "black", "clock": CLOCK})
        _, body = await self.white.call("POST", f"/api/challenges/{json.loads(body)['id']}/accept", {})
        self.id = json.loads(body)["id"]
        await self.black.open(self.id)
        await self.white.open(self.id)

    async def lost(self) -> int:
        """The number of acknowledged moves that the game does not have."""
        _, body = await self.black.call("GET", f"/api/games/{self.id}")
        stored = [move["usi"] for move in json.loads(body)["moves"]]
        return sum(
            _missing(player.acknowledged, stored[first::2])
            for first, player in enumerate((self.black, self.white))
        )


async def measure(port: int, server: int, games: int, seconds: float, interval_s: float, seed: int) -> Result:
    """Plays this number of games for this time against the server process with this id."""
    load = Load(port, interval_s, seed)
    all_games = [LiveGame(load) for _ in range(games)]
    slots = asyncio.Semaphore(STARTING_AT_ONCE)

    async def begin(game: LiveGame) -> list[asyncio.Task[None]]:
        async with slots:
            try:
                await game.begin()
            except (OSError, InvalidHandshake) as error:
                load.refused["begin"] += 1
                print(f"a game does not begin: {error}", file=sys.stderr)
                return []
            return [asyncio.create_task(player.play(game.id)) for player in (game.black, game.white)]

    playing = [task for tasks in await asyncio.gather(*map(begin, all_games)) for task in tasks]
    await asyncio.sleep(min(interval_s, seconds))  # the first moves have come
    cpu_before, own_before, began = cpu_seconds(server), time.process_time(), time.perf_counter()
    load.measuring = True
    await asyncio.sleep(seconds)
    load.measuring = False
    took = time.perf_counter() - began
    server_cpu, own_cpu = cpu_seconds(server) - cpu_before, time.process_time() - own_before
    rss = rss_mb(server)
    load.ended = True
    await asyncio.sleep(1.0)  # for the answers to the last moves
    await asyncio.gather(*(player.close() for game in all_games for player in (game.black, game.white)))
    await asyncio.gather(*playing)
    lost = 0
    for game in all_games:
        if game.id:
            lost += await game.lost()
    if load.refused:
        print("refused:", *(f"{code} {count}" for code, count in load.refused.items()), file=sys.stderr)
    percentiles = statistics.quantiles(load.latencies_ms, n=100) if len(load.latencies_ms) > 1 else [0.0] * 99
    return Result(
        games=len(playing) // 2,
        moves=load.moves,
        moves_per_s=round(load.moves / took, 1),
        p50_ms=round(percentiles[49], 2),
        p99_ms=round(percentiles[98], 2),
        lost=lost,
        refused=load.refused.total(),
        server_cpu_s=round(server_cpu, 2),
        generator_cpu_s=round(own_cpu, 2),
        rss_mb=round(rss, 1),
    )


class Idle(msgspec.Struct):
    """The memory of open pages on which nothing happens."""

    connections: int
    rss_before_mb: float
    rss_mb: float
    kb_per_connection: float


async def measure_idle(port: int, server: int, connections: int, seconds: float) -> Idle:
    """Opens this number of sockets, each of a guest of their own, and waits."""
    load = Load(port, 1.0, 0)
    slots = asyncio.Semaphore(STARTING_AT_ONCE)

    async def opened() -> Player:
        player = Player(load)
        async with slots:
            await player.begin()
            await player.open_socket()
        return player

    # What the first pages need, later ones share.
    players = [await opened() for _ in range(20)]
    await asyncio.sleep(2.0)
    before = rss_mb(server)
    players += await asyncio.gather(*(opened() for _ in range(connections)))
    await asyncio.sleep(seconds)
    after = rss_mb(server)
    await asyncio.gather(*(player.close() for player in players))
    return Idle(
        connections, round(before, 1), round(after, 1), round(1000 * (after - before) / connections, 1)
    )


async def with_server(
    connections: int, database: str | None, workers: int, work: Callable[[int, int], Awaitable[T]]
) -> T:
    """Starts a server on a folder of its own for the work, which gets its port and process id, and ends it.

    Raises OSError without a start.
    """
    with tempfile.TemporaryDirectory(prefix="komadai-live-") as folder:
        # The other limits are those of every server.
        Path(folder, "config.toml").write_text(f"[server.limits]\nconnections = {connections + 200}\n")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", RUN, folder, database or "", str(workers)), stdout=asyncio.subprocess.PIPE
        )
        try:
            assert process.stdout is not None
            line = (await process.stdout.readline()).decode()
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
            if found is None:
                raise OSError(f"the server does not start: {line}")
            return await work(int(found[1]), process.pid)
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
            await process.wait()


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and of its children, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(cpu_seconds, children(pid)))


def children(pid: int) -> list[int]:
    """The processes that a process has started from its main thread."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def rss_mb(pid: int) -> float:
    """Resident memory of a process and its children, in MB."""
    found = re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.M)
    own = int(found[1]) * 1024 / 1e6 if found else 0.0
    return own + sum(map(rss_mb, children(pid)))


def _addresses() -> Iterator[str]:
    for second, third, fourth in product(range(1, 255), range(256), range(1, 255)):
        yield f"127.{second}.{third}.{fourth}"


def _view(message: Received) -> View | None:
    """The state in a message about the game; None for other messages."""
    if message.type == "game":
        return msgspec.json.decode(message.game, type=View)
    if message.type == "update" and message.position is not None:
        return View(message.event, message.position, message.status)
    return None


def _missing(acknowledged: list[str], stored: list[str]) -> int:
    """How many acknowledged moves are not in the game, which may have one more at its end."""
    common = 0
    while common < min(len(acknowledged), len(stored)) and acknowledged[common] == stored[common]:
        common += 1
    return len(acknowledged) - common


def main() -> int:
    """Measures, and prints the result. Returns 1 if moves were lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.live", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games at once (default: 100)")
    parser.add_argument("--seconds", type=float, default=30.0, help="of the measurement (default: 30)")
    parser.add_argument(
        "--interval", type=float, default=5.0, help="mean seconds between the moves of a game (default: 5)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the moves and their times (default: 1)")
    parser.add_argument("--database", help="a database URL; SQLite in a folder of its own if left out")
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        help="processes of the server; above 1 needs PostgreSQL (default: 1)",
    )
    parser.add_argument(
        "--idle", type=int, metavar="CONNECTIONS", help="measure the memory of idle connections instead"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args()
    if asked.games < 1 or asked.seconds <= 0 or asked.interval <= 0:
        parser.error("--games, --seconds and --interval: expected more than 0")
    connections = asked.idle or 2 * asked.games
    _allow_descriptors(connections + 200)

    async def work(port: int, server: int) -> Result | Idle:
        if asked.idle:
            return await measure_idle(port, server, asked.idle, asked.seconds)
        return await measure(port, server, asked.games, asked.seconds, asked.interval, asked.seed)

    try:
        result = asyncio.run(with_server(connections, asked.database, asked.workers, work))
    except OSError as error:
        print(f"benchmarks.live: {error}", file=sys.stderr)
        return 2
    values = msgspec.structs.asdict(result)
    if asked.json:
        print(json.dumps(values))
    else:
        for name, value in values.items():
            print(f"{name:16}{value}")
    return 1 if isinstance(result, Result) and result.lost else 0


def _allow_descriptors(needed: int) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), hard))


if __name__ == "__main__":
    sys.exit(main())
