"""The plain face of the USI client: the same engine without ``await``.

A thread of its own runs the asynchronous client; every call here waits for its answer.
"""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import CancelledError, wait
from types import TracebackType
from typing import Any, Self, TypeVar

from komadai import Board
from komadai.engine.client.async_engine import HANDSHAKE_SECONDS, UsiEngine
from komadai.engine.client.process import Command, Said
from komadai.engine.protocol.info import Info, MateResult, PlayResult
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.options import EngineOption, OptionValue
from komadai.errors import EngineCrashed, EngineUsageError

T = TypeVar("T")


class Engine:
    """A USI engine for programs without an event loop. Made by :func:`komadai.engine.open`.

    Use it as a context manager, or call :meth:`close`; at the interpreter's end it is closed
    in any case.
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
        return self._engine.name

    @property
    def author(self) -> str:
        return self._engine.author

    @property
    def alive(self) -> bool:
        """Whether the engine can be asked anything."""
        return self._finalizer.alive and self._engine.alive

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """What the engine reports it can be told, by name."""
        return self._engine.options

    @property
    def transcript(self) -> list[Said]:
        """The last lines said to and by the engine."""
        return self._engine.transcript

    @property
    def settings(self) -> Mapping[str, OptionValue]:
        """What it was told."""
        return self._engine.settings

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._engine.pid

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets several options, all or none.

        Raises EngineUsageError (a ValueError) naming what is expected.
        """
        self._call(self._engine.configure(options))

    def set_option(self, name: str, value: OptionValue = None) -> None:
        """Sets an option. Raises EngineUsageError (a ValueError) naming what is expected."""
        self._call(self._engine.set_option(name, value))

    def ready(self, timeout: float | None = None) -> None:
        """Waits until the engine has done all it was told. Raises EngineTimeout."""
        self._call(self._engine.ready(timeout))

    def new_game(self) -> None:
        """Tells the engine that what comes next is another game."""
        self._call(self._engine.new_game())

    def game_over(self, result: str) -> None:
        """Tells the engine how the game ended for it: ``win``, ``lose`` or ``draw``."""
        self._call(self._engine.game_over(result))

    def play(
        self,
        position: Board | str,
        limits: Limits | None = None,
        *,
        seconds: float | None = None,
        ponder: bool = False,
        on_info: Callable[[Info], None] | None = None,
        timeout: float | None = None,
    ) -> PlayResult:
        """As :meth:`UsiEngine.play`. ``on_info`` is called in the engine's thread and can ask it nothing."""
        return self._call(
            self._engine.play(
                position, limits, seconds=seconds, ponder=ponder, on_info=on_info, timeout=timeout
            )
        )

    def analyse(
        self, position: Board | str, limits: Limits | None = None, *, seconds: float | None = None
    ) -> Analysis:
        """The engine's infos as they come: a loop over them, and a block that stops the engine at its end.

        Without limits the engine goes on until the loop or the block is left.

        >>> import komadai
        >>> with komadai.engine.open() as engine:
        ...     with engine.analyse(komadai.Board()) as analysis:
        ...         for info in analysis:
        ...             if info.depth is not None and info.depth >= 5:
        ...                 break
        ...     bool(analysis.info.pv)
        True
        """
        return Analysis(self, limits, seconds, position)

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
        """Ends the search under way in another thread; None if there is none."""
        return self._call(self._engine.stop())

    def restart(self) -> None:
        """Starts the process anew with the options it had, after a crash for example."""
        self._call(self._engine.restart())

    def close(self) -> None:
        """Ends the engine's process. Calling it again does nothing."""
        self._demand_another_thread()
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        try:
            self._demand_another_thread()
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

    def _demand_another_thread(self) -> None:
        if self._thread is threading.current_thread():
            raise EngineUsageError("on_info cannot ask the engine anything: it runs in the engine's thread")


class Analysis:
    """An engine at work on a position; made by :meth:`Engine.analyse`. Begun already when one has it."""

    def __init__(
        self, engine: Engine, limits: Limits | None, seconds: float | None, position: Board | str
    ) -> None:
        self._plain = engine
        self._search = engine._call(engine._engine._analyse(position, limits, seconds))
        self._infos = aiter(self._search)

    @property
    def info(self) -> Info:
        """The sum of what the engine has said of its first line so far."""
        return self._search.info

    @property
    def lines(self) -> tuple[Info, ...]:
        """What it said last of each of its lines (MultiPV), the best first."""
        return self._search.lines

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._search.done

    def stop(self) -> PlayResult:
        """Tells the engine to come to an end, and waits for that: its answer."""
        return self._plain._call(self._search.stop())

    def result(self, timeout: float | None = None) -> PlayResult:
        """Waits for the answer: for ever, if there is no limit, unless ``timeout`` (seconds) is given."""
        return self._plain._call(self._search.result(timeout))

    def close(self) -> None:
        """Stops the engine, if it still works on this."""
        if self._plain.alive:
            self._plain._call(self._search.__aexit__(None, None, None))

    def __iter__(self) -> Iterator[Info]:
        try:
            while (info := self._plain._call(_next(self._infos))) is not None:
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
        # What was called off must still clean up: an engine just starting is ended.
        unfinished = asyncio.all_tasks(loop)
        for task in unfinished:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*unfinished, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def _shut(loop: asyncio.AbstractEventLoop, thread: threading.Thread, engine: UsiEngine | None) -> None:
    if thread is threading.current_thread():
        # The garbage collector came by in the engine's own thread, which cannot wait for itself.
        if engine is not None:
            engine.kill()
        loop.stop()
        return
    if engine is not None:
        asyncio.run_coroutine_threadsafe(engine.quit(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
