"""The share of a processor that a thread gets: seconds for which one was wanted, and seconds received."""

from __future__ import annotations

import pytest

from komadai._core import ProcessorShare


def test_the_share_is_not_enough_before_the_first_measurement() -> None:
    assert not ProcessorShare().is_enough


@pytest.mark.parametrize(("waited", "enough"), [(0.0, True), (0.1, True), (0.5, False), (4.0, False)])
def test_a_thread_that_waits_for_more_than_a_quarter_has_not_enough(waited: float, enough: bool) -> None:
    share = ProcessorShare()
    share.add(1.0 + waited, 1.0)
    assert share.is_enough == enough


def test_an_earlier_load_counts_less_and_less() -> None:
    share = ProcessorShare()
    share.add(0.2, 0.0)
    for _ in range(20):
        share.add(0.05, 0.05)
    assert share.is_enough
