"""A search that runs in an engine's process: its infos while it runs, and its result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from komadai import Board, Color
from komadai.engine.protocol.info import Info, MateResult, PlayResult
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.move_reader import USI_MOVES, MoveReader
from komadai.errors import EngineError

_MAX_QUEUED_INFOS = 10_000
_MAX_LINES = 1000

R = TypeVar("R", PlayResult, MateResult)
T = TypeVar("T")


class SearchingEngine(Protocol):
    """The interface of an engine that a search needs."""

    grace: float
    stop_seconds: float

    @property
    def alive(self) -> bool:
        """Whether the process runs."""

    async def send(self, line: str) -> None:
        """Sends a line. Raises EngineCrashed if the process is gone."""

    async def send_stop(self) -> None:
        """Sends the command that ends a search at once. Raises EngineCrashed if the process is gone."""

    async def wait(self, future: asyncio.Future[T], timeout: float | None, what: str) -> T:
        """Waits for ``what``; after ``timeout`` seconds ends the process and raises EngineTimeout."""

    def abandon(self, search: SearchHandle[Any]) -> None:
        """Stops a search whose result is no longer wanted, in the background."""


class SearchHandle(Generic[R]):
    """The base of :class:`Search` and :class:`MateSearch`."""

    answer = "answer"
    """The expected answer, for error messages."""

    def __init__(
        self,
        engine: SearchingEngine,
        limits: Limits,
        color: Color,
        board: Board | None,
        on_info: Callable[[Info], None] | None,
        *,
        pondering: bool = False,
        reader: MoveReader = USI_MOVES,
    ):
        self._engine = engine
        self.limits = limits
        self.color = color
        """The side to move."""
        self.board = board
        """The position, with which moves are checked; None if they are not to be checked."""
        self.reader = reader
        """Reads the moves that the engine sends."""
        self.is_detached: bool = False
        """Whether the next command may stop the search, because its result is not awaited."""
        self.callback_error: Exception | None = None
        """The exception that ``on_info`` raised."""
        self.last_info_at: float = monotonic()
        """When the last info arrived (``time.monotonic()``); before the first one, when the search began."""
        self._on_info = on_info
        self._clock_started: float | None = None if pondering else monotonic()
        """None while pondering: the clock does not run on the opponent's time."""
        self._infos: asyncio.Queue[Info | None] = asyncio.Queue()
        self._best = Info()
        self._lines: dict[int, Info] = {}
        self._end: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        # Retrieve the exception, or asyncio logs an error for a result that is never awaited.
        self._end.add_done_callback(lambda end: end.cancelled() or end.exception())
        self._seconds: float | None = None
        """The time after which ``stop`` is sent."""

    @property
    def info(self) -> Info:
        """The infos of the first line so far, merged."""
        return self._best

    @property
    def lines(self) -> tuple[Info, ...]:
        """The last info of each line (MultiPV), the best line first."""
        return tuple(self._lines[number] for number in sorted(self._lines))

    @property
    def done(self) -> bool:
        """Whether it has ended, with an answer or an error."""
        return self._end.done()

    @property
    def is_pondering(self) -> bool:
        """Whether it runs on the opponent's time."""
        return self._clock_started is None

    async def result(self, timeout: float | None = None) -> R:
        """Waits for the answer, ``timeout`` seconds at most (default: the clock and the engine's ``grace``).

        Raises EngineTimeout, EngineCrashed, EngineProtocolError, and any exception of ``on_info``, after
        which the engine is stopped. If the waiting is cancelled, the engine is stopped, too.
        """
        if timeout is None:
            timeout = self._max_seconds()
        try:
            return await self._engine.wait(self._end, timeout, self.answer)
        except asyncio.CancelledError:
            self._engine.abandon(self)
            raise

    async def send_stop(self) -> None:
        """Sends ``stop`` without waiting for the answer."""
        if not self.done:
            await self._engine.send_stop()

    say_stop = send_stop
    """The former name of :meth:`send_stop`."""

    async def stop(self) -> R:
        """Sends ``stop`` and waits for the answer. Raises as :meth:`result` does."""
        await self.send_stop()
        return await self._engine.wait(self._end, self._engine.stop_seconds, "answer to stop")

    async def __aiter__(self) -> AsyncIterator[Info]:
        """The infos as they arrive. Raises as :meth:`result` does, at the end and when the time is over."""
        while (info := await self._next_info()) is not None:
            yield info
        if not self._end.cancelled() and (error := self._end.exception()) is not None:
            raise error

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops the engine at the end of the block."""
        if not self.done and self._engine.alive:
            with suppress(EngineError):
                await self.stop()

    # -- for the engine client

    def stop_after(self, seconds: float) -> None:
        """Sends ``stop`` after this time."""
        loop = asyncio.get_running_loop()

        async def stop() -> None:
            with suppress(EngineError):  # result() raises it
                await self.send_stop()

        def start_stopping() -> None:
            self._stopping = loop.create_task(stop())  # a task without a reference may be collected

        self._seconds = seconds
        timer = loop.call_later(seconds, start_stopping)
        self._end.add_done_callback(lambda _: timer.cancel())

    def attach(self, on_info: Callable[[Info], None] | None) -> None:
        """Makes a detached search the caller's own."""
        self.is_detached = False
        self._on_info = on_info

    def add_info(self, info: Info) -> None:
        """Records an ``info`` line of the engine and passes it on."""
        self.last_info_at = monotonic()
        info = info.with_turn(self.color)
        if info.multipv == 1:
            self._best = self._best.updated(info)
        if info.pv and (info.multipv in self._lines or len(self._lines) < _MAX_LINES):
            self._lines[info.multipv] = info
        if self._infos.qsize() < _MAX_QUEUED_INFOS:
            self._infos.put_nowait(info)
        if self._on_info is not None:
            try:
                self._on_info(info)
            except Exception as error:  # raised by result()
                self._on_info = None
                self.callback_error = error
                self._engine.abandon(self)

    def finish(self, result: R | BaseException) -> None:
        """Ends the search with its answer or an error."""
        if self.callback_error is not None:
            result = self.callback_error
        if not self._end.done():
            if isinstance(result, BaseException):
                self._end.set_exception(result)
            else:
                self._end.set_result(result)
        self._infos.put_nowait(None)

    # -- inside

    def _max_seconds(self) -> float | None:
        """The seconds in which it must have ended; None without a limit of time."""
        if self._seconds is not None:
            return self._seconds + self._engine.grace
        longest = self.limits.longest_ms(self.color)
        return None if longest is None else longest / 1000 + self._engine.grace

    async def _next_info(self) -> Info | None:
        longest = self._max_seconds()
        while not self.done and self._infos.empty() and longest is not None:
            # Wake up every second: a ponderhit starts the clock.
            rest = 1.0 if self._clock_started is None else self._clock_started + longest - monotonic()
            if rest <= 0:
                await self._engine.wait(self._end, 0.0, f"{self.answer} within {longest:g} s")
            with suppress(TimeoutError):
                return await asyncio.wait_for(self._infos.get(), min(max(rest, 0.0), 1.0))
        return await self._infos.get()


class Search(SearchHandle[PlayResult]):
    """A search for a move. Iterate it for the engine's infos; await :meth:`result` for its end.

    Used as an asynchronous context manager it stops the engine at the end of the block.
    """

    answer = "move"

    async def ponderhit(self) -> None:
        """Tells the engine that the expected move was played: it now thinks on its own time."""
        if not self.done:
            await self._engine.send("ponderhit")
            self._clock_started = monotonic()


class MateSearch(SearchHandle[MateResult]):
    """A search for a mate."""

    answer = "checkmate"
