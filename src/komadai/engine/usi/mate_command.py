"""USI's ``go mate``: runs the solver of mate problems and writes its results as USI lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from komadai.errors import TsumeError

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai import Board, Move
    from komadai._core import MateSolver


def answer(
    solver: MateSolver, board: Board, limit_ms: int, threads: int, write: Callable[[str], object]
) -> str:
    """The ``checkmate`` line, within ``limit_ms`` milliseconds (0: no limit); ``write`` gets the info lines.

    The solver is armed already. If it is stopped, or the time is up, the answer is the mate found so far,
    the shortest or not.
    """

    def report(state: dict[str, Any]) -> None:
        score = f" score mate {state['plies']}" if state["plies"] is not None else ""
        write(
            _info(state["nodes"], state["seconds"], f" hashfull {state['hashfull']}{score}", state["moves"])
        )
        progress = "no mate yet" if state["plies"] is None else f"mate in {state['plies']} found"
        write(f"info string pn {state['pn']} dn {state['dn']}, {progress}")

    try:
        found = solver.solve(board, seconds=limit_ms / 1000, threads=threads, on_progress=report)
    except TsumeError as error:
        write(f"info string {error}")
        return "checkmate nomate"
    if found.result == "mate" and len(found.moves) == found.plies:
        write(_info(found.nodes, found.seconds, f" score mate {found.plies}", found.moves))
        write(
            f"info string mate in {found.plies}, "
            + ("no shorter one exists" if found.exact else "perhaps not the shortest")
        )
        if found.other_plies:
            write(f"info string mate in {found.other_plies} if restoring interpositions are futile")
        return f"checkmate {' '.join(move.usi() for move in found.moves)}"
    write(_info(found.nodes, found.seconds))
    if found.result == "no-mate":
        return "checkmate nomate"
    write(f"info string not solved: {found.reason}")
    return "checkmate timeout"


def _info(nodes: int, seconds: float, more: str = "", line: tuple[Move, ...] | list[Move] = ()) -> str:
    text = f"info time {round(seconds * 1000)} nodes {nodes} nps {round(nodes / max(seconds, 0.001))}{more}"
    return f"{text} pv {' '.join(move.usi() for move in line)}" if line else text
