"""Engines at work for the server: processes borrowed for one move at a time.

All talk goes through `komadai.engine.UsiEngine`. A process that crashes, hangs or talks
nonsense is ended at once and its borrower told by an EngineError; the next move gets a
fresh one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from komadai._core import Board
from komadai.clock import Clock
from komadai.engine import Limits, PlayResult, UsiEngine
from komadai.engine.client.async_engine import Search
from komadai.engine.client.rule_options import IMPASSE_OPTIONS
from komadai.engine.program import EngineProgram, EngineRules
from komadai.engine.protocol.limits import before_increment
from komadai.engine.protocol.options import find
from komadai.errors import EngineError, EngineProtocolError, EngineTimeout
from komadai.impasse import ImpasseRule
from komadai.pieces import Color

RESERVE_MS: Final = 3_000
"""What an engine is not told of its time, so that after a hang a fresh one can still move."""

SHORTEST_SILENCE_MS: Final = 1_000
SHORTEST_STOP_MS: Final = 200
_FOR_EVER: Final = 1e6
"""Seconds; the pool has its own, shorter patience."""


@dataclass(slots=True, eq=False)
class _Process:
    program: EngineProgram
    engine: UsiEngine
    game: str | None = None
    """The game it last thought about."""
    idle_since: float = 0.0


class EnginePool:
    """At most ``rules.processes`` engines think at once; as many may wait idle."""

    def __init__(self, rules: EngineRules) -> None:
        self._rules = rules
        self._slots = asyncio.Semaphore(rules.processes)
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The process numbers of all engines, idle or thinking."""
        numbers = [process.engine.pid for process in (*self._idle, *self._busy)]
        return [number for number in numbers if number is not None]

    async def think(
        self,
        program: EngineProgram,
        board: Board,
        limits: Callable[[], Limits],
        *,
        game: str,
        rule: ImpasseRule = ImpasseRule.POINTS_27,
        level: int | None = None,
    ) -> PlayResult:
        """The engine's answer in this position of the game (any name for it).

        ``limits`` is asked when an engine is at hand, because waiting for one takes time too.
        Raises EngineError (EngineCrashed, EngineTimeout, EngineProtocolError); the process
        to blame has then been ended. So it has if the waiting is cancelled.
        """
        async with self._slots, self._borrowed(program, game) as process:
            engine = process.engine
            if program.levels and level is not None:
                await _set(engine, "Level", level)
            for name, words in IMPASSE_OPTIONS.items():
                if find(engine.options, name) and name not in dict(program.options):
                    with suppress(ValueError):  # an engine may know fewer rules than we
                        await _set(engine, name, words[rule])
            if process.game != game:
                await asyncio.wait_for(engine.new_game(), self._rules.start_ms / 1000)
                process.game = game
            result = await self._answer(engine, board, limits())
            if result.move is not None and not board.is_legal(result.move):
                raise EngineProtocolError(f"engine {program.name!r} played the illegal move {result.move}")
            return result

    async def close(self) -> None:
        """Ends every process."""
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        processes = [*self._idle, *self._busy]
        self._idle.clear()
        await asyncio.gather(*(process.engine.quit(0.5) for process in processes), return_exceptions=True)
        self._busy.difference_update(processes)

    @asynccontextmanager
    async def _borrowed(self, program: EngineProgram, game: str) -> AsyncIterator[_Process]:
        process = await self._take(program, game)
        self._busy.add(process)
        try:
            yield process
        except BaseException as error:
            # Whatever went wrong (a cancelled search too), a fresh process is the sure way on.
            await asyncio.shield(process.engine.close())
            if isinstance(error, TimeoutError) and not isinstance(error, EngineError):
                raise EngineTimeout(f"engine {program.name!r} did not get ready in time") from error
            if isinstance(error, ValueError):  # the engine won't take what the server has to tell it
                raise EngineProtocolError(f"engine {program.name!r}: {error}") from error
            raise
        else:
            self._idle.append(process)
        finally:
            self._busy.discard(process)
        process.idle_since = asyncio.get_running_loop().time()
        if self._closed:
            self._idle.remove(process)
            await process.engine.close()
        elif self._sweeper is None or self._sweeper.done():
            self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def _take(self, program: EngineProgram, game: str) -> _Process:
        # The one that knows the game already comes first.
        for process in sorted(self._idle, key=lambda process: process.game != game):
            if process.program == program:
                self._idle.remove(process)
                if process.engine.alive:
                    return process
                await process.engine.close()
        while len(self._idle) >= self._rules.processes:
            await self._dismiss(self._idle[0])
        try:
            engine = await UsiEngine.open(
                program.command, options=dict(program.options), timeout=self._rules.start_ms / 1000
            )
        except ValueError as error:
            raise EngineProtocolError(f"engine {program.name!r}: {error}") from error
        return _Process(program, engine)

    async def _answer(self, engine: UsiEngine, board: Board, limits: Limits) -> PlayResult:
        """Waits for the move. An engine that has gone quiet is asked to move now, then given up."""
        loop = asyncio.get_running_loop()
        heard = loop.time()

        def hear(_info: object) -> None:
            nonlocal heard
            heard = loop.time()

        main = limits.btime if board.turn == Color.BLACK else limits.wtime
        allowed_ms = (main or 0) + (limits.byoyomi or 0)
        search = await engine.start(board, limits, on_info=hear)
        heard = loop.time()
        latest = heard + allowed_ms / 1000
        # Where time is short, patience is too: a fresh engine must be able to move in what is left.
        silence = min(self._rules.silence_ms, max(SHORTEST_SILENCE_MS, allowed_ms // 2)) / 1000
        patience = min(self._rules.stop_ms, max(SHORTEST_STOP_MS, allowed_ms // 2)) / 1000
        answer = loop.create_task(search.result(_FOR_EVER))
        try:
            while True:
                until = min(latest, heard + silence)
                done, _ = await asyncio.wait({answer}, timeout=max(0.0, until - loop.time()))
                if done:
                    return answer.result()
                if loop.time() >= min(latest, heard + silence):
                    return await self._hurry(engine, search, limits, patience)
        finally:
            answer.cancel()

    async def _hurry(self, engine: UsiEngine, search: Search, limits: Limits, patience: float) -> PlayResult:
        try:
            return await asyncio.wait_for(search.stop(), patience)
        except TimeoutError as error:
            raise EngineTimeout(f"engine {engine.name!r} hangs: no answer to stop ({limits.go()})") from error

    async def _sweep(self) -> None:
        """Closes engines that nobody has needed for a while; ends when none is idle."""
        loop = asyncio.get_running_loop()
        while self._idle:
            await asyncio.sleep(self._rules.idle_ms / 2000)
            too_old = loop.time() - self._rules.idle_ms / 1000
            for process in [process for process in self._idle if process.idle_since <= too_old]:
                if process in self._idle:
                    await self._dismiss(process)

    async def _dismiss(self, process: _Process) -> None:
        """Closes an idle engine; until it is gone it still counts as one of ours."""
        self._idle.remove(process)
        self._busy.add(process)
        await process.engine.quit(0.5)
        self._busy.discard(process)


async def _set(engine: UsiEngine, name: str, value: str | int) -> None:
    if engine.settings.get(name) != value:
        await engine.set_option(name, value)


def limits_for(clock: Clock | None, color: Color, now_ms: int, rules: EngineRules) -> Limits:
    """What the engine is told of its time.

    USI knows no byoyomi periods: an engine is told of one. A part of the time is held back
    (RESERVE_MS, or a quarter where time is short), from the byoyomi first, unless further
    periods are a reserve already.
    """
    if clock is None:
        return Limits(btime=0, wtime=0, byoyomi=rules.untimed_ms)
    main = [0, 0]
    for each in Color:
        face = clock.face(each, now_ms)
        main[each] = face.remaining_ms if face.phase == "main" else 0
    own = clock.face(color, now_ms)
    remaining = clock.remaining_ms(color, now_ms)
    byoyomi = own.byoyomi_ms if own.phase == "main" else own.remaining_ms
    reserve = min(RESERVE_MS, remaining // 4)
    lacking = max(0, reserve - (remaining - main[color] - byoyomi))
    held = min(lacking, byoyomi)
    byoyomi -= held
    main[color] = max(0, main[color] - (lacking - held))
    increments = [clock.control(each).increment_ms for each in Color]
    if any(increments):
        (black, binc), (white, winc) = (
            before_increment(left, gain) for left, gain in zip(main, increments, strict=True)
        )
        return Limits(btime=black, wtime=white, byoyomi=byoyomi or None, binc=binc, winc=winc)
    return Limits(btime=main[0], wtime=main[1], byoyomi=byoyomi)
