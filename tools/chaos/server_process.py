"""A server in a process of its own, to be killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

RUN: Final = """
import sys, time
from pathlib import Path
offset_ns, wall_ns = int(float(sys.argv[3]) * 1e9), time.time_ns
time.time_ns = lambda: wall_ns() + offset_ns
from komadai.server import run
folder, config, database = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[4] or None
workers = int(sys.argv[5])
run(port=0, database=database, open_browser=False, data_dir=folder, config_file=config, workers=workers)
"""
ENGINE_END_SECONDS: Final = 20.0


class Server:
    """A server process on a folder; its log is ``server.log`` in the folder."""

    def __init__(
        self,
        folder: Path,
        *,
        config: str = "",
        clock_offset_s: float = 0.0,
        database: str | None = None,
        workers: int = 1,
    ) -> None:
        """``clock_offset_s`` is added to the wall clock that the server reads; it is a jump of the clock."""
        self._workers = workers
        (folder / "config.toml").write_text(config)
        with (folder / "server.log").open("ab") as log:
            paths = [str(folder), str(folder / "config.toml")]
            arguments = [*paths, str(clock_offset_s), database or "", str(workers)]
            self.process = subprocess.Popen(
                [sys.executable, "-c", RUN, *arguments], stdout=subprocess.PIPE, stderr=log, text=True
            )

    def address(self) -> str:
        """The address, once it listens; empty if it ended before."""
        assert self.process.stdout is not None
        found = re.search(r"http://[^ ]+/", self.process.stdout.readline())
        return found[0].rstrip("/") if found else ""

    def workers(self) -> list[int]:
        """The process ids of its workers; empty if it has one process."""
        return _children(self.process.pid) if self._workers > 1 else []

    def engines(self) -> list[int]:
        """The process ids of its engines."""
        parents = self.workers() if self._workers > 1 else [self.process.pid]
        return [child for parent in parents for child in _children(parent)]

    def kill(self) -> None:
        """SIGKILL, as a power failure would be."""
        workers = self.workers()
        self.process.send_signal(signal.SIGKILL)
        for pid in workers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._ended()
        for pid in engines_left(workers):
            raise RuntimeError(f"worker {pid} does not end")

    def stop(self) -> None:
        """SIGTERM, and waits for the orderly end."""
        self.process.send_signal(signal.SIGTERM)
        self._ended()

    def _ended(self) -> None:
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def _children(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(child) for child in children.split()]


def engines_left(engines: list[int]) -> list[int]:
    """Waits for the end of the engines of a killed server; kills and returns those that still run."""
    end = time.monotonic() + ENGINE_END_SECONDS
    left = list(engines)
    while left and time.monotonic() < end:
        left = [pid for pid in left if _runs(pid)]
        time.sleep(0.05)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return left


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
