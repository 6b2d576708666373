"""Runs ``komadai``."""

from __future__ import annotations

import os
import subprocess
import sys


def komadai(
    *arguments: str, text: str | None = None, code: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the command in a process, as a shell does."""
    start = ["-m", "komadai"] if code is None else ["-c", code]
    return subprocess.run(
        [sys.executable, *start, *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"},
    )
