"""One engine of a match: it begins games, answers within its time, and ponders.

A match starts engines only here. Every failure of an engine is raised as a :class:`Fault`; the next
game begins with a working process.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai.engine.client.supervised import SupervisedEngine
from komadai.engine.program import OWN_COMMAND, EngineProgram, EngineRules
from komadai.errors import EngineCrashed, EngineError, EngineTimeout, EngineUsageError
from komadai.match.engine_spec import START_SECONDS
from komadai.match.machine import EngineDelays
from komadai.match.stopwatch import Stopwatch

if TYPE_CHECKING:
    from komadai._core import Board, Move
    from komadai.engine import Info, Limits, PlayResult, Search
    from komadai.engine.client.engine_client import EngineClient
    from komadai.match.engine_spec import EngineSpec
    from komadai.match.rules import Rules
    from komadai.protocols import BoardLike

_STOP_SECONDS: Final = 1.0
_UNREAD_MS: Final = 5
_STANDSTILL_SECONDS: Final = 0.6
"""The wait after a flag has fallen: how long an engine was delayed is known only when it runs again."""
_WITHOUT_LIMIT: Final = 1e6
"""Seconds; the referee has its own limits."""
_TRANSCRIPT_LINES: Final = 200
_MAX_FAILURES: Final = 1_000_000
"""Each failure loses a game; the runner ends a match whose engine never starts."""

FaultKind = Literal["crash", "time", "illegal", "stall"]


class Fault(Exception):
    """A failure of an engine that loses the game: a crash, a move too late, an illegal move, no move at all.

    ``transcript`` has the last lines sent to and by the engine.
    """

    def __init__(self, kind: FaultKind, text: str, transcript: str = "") -> None:
        super().__init__(kind, text, transcript)
        self.kind = kind
        self.text = text
        self.transcript = transcript


@dataclass(frozen=True, slots=True)
class Thought:
    """An engine's answer and the milliseconds it took."""

    move: Move | None
    kind: Literal["move", "resign", "win"]
    ponder: Move | None
    info: Info
    ms: int
    excused: bool = False
    """Whether it came later than the clock allows, only because the machine delayed the engine."""


