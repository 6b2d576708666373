"""The blocking client for USI engines.

A background thread runs the asynchronous client; every call here waits for its answer.
"""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import CancelledError, wait
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack, overload

from komadai import Board
from komadai.engine.client.async_engine import HANDSHAKE_SECONDS, UsiEngine
from komadai.engine.client.process import Command, TranscriptLine
from komadai.engine.protocol.info import Info, MateResult, PlayResult
from komadai.engine.protocol.limits import Bounds, Limits
from komadai.engine.protocol.options import EngineOption, OptionValue
from komadai.errors import EngineCrashed, EngineUsageError
from komadai.score import WinRateModel

T = TypeVar("T")


class Engine:
    """A USI engine for programs without an event loop. Made by :func:`komadai.engine.open`.

    Use it as a context manager, or call :meth:`close`. It is closed when the interpreter exits, too.
    Methods without a docstring are documented at :class:`UsiEngine`.
    """

    def __init__(
        self,
        command: Command | None = None,
        *,
        options: Mapping[str, OptionValue] | None = None,
        timeout: float = HANDSHAKE_SECONDS,
        restarts: int = 0,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=_run, args=(loop,), name="komadai engine", daemon=True)
        thread.start()
        self._loop = loop
        self._thread = thread
        self._finalizer = weakref.finalize(self, _shut, loop, thread, None)
        try:
            self._engine = self._call(
                UsiEngine.open(command, options=options, timeout=timeout, restarts=restarts, cwd=cwd, env=env)
            )
        except BaseException:
            self._finalizer()
            raise
        self._finalizer.detach()
        self._finalizer = weakref.finalize(self, _shut, loop, thread, self._engine)

    @property
    def name(self) -> str:
        """The engine's name, from ``id name``."""
        return self._engine.name

    @property
    def author(self) -> str:
        return self._engine.author

    @property
    def grace(self) -> float:
        """Seconds after the end of its time at which an engine that has not moved is ended."""
        return self._engine.grace

    @grace.setter
    def grace(self, seconds: float) -> None:
        self._engine.grace = seconds

    @property
    def restarts(self) -> int:
        """How many more times a process that crashed or hung is replaced and the request repeated."""
        return self._engine.restarts

    @property
    def win_rate_model(self) -> WinRateModel:
        """The model that turns this engine's scores into win rates."""
        return self._engine.win_rate_model

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._finalizer.alive and self._engine.alive

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """The options that the engine reported, by name."""
        return self._engine.options

    @property
    def transcript(self) -> list[TranscriptLine]:
        """The last 2000 lines sent to and by the engine, oldest first."""
        return self._engine.transcript

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """The options that were set, by name."""
        return self._engine.settings

    @property
    def pid(self) -> int | None:
        """The process id."""
        return self._engine.pid

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets several options, or none if one of them is invalid.

        Raises EngineUsageError (a ValueError), which names the expected values.
        """
        self._call(self._engine.configure(options))

    def set_option(self, name: str, value: OptionValue = None) -> None:
        """Sets an option (a button needs no value). Raises EngineUsageError (a ValueError)."""
        self._call(self._engine.set_option(name, value))

    def ready(self, timeout: float | None = None) -> None:
        """Waits for ``readyok``. Raises EngineTimeout."""
        self._call(self._engine.ready(timeout))

    def new_game(self) -> None:
        """Tells the engine that a new game begins."""
        self._call(self._engine.new_game())

    def game_over(self, result: str) -> None:
        """Tells the engine how the game ended for it: ``win``, ``lose`` or ``draw``."""
        self._call(self._engine.game_over(result))

    def play(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
        **bounds: Unpack[Bounds],
    ) -> PlayResult:
        """As :meth:`UsiEngine.play`. ``on_info`` runs in the engine's thread and must not call the engine."""
        return self._call(
            self._engine.play(position, limits, ponder=ponder, on_info=on_info, timeout=timeout, **bounds)
        )

    @overload
    def analyse(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        multipv: None = None,
        **bounds: Unpack[Bounds],
    ) -> Analysis: ...

    @overload
    def analyse(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        multipv: int,
        timeout: float | None = None,
        **bounds: Unpack[Bounds],
    ) -> list[Info]: ...

    def analyse(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        multipv: int | None = None,
        timeout: float | None = None,
        **bounds: Unpack[Bounds],
    ) -> Analysis | list[Info]:
        """With ``multipv``: the best lines when the search has ended. Without: as :meth:`analysis`.

        Waits for the end of the search, which ``limits``, ``seconds``, ``nodes`` or ``depth`` must bound, and
        returns the last info of each of at most ``multipv`` lines, the best first: score, pv, depth, nodes.
        Raises as :meth:`UsiEngine.analyse_lines`.

        >>> import komadai
        >>> with komadai.engine.open() as engine:
        ...     lines = engine.analyse(komadai.Board(), depth=5, multipv=3)
        >>> len(lines)
        3
        >>> lines[0].score.black() >= lines[1].score.black()
        True
        """
        if multipv is None:
            if timeout is not None:
                raise EngineUsageError(
                    "timeout: expected only with multipv; otherwise give it to result(timeout)"
                )
            return self.analysis(position, limits, **bounds)
        return self._call(
            self._engine.analyse_lines(position, limits, multipv=multipv, timeout=timeout, **bounds)
        )

    def analysis(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        multipv: int | None = None,
        **bounds: Unpack[Bounds],
    ) -> Analysis:
        """A running analysis: a loop over it gives the infos, the end of its ``with`` block stops the engine.

        Without limits the search runs until the loop or the block is left.

        >>> import komadai
        >>> with komadai.engine.open() as engine, engine.analysis(komadai.Board()) as analysis:
        ...     for info in analysis:
        ...         if info.depth is not None and info.depth >= 5:
        ...             break
        >>> bool(analysis.info.pv)
        True
        """
        return Analysis(self, position, limits, multipv, bounds)

    def mate(
        self,
        position: Board | str,
        *,
        seconds: float | None = None,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
    ) -> MateResult:
        """As :meth:`UsiEngine.mate`."""
        return self._call(self._engine.mate(position, seconds=seconds, on_info=on_info, timeout=timeout))

    def stop(self) -> PlayResult | None:
        """Stops the search that another thread waits for; None if no search runs."""
        return self._call(self._engine.stop())

    def restart(self, timeout: float | None = None) -> None:
        """Starts a new process with the same options, after a crash for example."""
        self._call(self._engine.restart(timeout))

    def send(self, line: str) -> None:
        """Sends one line of USI as it is. Raises EngineCrashed, EngineUsageError."""
        self._call(self._engine.send(line))

    def kill(self) -> None:
        """Ends the process at once. :meth:`restart` starts another."""
        self._engine.kill()

    def close(self) -> None:
        """Ends the engine's process. Calling it again does nothing."""
        self._check_thread()
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        try:
            self._check_thread()
            if not self._finalizer.alive:
                raise EngineUsageError("the engine is closed")
            future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        except BaseException as error:
            coroutine.close()
            if isinstance(error, RuntimeError):  # the loop was closed just now
                raise EngineUsageError("the engine is closed") from None
            raise
        try:
            while not wait([future], timeout=1).done:
                if not self._thread.is_alive() and not future.done():
                    raise CancelledError
            return future.result()
        except CancelledError:
            raise EngineCrashed("the engine was closed by another thread") from None
        except BaseException:
            future.cancel()  # KeyboardInterrupt while waiting: the engine stops too
            raise

    def _check_thread(self) -> None:
        if self._thread is threading.current_thread():
            raise EngineUsageError("on_info must not call the engine: it runs in the engine's thread")


