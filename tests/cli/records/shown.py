"""Runs ``komadai show``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ENVIRONMENT = os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}


def show(*words: str, cwd: Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Runs the command in a process with its output piped."""
    return subprocess.run(
        [sys.executable, "-m", "komadai", "show", *words],
        input=data, capture_output=True, cwd=cwd, env=ENVIRONMENT, timeout=100, check=False,
    )  # fmt: skip
