"""The times that the referee sends to an engine."""

from __future__ import annotations

from komadai import BLACK, WHITE, Clock, TimeControl
from komadai.engine import Limits
from komadai.match import TimeLimits


def test_btime_does_not_contain_the_increment_of_the_next_move() -> None:
    """By the specification of USI, Black may think for btime + binc."""
    clock = Clock.new(TimeControl.parse("10s+3s/move")).start(BLACK, 0)
    pace = TimeLimits.parse("10s+3s/move")
    assert pace.limits(clock, BLACK, 0) == Limits(btime=7_000, wtime=7_000, binc=3_000, winc=3_000)
    moved = clock.press(4_000)
    told = pace.limits(moved, WHITE, 4_000)
    assert told == Limits(btime=6_000, wtime=7_000, binc=3_000, winc=3_000)
    assert told.longest_ms(BLACK) == moved.remaining_ms(BLACK, 4_000)


def test_for_the_first_move_no_more_is_sent_than_the_clock_shows() -> None:
    clock = Clock.new(TimeControl.parse("1s+3s/move")).start(BLACK, 0)
    told = TimeLimits.parse("1s+3s/move").limits(clock, BLACK, 0)
    assert told == Limits(btime=0, wtime=0, binc=1_000, winc=1_000)
    assert told.longest_ms(BLACK) == 1_000
