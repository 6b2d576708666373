"""Reviews that are begun and finished."""

from __future__ import annotations

import time
from typing import Any

from tests.server.conftest import Guest

MOVES = ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e", "2e2d", "2c2d", "2h2d", "4a3b", "2d2c+"]
"""Black gives the rook away with the last move."""


def record(*moves: str, start: str | None = None) -> dict[str, Any]:
    nodes: list[dict[str, Any]] = [{}]
    nodes += [{"parent": number, "usi": usi} for number, usi in enumerate(moves)]
    return {"nodes": nodes} | ({} if start is None else {"start_sfen": start})


def begun(guest: Guest, *moves: str, nodes: int = 1000, start: str | None = None) -> dict[str, Any]:
    answer = guest.post("/api/reviews/jobs", {"record": record(*moves, start=start), "nodes": nodes})
    assert answer.status_code == 201, answer.text
    job: dict[str, Any] = answer.json()
    return job


def finished(guest: Guest, job: dict[str, Any]) -> dict[str, Any]:
    for _ in range(1200):
        if job["state"] == "done":
            return job
        time.sleep(0.05)
        job = guest.get(f"/api/reviews/jobs/{job['id']}").json()
    raise AssertionError("the job does not end")
