"""The limits of an engine for each move: a clock, time, nodes, depth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai.clock import LONGEST_MS, TimeControl
from komadai.engine import Limits
from komadai.engine.protocol.limits import before_increment
from komadai.errors import ClockError, EngineUsageError
from komadai.pieces import BLACK

if TYPE_CHECKING:
    from komadai.clock import Clock
    from komadai.pieces import Color

NO_CLOCK: Final = TimeControl(LONGEST_MS)
"""The clock of a side without a clock."""
_MOVES_OF_A_GAME: Final = 60
"""The moves of each side."""
_SPAN: Final = re.compile(r"(\d{1,9})(ms|s|)")
_EXPECTED: Final = (
    "expected nodes=5000, depth=8, movetime=100ms, byoyomi=100ms or a time such as 10m+30s or 5m+3s/move, "
    "with a time also stop"
)


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """A side's limits: a clock, or a time, nodes or depth for each move, or several of these.

    With ``stop`` the referee sends ``stop`` when the time is used, for engines that exceed short times (GPS
    Shogi searches for at least about a second). Such moves need a margin to arrive in.

    Raises EngineUsageError without any limit, for a number below 1, for a clock together with a movetime, and
    for ``stop`` without a time.
    """

    control: TimeControl | None = None
    movetime_ms: int | None = None
    nodes: int | None = None
    depth: int | None = None
    stop: bool = False

    def __post_init__(self) -> None:
        numbers = (self.movetime_ms, self.nodes, self.depth)
        if self.control is None and all(number is None for number in numbers):
            raise EngineUsageError(f"no limit for a move: {_EXPECTED}")
        if any(number is not None and number < 1 for number in numbers):
            raise EngineUsageError("a limit of less than 1")
        if self.control is not None and self.movetime_ms is not None:
            raise EngineUsageError("either a clock or a movetime, not both")
        if self.stop and self.control is None and self.movetime_ms is None:
            raise EngineUsageError("stop needs a time after which it is sent: a clock or a movetime")

    @classmethod
    def parse(cls, text: str) -> TimeLimits:
        """Reads ``nodes=5000``, ``byoyomi=100ms``, ``10m+30s``, ``5m+3s/move``; several with commas between.

        Raises EngineUsageError, also for a limit that is given twice.
        """
        control: TimeControl | None = None
        found: dict[str, int] = {}
        stop = False
        given: set[str] = set()
        for part in text.split(","):
            key, equals, value = part.strip().partition("=")
            limit = "clock" if key == "byoyomi" or (not equals and key != "stop") else key
            if limit in given:
                raise EngineUsageError(f"{limit} given twice in {text!r}")
            given.add(limit)
            if part.strip() == "stop":
                stop = True
            elif not equals:
                try:
                    control = TimeControl.parse(key)
                except ClockError:
                    raise EngineUsageError(f"{_EXPECTED}, got {part.strip()!r}") from None
            elif key in ("nodes", "depth") and value.isascii() and value.isdecimal():
                found[key] = int(value)
            elif key in ("movetime", "byoyomi") and (span := _SPAN.fullmatch(value)):
                ms = int(span[1]) * (1000 if span[2] == "s" else 1)
                if key == "movetime":
                    found["movetime_ms"] = ms
                elif ms:
                    control = TimeControl(0, ms)
            else:
                raise EngineUsageError(f"{_EXPECTED}, got {part.strip()!r}")
        return cls(control, **found, stop=stop)

    @property
    def move_ms(self) -> int | None:
        """The average milliseconds of a move, estimated; None without a clock."""
        if self.movetime_ms is not None or self.control is None:
            return self.movetime_ms
        control = self.control
        return control.byoyomi_ms or control.increment_ms or max(1, control.main_ms // _MOVES_OF_A_GAME)

    def __str__(self) -> str:
        """The text that :meth:`parse` reads."""
        parts = [str(self.control)] if self.control else []
        parts += [f"movetime={self.movetime_ms}ms"] if self.movetime_ms else []
        parts += [f"nodes={self.nodes}"] if self.nodes else []
        parts += [f"depth={self.depth}"] if self.depth else []
        parts += ["stop"] if self.stop else []
        return ",".join(parts)

    def limits(self, clock: Clock, color: Color, at: int) -> Limits:
        """The limits to send to the engine of this colour, with this clock at time ``at``."""
        if self.control is None:
            return Limits(movetime=self.movetime_ms, nodes=self.nodes, depth=self.depth)
        byoyomi = self.control.byoyomi_ms
        left = []
        for side in (color, color.opponent):
            # For a side without a clock the other side's own time is sent.
            shown = color if clock.control(side) == NO_CLOCK else side
            # All periods but the last count as main time: USI knows only one.
            left.append(max(0, clock.remaining_ms(shown, at) - clock.control(shown).byoyomi_ms))
        increments = [clock.control(side).increment_ms for side in (color, color.opponent)]
        has_increment = any(increments)
        (own, own_gain), (other, other_gain) = (
            before_increment(main, gain) for main, gain in zip(left, increments, strict=True)
        )
        black, white = (0, 1) if color == BLACK else (1, 0)
        return Limits(
            btime=(own, other)[black],
            wtime=(own, other)[white],
            byoyomi=byoyomi if byoyomi or not has_increment else None,
            binc=(own_gain, other_gain)[black] if has_increment else None,
            winc=(own_gain, other_gain)[white] if has_increment else None,
            nodes=self.nodes,
            depth=self.depth,
        )


Pace = TimeLimits
"""The former name of :class:`TimeLimits`."""
