"""The server's one clock: integer milliseconds that never go back."""

from __future__ import annotations

import time


class ServerClock:
    """Milliseconds since 1970, counted by the monotonic clock.

    The wall clock is read once; after that it may be set forwards or backwards without
    moving any game's deadline. While the machine itself sleeps this clock stands still
    (as CLOCK_MONOTONIC does), and with it every game: nobody can move on a sleeping server.
    """

    def __init__(self, not_before_ms: int = 0) -> None:
        """``not_before_ms``: the latest time already written down by an earlier run."""
        self._zero_ns = max(time.time_ns(), not_before_ms * 1_000_000) - time.monotonic_ns()

    def now_ms(self) -> int:
        """The time now."""
        return (self._zero_ns + time.monotonic_ns()) // 1_000_000
