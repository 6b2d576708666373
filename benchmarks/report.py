"""Results as a table for people and as JSON for programs."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from benchmarks.libraries import Library
from benchmarks.measure import Result
from benchmarks.programs import Program

Party = Library | Program


def machine() -> str:
    """The processor and the software under the libraries."""
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def processor() -> str:
    if sys.platform == "linux":
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            facts = dict(line.split(":", 1) for line in info.read().split("\n\n")[0].splitlines())
        facts = {key.strip(): value.strip() for key, value in facts.items()}
        name = facts.get("model name", platform.machine())
        if "cpu family" in facts:  # virtual machines name their processor vaguely
            name += f" (family {facts['cpu family']}, model {facts.get('model', '?')})"
        return name
    return platform.processor() or platform.machine()


def load() -> float | None:
    """How many programs wanted to run in the last minute; None: not known here."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def measured(text: str, load: float | None) -> str:
    """The text, and when and on which machine it was measured. ``load``: the one before the whole
    measurement, whose own work is not other work."""
    busy = f", with other work on it (load {load:.1f} before the start)" if load and load >= 0.5 else ""
    return f"{text}\n\nMeasured {datetime.now(UTC):%Y-%m-%d} on {machine()}{busy}."


def rate(value: float) -> str:
    """Three figures: 4.26 M, 532 k."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1, "")):
        if value >= size:
            digits = value / size
            return f"{digits:.{2 if digits < 10 else 1 if digits < 100 else 0}f}{letter}"
    return f"{value:.2f}"


def place(result: Result) -> str:
    factor = result.factor()
    if factor is None:
        return "no other has one"
    return f"**{factor:.1f} ×**" if factor >= 1 else f"**not first**: {factor:.2f} ×"


def table(results: list[Result], parties: Sequence[Party]) -> str:
    """Markdown, a row for each piece of work."""
    names = [party.package for party in parties]
    lines = [
        "| " + " | ".join(["per second", *names, "Komadai by the best other"]) + " |",
        "| --- |" + " ---: |" * (len(names) + 1),
    ]
    for result in results:
        rates = [rate(result.rates[name]) if name in result.rates else "–" for name in names]
        lines.append(
            "| " + " | ".join([f"{result.row.name} ({result.row.unit})", *rates, place(result)]) + " |"
        )
    return "\n".join(lines)


def verdict(results: list[Result]) -> str:
    behind = [result.row.name for result in results if (factor := result.factor()) is not None and factor < 1]
    if not behind:
        return "Komadai is first in every row."
    return f"Komadai is **not** first in: {'; '.join(behind)}."


def page(results: list[Result], parties: Sequence[Party]) -> str:
    """docs/benchmarks.md, written by ``make bench ARGS=--write``."""
    versions = ", ".join(f"{party.package} {party.version}".strip() for party in parties)
    notes = "\n".join(f"- *{party.package}*: {party.note}" for party in parties if party.note)
    return f"""# Benchmarks

The speed of the library, measured in one run with the other shogi libraries for Python. {verdict(results)}

`make bench` repeats the measurement on your machine, `make bench ARGS=--write` writes this page, and
`make bench ARGS=--json` prints the numbers as JSON. It also measures mate problems:
[Tsume: measurements](measurements/tsume.md).

{table(results, parties)}

Measured {datetime.now(UTC):%Y-%m-%d} on {machine()}: {versions}.

## How to read it

All libraries run the same Python loops (`benchmarks/rows.py`). For each operation the loop calls the
fastest function that the library has (`benchmarks/libraries.py`). All libraries run in one process, one
after the other, in many short rounds; each number is the median of the rounds, in processor time. It
includes the cost of the loop itself.

Functions that do not check moves are compared with each other, and so are functions that do:
`push_unchecked` with libraries that trust the caller (ours still refuses moves that are impossible),
`push` with libraries that check the rules. In perft and in random games the moves come from the list of
legal moves, so each library plays them in its fastest way.

The SFENs are 32 positions from random games. "Its own perft" is the library's native function, on one
thread, with leaves counted in bulk. No other library for Python has one. Native programs can be added:
`make bench ARGS="--program 'NAME=COMMAND'"` names a USI engine that answers `go perft N`, or a command
with `{{sfen}}` and `{{depth}}` in it.

The records are 200 games of the program against itself, with times: 20 in a CSA file, one in a KIF or KI2
file. All libraries read the same bytes, with Python's garbage collector at work. Komadai detects the
format, checks every move and stores headers, times and endings; "for its moves" uses `kifu.MainLines`,
"into game trees" uses `kifu.Game`, whose nodes are made when they are first needed; the row of visited
moves needs them all. `python -m benchmarks.memory` scans a file of a million games and prints the memory
used.

{notes}
"""


def as_json(results: list[Result], parties: Sequence[Party]) -> dict[str, Any]:
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "versions": {party.package: party.version for party in parties},
        "rows": [
            {
                "name": result.row.name,
                "unit": result.row.unit,
                "per_second": {name: round(value, 1) for name, value in result.rates.items()},
                "factor": result.factor(),
            }
            for result in results
        ],
    }
