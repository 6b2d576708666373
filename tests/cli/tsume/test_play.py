"""``komadai tsume play``: problems solved by playing."""

from __future__ import annotations

from pathlib import Path

from tests.cli.tsume.tsume_command import NO_MATE, SHOWN_ONLY, tsume


def played(*typed: str, language: str = "en") -> str:
    out, output = tsume("play", "--lang", language, SHOWN_ONLY, typed="\n".join([*typed, ""]))
    assert output == ""
    return out


def test_the_defender_answers_until_it_is_mated() -> None:
    out = played("R*1b", "3d2d")
    assert "Mate in 3" in out
    assert [line for line in out.splitlines() if "☖Lx1b" in line] == ["2. ☖Lx1b"]
    assert "Solved!" in out
    assert "1 of 1 solved without help." in out


def test_a_wrong_check_is_refuted_and_may_be_tried_again() -> None:
    out = played("3d2d", "R*1b", "3d2d")
    assert "☗+B-2d does not mate in time: ☖K-1b." in out
    assert "Solved!" in out


def test_in_japanese_moves_are_typed_and_answered_in_japanese() -> None:
    out = played("１二飛打", "2四馬", language="ja")
    assert "1. ▲1二飛" in out
    assert "正解！" in out


def test_the_error_says_whether_a_move_is_no_check_unreadable_or_illegal() -> None:
    out = played("2e2d", "9z", "P*5e")
    assert "☗P-2d is no check" in out
    assert "expected a move such as" in out
    assert "the piece is not in hand" in out


def test_a_hint_names_the_piece_then_the_move() -> None:
    out = played("hint", "hint", "R*1b", "3d2d")
    assert "Hint: drop R." in out
    assert "Hint: ☗R*1b" in out
    assert "Solved, with a hint." in out
    assert "0 of 1 solved without help." in out


def test_giving_up_shows_the_rest_of_the_solution() -> None:
    assert "The solution: ☖" not in played("R*1b", "give")
    assert "The solution: ☗+B-2d" in played("R*1b", "give")


def test_another_mate_of_the_same_length_is_accepted() -> None:
    out, _ = tsume("play", "7nk/9/7GP/9/9/9/9/9/9 b G2r2b2g4s3n4l17p 1", typed="1c1b+\n")
    assert "Another mate, just as good." in out
    assert "1 of 1 solved" in out


def test_a_problem_without_a_mate_is_skipped() -> None:
    out, err = tsume("play", NO_MATE, SHOWN_ONLY, typed="R*1b\n3d2d\n")
    assert err == "error: SFEN:1: no mate was found here\n"
    assert "no mate" not in out
    assert "1 of 1 solved without help." in out


def test_a_file_that_cannot_be_read_is_an_error_beside_the_game(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.kif"
    damaged.write_bytes(bytes(range(256)))
    out, err = tsume("play", str(damaged), SHOWN_ONLY, typed="R*1b\n3d2d\n", status=1)
    assert err == f"error: {damaged}: no game record: expected text, got binary data\n"
    assert "damaged" not in out
    assert "1 of 1 solved without help." in out


def test_the_packaged_problems_are_ordered_by_length() -> None:
    out, _ = tsume("play", "--plies", "1", "--letters", typed="quit\n")
    assert "Mate in 1" in out
