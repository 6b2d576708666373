"""What the machine tells of its own delays: who waited for a processor, and which processor stood still.

Linux tells; elsewhere nothing is known and all numbers are 0. They only grow: what counts is the difference
of two looks.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic_ns
from typing import Final

_MOST_PROCESSES: Final = 64
_TICK_NS: Final = 1_000_000_000 // (os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100)
_STEAL: Final = 8
"""The place of stolen time in a line of /proc/stat."""

_here = threading.local()


def waited_ns() -> int:
    """How long this thread has waited for a processor while it could have run."""
    number: int | None = getattr(_here, "number", None)
    if number is None:
        try:
            number = os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            number = -1
        _here.number = number
    if number < 0:
        return 0
    try:
        return int(os.pread(number, 100, 0).split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def threads_waited_ns(pid: int) -> dict[str, int]:
    """The same for every thread of a process and of those it has started."""
    found: dict[str, int] = {}
    processes = [str(pid)]
    for process in processes:
        with suppress(OSError):
            for thread in os.listdir(f"/proc/{process}/task"):
                here = Path(f"/proc/{process}/task/{thread}")
                with suppress(OSError, ValueError, IndexError):
                    found[thread] = int((here / "schedstat").read_bytes().split()[1])
                with suppress(OSError):
                    children = (here / "children").read_text().split()
                    processes += children[: _MOST_PROCESSES - len(processes)]
    return found


def stood_still_ns() -> list[int]:
    """For each processor how long it stood still because the host of a virtual machine had taken it away."""
    with suppress(OSError, ValueError, IndexError), Path("/proc/stat").open("rb") as file:
        lines = [line.split() for line in file.readlines()[1:] if line.startswith(b"cpu")]
        return [int(line[_STEAL]) * _TICK_NS for line in lines]
    return []


class EngineDelays:
    """What the machine has kept an engine from since this was made."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._start = monotonic_ns()
        self._waited = threads_waited_ns(pid)
        self._stood = stood_still_ns()

    @property
    def ms(self) -> int:
        """Milliseconds: of its threads and of the processors, what the one lost that lost most, added up."""
        waited = threads_waited_ns(self._pid)
        stood = stood_still_ns()
        longest = max((now - self._waited.get(thread, 0) for thread, now in waited.items()), default=0)
        still = max((now - before for now, before in zip(stood, self._stood, strict=False)), default=0)
        # A thread that had begun to wait before is told to have waited since then.
        return min(longest + still, monotonic_ns() - self._start) // 1_000_000
