"""The server's clock: set once from the wall clock, then never decreasing."""

from __future__ import annotations

import time

import pytest

from komadai.server.server_clock import ServerClock


def test_the_clock_starts_at_the_wall_clocks_time() -> None:
    before = time.time_ns() // 10**6
    now = ServerClock().now_ms()
    after = time.time_ns() // 10**6
    assert before - 1 <= now <= after + 1  # the two clocks are read one after the other


def test_setting_the_wall_clock_does_not_change_the_servers_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic_ns", lambda: 5_000_000_000)
    keeper = ServerClock()
    before = keeper.now_ms()
    for hours in (-48, 48):
        wrong = time.time_ns() + hours * 3_600 * 10**9
        monkeypatch.setattr(time, "time_ns", lambda wrong=wrong: wrong)
        assert keeper.now_ms() == before


def test_the_clock_starts_no_earlier_than_the_last_stored_time() -> None:
    later = time.time_ns() // 10**6 + 10**9
    assert ServerClock(later).now_ms() >= later
