"""Several threads on one problem with a shared table have the answers of one thread."""

from __future__ import annotations

import pytest

from komadai import Board, tsume
from komadai._core import MateSolver
from komadai.errors import RangeError
from komadai.tsume import Solver
from tests.tsume.replay import escape

# A. Itō Sōkan, Shogi Zukō (1755), no. 99 (Kemuri-zume): too much for the first thread alone.
KEMURI = "k1+P4n1/2L+P2sL1/r4+P+P1P/+BpP+Pl1+Rg1/NP1S+PP+p1g/2L+p1g+P1+P/Ps1G1+P1N1/1sN1P4/B8 b - 1"


@pytest.mark.slow
@pytest.mark.parametrize("memory_mb", [1, 64])
def test_three_threads_find_a_mate_that_no_defence_escapes(memory_mb: int) -> None:
    solution = Solver(memory_mb).solve(Board(KEMURI, validate=False), threads=3, nodes=3_000_000)
    assert solution.result in ("mate", "unknown")
    if memory_mb == 64:
        assert solution.result == "mate"
        assert solution.plies is not None
        assert solution.plies >= 117
    # A table of one megabyte may have lost the line of a mate when the nodes are used up.
    if solution.result == "mate" and (memory_mb == 64 or solution.moves):
        assert len(solution.moves) == solution.plies
        assert escape(Board(KEMURI, validate=False), Solver(16), solution, 2) is None


def test_an_impossible_number_of_threads_is_refused() -> None:
    for threads in (0, -1, 257):
        with pytest.raises(RangeError, match="threads"):
            tsume.solve(Board(KEMURI, validate=False), threads=threads)


def test_a_stop_ends_all_threads() -> None:
    solver = MateSolver(16)
    solver.arm()
    reports: list[int] = []

    def enough(state: dict[str, object]) -> None:
        reports.append(1)
        if len(reports) == 2:
            solver.stop()

    hopeless = Board("9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1", validate=False)
    found = solver.solve(hopeless, threads=3, exact=True, on_progress=enough, interval=0.01, seconds=20)
    assert len(reports) >= 2 or found.result == "mate"
