"""A search under way in an engine's process: what it says meanwhile, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from komadai import Board, Color
from komadai.engine.protocol.info import Info, MateResult, PlayResult
from komadai.engine.protocol.limits import Limits
from komadai.errors import EngineError

if TYPE_CHECKING:
    from komadai.engine.client.async_engine import UsiEngine

_MOST_WAITING = 10_000
_MOST_LINES = 1000

R = TypeVar("R", PlayResult, MateResult)


class Thinking(Generic[R]):
    """What :class:`Search` and :class:`MateSearch` have in common."""

    answer = "answer"
    """What it is that is waited for, in words."""

    def __init__(
        self,
        engine: UsiEngine,
        limits: Limits,
        color: Color,
        board: Board | None,
        on_info: Callable[[Info], None] | None,
    ):
        self._engine = engine
        self._limits = limits
        self._color = color
        self._board = board
        """The position it is about; None where nobody looks whether its moves can be played."""
        self._on_info = on_info
        self._raised: Exception | None = None
        """What ``on_info`` has raised."""
        self._began: float | None = monotonic()
        """Since when the clock runs; None on the opponent's time."""
        self._infos: asyncio.Queue[Info | None] = asyncio.Queue()
        self._best = Info()
        self._lines: dict[int, Info] = {}
        self._end: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._end.add_done_callback(lambda end: end.cancelled() or end.exception())  # may go unasked
        self._unattended = False
        self._seconds: float | None = None
        """After which it is told to stop."""

    @property
    def info(self) -> Info:
        """The sum of what the engine has said of its first line so far."""
        return self._best

    @property
    def lines(self) -> tuple[Info, ...]:
        """What it said last of each of its lines (MultiPV), the best first."""
        return tuple(self._lines[number] for number in sorted(self._lines))

    @property
    def done(self) -> bool:
        """Whether it has ended, with an answer or an error."""
        return self._end.done()

    async def result(self, timeout: float | None = None) -> R:
        """Waits for the answer, ``timeout`` seconds at most (default: the clock and some grace).

        Raises EngineTimeout, EngineCrashed, EngineProtocolError, and what ``on_info`` has raised: the engine
        was told to stop then. If the waiting is cancelled it is told so, too.
        """
        if timeout is None:
            timeout = self._longest()
        try:
            return await self._engine._wait(self._end, timeout, self.answer)
        except asyncio.CancelledError:
            self._engine._abandon(self)
            raise

    async def say_stop(self) -> None:
        """Tells the engine to answer now, and waits for nothing."""
        if not self.done:
            await self._engine._send("stop")

    async def stop(self) -> R:
        """Tells the engine to answer now, and waits for that. Raises as :meth:`result` does."""
        await self.say_stop()
        return await self._engine._wait(self._end, self._engine._stop_seconds(), "answer to stop")

    async def __aiter__(self) -> AsyncIterator[Info]:
        """The infos as they come. Raises as :meth:`result` does at the end, and when there should be one."""
        while (info := await self._following()) is not None:
            yield info
        if not self._end.cancelled() and (error := self._end.exception()) is not None:
            raise error

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leaving it stops the engine."""
        if not self.done and self._engine.alive:
            with suppress(EngineError):
                await self.stop()

    def _longest(self) -> float | None:
        """The seconds in which it must have ended; None where it may go on."""
        if self._seconds is not None:
            return self._seconds + self._engine.grace
        longest = self._limits.longest_ms(self._color)
        return None if longest is None else longest / 1000 + self._engine.grace

    def _stop_after(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()

        async def stop() -> None:
            with suppress(EngineError):  # whoever waits for it is told
                await self.say_stop()

        def tell() -> None:
            self._stopping = loop.create_task(stop())

        self._seconds = seconds
        timer = loop.call_later(seconds, tell)
        self._end.add_done_callback(lambda _: timer.cancel())

    async def _following(self) -> Info | None:
        longest = self._longest()
        while not self.done and self._infos.empty() and longest is not None:
            # Looked at anew now and then: a ponderhit sets the clock going.
            rest = 1.0 if self._began is None else self._began + longest - monotonic()
            if rest <= 0:
                await self._engine._wait(self._end, 0.0, f"{self.answer} within {longest:g} s")
            with suppress(TimeoutError):
                return await asyncio.wait_for(self._infos.get(), min(max(rest, 0.0), 1.0))
        return await self._infos.get()

    def add_info(self, info: Info) -> None:
        """Records an ``info`` line of the engine and passes it on."""
        info = info.with_turn(self._color)
        if info.multipv == 1:
            self._best = self._best.updated(info)
        if info.pv and (info.multipv in self._lines or len(self._lines) < _MOST_LINES):
            self._lines[info.multipv] = info
        if self._infos.qsize() < _MOST_WAITING:
            self._infos.put_nowait(info)
        if self._on_info is not None:
            try:
                self._on_info(info)
            except Exception as error:  # it belongs to whoever waits for the answer
                self._on_info = None
                self._raised = error
                self._engine._abandon(self)

    def _finish(self, result: R | BaseException) -> None:
        if self._raised is not None:
            result = self._raised
        if not self._end.done():
            if isinstance(result, BaseException):
                self._end.set_exception(result)
            else:
                self._end.set_result(result)
        self._infos.put_nowait(None)


class Search(Thinking[PlayResult]):
    """A search for a move. Iterate it for the engine's infos; await :meth:`result` for its end.

    As an asynchronous context manager it stops the engine where the block is left.
    """

    answer = "move"

    async def ponderhit(self) -> None:
        """The expected move was played: what the engine pondered on is now its own move."""
        if not self.done:
            await self._engine._send("ponderhit")
            self._began = monotonic()


class MateSearch(Thinking[MateResult]):
    """A search for a mate."""

    answer = "checkmate"
