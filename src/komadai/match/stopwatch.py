"""Measures the time of an engine on a busy machine.

On a busy machine the referee is often late: the answer waits in the pipe while the referee waits for a
processor. Linux counts how long a thread has waited; that time is not the engine's. Measured on two cores
with a load of 25: an answer that seemed to take 130 ms had been unread for 98 of them.

Often the engine itself could not run: on two cores with a load of 8 an ordinary thread was woken up to 260 ms
late, one with a real-time priority never more than 15 ms. No engine can keep a clock of 100 ms then, so an
engine does not lose on time for delays of the machine.
"""

from __future__ import annotations

from time import monotonic_ns
from typing import Final

from komadai.match.machine import EngineDelays, waited_ns

_TOGETHER_NS: Final = 2_000_000
"""Lines read within this time were in the pipe together."""


class Stopwatch:
    """Starts when it is created. In doubtful cases the engine's time is the smaller one."""

    def __init__(self, engine: EngineDelays | None = None) -> None:
        self._engine = engine
        self._start = monotonic_ns()
        self._marks = [(self._start, waited_ns())] * 2
        """For the last two lines of the engine: when they were read, and how long the referee had waited by
        then."""

    def line_read(self, _: object = None) -> None:
        """To be called for each line of the engine: until then it was running."""
        now = monotonic_ns()
        if now - self._marks[1][0] > _TOGETHER_NS:
            self._marks[0] = self._marks[1]
        self._marks[1] = (now, waited_ns())

    @property
    def ms(self) -> int:
        """Whole milliseconds so far, without the waits of the referee since the engine's last line."""
        now = monotonic_ns()
        together = now - self._marks[1][0] <= _TOGETHER_NS
        waited = waited_ns() - self._marks[0 if together else 1][1]
        return max(0, now - self._start - waited) // 1_000_000

    @property
    def delayed_ms(self) -> int:
        """Milliseconds for which the machine delayed the engine, as far as that is known."""
        return self._engine.ms if self._engine is not None else 0
