"""Native programs beside the libraries: what is not on PyPI, named on the command line.

``--program 'NAME=COMMAND'``: a USI engine that answers ``go perft N``, or, with ``{sfen}`` and
``{depth}`` in the command, a program that counts once and prints the leaves.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
from dataclasses import dataclass
from time import perf_counter

_LEAVES_PER_SECOND = re.compile(r"([\d_,]+)\s*nps", re.IGNORECASE)


class ProgramError(Exception):
    """A program did not count what it was asked to count."""


@dataclass(frozen=True)
class Program:
    package: str
    command: str
    version: str = ""
    note: str = (
        "A native program. Where programs take part, the clock on the wall counts, not the processor's."
    )

    @classmethod
    def parse(cls, text: str) -> Program:
        """``NAME=COMMAND``. Raises ValueError."""
        name, equals, command = text.partition("=")
        if not (name and equals and command):
            raise ValueError(f"expected NAME=COMMAND, got {text!r}")
        return cls(name, command)

    @classmethod
    def add_option(cls, parser: argparse.ArgumentParser, help: str) -> None:
        """``--program``, as often as one likes."""
        parser.add_argument(
            "--program", action="append", default=[], type=cls.parse, metavar="NAME=COMMAND", help=help
        )

    def rate(self, sfen: str, depth: int, leaves: int) -> float:
        """Leaves per second. Raises ProgramError if the count is wrong."""
        begin = perf_counter()
        if "{depth}" in self.command:
            words = [word.format(sfen=sfen, depth=depth) for word in shlex.split(self.command)]
            said = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600).stdout
            seconds = perf_counter() - begin
        else:
            said, seconds = self._ask_engine(sfen, depth)
        if str(leaves) not in re.sub(r"(?<=\d)[_,](?=\d)", "", said):
            raise ProgramError(f"{self.package} did not count {leaves} leaves but said {said[-200:]!r}")
        printed = _LEAVES_PER_SECOND.search(said)
        return float(re.sub(r"\D", "", printed[1])) if printed else leaves / seconds

    def _ask_engine(self, sfen: str, depth: int) -> tuple[str, float]:
        with subprocess.Popen(
            shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as engine:
            assert engine.stdin is not None
            assert engine.stdout is not None
            print("usi\nisready", file=engine.stdin, flush=True)
            for line in engine.stdout:
                if line.strip() == "readyok":
                    break
            begin = perf_counter()
            print(f"position sfen {sfen}\ngo perft {depth}", file=engine.stdin, flush=True)
            said = next((line for line in engine.stdout if line.startswith("Nodes searched")), "")
            seconds = perf_counter() - begin
            print("quit", file=engine.stdin, flush=True)
        return said, seconds
