"""USI's ``go mate``: the solver of mate problems, told as a GUI understands it."""

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
    """The ``checkmate`` line, within so many milliseconds (0: no limit); ``write`` takes the info lines.

    The solver is armed already. Where the time is up or it is stopped, a mate that was found by then is
    told, be it the shortest or not.
    """

    def tell(state: dict[str, Any]) -> None:
        score = f" score mate {state['plies']}" if state["plies"] is not None else ""
        write(
            _info(state["nodes"], state["seconds"], f" hashfull {state['hashfull']}{score}", state["moves"])
        )
        found = "no mate yet" if state["plies"] is None else f"mate in {state['plies']} found"
        write(f"info string pn {state['pn']} dn {state['dn']}, {found}")

    try:
        found = solver.solve(board, seconds=limit_ms / 1000, threads=threads, on_progress=tell)
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
    told = f"info time {round(seconds * 1000)} nodes {nodes} nps {round(nodes / max(seconds, 0.001))}{more}"
    return f"{told} pv {' '.join(move.usi() for move in line)}" if line else told
