"""Runs ``komadai tsume`` in a process, and the problems that its tests use."""

from __future__ import annotations

import os
import subprocess
import sys

MATE_IN_3 = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"
SHOWN_ONLY = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b R 1"
NO_MATE = "4k4/9/4P4/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1"
MICROCOSMOS = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"


def tsume(*words: str, typed: str = "", status: int = 0) -> tuple[str, str]:
    """The command's standard output and standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "komadai", "tsume", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=os.environ | {"COLUMNS": "120", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr
