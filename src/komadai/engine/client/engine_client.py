"""The base of the clients of all protocols: the life of the process, options, and one search at a time."""

from __future__ import annotations

import asyncio
import os
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from math import inf
from types import TracebackType
from typing import Any, ClassVar, Self, TypeVar

from komadai.engine.client.connection import EngineConnection
from komadai.engine.client.process import Command, TranscriptLine
from komadai.engine.client.search_handle import MateSearch, Search, SearchHandle
from komadai.engine.protocol.info import Info, PlayResult
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.options import EngineOption, OptionValue
from komadai.engine.protocol.position import Position
from komadai.errors import (
    ArgumentTypeError,
    EngineCrashed,
    EngineError,
    EngineProtocolError,
    EngineTimeout,
    EngineUsageError,
    check_type,
)

HANDSHAKE_SECONDS = 10.0
"""The time for the handshake: in USI for ``usiok``."""
READY_SECONDS = 60.0
"""The time for ``readyok``: some engines read gigabytes before it."""
GRACE_SECONDS = 5.0
"""How much later than the clock allows an answer may come before the process is ended."""
STOP_SECONDS = 5.0
"""The time for the answer to ``stop``."""

T = TypeVar("T")


class EngineClient(ABC):
    """An engine in a separate process. Made by :meth:`open`."""

    protocol: ClassVar[str]
    """The name of the engine's protocol."""

    def __init__(self, connection: EngineConnection) -> None:
        self._connection = connection
        self._search: Search | MateSearch | None = None
        self._ready = False
        """Whether the engine has answered since the last option was set."""
        self._handshake_seconds = HANDSHAKE_SECONDS
        self.grace = GRACE_SECONDS
        """Seconds after the end of its time at which an engine that has not moved is ended."""
        self.stop_seconds = STOP_SECONDS
        """Seconds in which an engine must answer ``stop``."""
        self.restarts: int = 0
        """How many more times a process that crashed or hung is replaced and the request repeated."""

    # -- the process

    @classmethod
    @abstractmethod
    def _create(
        cls, command: Command | None, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ) -> Self:
        """An engine without a process."""

    @classmethod
    async def open(
        cls,
        command: Command | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        timeout: float = HANDSHAKE_SECONDS,
        restarts: int = 0,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Self:
        """Starts an engine (Komadai's if no command is given) and does the handshake of its protocol.

        ``command`` is the path of a program or a list of words. ``timeout`` (seconds) is for the
        handshake. ``restarts`` is how many times :meth:`play` and :meth:`mate` may replace a process that
        crashed or hung. Raises EngineCrashed, EngineTimeout; EngineUsageError for an option it does not
        accept and for numbers out of range.
        """
        check_seconds(timeout)
        if not isinstance(restarts, int) or isinstance(restarts, bool):
            raise ArgumentTypeError(f"restarts: expected a whole number, got {restarts!r}")
        if restarts < 0:
            raise EngineUsageError(f"restarts: expected a number not below 0, got {restarts}")
        check_type("options", options, (Mapping, type(None)), "a mapping such as a dict, or None")
        check_type("cwd", cwd, (str, os.PathLike, type(None)), "a path or None")
        check_type("env", env, (Mapping, type(None)), "a mapping such as a dict, or None")
        self = cls._create(command, cwd, env)
        self._handshake_seconds = timeout
        await self._begin(timeout)
        try:
            await self.configure(options or {})
        except BaseException:
            await self.close()
            raise
        self.restarts = restarts
        return self

    async def restart(self, timeout: float | None = None) -> None:
        """Ends the process if it still runs and starts a new one with the same options.

        ``timeout`` (seconds) is for the handshake; None: as when it was opened.
        """
        if timeout is not None:
            check_seconds(timeout)
        restarts = self.restarts
        await self.close()
        self.restarts = restarts
        known = self._connection.options
        settings, known.settings = known.settings, {}
        try:
            await self._begin(self._handshake_seconds if timeout is None else timeout)
            await self.configure(settings)
        except BaseException:
            known.settings = settings
            raise

    async def quit(self, timeout: float = 2.0) -> None:
        """Sends ``quit`` and ends the process by force after ``timeout`` seconds. Never raises."""
        with suppress(EngineError, TimeoutError):
            await self._connection.quit(0.5)
        await self.close(timeout)

    async def close(self, timeout: float = 0.0) -> None:
        """Ends the process and its children. A running search ends with EngineCrashed."""
        self.restarts = 0
        await self._connection.end(timeout)

    def kill(self) -> None:
        """Ends the process and its children without waiting; may be called from any thread."""
        self.restarts = 0
        self._connection.kill()

    @property
    def name(self) -> str:
        """The engine's name, as it reports it."""
        return self._connection.name

    @property
    def author(self) -> str:
        """The engine's author, as it reports it."""
        return self._connection.author

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._connection.alive

    @property
    def pid(self) -> int | None:
        """The process id, None before the first start."""
        return self._connection.pid

    @property
    def transcript(self) -> list[TranscriptLine]:
        """The last 2000 lines sent to and by the engine, oldest first, for finding faults.

        ``print(*engine.transcript, sep="\\n")`` shows them. It continues over restarts.
        """
        return self._connection.transcript.lines()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.quit()

    # -- options and games

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """The options that the engine reported, by name."""
        return self._connection.options.reported

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """The options that were set, by name."""
        return self._connection.options.settings

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets several options, or none if one of them is invalid.

        Raises EngineUsageError, which names the expected values; then nothing was sent.
        """
        check_type("options", options, Mapping, "a mapping such as a dict")
        known = [(self._connection.options.option(name, self.name), value) for name, value in options.items()]
        lines = [(option, value, self._setting_line(option, value)) for option, value in known]
        if lines:
            await self._become_idle()
        for option, value, line in lines:
            await self.send(line)
            self._connection.options.store(option, value)
            self._ready = False

    async def set_option(self, name: str, value: OptionValue = None) -> None:
        """Sets an option (a button needs no value). Raises as :meth:`configure` does."""
        check_type("name", name, str, "the name of an option")
        await self.configure({name: value})

    def _setting_line(self, option: EngineOption, value: OptionValue) -> str:
        """The line that sets an option. Raises EngineUsageError for a value that it does not accept."""
        return option.setting(value)

    @abstractmethod
    async def set_variant(self, variant: str) -> None:
        """Chooses the variant of the searches that follow, by our name; ``shogi`` is standard shogi.

        Raises EngineUsageError, which lists what the engine offers, if it does not play the variant.
        """

    async def ready(self, timeout: float | None = None) -> None:
        """Waits until the engine has done what it was sent, ``timeout`` seconds at most (None: 60).

        In USI: sends ``isready`` and waits for ``readyok``. Raises EngineTimeout.
        """
        if timeout is not None:
            check_seconds(timeout)
        await self._become_idle()
        await self._connection.ready(READY_SECONDS if timeout is None else timeout)
        self._ready = True

    @abstractmethod
    async def new_game(self) -> None:
        """Tells the engine that a new game begins."""

    @abstractmethod
    async def game_over(self, result: str) -> None:
        """Tells the engine how the game ended for it: ``win``, ``lose`` or ``draw``."""

    # -- searching

    @abstractmethod
    async def start(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
    ) -> Search:
        """Starts a search and returns a handle to it without waiting.

        ``position`` is a board with its history, of the variant that was chosen. Whether the answer is legal
        is not checked in standard shogi, so that the caller may handle an illegal move.
        """

    @abstractmethod
    async def send_stop(self) -> None:
        """Sends the command that ends a search at once. Raises EngineCrashed if the process is gone."""

    async def stop(self) -> PlayResult | None:
        """Stops the running search for a move and returns its answer; None if no such search runs."""
        search = self._search
        return await search.stop() if isinstance(search, Search) else None

    async def send(self, line: str) -> None:
        """Sends one line as it is, for commands this class has no method for.

        Raises EngineCrashed if the process is gone, EngineUsageError for more than one line.
        """
        await self._connection.send(line)

    async def wait(self, future: asyncio.Future[T], timeout: float | None, what: str) -> T:
        """Waits for ``what``; after ``timeout`` seconds ends the process and raises EngineTimeout."""
        return await self._connection.wait(future, timeout, what)

    def abandon(self, search: SearchHandle[Any]) -> None:
        """Stops a search whose result is no longer wanted, in the background."""
        search.is_detached = True
        if search.done or not self.alive:
            return

        async def stop() -> None:
            with suppress(Exception):  # result() raises it
                await search.stop()

        self._stopping = asyncio.get_running_loop().create_task(stop())  # keep a reference to the task

    # -- internal

    async def _begin(self, timeout: float) -> None:
        self._ready = False
        self._search = None
        await self._connection.begin(timeout)

    async def _with_restarts(self, ask: Callable[[], Awaitable[T]]) -> T:
        while True:
            try:
                return await ask()
            except (EngineCrashed, EngineTimeout):
                if self.restarts <= 0:
                    raise
                self.restarts -= 1
                await self.restart()

    async def _become_idle(self) -> None:
        while (search := self._search) is not None:
            if not search.is_detached:
                raise EngineUsageError(f"engine {self.name!r} is searching; stop it first")
            try:
                await search.stop()
            except EngineProtocolError:
                pass  # its answer is not wanted
            except Exception as error:
                if error is not search.callback_error:
                    raise

    def _on_end(self, error: EngineError) -> None:
        search, self._search = self._search, None
        if search is not None:
            search.finish(error)


def check_arguments(limits: Limits, on_info: object = None) -> None:
    """Raises ArgumentTypeError unless these are Limits and a callable or None."""
    check_type("limits", limits, Limits, "Limits")
    if on_info is not None and not callable(on_info):
        raise ArgumentTypeError(f"on_info: expected a callable or None, got {on_info!r}")


def check_seconds(timeout: float) -> None:
    """Raises ArgumentTypeError, or EngineUsageError for a number that is not a positive time."""
    if not isinstance(timeout, (int, float)) or isinstance(timeout, bool):
        raise ArgumentTypeError(f"timeout: expected seconds, got {timeout!r}")
    if not 0 < timeout < inf:
        raise EngineUsageError(f"timeout: expected seconds above 0, got {timeout}")
