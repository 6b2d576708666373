"""The process of an engine: it never outlives a start that was cancelled."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from komadai.engine.client.process import EngineProcess
from tests.engine.client.fakes import command


def children() -> set[str]:
    """The processes that this one has started and not waited for."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        pytest.skip("no /proc")
    found: set[str] = set()
    for task in tasks.iterdir():
        with suppress(OSError):  # a thread that has ended meanwhile
            found.update((task / "children").read_text().split())
    return found


HOSTILE = [
    "; touch broken",
    "$(touch broken)",
    "`touch broken`",
    "| touch broken",
    "&& touch broken",
    "> broken",
]


def test_an_argument_is_no_command_of_a_shell(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "import json, sys; print(json.dumps(sys.argv[1:]))"]
    lines: list[str] = []

    async def run() -> None:
        ended = asyncio.Event()
        process = await EngineProcess.start(
            [*program, *HOSTILE], lines.append, lambda error: ended.set(), cwd=tmp_path
        )
        await asyncio.wait_for(ended.wait(), 60)
        await process.end()

    asyncio.run(run())
    assert [json.loads(line) for line in lines] == [HOSTILE]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("second", range(6))
@pytest.mark.parametrize("first", range(6))
def test_a_start_that_is_cancelled_twice_leaves_no_process(first: int, second: int) -> None:
    """asyncio's own start leaves one: the second cancellation interrupts its clean-up after the first."""
    before = children()

    async def start_and_cancel() -> None:
        start = asyncio.create_task(EngineProcess.start(command(), lambda line: None, lambda error: None))
        for steps in (first, second):
            for _ in range(steps):
                await asyncio.sleep(0)
            start.cancel()
        with suppress(asyncio.CancelledError):
            await (await start).end()

    asyncio.run(start_and_cancel())
    gc.collect()  # an unclosed pipe is an error
    assert children() <= before
