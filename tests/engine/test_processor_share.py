"""Whether a thinker has a processor for itself, by its own clock of computing."""

from __future__ import annotations

import time

from komadai.engine.usi.cpu_share import ProcessorShare


def compute(seconds: float) -> None:
    """Takes so long of a processor, however long that is on the wall."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_nothing_is_enough_before_anything_is_known() -> None:
    assert not ProcessorShare().enough


def test_who_is_kept_waiting_has_not_enough() -> None:
    share = ProcessorShare()
    with share.measured():
        compute(0.02)
        time.sleep(0.1)
    assert not share.enough


def test_a_load_that_has_gone_is_forgotten() -> None:
    share = ProcessorShare()
    with share.measured():
        time.sleep(0.2)
    began = time.monotonic()
    while not share.enough and time.monotonic() < began + 60:
        with share.measured():
            compute(0.05)
    assert share.enough
