"""How a CSA server charges time."""

from __future__ import annotations

import pytest

from komadai.csa import RemainingTimes, Times
from komadai.pieces import BLACK, WHITE


@pytest.mark.parametrize(
    ("times", "elapsed_ms", "charged"),
    [
        (Times(60), 0, 0),
        (Times(60), 999, 0),
        (Times(60), 1_000, 1),
        (Times(60), 5_999, 5),
        (Times(60, least=1), 0, 1),
        (Times(60, least=1), 999, 1),
        (Times(60, least=1), 2_500, 2),
        (Times(60, roundup=True), 1, 1),
        (Times(60, roundup=True), 2_000, 2),
        (Times(60, unit_ms=60_000), 119_999, 1),
        (Times(60_000, unit_ms=1), 1_234, 1_234),
        (Times(60), -5, 0),
    ],
)
def test_a_move_is_charged_in_whole_units(times: Times, elapsed_ms: int, charged: int) -> None:
    assert times.charge(elapsed_ms) == charged


def test_an_increment_counts_before_the_move() -> None:
    control = Times(600, increment=10).control()
    assert control is not None
    assert (control.main_ms, control.increment_ms) == (610_000, 10_000)


def test_main_time_may_be_zero_with_an_increment() -> None:
    control = Times(0, increment=10).control()
    assert control is not None
    assert control.main_ms == 10_000


def test_without_any_time_a_game_has_no_limit() -> None:
    assert Times(0).control() is None


def test_increments_add_up_and_byoyomi_leaves_no_debt() -> None:
    fischer = RemainingTimes(Times(10, increment=5), Times(10, increment=5))
    assert fischer.after(BLACK, 0).after(WHITE, 12).left == (15, 3)
    byoyomi = RemainingTimes(Times(10, byoyomi=5), Times(10, byoyomi=5))
    assert byoyomi.after(BLACK, 13).after(BLACK, 4).left == (0, 10)
