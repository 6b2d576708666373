"""The clock: what happens at every boundary, and a second clock that is checked against it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from komadai.clock import DAY_MS, LONGEST_MS, MAX_PERIODS, Clock, ClockFace, TimeControl
from komadai.errors import ClockError, FlagFallenError
from komadai.pieces import BLACK, WHITE, Color

MINUTE_THEN_TEN = TimeControl(60_000, byoyomi_ms=10_000, periods=3)


def running(control: TimeControl, at: int = 0) -> Clock:
    return Clock.new(control).start(BLACK, at)


# -- time controls


@pytest.mark.parametrize(
    ("text", "control", "canonical"),
    [
        ("10m", TimeControl(600_000), "10m"),
        ("10m+30s", TimeControl(600_000, 30_000), "10m+30s"),
        ("10m+30s×3", TimeControl(600_000, 30_000, 3), "10m+30s×3"),
        ("10m + 30s x 3", TimeControl(600_000, 30_000, 3), "10m+30s×3"),
        ("5m+5s/move", TimeControl(300_000, increment_ms=5_000), "5m+5s/move"),
        ("1h30m+60s", TimeControl(5_400_000, 60_000), "1h30m+1m"),
        ("0+30s", TimeControl(0, 30_000), "0+30s"),
        ("500ms+1s×2+10ms/move", TimeControl(500, 1_000, 2, 10), "500ms+1s×2+10ms/move"),
        ("10M+30S", TimeControl(600_000, 30_000), "10m+30s"),
    ],
)
def test_time_controls_as_text(text: str, control: TimeControl, canonical: str) -> None:
    assert TimeControl.parse(text) == control
    assert str(control) == canonical


@pytest.mark.parametrize(
    "text",
    ["", "10", "m", "10m+", "+30s", "10m+30s×", "10m+30s×0", "10m×3", "-5m", "10m+30", "0", "0+0",
     "10m+30s+30s", "1.5m", "10m+5s/move/move", "99999999999h", "１０m", None, 600_000],
)  # fmt: skip
def test_text_that_is_no_time_control(text: object) -> None:
    with pytest.raises(ClockError):
        TimeControl.parse(text)  # type: ignore[arg-type]


spans = st.integers(0, LONGEST_MS)
controls = st.builds(TimeControl, st.integers(1, LONGEST_MS), spans, st.integers(1, MAX_PERIODS), spans)


@given(controls)
def test_text_and_time_control_are_inverse(control: TimeControl) -> None:
    assert TimeControl.parse(str(control)) == control
    assert control.text("en")
    assert control.text("ja")


@pytest.mark.parametrize(
    "arguments",
    [
        {"main_ms": 0},
        {"main_ms": -1},
        {"main_ms": 1.5},
        {"main_ms": True},
        {"main_ms": "600000"},
        {"main_ms": LONGEST_MS + 1},
        {"main_ms": 1, "byoyomi_ms": -1},
        {"main_ms": 1, "byoyomi_ms": 1, "periods": 0},
        {"main_ms": 1, "byoyomi_ms": 1, "periods": MAX_PERIODS + 1},
        {"main_ms": 0, "increment_ms": 1_000},
    ],
)
def test_time_controls_that_make_no_sense(arguments: dict[str, int]) -> None:
    with pytest.raises(ClockError):
        TimeControl(**arguments)


def test_without_byoyomi_the_number_of_periods_means_nothing() -> None:
    assert TimeControl(1_000, periods=5) == TimeControl(1_000)


def test_time_controls_for_people() -> None:
    assert MINUTE_THEN_TEN.text("en") == "1 min, then 3 × 10 s"
    assert MINUTE_THEN_TEN.text("ja") == "1分＋秒読み10秒×3回"
    assert TimeControl(600_000).text("ja") == "10分切れ負け"
    assert TimeControl(300_000, increment_ms=10_000).text("en") == "5 min, 10 s added a move"
    assert TimeControl(600_000, 30_000).text("en") == "10 min, then 30 s a move"


# -- boundaries


def test_only_the_side_to_move_loses_time() -> None:
    clock = running(MINUTE_THEN_TEN, at=1_000).press(at=5_000)
    assert clock.turn is WHITE
    assert clock.face(BLACK, at=7_000) == ClockFace("main", 56_000, 3, 10_000, 0)
    assert clock.face(WHITE, at=7_000) == ClockFace("main", 58_000, 3, 10_000, 0)


def test_main_time_used_to_its_last_millisecond_is_gone() -> None:
    clock = running(MINUTE_THEN_TEN)
    assert clock.face(BLACK, at=59_999).phase == "main"
    assert clock.face(BLACK, at=60_000) == ClockFace("byoyomi", 10_000, 3, 10_000, 0)


def test_a_move_within_the_period_gives_the_whole_period_back() -> None:
    clock = running(MINUTE_THEN_TEN).press(at=69_999).press(at=70_000)
    assert clock.face(BLACK, at=70_000) == ClockFace("byoyomi", 10_000, 3, 10_000, 0)


def test_a_period_used_to_its_last_millisecond_is_gone() -> None:
    clock = running(MINUTE_THEN_TEN).press(at=70_000).press(at=70_001)
    assert clock.face(BLACK, at=70_001) == ClockFace("byoyomi", 10_000, 2, 10_000, 0)


def test_a_press_at_exactly_the_deadline_loses_and_a_millisecond_earlier_does_not() -> None:
    clock = running(MINUTE_THEN_TEN, at=5)
    assert clock.deadline == 90_005
    assert clock.flagged(90_004) is None
    assert clock.press(at=90_004).face(BLACK, at=90_004) == ClockFace("byoyomi", 10_000, 1, 10_000, 0)
    assert clock.flagged(90_005) is BLACK
    with pytest.raises(FlagFallenError) as caught:
        clock.press(at=90_005)
    assert caught.value.color is BLACK
    assert clock.face(BLACK, at=90_005) == ClockFace("byoyomi", 0, 0, 10_000, 0)


def test_without_byoyomi_the_flag_falls_with_the_main_time() -> None:
    clock = running(TimeControl(1_000))
    assert clock.press(at=999).face(BLACK, at=999) == ClockFace("main", 1, 0, 0, 0)
    assert clock.flagged(1_000) is BLACK
    assert clock.face(BLACK, at=1_000) == ClockFace("main", 0, 0, 0, 0)


def test_byoyomi_from_the_first_move_on() -> None:
    assert running(TimeControl(0, 30_000)).face(BLACK, at=0) == ClockFace("byoyomi", 30_000, 1, 30_000, 0)


def test_the_increment_comes_after_the_move() -> None:
    clock = running(TimeControl(1_000, increment_ms=5_000))
    with pytest.raises(FlagFallenError):
        clock.press(at=1_000)
    assert clock.press(at=999).remaining_ms(BLACK, at=999) == 5_001


def test_an_increment_in_byoyomi_is_main_time_again_and_lost_periods_stay_lost() -> None:
    clock = running(TimeControl(0, 10_000, 3, increment_ms=2_000)).press(at=15_000)
    assert clock.face(BLACK, at=15_000) == ClockFace("main", 2_000, 2, 10_000, 2_000)


def test_time_odds() -> None:
    clock = Clock.new(TimeControl(60_000), TimeControl(10_000)).start(WHITE, at=0)
    assert clock.deadline == 10_000
    assert clock.control(BLACK).main_ms == 60_000


def test_a_system_clock_set_back_gives_no_time() -> None:
    clock = running(TimeControl(10_000), at=5_000)
    assert clock.spent_ms(1_000) == 0
    assert clock.remaining_ms(BLACK, at=1_000) == 10_000
    assert clock.press(at=1_000).remaining_ms(BLACK, at=1_000) == 10_000


def test_a_pause_remembers_what_the_turn_has_used() -> None:
    paused = running(TimeControl(10_000)).pause(at=4_000)
    assert (paused.deadline, paused.paused, paused.flagged(10**9)) == (None, True, None)
    assert paused.remaining_ms(BLACK, at=10**9) == 6_000
    resumed = paused.resume(at=10**9)
    assert resumed.deadline == 10**9 + 6_000
    assert resumed.spent_ms(10**9) == 4_000


def test_a_stopped_clock_has_charged_the_last_turn() -> None:
    stopped = running(TimeControl(10_000)).stop(at=4_000)
    assert (stopped.running, stopped.turn, stopped.remaining_ms(BLACK, at=99_999)) == (False, None, 6_000)
    assert running(TimeControl(10_000)).stop(at=12_000).remaining_ms(BLACK, at=0) == 0
    assert running(TimeControl(10_000)).pause(at=4_000).stop(at=50_000) == stopped
    assert stopped.stop(at=99_999) == stopped


def test_taking_back_gives_no_time_back() -> None:
    clock = running(MINUTE_THEN_TEN).press(at=20_000).press(at=25_000).take_back(BLACK, at=26_000)
    assert clock.turn is BLACK
    assert clock.remaining_ms(BLACK, at=26_000) == 69_000
    assert clock.remaining_ms(WHITE, at=26_000) == 85_000


def test_nobody_collects_increments_by_moving_and_taking_back() -> None:
    start = running(TimeControl(60_000, increment_ms=5_000))
    clock = start
    for at in range(1_000, 11_000, 2_000):
        clock = clock.press(at).take_back(BLACK, at + 1_000, undone=(1, 0))
    assert clock.remaining_ms(BLACK, at=10_000) < start.remaining_ms(BLACK, at=0)
    assert clock.take_back(BLACK, 10_000, undone=(99, 99)).remaining_ms(BLACK, 10_000) == 5_000


def test_what_a_clock_cannot_do_in_its_state() -> None:
    rest, run = Clock.new(MINUTE_THEN_TEN), running(MINUTE_THEN_TEN)
    paused = run.pause(at=1)
    impossible: list[Callable[[], object]] = [
        lambda: rest.press(at=0),
        lambda: rest.pause(at=0),
        lambda: rest.resume(at=0),
        lambda: rest.take_back(BLACK, at=0),
        lambda: run.start(WHITE, at=0),
        lambda: run.resume(at=0),
        lambda: paused.press(at=2),
        lambda: paused.pause(at=2),
        lambda: paused.start(BLACK, at=2),
        lambda: run.press(at=1.5),  # type: ignore[arg-type]
        lambda: rest.start(BLACK, at="now"),  # type: ignore[arg-type]
    ]
    for attempt in impossible:
        with pytest.raises(ClockError):
            attempt()


# -- a second clock: an egg timer that counts down millisecond by millisecond


@dataclass
class Sand:
    """One side's time, poured out one millisecond at a time."""

    main: int
    periods: int
    byoyomi: int
    increment: int
    in_period: int = 0

    def tick(self) -> None:
        if self.main:
            self.main -= 1
        elif self.periods:
            self.in_period += 1
            if self.in_period == self.byoyomi:
                self.in_period = 0
                self.periods -= 1

    @property
    def empty(self) -> bool:
        return self.main == 0 and self.periods == 0

    def moved(self) -> None:
        self.in_period = 0
        self.main += self.increment

    def left(self) -> int:
        return self.main + self.periods * self.byoyomi - self.in_period


