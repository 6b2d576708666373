"""Shogi's clock: time controls and clocks as immutable values, without a wall clock.

All durations are whole milliseconds. Moments (``at``) are integers on one scale, for
instance Unix time in milliseconds; the clock only compares and subtracts them. Nothing
here waits or reads the time: the caller passes the moment of an event and gets a new
clock.

Boundaries:

- Time is up when all of it has been used: a press exactly at the deadline
  loses, one a millisecond earlier does not. "Thirty seconds a move" means
  before the thirtieth second is called.
- The same holds for each part: when the last millisecond of the main time is
  used, byoyomi begins (or the game is lost), and a byoyomi period of which
  every millisecond was used is lost. A move within a period restores the
  whole period.
- The increment (Fischer) is added after the move, in byoyomi as well: the
  next move then begins with it as main time. Lost periods stay lost.
- A moment before the turn began (a system clock set back) counts as the
  beginning of the turn, so no time is gained.
- In correspondence each move has a number of days. What is left of them is lost
  with the move.

Records of professional games round each move down to whole minutes or
seconds; that is not done here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from komadai.errors import ClockError, FlagFallenError
from komadai.pieces import Color

LONGEST_MS: Final = 30 * 24 * 3_600_000
"""The longest main time, byoyomi or increment: thirty days."""
MAX_PERIODS: Final = 99
DAY_MS: Final = 24 * 3_600_000
MAX_DAYS: Final = LONGEST_MS // DAY_MS
MOST_PERIODS: Final = MAX_PERIODS
"""Former name of MAX_PERIODS."""
MOST_DAYS: Final = MAX_DAYS
"""Former name of MAX_DAYS."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a side has.

    First ``main_ms``; then each move has ``byoyomi_ms``. There are ``periods``
    such periods; one is lost each time it runs out (1 is the usual byoyomi).
    ``increment_ms`` is added after each move. Without byoyomi ``periods`` is 1
    and has no effect. In correspondence each move has ``days``, and all other
    times are 0.

    Raises ClockError for a number out of range (0 to LONGEST_MS, 1 to
    MAX_PERIODS, 0 to MAX_DAYS), for days beside other times, and for a control
    without any time for the first move.
    """

    main_ms: int
    byoyomi_ms: int = 0
    periods: int = 1
    increment_ms: int = 0
    days: int = 0

    def __post_init__(self) -> None:
        for name in ("main_ms", "byoyomi_ms", "increment_ms"):
            _require(name, getattr(self, name), 0, LONGEST_MS)
        _require("periods", self.periods, 1, MAX_PERIODS)
        _require("days", self.days, 0, MAX_DAYS)
        if self.days and (self.main_ms or self.byoyomi_ms or self.increment_ms):
            raise ClockError.with_code("clock-days-alone")
        if not self.main_ms and not self.byoyomi_ms and not self.days:
            raise ClockError.with_code("clock-no-time")
        if not self.byoyomi_ms:
            object.__setattr__(self, "periods", 1)

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read ``10m``, ``10m+30s``, ``10m+30s×3`` (also ``x3``), ``5m+5s/move``, ``1h30m+60s``, ``3d/move``.

        A main time, then optionally byoyomi (``×`` its periods), then
        optionally an increment (``/move``). Units are h, m, s, ms; ``0`` needs
        none. Raises ClockError.
        """
        text = text.strip().lower() if isinstance(text, str) else text
        if isinstance(text, str) and (days := _DAYS.fullmatch(text)):
            return cls(0, days=int(days[1]))
        found = _CONTROL.fullmatch(text) if isinstance(text, str) else None
        if not found:
            raise ClockError.with_code("clock-text-expected", text=repr(text))
        main, byoyomi, periods, increment = found.groups()
        return cls(_read(main), _read(byoyomi), int(periods or 1), _read(increment))

    def __str__(self) -> str:
        """The text that :meth:`parse` reads: ``10m+30s×3``."""
        if self.days:
            return f"{self.days}d/move"
        text = _write(self.main_ms)
        if self.byoyomi_ms:
            text += f"+{_write(self.byoyomi_ms)}"
        if self.periods > 1:
            text += f"×{self.periods}"
        if self.increment_ms:
            text += f"+{_write(self.increment_ms)}/move"
        return text

    def text(self, language: Literal["en", "ja"] = "en") -> str:
        """The control in words: ``10 min, then 3 × 30 s`` or 10分＋秒読み30秒×3回."""
        ja = language == "ja"
        if self.days:
            return f"1手{self.days}日" if ja else f"{self.days} day{'s' * (self.days > 1)} a move"
        parts = [_words(self.main_ms, ja)] if self.main_ms else []
        if self.byoyomi_ms:
            each = _words(self.byoyomi_ms, ja)
            if ja:
                parts.append(f"秒読み{each}" + (f"×{self.periods}回" if self.periods > 1 else ""))
            else:
                then = "then " if parts else ""
                parts.append(then + (f"{self.periods} × {each}" if self.periods > 1 else f"{each} a move"))
        if self.increment_ms:
            each = _words(self.increment_ms, ja)
            parts.append(f"1手ごとに{each}加算" if ja else f"{each} added a move")
        if len(parts) == 1 and self.main_ms:
            parts[0] += "切れ負け" if ja else ", sudden death"
        return ("＋" if ja else ", ").join(parts)

    @property
    def first_ms(self) -> int:
        """The main time at the beginning: in correspondence that of one move."""
        return self.main_ms or self.days * DAY_MS


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The display of one side's clock at one moment."""

    phase: Literal["main", "byoyomi"]
    remaining_ms: int
    """Left in this phase (in byoyomi: in this period); 0 when time is up."""
    periods: int
    """Byoyomi periods left, the running one included; 0 without byoyomi or when time is up."""
    byoyomi_ms: int
    increment_ms: int


