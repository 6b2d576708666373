"""The engine processes of live analyses, which stay alive between positions."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Sequence
from typing import Final

from komadai.engine.client.analyst import turn_book_off
from komadai.engine.client.sync_engine import Engine
from komadai.engine.program import EngineProgram

IDLE_S: Final = 60.0
"""An engine that nobody has used for this time is ended."""
_HASH_MB: Final = 64
_NICENESS: Final = 10
_START_S: Final = 60.0


class WarmEngines:
    """Engines that wait for the next position. May be used from any thread.

    Starting an engine takes longer than most positions are looked at, and an engine that was kept still has
    the positions before in its table.
    """

    def __init__(self, kept: int) -> None:
        """``kept`` is the maximum number of engines that wait."""
        self._kept = kept
        self._idle: list[tuple[EngineProgram, Engine, float]] = []
        self._closed = False
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def take(self, program: EngineProgram, threads: int) -> Engine:
        """A waiting engine of this program, else a new one, with this number of threads.

        Raises EngineError or OSError if it does not start or refuses an option.
        """
        with self._lock:
            found = next((each for each in self._idle if each[0] == program and each[1].alive), None)
            if found is not None:
                self._idle.remove(found)
        engine = Engine(_gently(program.command), timeout=_START_S) if found is None else found[1]
        try:
            if found is None:
                turn_book_off(engine)
            for name, value in (("Threads", threads), ("USI_Hash", _HASH_MB)):
                # Setting the size of the table again would clear it.
                if name in engine.options and engine.settings.get(name) != value:
                    engine.set_option(name, value)
            if found is None:
                for name, wanted in program.options:
                    engine.set_option(name, wanted)
        except BaseException:
            engine.close()
            raise
        return engine

    def give_back(self, program: EngineProgram, engine: Engine) -> None:
        """Keeps the engine, which must not search any more, for the next position."""
        surplus: list[Engine] = []
        with self._lock:
            if self._closed or not engine.alive:
                surplus.append(engine)
            else:
                self._idle.append((program, engine, time.monotonic()))
                surplus += [each for _, each, _ in self._idle[: -self._kept]]
                del self._idle[: -self._kept]
                self._close_later()
        for each in surplus:
            each.close()

    @property
    def waiting(self) -> int:
        """The number of engines that wait."""
        return len(self._idle)

    def close(self) -> None:
        """Ends the engines that wait, and from now on each that is given back."""
        with self._lock:
            self._closed = True
            if self._timer is not None:
                self._timer.cancel()
            engines, self._idle = self._idle, []
        for _, engine, _ in engines:
            engine.close()

    def _close_later(self) -> None:
        if self._timer is None:
            self._timer = threading.Timer(IDLE_S, self._close_old)
            self._timer.daemon = True
            self._timer.start()

    def _close_old(self) -> None:
        with self._lock:
            before = time.monotonic() - IDLE_S
            old = [each for each in self._idle if each[2] <= before]
            self._idle = [each for each in self._idle if each[2] > before]
            self._timer = None
            if self._idle and not self._closed:
                self._close_later()
        for _, engine, _ in old:
            engine.close()


def _gently(command: Sequence[str]) -> list[str]:
    """The command with a lower priority, where the system has ``nice``."""
    nice = shutil.which("nice")
    return [*((nice, "-n", str(_NICENESS)) if nice else ()), *command]