class ClockAgainstSand(RuleBasedStateMachine):
    """Any game of presses, pauses and take-backs: both clocks always show the same."""

    @initialize(
        main=st.integers(0, 30),
        byoyomi=st.integers(0, 7),
        periods=st.integers(1, 4),
        increment=st.integers(0, 5),
        at=st.integers(-100, 10**13),
        first=st.sampled_from(Color),
    )
    def begin(self, main: int, byoyomi: int, periods: int, increment: int, at: int, first: Color) -> None:
        if not main and not byoyomi:
            main = 1
        control = TimeControl(main, byoyomi, periods, increment)
        self.sand = [Sand(main, periods if byoyomi else 0, byoyomi, increment) for _ in Color]
        self.now = at
        self.turn = first
        self.paused = False
        self.over = False
        self.clock = Clock.new(control).start(first, at)

    @rule(ms=st.integers(0, 12))
    def wait(self, ms: int) -> None:
        self.now += ms
        if not self.paused and not self.over:
            for _ in range(ms):
                self.sand[self.turn].tick()

    @precondition(lambda self: not self.over and not self.paused)
    @rule()
    def press(self) -> None:
        if self.sand[self.turn].empty:
            with pytest.raises(FlagFallenError):
                self.clock.press(self.now)
            self.clock = self.clock.stop(self.now)
            self.over = True
            return
        self.clock = self.clock.press(self.now)
        self.sand[self.turn].moved()
        self.turn = self.turn.opponent

    @precondition(lambda self: not self.over and not self.paused and not self.sand[self.turn].empty)
    @rule()
    def pause(self) -> None:
        self.clock = self.clock.pause(self.now)
        self.paused = True

    @precondition(lambda self: not self.over and self.paused)
    @rule()
    def resume(self) -> None:
        self.clock = self.clock.resume(self.now)
        self.paused = False

    @precondition(lambda self: not self.over and not self.paused and not self.sand[self.turn].empty)
    @rule(color=st.sampled_from(Color))
    def take_back(self, color: Color) -> None:
        self.clock = self.clock.take_back(color, self.now)
        self.sand[self.turn].in_period = 0
        self.turn = color

    @invariant()
    def they_show_the_same(self) -> None:
        if not hasattr(self, "clock"):
            return
        for color in Color:
            sand, face = self.sand[color], self.clock.face(color, self.now)
            assert self.clock.remaining_ms(color, self.now) == sand.left()
            if sand.empty:
                assert (face.remaining_ms, face.periods) == (0, 0)
            elif sand.main or not sand.byoyomi:
                assert (face.phase, face.remaining_ms, face.periods) == ("main", sand.main, sand.periods)
            else:
                assert face.phase == "byoyomi"
                assert (face.remaining_ms, face.periods) == (sand.byoyomi - sand.in_period, sand.periods)
        if not self.over and not self.paused:
            flagged = self.turn if self.sand[self.turn].empty else None
            assert self.clock.flagged(self.now) is flagged
            assert self.clock.deadline is not None
            assert (self.clock.deadline <= self.now) == (flagged is not None)


