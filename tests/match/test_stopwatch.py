"""The engine's time, without the referee's waits for a processor."""

from __future__ import annotations

import threading
import time

import pytest

from komadai.match import stopwatch
from komadai.match.machine import waited_ns
from komadai.match.stopwatch import Stopwatch


class Machine:
    """A clock, and the time that the referee has waited for a processor."""

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


def test_on_an_idle_machine_all_time_is_the_engines(machine: Machine) -> None:
    watch = Stopwatch()
    machine.passes(99.9)
    assert watch.ms == 99
    machine.passes(0.2)
    assert watch.ms == 100


def test_waits_of_the_referee_are_not_the_engines_time(machine: Machine) -> None:
    watch = Stopwatch()
    machine.passes(130, waiting=98)
    assert watch.ms == 32


def test_the_engine_was_searching_until_its_last_line_was_read(machine: Machine) -> None:
    watch = Stopwatch()
    machine.passes(60, waiting=40)
    watch.line_read()
    machine.passes(50, waiting=10)
    assert watch.ms == 100


def test_an_answer_read_with_the_last_info_may_have_arrived_at_the_same_time(
    machine: Machine,
) -> None:
    watch = Stopwatch()
    machine.passes(50)
    watch.line_read()
    machine.passes(60, waiting=55)
    watch.line_read()
    machine.passes(0.5)
    assert watch.ms == 55


def test_a_sleeping_thread_does_not_wait_for_a_processor() -> None:
    before = waited_ns()
    start = time.monotonic_ns()
    time.sleep(0.2)
    # On a busy machine it may wait after the sleep, but not during it.
    assert waited_ns() - before <= time.monotonic_ns() - start - 190_000_000


def test_each_thread_has_its_own_waits() -> None:
    found = []
    thread = threading.Thread(target=lambda: found.append(waited_ns()))
    thread.start()
    thread.join()
    assert found[0] >= 0
