"""The states of a machine's workers, as their supervisor tells them: those that accept connections."""

from __future__ import annotations

from typing import Final

import msgspec

MISSING_S: Final = 60.0
"""A machine with a worker that has not accepted connections for this time is not healthy."""


class WorkerStates(msgspec.Struct, frozen=True):
    """The workers of a machine, by their numbers from 1."""

    count: int = 1
    complete: bool = True
    """Whether all of them have accepted connections once."""
    missing_s: dict[int, float] = {}
    """Those that accept no connections, and for how long they have not."""

    @property
    def accepting(self) -> tuple[int, ...]:
        """The workers that accept connections."""
        return tuple(number for number in range(1, self.count + 1) if number not in self.missing_s)

    def are_healthy(self, age_s: float = 0.0) -> bool:
        """Whether all have accepted once, one accepts, and none has been missing for MISSING_S.

        ``age_s``: how long ago these were the states.
        """
        late = any(seconds + age_s >= MISSING_S for seconds in self.missing_s.values())
        return self.complete and bool(self.accepting) and not late