class Player:
    """One engine, reused for all games. Call :meth:`begin` before each game."""

    def __init__(self, program: EngineSpec, rules: Rules) -> None:
        self.program = program
        self._rules = rules
        self._supervised = SupervisedEngine(
            EngineProgram(
                program.name, program.command or OWN_COMMAND, program.options, protocol=program.protocol
            ),
            EngineRules(start_ms=round(START_SECONDS * 1000), failures=_MAX_FAILURES),
        )
        self._pondering: tuple[Search, Move] | None = None
        self._watch = Stopwatch()

    async def begin(self) -> None:
        """Prepares for a new game: starts the engine unless it runs. Raises Fault.

        Raises EngineUsageError for an option that the engine does not accept, or a variant that it does not
        play,
        in any game.
        """
        self._pondering = None
        try:
            engine = await self._supervised.start()
            await self._supervised.set_rules(
                self._rules.impasse,
                self._rules.max_moves,
                ponder=self._rules.ponder,
                variant=self._rules.variant,
            )
            await engine.new_game()
        except EngineUsageError:
            raise
        except EngineError as error:
            raise await self._fault("crash", str(error)) from error

    async def think(
        self,
        board: Board | BoardLike[Any],
        limits: Limits,
        budget_ms: int | None,
        played: Move | None = None,
        stop_ms: int | None = None,
    ) -> Thought:
        """The engine's answer in this position. Its flag falls after ``budget_ms`` (None: no clock).

        ``played`` is the opponent's last move, which decides whether pondering was a hit. ``stop`` is sent
        after ``stop_ms`` (None: never). Raises Fault.
        """
        max_ms = self._rules.stall_ms if budget_ms is None else budget_ms
        try:
            engine = await self._supervised.start()
            # Measured before the request: the answer may arrive before a later first measurement.
            delays = None if budget_ms is None else EngineDelays(engine.pid or 0)
            search = await self._start_search(engine, board, limits, played)
            watch = self._watch = Stopwatch(delays)
            answer = asyncio.ensure_future(search.result(_WITHOUT_LIMIT))
            if stop_ms is not None:
                await asyncio.wait({answer}, timeout=stop_ms / 1000)
                await search.send_stop()
            # A little longer than allowed: an answer sent in the last moment may still be unread.
            while not answer.done() and (left := max_ms + _UNREAD_MS - watch.ms) > 0:
                await asyncio.wait({answer}, timeout=left / 1000)
            if budget_ms is not None and watch.ms >= budget_ms:
                # How long a thread was delayed is known only when it runs again.
                await asyncio.wait({answer}, timeout=_STANDSTILL_SECONDS)
            ms = watch.ms
            delayed = watch.delayed_ms if budget_ms is not None and ms >= budget_ms else 0
            if not answer.done() or (budget_ms is not None and ms - delayed >= budget_ms):
                late = await self._late(search, answer)
                kind: FaultKind = "stall" if budget_ms is None else "time"
                text = f"no move within {max_ms} ms" + (f", {late}" if late else "")
                text += f"; the machine delayed it for {delayed} of {ms} ms" if delayed else ""
                raise await self._fault(kind, text, end=not late)
            result = answer.result()
        except EngineUsageError as error:
            raise await self._fault("crash", str(error)) from error
        except EngineCrashed as error:
            raise await self._fault("crash", str(error)) from error
        except EngineTimeout as error:
            raise await self._fault("stall", str(error)) from error
        except EngineError as error:  # an answer that is not USI
            raise await self._fault("illegal", str(error), end=False) from error
        return Thought(result.move, result.kind, result.ponder, result.info, ms, excused=delayed > 0)

    async def ponder(self, board: Board | BoardLike[Any], expected: Move, limits: Limits) -> None:
        """Starts a search on the opponent's time; ``board`` is the position after the expected move."""
        if not self._supervised.alive:
            return
        with suppress(EngineError):
            engine = await self._supervised.start()
            search = await engine.start(board, limits, ponder=True, on_info=self._on_info)
            self._pondering = search, expected

    async def end(self, result: Literal["win", "lose", "draw"]) -> None:
        """Sends the engine the result of the game. Failures are ignored: the game is over."""
        if not self._supervised.alive:
            return
        with suppress(EngineError):
            await self._stop_pondering()
            await (await self._supervised.start()).game_over(result)

    @property
    def pid(self) -> int | None:
        """The process id, None before the first start."""
        return self._supervised.pid

    async def illegal(self, text: str) -> Fault:
        """The fault of an illegal move, with the transcript."""
        return await self._fault("illegal", text, end=False)

    async def close(self) -> None:
        """Ends the process."""
        await self._supervised.close(1.0)

    def kill(self) -> None:
        """Ends the process at once; may be called from any thread."""
        self._supervised.kill()

    # -- inside

    async def _start_search(
        self, engine: EngineClient, board: Board | BoardLike[Any], limits: Limits, played: Move | None
    ) -> Search:
        if self._pondering is not None:
            search, expected = self._pondering
            if expected == played and not search.done:
                self._pondering = None
                await search.ponderhit()
                return search
            await self._stop_pondering()
        return await engine.start(board, limits, on_info=self._on_info)

    def _on_info(self, info: Info) -> None:
        self._watch.line_read()

    async def _stop_pondering(self) -> None:
        if self._pondering is not None:
            search, _ = self._pondering
            self._pondering = None
            await search.stop()

    async def _late(self, search: Search, answer: asyncio.Future[PlayResult]) -> str:
        """Stops an engine whose time is up and describes its answer; empty if there is none."""
        if answer.done() and answer.exception() is None:
            return "the move came too late"
        try:
            await asyncio.wait_for(search.stop(), _STOP_SECONDS)
        except (EngineError, TimeoutError):
            return ""
        finally:
            answer.cancel()
            await asyncio.gather(answer, return_exceptions=True)
        return "it moved after stop"

    async def _fault(self, kind: FaultKind, text: str, *, end: bool = True) -> Fault:
        """The fault with the end of the transcript. With ``end`` the process is ended."""
        lines = self._supervised.transcript[-_TRANSCRIPT_LINES:]
        if end:
            await self._supervised.close()
        self._pondering = None
        return Fault(kind, " ".join(text.split()), "\n".join(map(str, lines)))
