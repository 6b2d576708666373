"""A client for any USI engine: asynchronous inside; ``komadai.engine.open`` is its plain face.

    engine = await UsiEngine.open("path/to/engine")
    await engine.set_option("USI_Hash", 256)
    result = await engine.play(board, seconds=1)
    await engine.quit()

An engine is not trusted to live, to answer or to make sense: every wait has an end, and
each failure is an :class:`~komadai.errors.EngineError`. After EngineCrashed or EngineTimeout
the process is gone; :meth:`UsiEngine.restart` begins anew with the same options.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self, TypeVar

from komadai import Board, Color
from komadai.engine.info import Info, PlayResult
from komadai.engine.limits import Limits
from komadai.engine.options import EngineOption, OptionValue, find
from komadai.engine.process import OWN_COMMAND, Command, EngineProcess, Said
from komadai.errors import (
    EngineCrashed,
    EngineError,
    EngineProtocolError,
    EngineTimeout,
    EngineUsageError,
)

HANDSHAKE_SECONDS = 10.0
"""How long an engine may take for ``usiok``."""
READY_SECONDS = 60.0
"""How long it may take for ``readyok``: some read gigabytes first."""
GRACE_SECONDS = 5.0
"""How much later than the clock allows an answer may come before the engine is given up."""
STOP_SECONDS = 5.0
"""How long an engine may take to answer ``stop``."""
_MOST_OPTIONS = 1000
_MOST_WAITING = 10_000

T = TypeVar("T")


class Search:
    """A search under way. Iterate it for the engine's infos; await :meth:`result` for its end."""

    def __init__(
        self, engine: UsiEngine, limits: Limits, color: Color, on_info: Callable[[Info], None] | None
    ):
        self._engine = engine
        self._limits = limits
        self._color = color
        self._on_info = on_info
        self._infos: asyncio.Queue[Info | None] = asyncio.Queue()
        self._best = Info()
        self._end: asyncio.Future[PlayResult] = asyncio.get_running_loop().create_future()
        self._end.add_done_callback(lambda end: end.cancelled() or end.exception())  # may go unasked
        self._unattended = False

    @property
    def info(self) -> Info:
        """The sum of what the engine has said of its first line so far."""
        return self._best

    @property
    def done(self) -> bool:
        return self._end.done()

    async def result(self, timeout: float | None = None) -> PlayResult:
        """Waits for the answer, ``timeout`` seconds at most (default: the clock and some grace).

        Raises EngineTimeout, EngineCrashed, EngineProtocolError. If the waiting is cancelled
        the engine is told to stop.
        """
        if timeout is None:
            longest = self._limits.longest_ms(self._color)
            timeout = None if longest is None else longest / 1000 + self._engine.grace
        try:
            return await self._engine._wait(self._end, timeout, "move")
        except asyncio.CancelledError:
            self._engine._abandon(self)
            raise

    async def stop(self) -> PlayResult:
        """Tells the engine to answer now, and waits for that."""
        if not self.done:
            await self._engine._send("stop")
        return await self._engine._wait(self._end, STOP_SECONDS, "answer to stop")

    async def ponderhit(self) -> None:
        """The expected move was played: what the engine pondered on is now its own move."""
        if not self.done:
            await self._engine._send("ponderhit")

    async def __aiter__(self) -> AsyncIterator[Info]:
        while (info := await self._infos.get()) is not None:
            yield info
        if not self._end.cancelled() and (error := self._end.exception()) is not None:
            raise error

    def _hear(self, info: Info) -> None:
        if info.multipv == 1:
            self._best = self._best.updated(info)
        if self._infos.qsize() < _MOST_WAITING:
            self._infos.put_nowait(info)
        if self._on_info is not None:
            self._on_info(info)

    def _finish(self, result: PlayResult | BaseException) -> None:
        if not self._end.done():
            if isinstance(result, BaseException):
                self._end.set_exception(result)
            else:
                self._end.set_result(result)
        self._infos.put_nowait(None)


