"""Classes over HTTP: a teacher sees what the pupils have done in lessons and mate problems."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Guest, code
from tests.server.lessons.progress import passed
from tests.server.tsume.course import following, miss, some
from tests.server.tsume.problems import solve


def test_a_teacher_sees_who_did_which_lesson(client: Any) -> None:
    teacher, pupil = Guest(client), Guest(client)
    made = teacher.post("/api/lessons/classes", {"name": "Shogi club"}).json()
    joined = pupil.post(f"/api/lessons/classes/{made['id']}/pupils", {"name": "Aya"}).json()
    assert (joined["joined_as"], joined["pupils"]) == ("Aya", [])
    passed(pupil, "goro-pawn", 3)
    passed(pupil, "goro-mate", 2, missed=True)
    (aya,) = teacher.get(f"/api/lessons/classes/{made['id']}").json()["pupils"]
    assert (aya["name"], aya["done"], aya["begun"], aya["missed"]) == (
        "Aya", ["goro-pawn"], ["goro-mate"], 1,
    )  # fmt: skip
    assert pupil.get("/api/lessons/classes").json()["classes"][0]["teacher"] is False


def test_a_pupil_can_leave_and_a_teacher_can_delete_the_class(client: Any) -> None:
    teacher, pupil = Guest(client), Guest(client)
    id = teacher.post("/api/lessons/classes", {"name": "Club"}).json()["id"]
    pupil.post(f"/api/lessons/classes/{id}/pupils", {"name": "Ken"})
    assert code(pupil.post(f"/api/lessons/classes/{id}/delete", {})) == "not_found"
    assert pupil.post(f"/api/lessons/classes/{id}/leave", {}).json()["joined_as"] is None
    assert teacher.get(f"/api/lessons/classes/{id}").json()["pupils"] == []
    assert teacher.post(f"/api/lessons/classes/{id}/delete", {}).json() == {"classes": []}
    assert code(teacher.get(f"/api/lessons/classes/{id}")) == "not_found"


@pytest.mark.parametrize("name", ["", " ", "\x07", "x" * 61])
def test_a_class_needs_a_name(guest: Guest, name: str) -> None:
    assert code(guest.post("/api/lessons/classes", {"name": name})) == "invalid"


def test_a_teacher_sees_how_many_problems_of_each_grade_are_solved(client: Any) -> None:
    teacher, pupil = Guest(client), Guest(client)
    id = teacher.post("/api/lessons/classes", {"name": "Club"}).json()["id"]
    pupil.post(f"/api/lessons/classes/{id}/pupils", {"name": "Aya"})
    for kyu in (18, 18, 15):
        solve(pupil, some(following(pupil, kyu)))
    miss(pupil, some(following(pupil, 17)))
    found = teacher.get(f"/api/lessons/classes/{id}").json()
    assert [each["kyu"] for each in found["grades"]] == [*range(18, 0, -1)]
    assert found["grades"][0] == {"kyu": 18, "plies": 1, "needed": 24}
    assert found["pupils"][0]["grades"] == [{"kyu": 18, "solved": 2}, {"kyu": 15, "solved": 1}]
    course = pupil.get("/api/tsume/course").json()["grades"]
    assert [(each["kyu"], each["solved"]) for each in course if each["solved"]] == [(18, 2), (15, 1)]
    seen_by_pupil = pupil.get(f"/api/lessons/classes/{id}").json()
    assert (seen_by_pupil["grades"], seen_by_pupil["pupils"]) == ([], [])