class Analysis:
    """A running search of a position; made by :meth:`Engine.analysis`."""

    def __init__(
        self,
        engine: Engine,
        position: Board | str,
        limits: Limits | None,
        multipv: int | None,
        bounds: Bounds,
    ) -> None:
        self._sync_engine = engine
        self._search = engine._call(
            engine._engine.start_analysis(position, limits, multipv=multipv, **bounds)
        )
        self._infos = aiter(self._search)

    @property
    def info(self) -> Info:
        """The infos of the first line so far, merged."""
        return self._search.info

    @property
    def lines(self) -> tuple[Info, ...]:
        """The last info of each line (MultiPV), the best line first."""
        return self._search.lines

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._search.done

    def stop(self) -> PlayResult:
        """Stops the engine and returns its answer."""
        return self._sync_engine._call(self._search.stop())

    def result(self, timeout: float | None = None) -> PlayResult:
        """Waits for the answer, ``timeout`` seconds at most; without limits and timeout for ever."""
        return self._sync_engine._call(self._search.result(timeout))

    def close(self) -> None:
        """Stops the engine if this search still runs."""
        if self._sync_engine.alive:
            self._sync_engine._call(self._search.__aexit__(None, None, None))

    def __iter__(self) -> Iterator[Info]:
        try:
            while (info := self._sync_engine._call(_next(self._infos))) is not None:
                yield info
        finally:
            self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


async def _next(infos: AsyncIterator[Info]) -> Info | None:
    return await anext(infos, None)


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        # Cancelled tasks must still clean up: an engine that was starting is ended.
        unfinished = asyncio.all_tasks(loop)
        for task in unfinished:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*unfinished, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def _shut(loop: asyncio.AbstractEventLoop, thread: threading.Thread, engine: UsiEngine | None) -> None:
    if thread is threading.current_thread():
        # The garbage collector runs in the engine's own thread, which cannot wait for itself.
        if engine is not None:
            engine.kill()
        loop.stop()
        return
    if engine is not None:
        asyncio.run_coroutine_threadsafe(engine.quit(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
