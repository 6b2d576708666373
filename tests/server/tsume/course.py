"""The graded course."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Guest
from tests.server.tsume.problems import known, other_move, play


def following(guest: Guest, kyu: int | None = 18) -> dict[str, Any] | None:
    answer = guest.post("/api/tsume/course/next", {"kyu": kyu})
    assert answer.status_code == 200, answer.text
    problem: dict[str, Any] | None = answer.json()["problem"]
    return problem


def some(problem: dict[str, Any] | None) -> dict[str, Any]:
    assert problem is not None
    return problem


def miss(guest: Guest, problem: dict[str, Any]) -> dict[str, Any]:
    return play(guest, problem["id"], [], other_move(known(problem["id"])))
