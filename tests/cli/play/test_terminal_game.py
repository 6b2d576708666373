"""A game in the terminal: typed moves in, boards and a result out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from komadai import ImpasseRule
from komadai.cli.play.command import Rule
from tests.processes import started

MATE_IN_1 = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
LOST = "4k4/4+R4/4+B4/9/9/9/9/9/4K4 w - 1"


def play(moves: str, *options: str, level: bool = True) -> str:
    """The output of the terminal after these lines."""
    done = subprocess.run(
        [sys.executable, "-m", "komadai", "play", *(("--level", "1") if level else ()), *options],
        input=moves,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_a_game_to_mate() -> None:
    shown = play("P-52\nG*5b\n", "--sfen", MATE_IN_1)
    assert "Your move" in shown
    assert "Black wins by checkmate" in shown
    assert "ありがとうございました" in shown


@pytest.mark.parametrize("typed", ["7g7f", "P-7f", "P-76", "76fu", "▲7六歩", "+7776FU"])
def test_a_move_may_be_typed_in_any_notation(typed: str) -> None:
    assert "1. ☗P-7f" in play(f"{typed}\nquit\n")


def test_after_an_invalid_move_another_one_is_asked_for() -> None:
    shown = play("castle\n5i5a\n7g7f\nquit\n")
    assert "expected a move" in shown
    assert "That is illegal: the piece does not move so" in shown
    assert "1. ☗P-7f" in shown


def test_an_illegal_move_loses_with_the_option() -> None:
    shown = play("5i5a\n", "--illegal-loses")
    assert "White wins: Black’s illegal move: the piece does not move so" in shown


def test_a_declaration_that_would_lose_needs_confirmation() -> None:
    shown = play("declare\nquit\n")
    assert "ten other pieces are in the promotion zone (0/10)" in shown
    assert "enough points (0/28)" in shown
    assert "it is one’s turn" not in shown
    assert "wins" not in shown
    assert "wins" not in play("declare\nmoves\ndeclare\nquit\n")
    assert "White wins: Black’s failed declaration" in play("declare\ndeclare\n")


def test_a_valid_declaration_needs_no_confirmation() -> None:
    entered = "+R+R+B+BGGGG1/PPP1K4/9/9/9/9/9/9/4k4 b P 1"
    assert "Black wins by declaration" in play("declare\n", "--sfen", entered)


def test_a_resignation_needs_confirmation() -> None:
    assert "White wins" not in play("resign\nquit\n")
    assert "White wins" not in play("resign\nboard\nresign\nquit\n")
    assert "White wins: Black’s resignation" in play("resign\nresign\n")


def test_undo_takes_back_both_moves() -> None:
    shown = play("7g7f\nundo\n2g2f\nmoves\nquit\n")
    assert "Taken back." in shown
    assert shown.count("1. ☗P-2f") == 2  # when played, and in the list of moves
    assert "played without take-backs" in play("7g7f\nundo\nquit\n", "--no-take-back")


def test_a_square_lists_the_moves_of_its_piece() -> None:
    shown = play("where 2h\nwhere 5e\nwhere 9z\nquit\n")
    assert "1h  3h  4h  5h  6h  7h" in " ".join(
        sorted(shown.split("Your move: ")[1].split("\n")[0].split())
    ).replace(" ", "  ")
    assert "No piece of yours stands on 5e" in shown


def test_the_flag_falls_while_no_move_is_typed() -> None:
    read, write = os.pipe()
    try:
        with started(
            [sys.executable, "-m", "komadai", "play", "--level", "1", "--clock", "1s"],
            stdin=read,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        ) as process:
            shown, _ = process.communicate(timeout=60)
    finally:
        os.close(read)
        os.close(write)
    assert "White wins: Black’s time forfeit" in shown
    assert process.returncode == 0


def test_the_giver_of_a_handicap_moves_first() -> None:
    shown = play("quit\n", "--handicap", "two-piece")
    assert "receive the handicap" in shown
    assert "1. ☖" in shown


def test_every_impasse_rule_can_be_chosen() -> None:
    assert [rule.value for rule in Rule] == [rule.value for rule in ImpasseRule]


def test_furigoma_throws_five_pawns() -> None:
    shown = play("quit\n", "--side", "furigoma")
    pawns = shown.split("Furigoma: ")[-1].splitlines()[0].split()
    assert len(pawns) == 5
    assert ("You are Black" in shown) == (pawns.count("歩") > pawns.count("と"))


def test_the_whole_game_in_japanese() -> None:
    shown = play("76歩\n投了\n投了\n", "--lang", "ja", "--sfen", "startpos")
    assert "1手目 ▲７六歩" in shown or "1手目 ▲7六歩" in shown
    assert "後手の勝ち" in shown


def test_the_end_of_the_input_interrupts_the_game() -> None:
    assert "The game was interrupted" in play("7g7f\n")


@pytest.mark.parametrize(
    ("name", "encoding", "what"),
    [
        ("game.kifu", "utf-8", "７六歩"),
        ("game.kif", "cp932", "７六歩"),
        ("game.csa", "utf-8", "+7776FU"),
        ("game.usi", "utf-8", "7g7f"),
    ],
)
def test_the_game_can_be_saved_as_a_record(tmp_path: Path, name: str, encoding: str, what: str) -> None:
    play("7g7f\nresign\nresign\n", "--record", str(tmp_path / name))
    assert what in (tmp_path / name).read_text(encoding)


def test_pieces_can_be_shown_as_letters() -> None:
    shown = play("letters\nquit\n", "--letters", "--sfen", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    first, second = shown.split("Your move: ")[:2]
    assert "v K" in first
    assert "玉" not in first
    assert "v玉" in second