TestClockAgainstSand = ClockAgainstSand.TestCase


class TestDays:
    """Correspondence: a number of days for each move."""

    def test_the_days_are_read_and_written(self) -> None:
        control = TimeControl.parse("3d/move")
        assert control == TimeControl(0, days=3)
        assert str(control) == "3d/move"
        assert (control.text("en"), control.text("ja")) == ("3 days a move", "1手3日")
        assert TimeControl(0, days=1).text("en") == "1 day a move"

    def test_the_rest_of_the_days_is_lost_with_the_move(self) -> None:
        clock = running(TimeControl(0, days=2))
        assert clock.remaining_ms(Color.BLACK, DAY_MS) == DAY_MS
        clock = clock.press(at=DAY_MS).press(at=2 * DAY_MS)
        assert clock.remaining_ms(Color.BLACK, 2 * DAY_MS) == 2 * DAY_MS
        assert clock.flagged(4 * DAY_MS - 1) is None
        assert clock.flagged(4 * DAY_MS) is Color.BLACK
        assert clock.stop(3 * DAY_MS).remaining_ms(Color.BLACK, 0) == DAY_MS

    def test_time_in_which_the_clock_stands_still_is_not_charged(self) -> None:
        clock = running(TimeControl(0, days=2)).postpone(5 * DAY_MS)
        assert clock.deadline == 7 * DAY_MS
        with pytest.raises(ClockError):
            Clock.new(TimeControl(0, days=2)).postpone(1)

    @pytest.mark.parametrize("values", [{"main_ms": 1, "days": 1}, {"main_ms": 0, "days": 31}])
    def test_days_stand_alone(self, values: dict[str, int]) -> None:
        with pytest.raises(ClockError):
            TimeControl(**values)
