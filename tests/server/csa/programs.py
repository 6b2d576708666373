"""A server with a CSA port in the test's own process, and programs that speak the protocol line by line."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from komadai.server.csa.server import CsaServer
from komadai.server.db.database import Database
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.rate_limits import Rate
from komadai.server.server_clock import ServerClock
from komadai.server.settings import CsaSettings, Settings
from tests.server.registries import open_registry, services_of

T = TypeVar("T")
ENDLESS = Rate(1e9, 10**9)
SECRET = b"s" * 32


def run(test: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Runs a test; what it waits for must come within a minute."""
    return asyncio.run(asyncio.wait_for(test(), 60))


class StoppedClock(ServerClock):
    """The time of the games, which passes only when a test says so."""

    def __init__(self) -> None:
        self.ms = time.time_ns() // 1_000_000

    def now_ms(self) -> int:
        return self.ms


class Program:
    """One connection to the CSA port."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, *lines: str) -> None:
        self.writer.write("".join(f"{line}\n" for line in lines).encode())

    async def line(self) -> str | None:
        """The next line; None at the end of the connection."""
        data = await asyncio.wait_for(self.reader.readline(), 30)
        return data.decode().removesuffix("\n") if data else None

    async def expect(self, *lines: str) -> None:
        """Reads exactly these lines."""
        received = [await self.line() for _ in lines]
        assert received == list(lines)

    async def until(self, beginning: str) -> list[str]:
        """Reads up to the line that begins so; returns all lines."""
        lines: list[str] = []
        while not lines or not lines[-1].startswith(beginning):
            line = await self.line()
            assert line is not None, f"the connection ended before {beginning!r}: {lines}"
            lines.append(line)
        return lines

    async def ends(self) -> None:
        """The server closes the connection; nothing else is sent before."""
        assert await self.line() is None

    async def login(self, name: str, rest: str) -> None:
        self.send(f"LOGIN {name} {rest}")
        await self.expect(f"LOGIN:{name} OK")

    async def summary(self) -> dict[str, str]:
        """Reads a Game_Summary; its values by name, with all lines under ``""``."""
        lines = await self.until("END Game_Summary")
        values = dict(line.split(":", 1) for line in lines if ":" in line)
        return {**values, "": "\n".join(lines)}


class Server:
    """A running server."""

    def __init__(self, csa: CsaServer, registry: GameRegistry, database: Database, port: int) -> None:
        self.csa = csa
        self.registry = registry
        self.database = database
        self.port = port
        clock = services_of(registry).core.clock
        assert isinstance(clock, StoppedClock)
        self.clock = clock
        self.programs: list[Program] = []

    async def connect(self) -> Program:
        program = Program(*await asyncio.open_connection("127.0.0.1", self.port))
        self.programs.append(program)
        return program

    async def disconnect(self) -> None:
        """Ends all connections of programs."""
        for program in self.programs:
            program.writer.close()
        for program in self.programs:
            with suppress(OSError):
                await program.writer.wait_closed()

    async def login(self, name: str, rest: str) -> Program:
        program = await self.connect()
        await program.login(name, rest)
        return program

    async def begin(
        self, game: str = "club-60-5", names: tuple[str, str] = ("alice", "bob"), *, x1: bool = False
    ) -> tuple[Program, Program, str]:
        """Two programs in a game, Black first, and its id."""
        programs = []
        for name, sign in zip(names, "+-", strict=True):
            if x1:
                program = await self.login(name, f"pw-{name} x1")
                await program.expect("##[LOGIN] +OK x1")
                program.send(f"%%GAME {game} {sign}")
            else:
                suffix = "B" if sign == "+" else "W"
                program = await self.login(name, f"{game}-{suffix},pw-{name}")
            programs.append(program)
        return await self.agree(*programs)

    async def agree(self, black: Program, white: Program) -> tuple[Program, Program, str]:
        game_id = (await black.summary())["Game_ID"]
        await white.summary()
        black.send(f"AGREE {game_id}")
        white.send("AGREE")
        await black.expect(f"START:{game_id}")
        await white.expect(f"START:{game_id}")
        return black, white, game_id


@asynccontextmanager
async def server(folder: Path, secret: bytes = SECRET, **changes: Any) -> AsyncIterator[Server]:
    """A server on this data folder."""
    csa_settings = CsaSettings(**{"wrong_logins": ENDLESS, "logins": ENDLESS, "lines": ENDLESS, **changes})
    settings = Settings(data_dir=folder, csa=csa_settings)
    database = await Database.open(None, folder)
    registry = await open_registry(settings, database, StoppedClock())
    listener = socket.create_server(("127.0.0.1", 0))
    csa = await CsaServer.open(services_of(registry).core, registry, csa_settings, secret, listener)
    here = Server(csa, registry, database, listener.getsockname()[1])
    try:
        yield here
    finally:
        await csa.close()
        await here.disconnect()
        await registry.close()
        await database.close()


async def play(black: Program, white: Program, moves: str) -> None:
    """Plays these moves; both programs see each."""
    for number, move in enumerate(moves.split()):
        (black, white)[number % 2].send(move)
        for program in (black, white):
            line = await program.line()
            assert line is not None
            assert line.partition(",")[0] == move
