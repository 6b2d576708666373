"""The delays of the machine: threads that waited for a processor, and processors that were taken away.

Linux counts them; on other systems all numbers are 0. The numbers only grow: use the difference of two
readings.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic_ns
from typing import Final

_MAX_PROCESSES: Final = 64
_TICK_NS: Final = 1_000_000_000 // (os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100)
_STEAL: Final = 8
"""The index of stolen time in a line of /proc/stat."""

_here = threading.local()


def waited_ns() -> int:
    """Nanoseconds for which this thread was ready to run and waited for a processor."""
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
    """The same for every thread of a process and of its child processes."""
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
                    processes += children[: _MAX_PROCESSES - len(processes)]
    return found


def stolen_ns() -> list[int]:
    """For each processor, the nanoseconds for which the host of a virtual machine had taken it away."""
    with suppress(OSError, ValueError, IndexError), Path("/proc/stat").open("rb") as file:
        lines = [line.split() for line in file.readlines()[1:] if line.startswith(b"cpu")]
        return [int(line[_STEAL]) * _TICK_NS for line in lines]
    return []


class EngineDelays:
    """The delays of an engine by the machine since the creation of this object."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._start = monotonic_ns()
        self._waited = threads_waited_ns(pid)
        self._stolen = stolen_ns()

    @property
    def ms(self) -> int:
        """Milliseconds: the longest delay of a thread plus the longest of a processor."""
        waited = threads_waited_ns(self._pid)
        stolen = stolen_ns()
        longest = max((now - self._waited.get(thread, 0) for thread, now in waited.items()), default=0)
        still = max((now - before for now, before in zip(stolen, self._stolen, strict=False)), default=0)
        # The wait of a thread counts from its beginning, which may be before the start.
        return min(longest + still, monotonic_ns() - self._start) // 1_000_000
