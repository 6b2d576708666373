"""Measuring an engine's time on a machine that has other things to do.

On a busy machine it is often the referee that comes late: the answer lies in the pipe while the referee waits
for a processor. Linux tells how long a thread has waited so; that time is not the engine's. Measured on two
cores with a load of 25: an answer that seemed to take 130 ms had been unread for 98 of them.

And it is often the engine itself that could not think: on two cores with a load of 8 an ordinary sleeper was
woken up to 260 ms late, one with a real-time priority never by 15. Nobody can keep a clock of 100 ms then, so
no flag falls for what the machine has kept an engine waiting, though that time has passed.
"""

from __future__ import annotations

from time import monotonic_ns
from typing import Final

from komadai.arena.machine import EngineDelays, waited_ns

_TOGETHER_NS: Final = 2_000_000
"""What is heard within so little time lay in the pipe together."""


class Stopwatch:
    """Runs from when it is made. In doubt it decides for the engine."""

    def __init__(self, engine: EngineDelays | None = None) -> None:
        self._engine = engine
        self._start = monotonic_ns()
        self._marks = [(self._start, waited_ns())] * 2
        """When the engine was heard last, and the time before; how long the referee had waited by then."""

    def heard(self, _: object = None) -> None:
        """The engine has said something: until then it was certainly thinking."""
        now = monotonic_ns()
        if now - self._marks[1][0] > _TOGETHER_NS:
            self._marks[0] = self._marks[1]
        self._marks[1] = (now, waited_ns())

    @property
    def ms(self) -> int:
        """Whole milliseconds so far, without what the referee has waited since the engine was last heard."""
        now = monotonic_ns()
        together = now - self._marks[1][0] <= _TOGETHER_NS
        waited = waited_ns() - self._marks[0 if together else 1][1]
        return max(0, now - self._start - waited) // 1_000_000

    @property
    def kept_ms(self) -> int:
        """Milliseconds that the machine has kept the engine waiting, as far as that is known."""
        return self._engine.ms if self._engine is not None else 0
