"""No move takes more than the clock has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from komadai import BLACK, WHITE, Color
from komadai.engine import Limits
from komadai.engine.timing import Budget, budget

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
    assert time.soft >= 1
    assert 1 <= time.hard <= max(1, own + byoyomi)
    if own + byoyomi >= 400:
        assert time.hard <= own + byoyomi - 80


def test_byoyomi_alone_is_used_up_but_for_the_margin() -> None:
    assert budget(Limits(btime=0, wtime=0, byoyomi=10_000), BLACK, 80, 100) == Budget(19_840, 9_920)


def test_a_tenth_of_a_second_keeps_three_quarters_in_reserve() -> None:
    assert budget(Limits(byoyomi=100), WHITE, 80, 0) == Budget(50, 25)


def test_main_time_is_shared_among_the_moves_to_come() -> None:
    early = budget(Limits(btime=600_000, wtime=600_000), BLACK, 80, 0)
    late = budget(Limits(btime=600_000, wtime=600_000), BLACK, 80, 90)
    assert early is not None
    assert late is not None
    assert 5_000 < early.soft < late.soft < 60_000


def test_the_other_sides_time_does_not_matter() -> None:
    assert budget(Limits(btime=1_000, wtime=500_000), BLACK, 80, 0) == budget(
        Limits(btime=1_000, wtime=5), BLACK, 80, 0
    )


def test_movetime_is_exact_and_no_clock_means_no_budget() -> None:
    assert budget(Limits(movetime=1_000), BLACK, 80, 0) == Budget(3_680, 920)
    assert budget(Limits(nodes=1_000), BLACK, 80, 0) is None
    assert budget(Limits(infinite=True), BLACK, 80, 0) is None
