"""What the machine says it has kept others waiting for."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from komadai.arena.machine import EngineDelays, stolen_ns, threads_waited_ns
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


def test_of_two_who_compute_on_one_processor_each_is_kept_waiting() -> None:
    with running(busy(), busy()) as pids:
        delays = [EngineDelays(pid) for pid in pids]
        until(lambda: all(each.ms > 50 for each in delays), "both to be kept waiting")


def test_an_engine_behind_a_script_counts_with_the_script() -> None:
    script = ["sh", "-c", '"$0" "$@"; exit $?', *busy()]
    with running(script, busy()) as (script_pid, _):
        delays = EngineDelays(script_pid)
        until(lambda: delays.ms > 50, "the engine to be kept waiting")


def test_who_only_sleeps_is_kept_from_nothing() -> None:
    with running([sys.executable, "-c", "import time; time.sleep(60)"]) as (pid,):
        # Until it sleeps it works.
        until(lambda: not _moves(pid), "the process to sleep")
        before = threads_waited_ns(pid)
        time.sleep(0.2)
        assert threads_waited_ns(pid) == before


def _moves(pid: int) -> bool:
    before = threads_waited_ns(pid)
    time.sleep(0.3)
    return not before or threads_waited_ns(pid) != before


def test_a_process_that_is_gone_is_kept_from_nothing() -> None:
    with running(busy()) as (pid,):
        pass
    assert threads_waited_ns(pid) == {}


def test_the_stolen_time_of_every_processor_only_grows() -> None:
    stolen = stolen_ns()
    assert len(stolen) >= len(os.sched_getaffinity(0))
    assert all(now >= before for before, now in zip(stolen, stolen_ns(), strict=True))
