"""Other solvers beside ours: USI engines that answer ``go mate``, named on the command line."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import threading
from dataclasses import dataclass
from time import perf_counter

from benchmarks.programs import Program, ProgramError

GRACE = 10.0
"""Seconds beyond the limit after which a program is ended."""

_NODES = re.compile(r"\bnodes (\d+)")


@dataclass(frozen=True)
class MateAnswer:
    plies: int | None
    """The length of the line it gave; None: no mate, or none in time."""
    nodes: int | None
    cpu: float
    """Seconds of processor time from its start to its end, its own preparations included."""
    wall: float
    """Seconds from the question to the answer."""
    peak_mb: float


def ask_for_mate(program: Program, sfen: str, seconds: float) -> MateAnswer:
    """Starts the engine for this one problem. Raises ProgramError if it ends without an answer."""
    with subprocess.Popen(
        shlex.split(program.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        late = threading.Timer(seconds + GRACE, engine.kill)
        late.start()
        try:
            print("usi\nisready", file=engine.stdin, flush=True)
            if not any(line.strip() == "readyok" for line in engine.stdout):
                raise ProgramError(f"{program.package} did not say readyok")
            print(f"usinewgame\nposition sfen {sfen}", file=engine.stdin, flush=True)
            begin = perf_counter()
            print(f"go mate {seconds * 1000:.0f}", file=engine.stdin, flush=True)
            said, nodes = "", None
            for line in engine.stdout:
                if counted := _NODES.search(line):
                    nodes = int(counted[1])
                if line.startswith("checkmate"):
                    said = line
                    break
            wall = perf_counter() - begin
            engine.stdin.close()  # the end of its input ends it, whether it was too late or not
            _, status, usage = os.wait4(engine.pid, 0)
            engine.returncode = os.waitstatus_to_exitcode(status)
        finally:
            late.cancel()
            if engine.returncode is None:
                engine.kill()
    if not said and wall < seconds:
        raise ProgramError(f"{program.package} ended without an answer")
    peak = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    return MateAnswer(length(said), nodes, usage.ru_utime + usage.ru_stime, wall, peak)


def length(said: str) -> int | None:
    """Of the line in a ``checkmate`` answer."""
    words = said.split()[1:]
    return len(words) if words and words[0] not in {"nomate", "timeout", "notimplemented"} else None
