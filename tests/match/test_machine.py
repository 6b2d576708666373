"""The delays of processes, as the operating system reports them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from komadai.match.machine import EngineDelays, stolen_ns, threads_waited_ns
from tests.processes import started, until

pytestmark = pytest.mark.skipif(
    not Path("/proc/thread-self/schedstat").exists(), reason="this system does not tell who waits"
)
BUSY = "import os\nos.sched_setaffinity(0, {%d})\nwhile True: pass"


@contextmanager
def running(*commands: list[str]) -> Iterator[list[int]]:
    with ExitStack() as stack:
        yield [stack.enter_context(started(command)).pid for command in commands]


def busy() -> list[str]:
    return [sys.executable, "-c", BUSY % min(os.sched_getaffinity(0))]


def test_two_busy_processes_on_one_processor_are_both_delayed() -> None:
    with running(busy(), busy()) as pids:
        delays = [EngineDelays(pid) for pid in pids]
        until(lambda: all(each.ms > 50 for each in delays), "both to be kept waiting")


def test_an_engine_behind_a_script_counts_with_the_script() -> None:
    script = ["sh", "-c", '"$0" "$@"; exit $?', *busy()]
    with running(script, busy()) as (script_pid, _):
        delays = EngineDelays(script_pid)
        until(lambda: delays.ms > 50, "the engine to be kept waiting")


def test_a_sleeping_process_is_not_delayed() -> None:
    with running([sys.executable, "-c", "import time; time.sleep(60)"]) as (pid,):
        # It computes until its start is over.
        until(lambda: not _is_running(pid), "the process to sleep")
        before = threads_waited_ns(pid)
        time.sleep(0.2)
        assert threads_waited_ns(pid) == before


def _is_running(pid: int) -> bool:
    before = threads_waited_ns(pid)
    time.sleep(0.3)
    return not before or threads_waited_ns(pid) != before


def test_a_process_that_has_ended_has_no_delay() -> None:
    with running(busy()) as (pid,):
        pass
    assert threads_waited_ns(pid) == {}


def test_the_stolen_time_of_each_processor_never_decreases() -> None:
    stolen = stolen_ns()
    assert len(stolen) >= len(os.sched_getaffinity(0))
    assert all(now >= before for before, now in zip(stolen, stolen_ns(), strict=True))
