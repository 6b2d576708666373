"""Lag compensation: how much of a turn can be credited as the delay of the network.

The time of a turn runs at the server, so it includes the way of the opponent's move to the player and the
way of the answer back. The server measures that delay and credits it, within a quota: a page that answers
the measurement late on purpose must gain next to nothing. The quota grows with each move, by a six
hundredth of the time that a side is expected to use, and holds the gain of five moves. A good connection
never exhausts it; a bad one is credited a part of its delay, and all of a short disturbance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from komadai.clock import TimeControl
from komadai.ratings.speeds import expected_seconds

MAX_MS: Final = 1_000
"""The most that is credited for one move."""
SHARE: Final = 600
"""With each move the quota grows by the expected time of the game divided by this."""
MIN_GAIN_MS: Final = 100
MAX_GAIN_MS: Final = 500
MOVES_HELD: Final = 5
"""The quota holds the gain of this number of moves; the game begins with the gain of three."""


@dataclass(frozen=True, slots=True)
class LagQuota:
    """The lag that one side can still be credited.

    >>> quota = LagQuota.of(TimeControl.parse("5m"))
    >>> quota.left_ms, quota.available_ms
    (1500, 1000)
    >>> quota.after(800).left_ms
    1200
    """

    gain_ms: int
    left_ms: int

    @classmethod
    def of(cls, control: TimeControl) -> LagQuota:
        """The quota at the beginning of a game."""
        expected_ms = expected_seconds(
            control.main_ms, control.increment_ms, control.byoyomi_ms, control.periods
        )
        gain = min(max(int(expected_ms) // SHARE, MIN_GAIN_MS), MAX_GAIN_MS)
        return cls(gain, 3 * gain)

    @property
    def available_ms(self) -> int:
        """The most that the next move can be credited."""
        return min(self.left_ms, MAX_MS)

    def after(self, credited_ms: int) -> LagQuota:
        """The quota after a move for which this was credited."""
        left = min(self.left_ms - credited_ms + self.gain_ms, MOVES_HELD * self.gain_ms)
        return replace(self, left_ms=max(left, 0))
