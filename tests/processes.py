"""The processes that tests start: each in a session of its own, ended together with its test."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

RUN: Final = "KOMADAI_TEST_RUN"
"""Environment variable with the process id of the pytest run. Its children inherit it."""
PATIENCE_S: Final = 60.0
"""How long `until` waits before it gives up. No test depends on the value."""
GRACE_S: Final = 5.0
"""How long a process may still take to end by itself after its test."""
# Python starts this process once and keeps it until the interpreter ends.
_PERMANENT: Final = b"multiprocessing.resource_tracker"


def restore_signals() -> None:
    """Undoes ignored signals, so that child processes start with the default actions.

    A shell without job control starts background commands with SIGINT and SIGQUIT ignored. Child
    processes inherit ignored signals, and Ctrl-C would not end them.
    """
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


def until(condition: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
    """Waits until the condition is true; fails with `what` if it never is."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Starts a process in its own session; kills its process group at the end of the block."""
    process: subprocess.Popen[Any] = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[Any]) -> None:
    """Kills the process group of a process that leads its session, and closes its pipes."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):  # unwritten input of a process that is gone
                stream.close()


def left_by(module: str) -> list[str]:
    """Kills the child processes that this file's tests started and that still run; describes them.

    Processes that fixtures started are not among them: fixtures of a whole run need them longer.
    """

    def running() -> list[int]:
        found = []
        for pid in _children():
            test = _environment(pid).get("PYTEST_CURRENT_TEST", "")
            if test.startswith(f"{module}::") and test.endswith(" (call)"):
                found.append(pid)
        return found

    return _kill_after_grace(running)


def left_by_run(worker: str | None = None) -> list[str]:
    """Kills what tests of this run have started and that still runs; describes it.

    Args:
        worker: Name of the pytest-xdist worker whose processes are meant; None means those of all.
    """

    def running() -> list[int]:
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            environment = _environment(int(path.name))
            if (
                environment.get(RUN) == os.environ[RUN]
                and "PYTEST_CURRENT_TEST" in environment
                and worker in (None, environment.get("PYTEST_XDIST_WORKER"))
            ):
                found.append(int(path.name))
        return [pid for pid in found if pid != os.getpid()]

    return _kill_after_grace(running)


def _kill_after_grace(running: Callable[[], list[int]]) -> list[str]:
    with suppress(AssertionError):
        until(lambda: not running(), "the end of the processes", GRACE_S)
    left = running()
    described = [
        f"process {pid} ({_command(pid).decode(errors='replace').strip()}), "
        f"started in {_environment(pid).get('PYTEST_CURRENT_TEST')}"
        for pid in left
    ]
    for pid in left:
        with suppress(ProcessLookupError):
            if os.getpgid(pid) == pid:
                os.killpg(pid, signal.SIGKILL)
            os.kill(pid, signal.SIGKILL)
    return described


def _children() -> list[int]:
    """The living child processes of this process, of all its threads. Empty where there is no /proc."""
    found: list[int] = []
    for path in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def _command(pid: int) -> bytes:
    return _read(pid, "cmdline").replace(b"\0", b" ")


def _environment(pid: int) -> dict[str, str]:
    """The environment a process began with. Empty for zombies and for processes of other users."""
    if _PERMANENT in _command(pid):
        return {}
    words = _read(pid, "environ").decode(errors="replace").split("\0")
    return dict(word.split("=", 1) for word in words if "=" in word)


def _read(pid: int, name: str) -> bytes:
    try:
        return Path("/proc", str(pid), name).read_bytes()
    except OSError:
        return b""