@dataclass(frozen=True, slots=True)
class _Side:
    """The time with which a side begins its next turn."""

    control: TimeControl
    main_ms: int
    periods: int

    @property
    def budget_ms(self) -> int:
        """All the time for the next move."""
        return self.main_ms + self.periods * self.control.byoyomi_ms

    def after(self, used_ms: int) -> _Side:
        """The side after a turn of ``used_ms`` (less than the budget), without the increment."""
        if self.control.days:
            return replace(self, main_ms=self.control.first_ms)
        return self.charged(used_ms)

    def charged(self, used_ms: int) -> _Side:
        """The side when ``used_ms`` (less than the budget) of its turn are used."""
        if used_ms < self.main_ms:
            return replace(self, main_ms=self.main_ms - used_ms)
        byoyomi = self.control.byoyomi_ms
        over = used_ms - self.main_ms
        return replace(self, main_ms=0, periods=self.periods - (over // byoyomi if byoyomi else 0))

    def face(self, used_ms: int) -> ClockFace:
        byoyomi, increment = self.control.byoyomi_ms, self.control.increment_ms
        over = used_ms - self.main_ms
        if over < 0 or not byoyomi:
            periods = self.periods if byoyomi else 0
            return ClockFace("main", max(-over, 0), periods, byoyomi, increment)
        if used_ms >= self.budget_ms:
            return ClockFace("byoyomi", 0, 0, byoyomi, increment)
        return ClockFace(
            "byoyomi", byoyomi - over % byoyomi, self.periods - over // byoyomi, byoyomi, increment
        )


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game: at rest, running or paused. Every change returns a new clock.

    >>> clock = Clock.new(TimeControl.parse("1m+10s")).start(Color.BLACK, at=1_000)
    >>> clock.deadline
    71000
    >>> clock = clock.press(at=64_000)          # 63 s used, more than the main time
    >>> clock.turn, clock.face(Color.BLACK, at=64_000).phase
    (<Color.WHITE: 1>, 'byoyomi')
    """

    sides: tuple[_Side, _Side]
    turn: Color | None = None
    """The side whose turn it is; None before the start and after the end."""
    since: int | None = None
    """The moment the running turn began, minus pauses; None when no time runs."""
    used_ms: int = 0
    """Time used of the turn so far, while paused."""

    # -- making

    @classmethod
    def new(cls, control: TimeControl, white: TimeControl | None = None) -> Clock:
        """A clock at rest. ``white`` is White's control where it differs (time odds)."""
        black_side, white_side = (
            _Side(each, each.first_ms, each.periods if each.byoyomi_ms else 0)
            for each in (control, white or control)
        )
        return cls((black_side, white_side))

    def with_times(self, times: tuple[tuple[int, int], tuple[int, int]]) -> Clock:
        """The same clock at rest, with what another game has left.

        ``times``: the main time in milliseconds and the periods, of Black and of White. Raises ClockError
        for a number out of range, and unless the clock is at rest.
        """
        if self.turn is not None:
            raise ClockError.with_code("clock-paused-already" if self.paused else "clock-running-already")
        return replace(self, sides=self._sides_with(times))

    # -- events

    def start(self, color: Color, at: int) -> Clock:
        """This side's first turn begins. Raises ClockError unless the clock is at rest."""
        if self.turn is not None:
            raise ClockError.with_code("clock-paused-already" if self.paused else "clock-running-already")
        return replace(self, turn=Color(color), since=_moment(at), used_ms=0)

    def press(self, at: int, lag_ms: int = 0) -> Clock:
        """The side to move has moved: its time stops and the opponent's begins.

        ``lag_ms`` of the turn is credited, for example as the delay of a network: it is not
        charged. If it is negative, more is charged than was used. The opponent's time begins at
        ``at``. Raises FlagFallenError if the time charged was all of it, ClockError if the clock is
        not running.
        """
        turn, used = self._running(at)
        _require("lag_ms", lag_ms, -LONGEST_MS, LONGEST_MS)
        used = max(used - lag_ms, 0)
        self._check_flag(turn, used)
        side = self.sides[turn].after(used)
        side = replace(side, main_ms=side.main_ms + side.control.increment_ms)
        return replace(self, sides=self._with(turn, side), turn=turn.opponent, since=at)

    def stop(self, at: int) -> Clock:
        """The game is over: the running turn is charged, then no time runs.

        Works in every state. A side whose flag fell has no time left.
        """
        turn = self.turn
        if turn is None:
            return self
        used = self.spent_ms(at)
        side = self.sides[turn]
        side = replace(side, main_ms=0, periods=0) if used >= side.budget_ms else side.charged(used)
        return replace(self, sides=self._with(turn, side), turn=None, since=None, used_ms=0)

    def pause(self, at: int) -> Clock:
        """Stops the time; the turn and the time it has used are kept.

        Raises FlagFallenError if time was up by then, ClockError if the clock
        is not running.
        """
        turn, used = self._running(at)
        self._check_flag(turn, used)
        return replace(self, since=None, used_ms=used)

    def resume(self, at: int) -> Clock:
        """The paused turn goes on. Raises ClockError unless the clock is paused."""
        if not self.paused:
            raise ClockError.with_code("clock-not-paused")
        return replace(self, since=_moment(at) - self.used_ms, used_ms=0)

    def postpone(self, ms: int) -> Clock:
        """The running turn begins ``ms`` later, or earlier if negative: the clock stands still meanwhile.

        Raises ClockError if the clock is not running.
        """
        if self.since is None:
            raise ClockError.with_code("clock-paused" if self.paused else "clock-not-running")
        return replace(self, since=self.since + ms)

    def take_back(self, color: Color, at: int, undone: tuple[int, int] = (0, 0)) -> Clock:
        """Moves were taken back and this side begins a new turn.

        Used time is not returned: the running turn is charged too, and periods
        stay lost. The increments of the undone moves are subtracted (``undone``:
        their number for Black and White), so that repeated take-backs gain no
        time; a main time is not reduced below one increment. Raises FlagFallenError if time was up by
        then, ClockError if the clock is not running.
        """
        turn, used = self._running(at)
        self._check_flag(turn, used)
        sides = self._with(turn, self.sides[turn].after(used))
        black, white = (
            replace(side, main_ms=_without_increments(side.main_ms, side.control.increment_ms, count))
            for side, count in zip(sides, undone, strict=True)
        )
        return replace(self, sides=(black, white), turn=Color(color), since=at)

    def add(self, color: Color, ms: int) -> Clock:
        """The same clock with more main time for this side, up to LONGEST_MS in all. Raises ClockError for a
        number out of range.
        """
        _require("ms", ms, 0, LONGEST_MS)
        side = self.sides[color]
        side = replace(side, main_ms=min(side.main_ms + ms, LONGEST_MS))
        return replace(self, sides=self._with(Color(color), side))

    def restore(self, color: Color, at: int, times: tuple[tuple[int, int], tuple[int, int]]) -> Clock:
        """Moves were taken back: both sides get earlier times, and this side begins a new turn.

        ``times``: the main time in milliseconds and the periods left, of Black and of White. Raises
        ClockError for a number out of range, and if the clock is not running.
        """
        self._running(at)
        return replace(self, sides=self._sides_with(times), turn=Color(color), since=at)

    # -- reading

    @property
    def running(self) -> bool:
        """Whether a side's time is running."""
        return self.since is not None

    @property
    def paused(self) -> bool:
        """Whether a turn is interrupted."""
        return self.turn is not None and self.since is None

    @property
    def deadline(self) -> int | None:
        """The moment at which the running side's time is up; None when nothing runs."""
        if self.turn is None or self.since is None:
            return None
        return self.since + self.sides[self.turn].budget_ms

    def flagged(self, at: int) -> Color | None:
        """The side whose time was up by this moment (the deadline itself included), or None."""
        deadline = self.deadline
        return self.turn if deadline is not None and at >= deadline else None

    def spent_ms(self, at: int) -> int:
        """The time that the present turn has used so far; 0 between turns."""
        return self.used_ms if self.since is None else max(at - self.since, 0)

    def remaining_ms(self, color: Color, at: int) -> int:
        """All the time that the side has left for its move: main time and all periods."""
        used = self.spent_ms(at) if color == self.turn else 0
        return max(self.sides[color].budget_ms - used, 0)

    def face(self, color: Color, at: int) -> ClockFace:
        """The display of the side's clock at this moment."""
        return self.sides[color].face(self.spent_ms(at) if color == self.turn else 0)

    def control(self, color: Color) -> TimeControl:
        """The side's time control."""
        return self.sides[color].control

    # -- helpers

    def _running(self, at: int) -> tuple[Color, int]:
        _moment(at)
        if self.turn is None or self.since is None:
            raise ClockError.with_code("clock-paused" if self.paused else "clock-not-running")
        return self.turn, self.spent_ms(at)

    def _check_flag(self, turn: Color, used_ms: int) -> None:
        if used_ms >= self.sides[turn].budget_ms:
            raise FlagFallenError(turn)

    def _sides_with(self, times: tuple[tuple[int, int], tuple[int, int]]) -> tuple[_Side, _Side]:
        for main_ms, periods in times:
            _require("main_ms", main_ms, 0, LONGEST_MS)
            _require("periods", periods, 0, MAX_PERIODS)
        black, white = (
            replace(side, main_ms=main_ms, periods=periods)
            for side, (main_ms, periods) in zip(self.sides, times, strict=True)
        )
        return black, white

    def _with(self, color: Color, side: _Side) -> tuple[_Side, _Side]:
        black, white = self.sides
        return (black, side) if color else (side, white)


def _require(name: str, value: object, lowest: int, highest: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise ClockError.with_code(
            "clock-number-expected", time_field=name, lowest=lowest, highest=highest, value=repr(value)
        )


def _moment(at: int) -> int:
    if not isinstance(at, int) or isinstance(at, bool):
        raise ClockError.with_code("clock-moment-expected", value=repr(at))
    return at


def _without_increments(main_ms: int, increment_ms: int, count: int) -> int:
    return max(main_ms - count * increment_ms, min(main_ms, increment_ms))


_DAYS: Final = re.compile(r"(\d{1,2})d\s*/\s*move", re.ASCII)
_UNITS: Final = {"h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}
_SPAN: Final = r"(?:\d{1,10}(?:ms|h|m|s))+|0"
_CONTROL: Final = re.compile(
    rf"({_SPAN})(?:\s*\+\s*({_SPAN})(?:\s*[×x*]\s*(\d{{1,3}}))?(?!\s*/))?(?:\s*\+\s*({_SPAN})\s*/\s*move)?",
    re.ASCII,
)


def _read(span: str | None) -> int:
    return sum(
        int(number) * _UNITS[unit] for number, unit in re.findall(r"(\d+)(ms|h|m|s)", span or "", re.ASCII)
    )


def _split(ms: int) -> list[tuple[int, str]]:
    parts = []
    for unit, size in _UNITS.items():
        count, ms = divmod(ms, size)
        if count:
            parts.append((count, unit))
    return parts


def _write(ms: int) -> str:
    return "".join(f"{count}{unit}" for count, unit in _split(ms)) or "0"


_WORDS: Final = {"h": (" h", "時間"), "m": (" min", "分"), "s": (" s", "秒"), "ms": (" ms", "ミリ秒")}


def _words(ms: int, ja: bool) -> str:
    return ("" if ja else " ").join(f"{count}{_WORDS[unit][ja]}" for count, unit in _split(ms))
