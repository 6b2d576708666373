"""The parts, one after the other: each is measured, printed and written into the page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks import report
from benchmarks.programs import Program
from benchmarks.tsume import batch, edo, judged, long, page


@dataclass(frozen=True)
class Asked:
    """How much is to be measured; ``__main__`` says what each means."""

    problem: str = ""
    seconds: float = 90
    memory_mb: int = 2048
    threads: tuple[int, ...] = (1,)
    exact: bool = False
    programs: tuple[Program, ...] = ()
    nodes: tuple[int, ...] = (10_000_000, 60_000_000)
    judge_nodes: int = 2_000_000
    rounds: int = 9


@dataclass(frozen=True)
class Told:
    """What a part found: for people, and for programs."""

    table: str
    rows: list[dict[str, Any]]


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def long_part(asked: Asked) -> Told:
    limits = long.Limits(asked.seconds, asked.memory_mb, asked.exact)
    found = []
    for run in long.runs(limits, asked.threads, asked.problem, asked.programs):
        tell(long.row(run))
        found.append(run)
    return Told(long.table(found, limits), [asdict(run) for run in found])


def edo_part(asked: Asked) -> Told:
    entries = edo.solve_all(asked.nodes, asked.memory_mb, tell)
    return Told(edo.table(entries, asked.nodes, asked.memory_mb), [asdict(entry) for entry in entries])


def batch_part(asked: Asked) -> Told:
    found = batch.measure(asked.rounds)
    return Told(batch.table(found), [asdict(length) for length in found])


def judge_part(asked: Asked) -> Told:
    found = judged.judge_all(asked.judge_nodes, asked.memory_mb, tell)
    return Told(judged.table(found, asked.judge_nodes), [asdict(one) for one in found])


PARTS: dict[str, Callable[[Asked], Told]] = {
    "long": long_part,
    "edo": edo_part,
    "batch": batch_part,
    "judge": judge_part,
}
USUAL = ("long", "edo", "batch")
"""All but the judge, who takes long."""


def measure(
    parts: Sequence[str], asked: Asked, *, write: bool, show: bool, load: float | None
) -> dict[str, list[dict[str, Any]]]:
    """The rows of each part; prints and writes the tables where that is asked for. ``load``: before
    all of it, the parts measured earlier among them."""
    rows = {}
    for part in parts:
        result = PARTS[part](asked)
        rows[part] = result.rows
        if show:
            print(f"\n{result.table}", flush=True)
        if write:
            page.write(part, report.measured(result.table, load))
    return rows
