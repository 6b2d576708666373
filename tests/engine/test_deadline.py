"""The watch that answers where the search is kept from it."""

from __future__ import annotations

import threading
import time

import pytest

from komadai.engine import deadline
from komadai.engine.deadline import Watch


def test_it_calls_at_the_deadline_and_not_before() -> None:
    watch, called = Watch(), threading.Event()
    due = time.monotonic() + 0.05
    moment: list[float] = []

    def call() -> None:
        moment.append(time.monotonic())
        called.set()

    watch.set(due, call)
    assert called.wait(5)
    assert moment[0] >= due


def test_a_deadline_that_is_forgotten_or_moved_calls_nothing() -> None:
    watch, called = Watch(), threading.Event()
    wrong: list[str] = []
    watch.set(time.monotonic() + 0.03, lambda: wrong.append("forgotten"))
    watch.forget()
    watch.set(time.monotonic() + 0.03, lambda: wrong.append("moved"))
    watch.set(time.monotonic() + 0.1, called.set)
    assert called.wait(5)
    assert wrong == []


def test_it_learns_how_late_this_machine_wakes_who_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a cautious guess to what is so; a stall is not forgotten at once."""
    late = [0.0]
    monkeypatch.setattr(deadline, "sleep", lambda seconds: time.sleep(seconds / 50 + late[0]))
    monkeypatch.setattr(deadline, "_NAP", 0.0001)
    watch = Watch()
    assert watch.lateness_ms == 20
    watch.look()
    until = time.monotonic() + 10
    while watch.lateness_ms == 20 and time.monotonic() < until:
        time.sleep(0.02)
    assert watch.lateness_ms != 20
    late[0] = 0.2
    time.sleep(0.3)
    late[0] = 0.0
    time.sleep(0.02)
    assert watch.lateness_ms > 100
