"""Problems that are dealt and solved."""

from __future__ import annotations

from typing import Any

from komadai.tsume.problems import Problem, problems
from tests.server.conftest import Guest


def deal(guest: Guest, plies: int | None = 3, **more: Any) -> dict[str, Any]:
    answer = guest.post("/api/tsume/next", {"plies": plies, **more})
    assert answer.status_code == 200, answer.text
    dealt: dict[str, Any] = answer.json()
    return dealt


def known(id: str) -> Problem:
    return next(problem for problem in problems() if problem.id == id)


def play(guest: Guest, problem: str, line: list[str], usi: str) -> dict[str, Any]:
    response = guest.post("/api/tsume/answer", {"problem": problem, "line": line, "usi": usi})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def solve(guest: Guest, dealt: dict[str, Any]) -> dict[str, Any]:
    line: list[str] = []
    moves = [move.usi() for move in known(dealt["id"]).moves]
    while True:
        answer = play(guest, dealt["id"], line, moves[len(line)])
        line += [move["usi"] for move in answer["moves"]]
        if answer["verdict"] != "goes_on":
            return answer


def other_move(problem: Problem) -> str:
    """A legal move that is no check."""
    board = problem.board
    return next(move.usi() for move in board.legal_moves if not board.gives_check(move))
