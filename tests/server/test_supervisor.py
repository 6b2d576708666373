"""The supervisor of the workers: who stands still is killed."""

from __future__ import annotations

import asyncio
import signal
import sys

import pytest

from komadai.server import supervisor

RUNS = "import time\nwhile True: print('runs', flush=True); time.sleep(0.05)"
STANDS = "import time\nprint('runs', flush=True); time.sleep(1000)"
ENDS = "raise SystemExit(3)"


async def end_of(program: str) -> int:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(60 if program != RUNS else 5):
            return await supervisor._end_of(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def test_a_worker_that_stands_still_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "BEAT_S", 0.1)
    assert asyncio.run(end_of(STANDS)) == -signal.SIGKILL


def test_a_worker_that_ends_is_not_waited_for() -> None:
    assert asyncio.run(end_of(ENDS)) == 3


def test_a_worker_that_says_that_it_runs_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "BEAT_S", 0.5)
    with pytest.raises(TimeoutError):
        asyncio.run(end_of(RUNS))
