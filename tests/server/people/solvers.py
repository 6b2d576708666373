"""Problems that a guest solves."""

from __future__ import annotations

from komadai.tsume.problems import problems
from tests.server.people.accounts import Browser


def solve_one(browser: Browser) -> None:
    """Solves a mate in 1."""
    problem = browser.post("/api/tsume/next", {"plies": 1}).json()
    move = next(each for each in problems(1) if each.id == problem["id"]).moves[0].usi()
    answer = browser.post("/api/tsume/answer", {"problem": problem["id"], "line": [], "usi": move})
    assert answer.json()["verdict"] == "solved"
