"""Writes the cases by which the ratings and the repetition of the page are compared with these."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from fsrs import State

from komadai.ratings import glicko
from komadai.ratings.glicko import Rating, Score
from komadai.server.repetition import SCHEDULER, Repetition, reviewed

FILE = Path(__file__).resolve().parents[1] / "web/tests/offline/progress_cases.json"
DAY_MS = 86_400_000


def weights() -> dict[str, Any]:
    """The numbers of the scheduler, as the page takes them."""
    return {
        "parameters": SCHEDULER.parameters,
        "desired_retention": SCHEDULER.desired_retention,
        "maximum_interval": SCHEDULER.maximum_interval,
        "step_ms": round(SCHEDULER.learning_steps[0].total_seconds() * 1000),
    }


def ratings(rng: Random) -> list[dict[str, Any]]:
    """Ratings after one problem."""
    found = []
    for _ in range(250):
        player = Rating(rng.uniform(400, 2400), rng.uniform(45, 350), rng.uniform(0.03, 0.12))
        problem = Rating(rng.uniform(500, 2100), 200.0, 0.06)
        points, days = rng.choice([0.0, 1.0]), rng.choice([1.0, rng.uniform(1, 400)])
        after = glicko.rated(player, [Score(problem, points)], days)
        found.append(
            {
                "player": asdict(player),
                "problem": asdict(problem),
                "points": points,
                "days": days,
                "after": asdict(after),
            }
        )
    return found


def repetitions(rng: Random) -> list[list[dict[str, Any]]]:
    """Things that are asked again, each with five answers."""
    found = []
    for _ in range(50):
        now, before, answers = 1_700_000_000_000, None, []
        for _ in range(5):
            right = rng.random() < 0.6
            before = Repetition(**reviewed(before, right, now))
            card = {
                "due_ms": before.due_ms,
                "reviewed_ms": before.reviewed_ms,
                "state": State(before.state).name.lower(),
                "stability": before.stability,
                "difficulty": before.difficulty,
            }
            answers.append({"now_ms": now, "right": right, "card": card})
            now += rng.choice([60_000, 3_600_000, DAY_MS, before.due_ms - now, 9 * DAY_MS, 90 * DAY_MS])
        found.append(answers)
    return found


def cases() -> dict[str, Any]:
    """All cases, always the same ones."""
    rng = Random(49)
    return {"weights": weights(), "ratings": ratings(rng), "repetitions": repetitions(rng)}


if __name__ == "__main__":
    FILE.write_text(json.dumps(cases(), separators=(",", ":")), "utf-8")
