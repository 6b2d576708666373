"""No move takes more than the clock has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from komadai import BLACK, WHITE, Color
from komadai._core import Budget, budget
from komadai.engine import Limits

milliseconds = st.integers(0, 10_000_000)


@given(
    st.sampled_from(Color),
    milliseconds,
    milliseconds,
    st.integers(0, 60_000),
    milliseconds,
    st.integers(0, 400),
)
def test_the_hard_limit_is_always_within_the_clock(
    color: Color, own: int, others: int, byoyomi: int, increment: int, played: int
) -> None:
    black, white = (own, others) if color == BLACK else (others, own)
    limits = Limits(btime=black, wtime=white, byoyomi=byoyomi, binc=increment, winc=increment)
    time = budget(limits, color, 80, played)
    assert time is not None
    # A clock that shows less than the increment does not contain it.
    whole = own + byoyomi + (increment if own < increment else 0)
    assert time.soft >= 1
    assert 1 <= time.hard <= max(1, whole)
    if whole >= 400:
        assert time.hard <= whole - 80


def test_byoyomi_without_main_time_is_used_up_except_the_margin() -> None:
    time = budget(Limits(btime=0, wtime=0, byoyomi=10_000), BLACK, 80, 100)
    assert time is not None
    assert time.hard == 9_920
    assert time.soft > 10 * time.hard  # unused byoyomi is lost, so there is no reason to stop earlier


def test_main_time_below_the_margin_counts_as_used() -> None:
    time = budget(Limits(btime=50, wtime=0, byoyomi=1_000), BLACK, 80, 100)
    assert time is not None
    assert time.hard == 970
    assert time.soft > time.hard


def test_byoyomi_is_used_up_in_the_move_that_uses_the_last_main_time() -> None:
    for main in (100, 300, 2_000):
        time = budget(Limits(btime=main, wtime=main, byoyomi=2_000), BLACK, 20, 60)
        assert time is not None
        assert time.hard == main + 1_980
        assert time.soft > 10 * time.hard
    later = budget(Limits(btime=60_000, wtime=0, byoyomi=2_000), BLACK, 20, 60)
    assert later is not None
    assert later.soft < later.hard < 30_000


def test_a_large_margin_leaves_at_least_a_fifth_of_the_time() -> None:
    time = budget(Limits(byoyomi=100), WHITE, 200, 0)
    assert time is not None
    assert time.hard == 20


@given(st.integers(0, 600_000), st.integers(100, 60_000), st.integers(0, 300))
def test_with_byoyomi_a_move_takes_at_least_the_byoyomi(main: int, byoyomi: int, played: int) -> None:
    """Main time that is spent more slowly would not be used up."""
    time = budget(Limits(btime=main, wtime=0, byoyomi=byoyomi), BLACK, 10, played)
    assert time is not None
    assert time.soft >= byoyomi - 10


@given(st.integers(1_000, 600_000), st.integers(0, 30_000))
def test_with_an_increment_the_clock_never_runs_out(main: int, gain: int) -> None:
    """Forty moves that each take the maximum: the clock never falls below the margin."""
    left = main + gain  # a GUI that adds the increment before the move
    for played in range(0, 80, 2):
        time = budget(Limits(btime=left, wtime=left, binc=gain, winc=gain), BLACK, 20, played)
        assert time is not None
        assert time.hard <= max(left - 20, left // 5, 1)
        left += gain - time.hard


def test_a_clock_that_shows_less_than_the_increment_does_not_contain_it() -> None:
    """btime 0 and binc 5000: by the protocol five seconds are left, not none."""
    for main in (0, 300, 4_999):
        time = budget(Limits(btime=main, wtime=0, binc=5_000, winc=0), BLACK, 20, 40)
        assert time is not None
        assert 3_000 < time.soft <= time.hard <= main + 5_000 - 20
    # An increment that may be included already is not counted twice.
    time = budget(Limits(btime=5_000, wtime=0, binc=5_000, winc=0), BLACK, 20, 40)
    assert time is not None
    assert time.hard <= 4_980


def test_time_spent_before_the_search_is_subtracted() -> None:
    assert Budget(500, 900).less(100) == Budget(400, 800)
    assert Budget(50, 60).less(100) == Budget(1, 1)


def test_half_of_the_pondering_counts_as_time_used_and_byoyomi_is_used_in_any_case() -> None:
    assert Budget(8_000, 20_000).after_ponder(4_000) == Budget(6_000, 20_000)
    assert Budget(8_000, 20_000).after_ponder(60_000) == Budget(2_000, 20_000)
    assert Budget(100_000, 1_000).after_ponder(60_000) == Budget(100_000, 1_000)


def test_main_time_is_divided_among_the_remaining_moves() -> None:
    early = budget(Limits(btime=600_000, wtime=600_000), BLACK, 80, 0)
    late = budget(Limits(btime=600_000, wtime=600_000), BLACK, 80, 90)
    assert early is not None
    assert late is not None
    assert 5_000 < early.soft < late.soft < 60_000


def test_the_other_sides_time_does_not_matter() -> None:
    assert budget(Limits(btime=1_000, wtime=500_000), BLACK, 80, 0) == budget(
        Limits(btime=1_000, wtime=5), BLACK, 80, 0
    )


def test_movetime_is_used_up_and_without_a_clock_there_is_no_budget() -> None:
    time = budget(Limits(movetime=1_000), BLACK, 80, 0)
    assert time is not None
    assert time.hard == 920
    assert time.soft > 10 * time.hard
    short = budget(Limits(movetime=100), BLACK, 10, 0)
    assert short is not None
    assert short.hard == 99
    assert budget(Limits(nodes=1_000), BLACK, 80, 0) is None
    assert budget(Limits(infinite=True), BLACK, 80, 0) is None
