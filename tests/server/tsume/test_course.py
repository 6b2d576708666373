"""The graded course of mate problems: grades, what was missed comes again, personal data."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from komadai.server.db.database import Database
from komadai.server.server_clock import ServerClock
from komadai.server.tsume.personal_data import TsumeData
from tests.server.conftest import Guest, code
from tests.server.tsume.course import following, miss, some
from tests.server.tsume.problems import deal, known, solve

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets time pass."""
    passed, now_ms = [0], ServerClock.now_ms
    monkeypatch.setattr(ServerClock, "now_ms", lambda self: now_ms(self) + passed[0])

    def wait(ms: int) -> None:
        passed[0] += ms

    return wait


def course(guest: Guest) -> dict[str, Any]:
    answer: dict[str, Any] = guest.get("/api/tsume/course").json()
    return answer


def grade(guest: Guest, kyu: int) -> dict[str, Any]:
    return next(each for each in course(guest)["grades"] if each["kyu"] == kyu)


def test_a_beginner_sees_all_grades_and_begins_with_an_easy_mate_in_one(guest: Guest) -> None:
    found = course(guest)
    assert [each["kyu"] for each in found["grades"]] == list(range(18, 0, -1))
    assert (found["due"], found["next_ms"], found["hours"]) == (0, None, [])
    first = grade(guest, 18)
    assert (first["plies"], first["needed"], first["solved"], first["due"]) == (1, 24, 0, 0)
    problem = some(following(guest))
    assert (problem["plies"], problem["counts"], problem["repeated"]) == (1, True, False)
    assert some(following(guest))["id"] == problem["id"], "an unsettled problem is given again"


def test_solved_problems_count_and_others_follow_from_easy_to_hard(guest: Guest) -> None:
    ratings = []
    for _ in range(3):
        problem = some(following(guest, 15))
        ratings.append(problem["rating"])
        solve(guest, problem)
    assert ratings == sorted(ratings)
    assert (grade(guest, 15)["solved"], course(guest)["hours"]) == (3, [0])


def test_what_is_solved_outside_of_the_course_counts_too(guest: Guest) -> None:
    solve(guest, deal(guest, 11))
    assert grade(guest, 1)["solved"] == 1


def test_what_was_missed_comes_again_after_ten_minutes_then_after_days(guest: Guest, later: Any) -> None:
    missed = some(following(guest))
    answer = miss(guest, missed)
    assert answer["change"] < 0
    assert some(following(guest))["id"] != missed["id"]
    assert (grade(guest, 18)["due"], following(guest, None)) == (0, None)
    assert 0 < course(guest)["next_ms"] <= 10 * MINUTE

    later(11 * MINUTE)
    assert (grade(guest, 18)["due"], course(guest)["due"]) == (1, 1)
    again = some(following(guest, None))
    assert (again["id"], again["repeated"], again["counts"]) == (missed["id"], True, True)
    answer = solve(guest, again)
    assert answer["change"] == 0, "a repetition changes no rating"
    assert grade(guest, 18)["solved"] == 1
    assert course(guest)["next_ms"] > DAY / 2
    assert following(guest, None) is None


def test_a_grade_asks_what_is_due_before_new_problems(guest: Guest, later: Any) -> None:
    missed = some(following(guest))
    miss(guest, missed)
    later(11 * MINUTE)
    assert some(following(guest))["id"] == missed["id"]
    miss(guest, missed)
    assert some(following(guest))["id"] != missed["id"]


def test_a_problem_solved_with_a_hint_is_not_solved_yet(guest: Guest, later: Any) -> None:
    problem = some(following(guest))
    guest.post("/api/tsume/hint", {"problem": problem["id"]})
    solve(guest, problem)
    assert grade(guest, 18)["solved"] == 0
    later(11 * MINUTE)
    assert grade(guest, 18)["due"] == 1


def test_a_line_in_the_head_counts_in_the_course(guest: Guest) -> None:
    problem = some(following(guest, 15))
    line = [move.usi() for move in known(problem["id"]).moves]
    guest.post("/api/tsume/head", {"problem": problem["id"], "line": line})
    assert grade(guest, 15)["solved"] == 1


def test_a_timed_run_brings_nothing_back(guest: Guest) -> None:
    guest.post("/api/tsume/runs", {})
    miss(guest, deal(guest, None, run=True))
    assert course(guest)["next_ms"] is None


def test_a_grade_ends_when_all_its_problems_are_solved(guest: Guest) -> None:
    for _ in range(grade(guest, 1)["problems"]):
        problem = some(following(guest, 1))
        line = [move.usi() for move in known(problem["id"]).moves]
        guest.post("/api/tsume/head", {"problem": problem["id"], "line": line})
    last = grade(guest, 1)
    assert last["solved"] == last["problems"]
    assert following(guest, 1) is None


def test_an_unknown_grade_is_not_found(guest: Guest) -> None:
    assert code(guest.post("/api/tsume/course/next", {"kyu": 19})) == "not_found"


def test_cards_move_into_the_account_are_exported_and_are_erased(
    tmp_path: Path, database_url: str | None
) -> None:
    """Also the test of the migration, on SQLite and PostgreSQL."""

    async def main() -> None:
        database = await Database.open(database_url, tmp_path)
        data = TsumeData(database)
        solver = sa.text(
            "INSERT INTO tsume_solvers (guest_id, rating, deviation, volatility, at_ms, tried, solved,"
            " streak, best_streak, begun_ms, hinted, run_solved, run_missed, best_run)"
            " VALUES (:guest, 900, 300, 0.06, 0, 1, 0, 0, 0, 0, FALSE, 0, 0, 0)"
        )
        card = sa.text("INSERT INTO tsume_cards VALUES (:guest, :problem, 9, :reviewed, 1, 0, 1.0, 5.0)")
        try:
            async with database.engine.begin() as connection:
                for guest in ("guest", "account"):
                    await connection.execute(
                        sa.text("INSERT INTO guests (id, created_ms) VALUES (:guest, 1)"), {"guest": guest}
                    )
                    await connection.execute(solver, {"guest": guest})
                for guest, problem, reviewed in (
                    ("guest", "a", 5),
                    ("account", "a", 3),
                    ("guest", "b", 1),
                    ("account", "b", 2),
                    ("guest", "c", 4),
                ):
                    values = {"guest": guest, "problem": problem, "reviewed": reviewed}
                    await connection.execute(card, values)
                await data.move(connection, "guest", "account")
            rows = [row["card"] async for row in data.export("account") if "card" in row]
            assert [(row["problem"], row["reviewed_ms"]) for row in rows] == [("a", 5), ("b", 2), ("c", 4)]
            assert [row async for row in data.export("guest")] == []
            async with database.engine.begin() as connection:
                await data.erase(connection, "account")
            assert [row async for row in data.export("account")] == []
        finally:
            await database.close()

    asyncio.run(main())
