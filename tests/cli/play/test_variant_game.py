"""``komadai play --variant``."""

import io
import os
from datetime import datetime
from pathlib import Path

import pytest
from rich.console import Console

from komadai import kifu
from komadai.cli.play.save_record import save_variant
from komadai.cli.play.variant_game import TerminalVariantGame
from komadai.cli.shared.timed_input import Lines
from komadai.enums import Color
from komadai.variants import Board


def played(board: Board, commands: str, level: int | None = None, side: Color | None = None) -> str:
    reader, writer = os.pipe()
    os.write(writer, commands.encode())
    os.close(writer)
    output = io.StringIO()
    try:
        TerminalVariantGame(board, level, side, Console(file=output, width=200), Lines(reader)).run()
    finally:
        os.close(reader)
    return output.getvalue()


def test_two_people_play_until_the_lion_is_caught() -> None:
    board = Board("dobutsu")
    text = played(board, "2c2b\n3a3b\n2b2a+\n")
    assert "Black wins by capture of the king" in text
    assert board.ply == 3


def test_the_engine_answers_and_both_moves_are_taken_back() -> None:
    board = Board("minishogi")
    text = played(board, "3e3d\nundo\nundo\nquit\n", level=1, side=Color.BLACK)
    assert "The engine plays " in text
    assert "There is no move to take back." in text
    assert board.ply == 0


def test_the_engine_begins_if_the_person_is_white() -> None:
    board = Board("goro-goro")
    played(board, "resign\n", level=1, side=Color.WHITE)
    assert board.ply == 1


def test_wrong_moves_and_questions_are_answered() -> None:
    board = Board("chu")
    text = played(board, "hello\n6i6c\nmoves 6i\nmoves 99z\nhelp\nboard\n\n")
    assert "'hello' is no move" in text
    assert "6i6c is illegal" in text
    assert "歩兵 Pawn (fW)" in text
    assert "6i6h" in text
    assert "expected a square of chu, got '99z'" in text
    assert "A move names the square left" in text
    assert board.ply == 0


@pytest.mark.parametrize("commands", ["", "quit\n"])
def test_a_game_may_be_left(commands: str) -> None:
    assert "wins" not in played(Board("tori"), commands)


def test_moves_may_be_typed_in_western_notation() -> None:
    board = Board("chu")
    played(board, "P-6h\np-7e\nquit\n")
    assert [move.usi() for move in board.history] == ["6i6h", "7d7e"]
    played(board, "P-b8\nP-b5\nquit\n")  # as lishogi writes the squares of chu
    assert [move.usi() for move in board.history[2:]] == ["11i11h", "11d11e"]


@pytest.mark.parametrize("suffix", [".kif", ".kifu", ".usi", ".txt"])
def test_the_game_is_saved_with_its_variant(tmp_path: Path, suffix: str) -> None:
    reader, writer = os.pipe()
    os.write(writer, b"2c2b\nundo\n2c2b\nresign\n")
    os.close(writer)
    game = TerminalVariantGame(Board("dobutsu"), None, None, Console(file=io.StringIO()), Lines(reader))
    game.run()
    os.close(reader)
    path = tmp_path / f"game{suffix}"
    save_variant(path, game, ("A", "B"), datetime(2026, 11, 27))
    found = kifu.read(path, variants=True)
    assert isinstance(found, kifu.VariantGame)
    assert (found.variant.name, [move.usi() for move in found.moves()]) == ("dobutsu", ["2c2b"])
    if suffix != ".usi":
        assert str(found.outcome) == "Black wins: White’s resignation"
