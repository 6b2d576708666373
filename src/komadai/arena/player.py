"""An engine at the board: one process that thinks when it is told to, whatever happens to it.

This is the arena's only door to :class:`~komadai.engine.UsiEngine`. Whatever an engine does wrong
comes out as a :class:`Fault`, and the next game begins with a process that works.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from komadai.arena.machine import EngineDelays
from komadai.arena.program import START_SECONDS
from komadai.arena.stopwatch import Stopwatch
from komadai.engine import Info, UsiEngine
from komadai.engine.client.rule_options import IMPASSE_OPTIONS
from komadai.engine.protocol.options import find
from komadai.errors import EngineCrashed, EngineError, EngineTimeout, EngineUsageError

if TYPE_CHECKING:
    from komadai._core import Board, Move
    from komadai.arena.program import Program
    from komadai.arena.rules import Rules
    from komadai.engine import Limits, PlayResult, Search

_STOP_SECONDS: Final = 1.0
_UNREAD_MS: Final = 5
_STANDSTILL_SECONDS: Final = 0.6
"""So long after its flag has fallen an engine may still be found to have been kept waiting by the machine."""
_FOR_EVER: Final = 1e6
"""Seconds: the arena has its own patience."""
_TRANSCRIPT_LINES: Final = 200

FaultKind = Literal["crash", "time", "illegal", "stall"]

_MAX_MOVES_OPTION: Final = "MaxMovesToDraw"


class Fault(Exception):
    """What an engine did that loses the game: crash, overstep its time, play an illegal move, say nothing.

    ``transcript`` holds the last lines said to and by it.
    """

    def __init__(self, kind: FaultKind, text: str, transcript: str = "") -> None:
        super().__init__(kind, text, transcript)
        self.kind = kind
        self.text = text
        self.transcript = transcript


@dataclass(frozen=True, slots=True)
class Thought:
    """What an engine answered, and after how long."""

    move: Move | None
    kind: Literal["move", "resign", "win"]
    ponder: Move | None
    info: Info
    ms: int
    excused: bool = False
    """It came later than the clock allows, but the machine had kept the engine waiting."""


class Player:
    """One engine, kept from game to game. ``begin`` comes before each game."""

    def __init__(self, program: Program, rules: Rules) -> None:
        self.program = program
        self._rules = rules
        self._engine: UsiEngine | None = None
        self._pondering: tuple[Search, Move] | None = None
        self._watch = Stopwatch()

    async def begin(self) -> None:
        """Gets ready for a new game: starts the engine unless it runs. Raises Fault.

        Raises EngineUsageError for an option the engine won't take, which no other game would change.
        """
        self._pondering = None
        try:
            if self._engine is None or not self._engine.alive:
                await self._start()
            assert self._engine is not None
            await self._engine.new_game()
        except EngineUsageError:
            raise
        except EngineError as error:
            raise await self._fault("crash", str(error)) from error

    async def think(
        self,
        board: Board,
        limits: Limits,
        budget_ms: int | None,
        expected: Move | None = None,
        stop_ms: int | None = None,
    ) -> Thought:
        """The engine's answer in this position. ``budget_ms`` is when its flag falls; None: no clock.

        ``expected`` is the opponent's move just played, by which pondering is a hit or not. ``stop_ms`` is
        when the engine is told to stop; None: never. Raises Fault.
        """
        assert self._engine is not None
        patience_ms = self._rules.stall_ms if budget_ms is None else budget_ms
        try:
            # Looked at before it is asked: its answer may be there before we have looked.
            delays = None if budget_ms is None else EngineDelays(self._engine.pid or 0)
            search = await self._begin_search(self._engine, board, limits, expected)
            watch = self._watch = Stopwatch(delays)
            answer = asyncio.ensure_future(search.result(_FOR_EVER))
            if stop_ms is not None:
                await asyncio.wait({answer}, timeout=stop_ms / 1000)
                await search.say_stop()
            # A little longer than allowed: what was said in the last moment may be unread.
            while not answer.done() and (left := patience_ms + _UNREAD_MS - watch.ms) > 0:
                await asyncio.wait({answer}, timeout=left / 1000)
            if budget_ms is not None and watch.ms >= budget_ms:
                # What a thread or a processor still waits for shows only when it goes on.
                await asyncio.wait({answer}, timeout=_STANDSTILL_SECONDS)
            ms = watch.ms
            kept = watch.kept_ms if budget_ms is not None and ms >= budget_ms else 0
            if not answer.done() or (budget_ms is not None and ms - kept >= budget_ms):
                late = await self._late(search, answer)
                kind: FaultKind = "stall" if budget_ms is None else "time"
                text = f"no move within {patience_ms} ms" + (f", {late}" if late else "")
                text += f"; the machine kept it waiting for {kept} of {ms} ms" if kept else ""
                raise await self._fault(kind, text, end=not late)
            result = answer.result()
        except EngineUsageError as error:
            raise await self._fault("crash", str(error)) from error
        except EngineCrashed as error:
            raise await self._fault("crash", str(error)) from error
        except EngineTimeout as error:
            raise await self._fault("stall", str(error)) from error
        except EngineError as error:  # an answer that is none
            raise await self._fault("illegal", str(error), end=False) from error
        return Thought(result.move, result.kind, result.ponder, result.info, ms, excused=kept > 0)

    async def ponder(self, board: Board, expected: Move, limits: Limits) -> None:
        """Lets the engine think on its opponent's time: about the board, the expected move played on it."""
        if self._engine is None or not self._engine.alive:
            return
        with suppress(EngineError):
            search = await self._engine.start(board, limits, ponder=True, on_info=self._heard)
            self._pondering = search, expected

    async def end(self, result: Literal["win", "lose", "draw"]) -> None:
        """The game is over; the engine is told how. What it does wrong now costs nothing."""
        engine = self._engine
        if engine is None or not engine.alive:
            return
        with suppress(EngineError):
            await self._stop_pondering()
            await engine.game_over(result)

    @property
    def pid(self) -> int | None:
        """The number of the process, None before the first."""
        return self._engine.pid if self._engine is not None else None

    async def illegal(self, text: str) -> Fault:
        """The fault of an illegal move, with what was said before."""
        return await self._fault("illegal", text, end=False)

    async def close(self) -> None:
        """Ends the process."""
        if self._engine is not None:
            await self._engine.quit(1.0)
            self._engine = None

    def kill(self) -> None:
        """Ends the process at once; from any thread."""
        if self._engine is not None:
            self._engine.kill()

    # -- inside

    async def _start(self) -> None:
        if self._engine is not None:
            await self._engine.close()
            self._engine = None
        engine = await UsiEngine.open(self.program.command or None, timeout=START_SECONDS)
        self._engine = engine
        for name, value in self.program.options:
            await engine.set_option(name, value)
        for name, words in IMPASSE_OPTIONS.items():
            await self._tell(engine, name, words[self._rules.impasse])
        if self._rules.max_moves:
            await self._tell(engine, _MAX_MOVES_OPTION, self._rules.max_moves)
        if self._rules.ponder:
            await self._tell(engine, "USI_Ponder", True)

    async def _tell(self, engine: UsiEngine, name: str, value: str | int) -> None:
        """Sets an option of the rules, if the engine has it and the user has not set it."""
        if find(engine.options, name) is not None and self.program.told(name) is None:
            with suppress(EngineUsageError):  # an engine may know fewer rules than we
                await engine.set_option(name, value)

    async def _begin_search(
        self, engine: UsiEngine, board: Board, limits: Limits, played: Move | None
    ) -> Search:
        if self._pondering is not None:
            search, expected = self._pondering
            if expected == played and not search.done:
                self._pondering = None
                await search.ponderhit()
                return search
            await self._stop_pondering()
        return await engine.start(board, limits, on_info=self._heard)

    def _heard(self, info: Info) -> None:
        self._watch.heard()

    async def _stop_pondering(self) -> None:
        if self._pondering is not None:
            search, _ = self._pondering
            self._pondering = None
            await search.stop()

    async def _late(self, search: Search, answer: asyncio.Future[PlayResult]) -> str:
        """How an engine whose time is up reacts to being told to stop; empty if it does not."""
        if answer.done() and answer.exception() is None:
            return "the move came too late"
        try:
            await asyncio.wait_for(search.stop(), _STOP_SECONDS)
        except (EngineError, TimeoutError):
            return ""
        finally:
            answer.cancel()
            await asyncio.gather(answer, return_exceptions=True)
        return "it moved when told to stop"

    async def _fault(self, kind: FaultKind, text: str, *, end: bool = True) -> Fault:
        """The fault with the last lines of the transcript. With ``end`` the process is ended, too."""
        said = ""
        if self._engine is not None:
            said = "\n".join(map(str, self._engine.transcript[-_TRANSCRIPT_LINES:]))
            if end:
                await self._engine.close()
        self._pondering = None
        return Fault(kind, " ".join(text.split()), said)
