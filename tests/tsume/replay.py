"""Whether a mate that was reported is one: its line, and every defence to some depth."""

from __future__ import annotations

from komadai import Board
from komadai.tsume import Solution, Solver
from tests.tsume.reference import Reference, checks


def faults_of_line(sfen: str, solution: Solution) -> list[str]:
    """What is wrong with the main line; an empty list if nothing is."""
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
    """A defence against which there is no mate any more, as a line of moves; None if there is none.

    The attacker plays what the solver says, the defender all he can, to ``depth`` of his moves.
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
