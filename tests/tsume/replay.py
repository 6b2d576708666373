"""Checks of a reported mate: its line, and every defence to some depth."""

from __future__ import annotations

from komadai import Board
from komadai.tsume import Solution, Solver
from tests.tsume.reference import Reference, checks


def faults_of_line(sfen: str, solution: Solution) -> list[str]:
    """The errors of the main line; empty if it is correct."""
    if len(solution.moves) != solution.plies:
        return [f"{len(solution.moves)} moves for {solution.plies} plies"]
    judge = Reference(sfen)
    board = judge.board
    for number, move in enumerate(solution.moves, 1):
        if not board.is_legal(move):
            return [f"ply {number}, {move.usi()}, is illegal"]
        if number % 2 and move not in checks(board):
            return [f"ply {number}, {move.usi()}, gives no check"]
        board.push(move)
    return [] if judge.defend(board, 0) == 0 else ["the line does not end in mate"]


def escape(board: Board, solver: Solver, solution: Solution, depth: int) -> str | None:
    """A line with a defence after which there is no mate; None if there is none.

    The attacker plays the solver's moves, the defender every legal move, ``depth`` times.
    """
    if depth == 0 or not solution.moves:
        return None
    here = board.copy()
    here.push(solution.moves[0])
    for defence in list(here.legal_moves):
        after = here.copy()
        after.push(defence)
        answer = solver.solve(after, nodes=50_000)
        line = f"{solution.moves[0].usi()} {defence.usi()}"
        if answer.result == "no-mate":
            return line
        if answer.result == "mate" and (further := escape(after, solver, answer, depth - 1)) is not None:
            return f"{line} {further}"
    return None
