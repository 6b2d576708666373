"""A pool of engine processes that games share: each is used for one move at a time.

A process that crashes, hangs or breaks the protocol is ended at once and the caller gets an EngineError; the
next move gets a new process.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, Literal

from komadai._core import Board
from komadai.clock import Clock
from komadai.engine import Info, Limits, PlayResult
from komadai.engine.client.supervised import SupervisedEngine
from komadai.engine.program import EngineProgram, EngineRules
from komadai.engine.protocol.limits import before_increment
from komadai.impasse import ImpasseRule
from komadai.pieces import Color

RESERVE_MS: Final = 3_000
"""Time subtracted from the limits, so that after a hang a new process can still move."""

_QUIT_SECONDS: Final = 0.5


class EnginePool:
    """Engine processes: at most ``rules.processes`` search for live games at once, ``rules.analyses`` for
    anything else, so that no game waits for an analysis. As many may be idle."""

    def __init__(self, rules: EngineRules) -> None:
        self._rules = rules
        self._slots = {
            "game": asyncio.Semaphore(rules.processes),
            "analysis": asyncio.Semaphore(rules.analyses),
        }
        self._idle: dict[SupervisedEngine, float] = {}
        """The idle engines and the loop time since which each is idle, the longest idle first."""
        self._busy: set[SupervisedEngine] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The process ids of all engines, idle or searching."""
        return [engine.pid for engine in (*self._idle, *self._busy) if engine.pid is not None]

    async def think(
        self,
        program: EngineProgram,
        board: Board,
        limits: Callable[[], Limits],
        *,
        game: str,
        rule: ImpasseRule = ImpasseRule.POINTS_27,
        level: int | None = None,
        on_info: Callable[[Info], None] | None = None,
        purpose: Literal["game", "analysis"] = "game",
    ) -> PlayResult:
        """The engine's answer in this position. ``game`` is any text that identifies the game.

        ``limits`` is called when an engine is ready, because waiting for one takes time, too. ``on_info``
        gets every info of the search. Raises EngineError (EngineCrashed, EngineTimeout, EngineProtocolError);
        the process has then been ended, and also if the call is cancelled.
        """
        async with self._slots[purpose], self._borrowed(program, game) as engine:
            return await engine.play(board, limits, game=game, rule=rule, level=level, on_info=on_info)

    async def close(self) -> None:
        """Ends every process."""
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        engines = [*self._idle, *self._busy]
        self._idle.clear()
        await asyncio.gather(*(engine.close(_QUIT_SECONDS) for engine in engines), return_exceptions=True)
        self._busy.difference_update(engines)

    @asynccontextmanager
    async def _borrowed(self, program: EngineProgram, game: str) -> AsyncIterator[SupervisedEngine]:
        engine = await self._take(program, game)
        self._busy.add(engine)
        try:
            yield engine
        finally:
            self._busy.discard(engine)
        if self._closed:
            await engine.close()
            return
        self._idle[engine] = asyncio.get_running_loop().time()
        if self._sweeper is None or self._sweeper.done():
            self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def _take(self, program: EngineProgram, game: str) -> SupervisedEngine:
        # Prefer the process that was used for this game before.
        for engine in sorted(self._idle, key=lambda engine: engine.game != game):
            if engine.program == program:
                del self._idle[engine]
                return engine
        while len(self._idle) >= self._rules.processes:
            await self._dismiss(next(iter(self._idle)))
        return SupervisedEngine(program, self._rules)

    async def _sweep(self) -> None:
        """Closes engines that have been idle for too long; ends when none is idle."""
        loop = asyncio.get_running_loop()
        while self._idle:
            await asyncio.sleep(self._rules.idle_ms / 2000)
            too_old = loop.time() - self._rules.idle_ms / 1000
            for engine in [engine for engine, since in self._idle.items() if since <= too_old]:
                if engine in self._idle:
                    try:
                        await self._dismiss(engine)
                    except Exception as error:  # the others are closed all the same
                        text = "an idle engine could not be closed"
                        loop.call_exception_handler({"message": text, "exception": error})

    async def _dismiss(self, engine: SupervisedEngine) -> None:
        """Closes an idle engine. Until its process has ended it counts as busy."""
        del self._idle[engine]
        self._busy.add(engine)
        try:
            await engine.close(_QUIT_SECONDS)
        finally:
            self._busy.discard(engine)


def limits_for(clock: Clock | None, color: Color, now_ms: int, rules: EngineRules) -> Limits:
    """The limits to send to an engine whose turn it is.

    USI has no byoyomi periods, so one is sent. A reserve is subtracted (RESERVE_MS, or a quarter of the
    remaining time if that is less), from the byoyomi first, unless further periods are a reserve already.
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
