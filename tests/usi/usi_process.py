"""A USI engine in a process, as a GUI uses it."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from tests.amounts import NIGHTLY
from tests.processes import PATIENCE_S, end

PYTHON: Final = (sys.executable, "-m", "komadai", "usi")
"""The command of the engine in Python."""
_ROOT: Final = Path(__file__).parents[2]
_PROGRAMS: Final = _ROOT / ("dist" if NIGHTLY else "build/programs")
_WINE: Final = (
    "env",
    "--unset=PYTEST_CURRENT_TEST",  # wine's own processes end some seconds after the test
    f"WINEPREFIX={_ROOT / 'build/wine'}",
    "WINEDEBUG=-all",
    "WINEDLLOVERRIDES=mscoree,mshtml=",  # neither .NET nor HTML, for which wine would look first
    "LC_ALL=C.UTF-8",  # the names of files
    "wine",
)


def _require(found: object, needed: str) -> None:
    """Skips the test where what it needs is missing; where CI=true, fails it."""
    if found:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(needed)
    pytest.skip(needed)


def native() -> tuple[str]:
    """The command of komadai-usi."""
    program = _PROGRAMS / "komadai-usi"
    _require(program.exists(), f"needs {program}: make test-engine")
    return (str(program),)


def windows() -> tuple[str, ...]:
    """The command of komadai-usi.exe under wine."""
    program = _PROGRAMS / "komadai-usi.exe"
    _require(program.exists(), f"needs {program}: make test-engine with g++-mingw-w64-x86-64-posix (Debian)")
    _require(shutil.which("wine"), "needs wine and wine64 (Debian)")
    return (*_WINE, str(program))


def emulated(processor: str, program: str) -> tuple[str, ...]:
    """The command of a program for Linux on another processor of x86-64."""
    _require(shutil.which("qemu-x86_64"), "needs qemu-user (Debian)")
    return ("qemu-x86_64", "-cpu", processor, program)


class UsiProcess:
    """The engine's process, with the GUI's ends of its pipes."""

    def __init__(self, program: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            bufsize=1,
            start_new_session=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until(self, word: str) -> list[str]:
        """The lines up to the first that begins with this word, inclusive."""
        lines: list[str] = []
        while True:
            try:
                lines.append(self._lines.get(timeout=PATIENCE_S))
            except queue.Empty:
                raise AssertionError(f"no {word!r}, only {lines}") from None
            if lines[-1].split(" ")[0] == word:
                return lines

    def bestmove(self, *lines: str) -> str:
        """The move of the bestmove after these lines."""
        self.send(*lines)
        return self.read_until("bestmove")[-1].split()[1]

    def sends_nothing(self, seconds: float, word: str) -> bool:
        time.sleep(seconds)
        with self._lines.mutex:
            return not any(line.startswith(word) for line in self._lines.queue)

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._thread.join()
        end(self.process)
