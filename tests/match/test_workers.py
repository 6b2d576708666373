"""Processes that play games."""

from __future__ import annotations

import subprocess
import sys


def test_ctrl_c_does_not_end_a_worker_that_starts() -> None:
    # In a process of its own, whose first worker it is.
    done = subprocess.run(
        [sys.executable, "-m", "tests.match.echo"],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert done.stdout == "[(0, 'a game')]\n"
    assert "KeyboardInterrupt" not in done.stderr
