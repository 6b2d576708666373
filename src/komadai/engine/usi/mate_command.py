"""USI's ``go mate``: runs the solver of mate problems and writes its results as USI lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from komadai._core import usi_info_string
from komadai.errors import TsumeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai import Board
    from komadai._core import MateSolver


def answer(
    solver: MateSolver, board: Board, limit_ms: int, threads: int, write: Callable[[str], object]
) -> str:
    """The ``checkmate`` line, within ``limit_ms`` milliseconds (0: no limit); ``write`` gets the info lines.

    The solver is armed already. If it is stopped, or the time is up, the answer is the mate found so far,
    the shortest or not.
    """

    def report(state: dict[str, Any]) -> None:
        for line in state["usi"]:
            write(line)

    try:
        found = solver.solve(board, seconds=limit_ms / 1000, threads=threads, on_progress=report)
    except TsumeError as error:
        write(usi_info_string(str(error)))
        return "checkmate nomate"
    *lines, checkmate = found.usi_lines()
    for line in lines:
        write(line)
    return checkmate
