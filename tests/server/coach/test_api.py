"""The coach's call."""

from __future__ import annotations

import pytest

from komadai import study
from tests.server.conftest import Guest, code

TRAPPED_ROOK = "4k4/3g1g3/9/9/9/9/5PP2/4G2Sr/6KN1 b P 1"


def test_a_hint_has_its_proverb_in_both_languages_and_what_shows_it(guest: Guest) -> None:
    answer = guest.post("/api/coach", {"start_sfen": TRAPPED_ROOK, "moves": []})
    assert answer.status_code == 200
    hint = answer.json()["hint"]
    assert (hint["kind"], hint["id"]) == ("move", "tairo_wa_fu_de_tate")
    assert hint["proverb"] == {"en": "Cut off the retreat with a pawn", "ja": "退路は歩で断て"}
    assert hint["squares"] == ["1g", "1h"]
    assert hint["arrows"] == [{"start": "1h", "end": "1g"}]


def test_a_proverb_that_was_said_is_left_out(guest: Guest) -> None:
    ask = {"start_sfen": TRAPPED_ROOK, "moves": [], "said": ["tairo_wa_fu_de_tate"]}
    hint = guest.post("/api/coach", ask).json()["hint"]
    assert hint is None or hint["id"] != "tairo_wa_fu_de_tate"


def test_a_piece_that_hangs_is_told_before_any_proverb(guest: Guest) -> None:
    hint = guest.post("/api/coach", {"moves": ["7g7f", "8c8d", "7i6h", "3c3d"]}).json()["hint"]
    assert hint == {
        "kind": "danger",
        "id": None,
        "proverb": None,
        "about": None,
        "text": {"en": "Your bishop on 8h can be taken for nothing.", "ja": "８八の角がただで取られます。"},
        "squares": ["8h"],
        "arrows": [{"start": "2b", "end": "8h"}],
    }


def test_a_danger_is_told_however_much_was_said(guest: Guest) -> None:
    ask = {"moves": ["7g7f", "3c3d", "8h5e", "2b5e"], "said": list(study.all_proverbs())}
    hint = guest.post("/api/coach", ask).json()["hint"]
    assert (hint["kind"], hint["squares"]) == ("danger", ["5e"])


def test_the_start_has_no_hint(guest: Guest) -> None:
    assert guest.post("/api/coach", {"moves": []}).json() == {"hint": None}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"moves": ["7g7z"]}, "not_a_move"),
        ({"moves": ["5e5d"]}, "invalid"),
        ({"moves": ["7g7f"] * 1001}, "invalid"),
        ({"moves": [], "start_sfen": "nothing"}, "invalid"),
        ({"moves": [], "start_sfen": "4k4/9/9/9/9/9/9/4P4/4K3P b 18p 1"}, "invalid"),
        ({"moves": [], "said": ["x" * 81]}, "invalid"),
        ({}, "invalid"),
        ({"moves": [], "more": 1}, "invalid"),
    ],
)
def test_errors_have_a_code(guest: Guest, body: dict[str, object], expected: str) -> None:
    assert code(guest.post("/api/coach", body)) == expected
