"""Progress in lessons."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import Guest


def passed(guest: Guest, lesson: str, step: int, missed: bool = False) -> dict[str, Any]:
    answer = guest.post(f"/api/lessons/{lesson}/passed", {"step": step, "missed": missed})
    assert answer.status_code == 200, answer.text
    progress: dict[str, Any] = answer.json()
    return progress
