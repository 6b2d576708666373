"""Hundreds of thousands of lines of one character make one warning, and the game around them is read."""

from __future__ import annotations

import pytest

from komadai import kifu

GAMES = {
    "kif": ("手数----指手---------消費時間--\n1 ７六歩(77)\n", "2 ３四歩(33)\n"),
    "ki2": ("▲７六歩\n", "△３四歩\n"),
    "psn": ("1.P7g-7f\n", "2.P3c-3d\n"),
    "usi": ("", "startpos moves 7g7f 3c3d\n"),
}


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("character", ["x", "1", "+", "'", "あ"])
def test_a_run_of_one_character_lines_is_one_warning(key: str, character: str) -> None:
    before, behind = GAMES[key]
    text = before + f"{character}\n" * 1000 + behind + "??\n"
    game = kifu.read(text, key)
    assert [move.usi() for move in game.moves()] == ["7g7f", "3c3d"]
    noise = game.warnings[0]
    assert noise == (before.count("\n") + 1, 1, character, "1000 lines of one character; left out")
    # Lines after them have correct numbers.
    lines = [each.line for each in game.warnings[1:]]
    assert all(line == text.count("\n") for line in lines)


@pytest.mark.parametrize("key", ["kif", "usi"])
def test_a_few_one_character_lines_are_reported_one_by_one(key: str) -> None:
    before, behind = GAMES[key]
    assert len(kifu.read(before + "x\n" * 5 + behind, key).warnings) == 5


def test_a_run_of_empty_comments_is_kept() -> None:
    game = kifu.read(GAMES["kif"][0] + "*\n" * 100, "kif")
    assert game.end.comment.count("\n") == 99
    assert not game.warnings


@pytest.mark.parametrize("character", ["x", "1", ";", "*", "あ"])
def test_a_run_in_a_csa_file_is_one_warning_before_and_within_a_game(character: str) -> None:
    column = f"{character}\n" * 1000
    game = kifu.read(f"{column}PI\n+\n+7776FU\n{column}-3334FU\n??\n", "csa")
    assert [move.usi() for move in game.moves()] == ["7g7f", "3c3d"]
    message = "1000 lines of one character; left out"
    assert game.warnings[:2] == [(1, 1, character, message), (1004, 1, character, message)]
    assert game.warnings[2].line == 2005


def test_empty_comments_of_csa_are_kept() -> None:
    game = kifu.read("PI\n+\n+7776FU\n" + "'\n" * 100 + "%TORYO\n", "csa")
    assert game.moves()[0].usi() == "7g7f"
    assert next(iter(game.main_line())).comment == "\n".join(["'"] * 100)
    assert not game.warnings
