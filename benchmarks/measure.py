"""Times loops fairly: all libraries in turn, many short rounds, the median of the rounds.

The time is that of the processor, not of the clock on the wall, so that what else the machine
does meanwhile hardly counts; what still does slows all of them alike. (Native programs beside the
libraries are the exception; see ``measure``.)
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

from benchmarks.libraries import Library
from benchmarks.programs import Program
from benchmarks.rows import Loop, Row

# Work that can't be cut small (a deep perft) is not repeated for ever.
LONGEST_ROW = 10.0
FEWEST_ROUNDS = 3


@dataclass(frozen=True)
class Result:
    """How much of a row's unit a library does per second; by library, those that can do it."""

    row: Row
    rates: dict[str, float]

    def factor(self) -> float | None:
        """Komadai's rate by that of the best other; None if there is no other."""
        others = [rate for name, rate in self.rates.items() if name != "komadai"]
        return self.rates["komadai"] / max(others) if others else None


def measure(
    row: Row,
    libraries: list[Library],
    rounds: int,
    seconds: float,
    on_round: Callable[[int], None] = lambda done: None,
    programs: Sequence[Program] = (),
) -> Result:
    """``seconds`` is the time of one library in one round; ``on_round`` is called after each round.

    ``programs`` take part in the rows that are one deep perft. What they use of the processor can't
    be read finely enough, so there the clock on the wall counts for all.
    """
    clock = perf_counter if row.depth and programs else process_time
    loops = {library.package: loop for library in libraries if (loop := row.loop_for(library))}
    times = {name: _times_for(loop, seconds) for name, loop in loops.items()}
    rates: dict[str, list[float]] = {name: [] for name in loops}
    leaves = loops["komadai"](1) if row.depth and programs else 0
    with nullcontext() if row.collected else _without_garbage_collection():
        begin = perf_counter()
        for done in range(1, rounds + 1):
            for name, loop in loops.items():
                rates[name].append(_rate(loop, times[name], clock))
            for program in programs if row.depth else ():
                rates.setdefault(program.package, []).append(program.rate(row.sfen, row.depth, leaves))
            on_round(done)
            if done >= FEWEST_ROUNDS and perf_counter() - begin > LONGEST_ROW:
                break
    return Result(row, {name: median(values) for name, values in rates.items()})


def _rate(loop: Loop, n: int, clock: Callable[[], float]) -> float:
    begin = clock()
    amount = loop(n)
    return amount / (clock() - begin)


def _times_for(loop: Loop, seconds: float) -> int:
    n = 1
    while True:
        begin = process_time()
        loop(n)
        taken = process_time() - begin
        if taken > seconds / 4:
            return max(1, round(n * seconds / taken))
        n *= 4


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
