"""How a CSA server charges time: whole units, rounded down, at least the least time per move.

``T`` of a move is what is charged for it. An increment counts before the move: in a game of 600 seconds and
an increment of 10 the first move has 610 seconds. A move whose charge is all of the time comes too late.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from komadai.clock import TimeControl
from komadai.pieces import Color


@dataclass(frozen=True, slots=True)
class Times:
    """The times of one side, in units of ``unit_ms`` milliseconds."""

    total: int
    byoyomi: int = 0
    increment: int = 0
    least: int = 0
    """The least that a move is charged (Least_Time_Per_Move)."""
    unit_ms: int = 1000
    roundup: bool = False
    """Whether a part of a unit is charged as a whole one (Time_Roundup:YES)."""

    @property
    def total_ms(self) -> int:
        """The main time in milliseconds."""
        return self.total * self.unit_ms

    @property
    def byoyomi_ms(self) -> int:
        """The byoyomi in milliseconds."""
        return self.byoyomi * self.unit_ms

    @property
    def increment_ms(self) -> int:
        """The increment in milliseconds."""
        return self.increment * self.unit_ms

    def charge(self, elapsed_ms: int) -> int:
        """T of a move that took this time.

        >>> Times(60).charge(1_999), Times(60, least=1).charge(300), Times(60, roundup=True).charge(1_001)
        (1, 1, 2)
        """
        units, rest = divmod(max(elapsed_ms, 0), self.unit_ms)
        return max(units + (self.roundup and rest > 0), self.least)

    def control(self) -> TimeControl | None:
        """The same times as a time control; None for a game without a time limit.

        An increment is part of the main time of the next move, so that it counts before it.
        """
        if not (self.total or self.byoyomi or self.increment):
            return None
        return TimeControl(self.total_ms + self.increment_ms, self.byoyomi_ms, increment_ms=self.increment_ms)


@dataclass(frozen=True, slots=True)
class RemainingTimes:
    """The main time that both sides have left, without the increment of the next move, in units."""

    black: Times
    white: Times
    left: tuple[int, int] = field(default=(-1, -1))

    def __post_init__(self) -> None:
        if self.left == (-1, -1):
            object.__setattr__(self, "left", (self.black.total, self.white.total))

    def times(self, color: Color) -> Times:
        """The times of this side."""
        return self.white if color else self.black

    def after(self, color: Color, spent: int) -> RemainingTimes:
        """The times after a move of this side that was charged with ``spent`` units.

        >>> clock = RemainingTimes(Times(60, increment=10), Times(60, increment=10))
        >>> clock.after(Color.BLACK, 4).left
        (66, 60)
        """
        left = list(self.left)
        left[color] = max(left[color] + self.times(color).increment - spent, 0)
        return replace(self, left=(left[0], left[1]))

    def left_ms(self, color: Color) -> int:
        """The main time that this side has left, without the increment of its next move."""
        return self.left[color] * self.times(color).unit_ms
