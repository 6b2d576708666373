"""The call for the names in a line of a record."""

from __future__ import annotations

import pytest

from tests.server.conftest import Guest, code

MINO = "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 6a5b 3i3h 5c5d 6i5h"
KNIGHT = "4k4/9/9/9/5n3/9/9/9/4K4 b S 1"


def test_names_have_both_languages(guest: Guest) -> None:
    answer = guest.post("/api/names", {"moves": MINO.split()})
    assert answer.status_code == 200
    (mino,) = [each for each in answer.json()["names"] if each["id"] == "hon_mino"]
    assert mino == {
        "ply": 15, "side": "black", "kind": "castle", "id": "hon_mino", "is_pairing": False,
        "text": {"en": "Mino", "ja": "本美濃囲い"}, "term": "hon_mino", "until": None,
    }  # fmt: skip


def test_phases_are_in_the_answer(guest: Guest) -> None:
    raid = ["7g7f", "8c8d", "8h4d", "8d8e", "4d5c+", "4a3b", "5c7a", "6a7a"]
    answer = guest.post("/api/names", {"moves": raid}).json()
    assert (answer["middle_game"], answer["endgame"]) == (7, 7)


def test_a_line_from_another_position_has_castles(guest: Guest) -> None:
    start = "4k4/9/9/9/9/9/9/5GSK1/5G3 b - 1"
    answer = guest.post("/api/names", {"start_sfen": start, "moves": []}).json()
    assert [each["id"] for each in answer["names"]] == ["kata_mino"]


def test_moves_that_cannot_be_played_are_no_error(guest: Guest) -> None:
    answer = guest.post("/api/names", {"moves": [*MINO.split(), "5e5d"]})
    assert "hon_mino" in [each["id"] for each in answer.json()["names"]]


def test_the_names_of_a_line_come_with_its_proverbs(guest: Guest) -> None:
    answer = guest.post("/api/names", {"start_sfen": KNIGHT, "moves": ["S*4f"]}).json()
    (proverb,) = answer["proverbs"]
    assert (proverb["ply"], proverb["side"], proverb["id"]) == (1, "black", "keito_no_gin")
    assert answer["names"] == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"moves": ["7g7z"]}, "not_a_move"),
        ({"moves": ["7g7f"] * 1001}, "invalid"),
        ({"moves": [], "start_sfen": "nothing"}, "invalid"),
        ({}, "invalid"),
        ({"moves": [], "more": 1}, "invalid"),
    ],
)
def test_errors_have_a_code(guest: Guest, body: dict[str, object], expected: str) -> None:
    assert code(guest.post("/api/names", body)) == expected
