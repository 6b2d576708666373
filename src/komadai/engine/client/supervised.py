"""An engine that is started when it is needed, ended when it fails, and started again for the next move."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from komadai.engine.client.protocols import CLIENTS
from komadai.engine.client.rule_options import IMPASSE_OPTIONS
from komadai.engine.program import EngineProgram, EngineRules
from komadai.engine.protocol.options import find
from komadai.errors import EngineCrashed, EngineError, EngineProtocolError, EngineTimeout
from komadai.pieces import BLACK

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from komadai._core import Board
    from komadai.engine.client.engine_client import EngineClient
    from komadai.engine.client.process import TranscriptLine
    from komadai.engine.client.search_handle import Search
    from komadai.engine.protocol.info import Info, PlayResult
    from komadai.engine.protocol.limits import Limits
    from komadai.engine.protocol.options import OptionValue
    from komadai.impasse import ImpasseRule
    from komadai.protocols import BoardLike

MIN_SILENCE_MS: Final = 1_000
MIN_STOP_MS: Final = 200
_WITHOUT_LIMIT: Final = 1e6
"""Seconds; this class has its own, shorter limits."""


class SupervisedEngine:
    """One engine program, with at most one process of it.

    :meth:`play` returns a move in a game or raises an error: a process that crashes, hangs or breaks the
    protocol is ended, the error is raised, and the next move gets a new process. After
    ``rules.failures`` failures in a row no new process is started. The times come from ``rules``.
    """

    def __init__(self, program: EngineProgram, rules: EngineRules) -> None:
        self.program = program
        self.rules = rules
        self.failures: int = 0
        """How many times in a row it has failed."""
        self.game: str | None = None
        """The game for which the running process was last used."""
        self._engine: EngineClient | None = None
        self._last_error = ""

    @property
    def name(self) -> str:
        """The engine's own name while it runs; the program's otherwise."""
        return (self._engine.name if self._engine is not None else "") or self.program.name

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._engine is not None and self._engine.alive

    @property
    def pid(self) -> int | None:
        """The process id, None before the first start."""
        return None if self._engine is None else self._engine.pid

    @property
    def settings(self) -> dict[str, OptionValue]:
        """The options that were set in the running process."""
        return {} if self._engine is None else dict(self._engine.settings)

    @property
    def transcript(self) -> list[TranscriptLine]:
        """The last lines sent to and by the process, oldest first."""
        return [] if self._engine is None else self._engine.transcript

    async def start(self) -> EngineClient:
        """The running engine, started with the program's options unless it runs already.

        Raises EngineError: EngineCrashed also if it has failed too often, EngineUsageError for an option that
        the engine does not accept.
        """
        if self._engine is not None and self._engine.alive:
            return self._engine
        if self.failures >= self.rules.failures:
            raise EngineCrashed(
                f"engine {self.name!r} failed {self.failures} times in a row: {self._last_error}"
            )
        await self.close()
        engine = await CLIENTS[self.program.protocol].open(
            self.program.command, options=dict(self.program.options), timeout=self.rules.start_ms / 1000
        )
        self._engine = engine
        return engine

    @asynccontextmanager
    async def running(self) -> AsyncIterator[EngineClient]:
        """A block with the running engine. If it raises, cancellation included, the process is ended.

        Errors count as failures. An error of the caller's options (EngineUsageError, a ValueError) is raised
        as EngineProtocolError, a wait that took too long as EngineTimeout.
        """
        try:
            yield await self.start()
        except BaseException as error:
            # After a cancelled search, too: a new process is in a known state.
            await asyncio.shield(self.close())
            if isinstance(error, Exception):
                self.failures += 1
                self._last_error = str(error)
            if isinstance(error, TimeoutError) and not isinstance(error, EngineError):
                raise EngineTimeout(f"engine {self.program.name!r} was not ready in time") from error
            if isinstance(error, ValueError):
                raise EngineProtocolError(f"engine {self.program.name!r}: {error}") from error
            raise
        self.failures = 0

    async def play(
        self,
        board: Board | BoardLike[Any],
        limits: Callable[[], Limits],
        *,
        game: str,
        rule: ImpasseRule,
        variant: str = "shogi",
        level: int | None = None,
        on_info: Callable[[Info], None] | None = None,
    ) -> PlayResult:
        """The engine's answer in this position. A move in it is legal. ``game`` is any text that identifies
        the game.

        ``limits`` is called when the engine is ready, because starting it takes time, too. Raises EngineError
        (EngineCrashed, EngineTimeout, EngineProtocolError); the process has then been ended.
        """
        async with self.running() as engine:
            if self.program.levels and level is not None:
                await _set(engine, "Level", level)
            await self.set_rules(rule, variant=variant)
            if self.game != game:
                await asyncio.wait_for(engine.new_game(), self.rules.start_ms / 1000)
                self.game = game
            result = await self._answer(engine, board, limits(), on_info)
            if result.move is not None and not board.is_legal(result.move):
                raise EngineProtocolError(
                    f"engine {self.program.name!r} played the illegal move {result.move}"
                )
            return result

    async def set_rules(
        self, rule: ImpasseRule, max_moves: int = 0, *, ponder: bool = False, variant: str = "shogi"
    ) -> None:
        """Chooses the variant and sets the options for the rules of a game: those that the engine has and the
        user has not set.

        Raises EngineUsageError if the engine does not play the variant. The impasse rule is for standard
        shogi.
        """
        assert self._engine is not None
        await self._engine.set_variant(variant)
        for name, values in IMPASSE_OPTIONS.items() if variant == "shogi" else ():
            await self._set_if_known(name, values[rule])
        if max_moves:
            await self._set_if_known("MaxMovesToDraw", max_moves)
        if ponder:
            await self._set_if_known("USI_Ponder", True)

    async def close(self, timeout: float | None = None) -> None:
        """Ends the process: at once, or ``timeout`` seconds after ``quit``."""
        engine, self.game = self._engine, None
        if engine is None:
            return
        await (engine.close() if timeout is None else engine.quit(timeout))
        if self._engine is engine:  # only now: a cancelled close must be repeatable
            self._engine = None

    def kill(self) -> None:
        """Ends the process at once; may be called from any thread."""
        if self._engine is not None:
            self._engine.kill()

    # -- inside

    async def _set_if_known(self, name: str, value: str | int) -> None:
        engine = self._engine
        assert engine is not None
        fixed = {key.lower() for key, _ in self.program.options}
        if find(engine.options, name) is not None and name.lower() not in fixed:
            with suppress(ValueError):  # an engine may know fewer rules
                await _set(engine, name, value)

    async def _answer(
        self,
        engine: EngineClient,
        board: Board | BoardLike[Any],
        limits: Limits,
        on_info: Callable[[Info], None] | None,
    ) -> PlayResult:
        """Waits for the move. An engine without output is sent ``stop``, then ended."""
        main = limits.btime if board.turn == BLACK else limits.wtime
        allowed_ms = (main or 0) + (limits.byoyomi or 0)
        search = await engine.start(board, limits, on_info=on_info)
        latest = monotonic() + allowed_ms / 1000
        # With little time left the waits are shorter, too: a new process must be able to move after them.
        silence = min(self.rules.silence_ms, max(MIN_SILENCE_MS, allowed_ms // 2)) / 1000
        stop_seconds = min(self.rules.stop_ms, max(MIN_STOP_MS, allowed_ms // 2)) / 1000
        answer = asyncio.ensure_future(search.result(_WITHOUT_LIMIT))
        try:
            while (wait := min(latest, search.last_info_at + silence) - monotonic()) > 0:
                if (await asyncio.wait({answer}, timeout=wait))[0]:
                    return answer.result()
            if answer.done():
                return answer.result()
            return await self._stop(engine, search, limits, stop_seconds)
        finally:
            answer.cancel()

    async def _stop(
        self, engine: EngineClient, search: Search, limits: Limits, stop_seconds: float
    ) -> PlayResult:
        try:
            return await asyncio.wait_for(search.stop(), stop_seconds)
        except TimeoutError as error:
            raise EngineTimeout(
                f"engine {engine.name!r} hangs: no answer to stop within {stop_seconds:g} s ({limits.go()})"
            ) from error


async def _set(engine: EngineClient, name: str, value: str | int) -> None:
    if engine.settings.get(name) != value:
        await engine.set_option(name, value)