class UsiEngine:
    """A USI engine in a process of its own. Make one with :meth:`open`."""

    def __init__(
        self, command: Command | None, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ):
        self._command: Command = command if command is not None else OWN_COMMAND
        self._cwd = cwd
        self._env = env
        self._process: EngineProcess | None = None
        self._options: dict[str, EngineOption] = {}
        self._settings: dict[str, OptionValue] = {}
        self._search: Search | None = None
        self._usiok: asyncio.Future[None] | None = None
        self._readyok: asyncio.Future[None] | None = None
        self._ready = False
        self._closed = True
        self.name = ""
        self.author = ""
        self.grace = GRACE_SECONDS

    # -- life

    @classmethod
    async def open(
        cls,
        command: Command | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        timeout: float = HANDSHAKE_SECONDS,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Self:
        """Starts an engine (ours when no command is given) and shakes hands.

        ``command`` is the path of a program or a list of words. ``timeout`` is in seconds.
        Raises EngineCrashed, EngineTimeout; EngineUsageError for an option it won't take.
        """
        self = cls(command, cwd, env)
        await self._begin(timeout)
        try:
            for name, value in (options or {}).items():
                await self.set_option(name, value)
        except BaseException:
            await self.close()
            raise
        return self

    async def restart(self, timeout: float = HANDSHAKE_SECONDS) -> None:
        """Ends the process if it still lives and starts it anew with the options it had."""
        await self.close()
        settings, self._settings = self._settings, {}
        await self._begin(timeout)
        for name, value in settings.items():
            await self.set_option(name, value)

    async def quit(self, timeout: float = 2.0) -> None:
        """Asks the engine to leave; after so many seconds it is ended by force. Never raises."""
        if self._process is not None and not self._closed:
            with suppress(EngineError):
                await asyncio.wait_for(self._process.send("quit"), 0.5)
        await self.close(timeout)

    async def close(self, timeout: float = 0.0) -> None:
        """Ends the process and all it started. A search under way ends with EngineCrashed."""
        self._closed = True
        process = self._process
        if process is not None:
            await process.end(timeout)
        self._fail(EngineCrashed(f"engine {self.name or self._command!r} was closed"))

    def kill(self) -> None:
        """Ends the process and all it started without waiting for anything; from any thread."""
        self._closed = True
        if self._process is not None:
            self._process.kill()

    @property
    def alive(self) -> bool:
        """Whether the engine can be asked anything."""
        return not self._closed and self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The number of the process, None before the first."""
        return self._process.pid if self._process is not None else None

    @property
    def transcript(self) -> list[Said]:
        """The last lines said to and by the engine, for finding out what went wrong."""
        return self._process.transcript if self._process is not None else []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.quit()

    # -- options and games

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """What the engine reports it can be told, by name."""
        return self._options

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """What it was told."""
        return self._settings

    async def set_option(self, name: str, value: OptionValue = None) -> None:
        """Sets an option. Raises EngineUsageError, naming what is expected, without asking the engine."""
        if not isinstance(name, str):
            raise TypeError(f"name: expected the name of an option, got {name!r}")
        option = find(self._options, name) or _UNREPORTED.get(name)
        if option is None:
            raise EngineUsageError(
                f"engine {self.name!r} has no option {name!r}; it has {', '.join(self._options)}"
            )
        line = option.setting(value)
        await self._become_idle()
        await self._send(line)
        if option.kind != "button":
            self._settings[option.name] = option.check(value)
        self._ready = False

    async def ready(self, timeout: float = READY_SECONDS) -> None:
        """Waits until the engine has done all it was told."""
        await self._become_idle()
        self._readyok = asyncio.get_running_loop().create_future()
        await self._send("isready")
        await self._wait(self._readyok, timeout, "readyok")
        self._ready = True

    async def new_game(self) -> None:
        """Tells the engine that what comes next is another game."""
        await self.ready()
        await self._send("usinewgame")

    async def game_over(self, result: str) -> None:
        """Tells the engine how the game ended for it: ``win``, ``lose`` or ``draw``."""
        if result not in ("win", "lose", "draw"):
            raise EngineUsageError(f"result: expected win, lose or draw, got {result!r}")
        await self._send(f"gameover {result}")

    # -- thinking

    async def start(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
    ) -> Search:
        """Begins a search and returns at once with a handle on it.

        ``position`` is a Board with its history, or the text of USI's ``position`` command.
        """
        text = _position_text(position)
        limits = limits if limits is not None else Limits(infinite=True)
        if limits.mate is not None:
            raise EngineUsageError("limits: a mate search answers with checkmate, not with a move")
        await self._become_idle()
        if not self._ready:
            await self.new_game()
        await self._send(f"position {text}")
        search = self._search = Search(self, limits, _turn(text), on_info)
        try:
            await self._send(limits.go(ponder=ponder))
        except BaseException:
            self._search = None
            raise
        return search

    async def play(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        seconds: float | None = None,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
    ) -> PlayResult:
        """The engine's move in a position, within limits or in about so many seconds.

        ``timeout`` in seconds is when the engine is given up and ended (default: the clock
        and ``grace``). Raises EngineTimeout, EngineCrashed, EngineProtocolError, and
        EngineUsageError when neither limits nor seconds are given or both are; TypeError for a
        position that is neither a Board nor a text.
        """
        search = await self.start(position, _one_of(limits, seconds), on_info=on_info)
        return await search.result(timeout)

    async def ponder(self, position: Board | str, limits: Limits) -> Search:
        """Thinks on the opponent's time about the position after the expected move.

        Then either ``await search.ponderhit()`` and ``await search.result()``, or
        ``await search.stop()``.
        """
        return await self.start(position, limits, ponder=True)

    async def analyse(
        self, position: Board | str, limits: Limits | None = None, *, seconds: float | None = None
    ) -> AsyncIterator[Info]:
        """The engine's infos as they come. Without limits it goes on until the loop is left.

        Asking the engine for anything else ends an analysis that is still under way.
        """
        if limits is not None or seconds is not None:
            limits = _one_of(limits, seconds)
        search = await self.start(position, limits)
        search._unattended = True
        try:
            async for info in search:
                yield info
        finally:
            if not search.done and self.alive:
                with suppress(EngineError):
                    await search.stop()

    async def stop(self) -> PlayResult | None:
        """Ends the search under way and returns its answer; None if there is none."""
        search = self._search
        return await search.stop() if search is not None else None

    # -- inside

    async def _begin(self, timeout: float) -> None:
        self._options = {}
        self._ready = False
        self._search = None
        loop = asyncio.get_running_loop()
        self._usiok = loop.create_future()
        self._process = await EngineProcess.start(
            self._command, self._hear, self._fail, cwd=self._cwd, env=self._env
        )
        self._closed = False
        try:
            await self._send("usi")
            await self._wait(self._usiok, timeout, "usiok")
        except BaseException:
            await self.close()
            raise

    async def _send(self, line: str) -> None:
        if not line.isprintable():
            raise EngineUsageError(f"expected one printable line, got {line!r}")
        if self._process is None or self._closed:
            raise EngineCrashed(f"engine {self.name or self._command!r} is closed")
        await self._process.send(line)

    async def _wait(self, future: asyncio.Future[T], timeout: float | None, what: str) -> T:
        try:
            return await asyncio.wait_for(asyncio.shield(future), timeout)
        except TimeoutError:
            if future.done():
                return future.result()
            problem = EngineTimeout(
                f"engine {self.name or self._command!r} gave no {what} within {timeout:g} s"
            )
            await self.close()
            raise problem from None

    async def _become_idle(self) -> None:
        search = self._search
        if search is None:
            return
        if not search._unattended:
            raise EngineUsageError(f"engine {self.name!r} is thinking; stop it first")
        await search.stop()

    def _abandon(self, search: Search) -> None:
        """Nobody waits for this search any more: stop the engine and be ready for the next."""
        search._unattended = True
        if search.done or not self.alive:
            return

        async def settle() -> None:
            with suppress(EngineError):
                await search.stop()

        self._settling = asyncio.get_running_loop().create_task(settle())

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "info":
                if self._search is not None:
                    self._search._hear(Info.parse(line))
            case "bestmove":
                search, self._search = self._search, None
                if search is not None:
                    try:
                        search._finish(PlayResult.parse(line, search.info))
                    except EngineProtocolError as error:
                        search._finish(error)
            case "readyok":
                _done(self._readyok)
            case "usiok":
                _done(self._usiok)
            case "option" if len(self._options) < _MOST_OPTIONS:
                with suppress(EngineProtocolError):
                    option = EngineOption.parse(line)
                    self._options[option.name] = option
            case "id":
                kind, _, text = rest.partition(" ")
                if kind == "name":
                    self.name = text[:200]
                elif kind == "author":
                    self.author = text[:200]

    def _fail(self, error: EngineError) -> None:
        for future in (self._usiok, self._readyok):
            if future is not None and not future.done():
                future.set_exception(error)
                future.exception()
        search, self._search = self._search, None
        if search is not None:
            search._finish(error)


_UNREPORTED: dict[str, EngineOption] = {
    # USI lets a GUI set these two although engines need not report them.
    "USI_Hash": EngineOption("USI_Hash", "spin", None, 1, None),
    "USI_Ponder": EngineOption("USI_Ponder", "check", False),
}


def _done(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)


def _one_of(limits: Limits | None, seconds: float | None) -> Limits:
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"limits: expected Limits, got {limits!r}")
    if seconds is not None and limits is None:
        return Limits.for_seconds(seconds)
    if limits is not None and seconds is None:
        return limits
    raise EngineUsageError("expected either limits or seconds")


def _turn(position: str) -> Color:
    start, _, moves = position.partition(" moves ")
    white = " w " in start
    return Color(white ^ len(moves.split()) % 2)


def _position_text(position: Board | str) -> str:
    if isinstance(position, Board):
        return position.usi_position()
    if not isinstance(position, str):
        raise TypeError(f"position: expected a Board or the text of a position command, got {position!r}")
    text = " ".join(position.split())
    if text.split(" ", 1)[0] not in ("startpos", "sfen"):
        raise EngineUsageError(f"position: expected 'startpos …' or 'sfen …', got {position[:100]!r}")
    return text
