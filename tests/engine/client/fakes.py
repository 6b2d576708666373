"""The client with the fake engine, and whether processes run."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from komadai.engine import PlayResult, UsiEngine

T = TypeVar("T")
FAKE = str(Path(__file__).with_name("fake_engine.py"))


def command(fault: str = "none") -> list[str]:
    return [sys.executable, FAKE, fault]


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(coroutine, 100))


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for counts as running."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ends(pid: int) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        stat = Path(f"/proc/{pid}/stat")
        # An ended process is listed as a zombie until its parent waits for it.
        if not is_running(pid) or (stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] == "Z"):
            return True
        time.sleep(0.02)
    return False


def with_engine(fault: str, body: Callable[[UsiEngine], Coroutine[Any, Any, T]]) -> T:
    async def main() -> T:
        async with await UsiEngine.open(command(fault)) as engine:
            return await body(engine)

    return run(main())


def sent_to(engine: UsiEngine) -> list[str]:
    return [each.text for each in engine.transcript if each.direction == ">"][3:]


def move_of(result: PlayResult) -> Any:
    """The move of a game of a variant, which is typed as one of standard shogi."""
    return result.move
