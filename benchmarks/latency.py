"""``python -m benchmarks.latency``: how fast the engine, the readers and the page answer.

The test suite asserts no durations, because a loaded machine would fail it. Here each has its limit.
``--row TEXT`` measures only the rows whose name contains the text. Exit status 1 if a limit is exceeded.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from benchmarks import records
from benchmarks.report import load
from komadai import Board, kifu
from komadai.engine import Limits
from komadai.engine import open as open_engine

POSITION: Final = "sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1"
"""A position with many drops, in which the search has the most to do for each node."""


@dataclass(frozen=True, slots=True)
class Row:
    """One statement: a name, a limit in this unit, and how its values are measured."""

    name: str
    unit: str
    limit: float
    measure: Callable[[], Iterator[float]]


def stop() -> Iterator[float]:
    """Milliseconds from ``stop`` to ``bestmove``."""
    with open_engine() as engine:
        for _ in range(30):
            with engine.analysis(POSITION) as analysis:
                time.sleep(0.1)
                began = time.perf_counter()
                analysis.stop()
                yield (time.perf_counter() - began) * 1000


def byoyomi() -> Iterator[float]:
    """Milliseconds for a move with 100 ms of byoyomi, measured outside the engine."""
    board = Board(POSITION)
    with open_engine() as engine:
        engine.ready()
        for _ in range(30):
            began = time.perf_counter()
            result = engine.play(board, Limits(btime=0, wtime=0, byoyomi=100))
            yield (time.perf_counter() - began) * 1000
            if result.move is None:
                return
            board.push(result.move)


def ponderhit() -> Iterator[float]:
    """Milliseconds from ``ponderhit`` to ``bestmove`` when the time is over already."""
    with open_engine(options={"USI_Ponder": True}) as engine:
        board = Board(POSITION)
        for _ in range(10):
            result = engine.play(board, Limits(btime=0, wtime=0, byoyomi=100), ponder=True)
            if result.move is None or result.ponder is None:
                return
            board.push(result.move)
            board.push(result.ponder)
            time.sleep(0.3)
            began = time.perf_counter()
            result = engine.play(board, Limits(btime=0, wtime=0, byoyomi=100))
            yield (time.perf_counter() - began) * 1000


def ready() -> Iterator[float]:
    """Seconds of processor time from the start of the process to ``readyok``."""
    for _ in range(10):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "komadai", "usi"],
            input=b"usi\nisready\nquit\n",
            stdout=subprocess.DEVNULL,
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        yield after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def reader(files: list[bytes], key: str) -> Callable[[], Iterator[float]]:
    """Seconds of processor time for reading a megabyte of games in this format into trees."""

    def measure() -> Iterator[float]:
        for _ in range(5):
            began = time.process_time()
            for text in files:
                for _ in kifu.parse(text, kifu.GameBuilder(), key):
                    pass
            yield (time.process_time() - began) * 1e6 / sum(map(len, files))

    return measure


def first_board() -> Iterator[float]:
    """Seconds from the request of the page to its first board, in a browser on this machine."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "komadai", "serve", "--no-browser", "--port", "0", "--data-dir", folder],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=os.environ["KOMADAI_CHROMIUM"])
                for _ in range(5):
                    page = browser.new_context().new_page()
                    began = time.perf_counter()
                    page.goto(found[0], wait_until="commit")
                    page.wait_for_selector("svg")
                    yield time.perf_counter() - began
                    page.context.close()
                browser.close()
        finally:
            server.terminate()
            server.wait()


ROWS: Final = (
    Row("stop to bestmove", "ms", 10, stop),
    Row("a move with 100 ms of byoyomi", "ms", 100, byoyomi),
    Row("ponderhit to bestmove, time over", "ms", 50, ponderhit),
    Row("start to readyok, processor time", "s", 0.3, ready),
    Row("CSA into trees, a megabyte", "s", 1, reader(records.csa(), "csa")),
    Row("KIF into trees, a megabyte", "s", 1, reader(records.one_each("kif"), "kif")),
    Row("KI2 into trees, a megabyte", "s", 1, reader(records.one_each("ki2"), "ki2")),
    Row("first board of the page", "s", 1, first_board),
)


def main() -> int:
    """Measures the rows and prints a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.latency", description=__doc__)
    parser.add_argument("--row", default="", help="only rows whose name contains this")
    wanted = parser.parse_args().row
    print(f"load before: {load()}")
    print(f"{'':<36}{'median':>9}{'maximum':>9}{'limit':>9}")
    exceeded = False
    for row in ROWS:
        if wanted not in row.name:
            continue
        if row.measure is first_board and "KOMADAI_CHROMIUM" not in os.environ:
            print(f"{row.name:<36}not measured: KOMADAI_CHROMIUM does not name a browser")
            continue
        values = list(row.measure())
        if not values:
            print(f"{row.name:<36}not measured: the engine expected no reply")
            continue
        over = max(values) > row.limit
        exceeded |= over
        print(
            f"{row.name:<36}{statistics.median(values):>9.3g}{max(values):>9.3g}{row.limit:>9g} {row.unit}"
            f"{'  exceeded' if over else ''}",
            flush=True,
        )
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
