"""The engine's time, without what the referee waits."""

from __future__ import annotations

import threading
import time

import pytest

from komadai.arena import stopwatch
from komadai.arena.machine import waited_ns
from komadai.arena.stopwatch import Stopwatch


class Machine:
    """A clock, and how long the referee has waited for a processor."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_ms = 1000.0
        self.waited_ms = 500.0
        monkeypatch.setattr(stopwatch, "monotonic_ns", lambda: round(self.now_ms * 1e6))
        monkeypatch.setattr(stopwatch, "waited_ns", lambda: round(self.waited_ms * 1e6))

    def passes(self, ms: float, waiting: float = 0.0) -> None:
        self.now_ms += ms
        self.waited_ms += waiting


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_on_a_calm_machine_it_is_a_stopwatch(machine: Machine) -> None:
    watch = Stopwatch()
    machine.passes(99.9)
    assert watch.ms == 99
    machine.passes(0.2)
    assert watch.ms == 100


def test_what_the_referee_waited_is_not_the_engines_time(machine: Machine) -> None:
    watch = Stopwatch()
    machine.passes(130, waiting=98)
    assert watch.ms == 32


def test_an_engine_that_was_heard_meanwhile_was_thinking_until_then(machine: Machine) -> None:
    watch = Stopwatch()
    machine.passes(60, waiting=40)
    watch.line_read()
    machine.passes(50, waiting=10)
    assert watch.ms == 100


def test_an_answer_read_together_with_the_last_info_may_have_come_as_early(machine: Machine) -> None:
    watch = Stopwatch()
    machine.passes(50)
    watch.line_read()
    machine.passes(60, waiting=55)
    watch.line_read()
    machine.passes(0.5)
    assert watch.ms == 55


def test_a_thread_that_sleeps_waits_for_nothing() -> None:
    before = waited_ns()
    start = time.monotonic_ns()
    time.sleep(0.2)
    # A busy machine may let it wait after the sleep, but not during it.
    assert waited_ns() - before <= time.monotonic_ns() - start - 190_000_000


def test_every_thread_has_its_own() -> None:
    found = []
    thread = threading.Thread(target=lambda: found.append(waited_ns()))
    thread.start()
    thread.join()
    assert found[0] >= 0
