"""The share of a processor that a thread gets, measured with clocks that the tests set."""

from __future__ import annotations

import pytest

from komadai.engine.usi import cpu_share
from komadai.engine.usi.cpu_share import ProcessorShare


class Clocks:
    """Wall-clock time and processor time of the thread, in seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall = self.processor = 100.0
        monkeypatch.setattr(cpu_share, "monotonic", lambda: self.wall)
        monkeypatch.setattr(cpu_share, "thread_time", lambda: self.processor)

    def compute(self, seconds: float) -> None:
        self.wall += seconds
        self.processor += seconds

    def wait(self, seconds: float) -> None:
        self.wall += seconds


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    return Clocks(monkeypatch)


def test_the_share_is_not_enough_before_the_first_measurement() -> None:
    assert not ProcessorShare().is_enough


def test_a_thread_that_never_waits_has_enough(clocks: Clocks) -> None:
    share = ProcessorShare()
    with share.measured():
        clocks.compute(0.1)
    assert share.is_enough


@pytest.mark.parametrize(("waited", "enough"), [(0.1, True), (0.5, False), (4.0, False)])
def test_a_thread_that_waits_for_more_than_a_quarter_has_not_enough(
    clocks: Clocks, waited: float, enough: bool
) -> None:
    share = ProcessorShare()
    with share.measured():
        clocks.compute(1.0)
        clocks.wait(waited)
    assert share.is_enough == enough


def test_an_earlier_load_counts_less_and_less(clocks: Clocks) -> None:
    share = ProcessorShare()
    with share.measured():
        clocks.wait(0.2)
    for _ in range(20):
        with share.measured():
            clocks.compute(0.05)
    assert share.is_enough
