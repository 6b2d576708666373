"""The clock of the server: integer milliseconds that never decrease."""

from __future__ import annotations

import time
from typing import Final


class ServerClock:
    """Milliseconds since 1970, measured with the monotonic clock.

    The wall clock is read once, so setting it later does not change the deadline of a game. While the
    machine sleeps, this clock and all games stand still (as CLOCK_MONOTONIC does).
    """

    def __init__(self, not_before_ms: int = 0, zero_ns: int | None = None) -> None:
        """``not_before_ms`` is the latest time that an earlier run of the server has stored.

        ``zero_ns``: the `zero_ns` of another process of this machine, whose clock this one is.
        """
        if zero_ns is None:
            zero_ns = time.time_ns() - time.monotonic_ns()
        self.zero_ns: Final = max(zero_ns, not_before_ms * 1_000_000 - time.monotonic_ns())

    def now_ms(self) -> int:
        """The time now."""
        return (self.zero_ns + time.monotonic_ns()) // 1_000_000
