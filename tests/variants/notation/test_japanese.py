"""Moves of variants in Japanese."""

from __future__ import annotations

import pytest

from komadai.variants import Board
from komadai.variants.notation import japanese

LION = "6k5/12/12/6p5/6p5/6N5/12/12/12/12/12/6K5 b - 1"


@pytest.mark.parametrize(
    ("variant", "sfen", "usi", "text"),
    [
        ("chu", None, "12i12h", "12八歩兵"),
        ("chu", LION, "6f6e6d", "６五・６四獅子"),
        ("chu", LION, "6f6e6f", "６五・６六獅子"),
        ("minishogi", "4k/5/S4/5/K4 b - 1", "5c4b", "４二銀将"),
        ("minishogi", "4k/S4/5/5/K4 b - 1", "5b4a+", "４一銀将成"),
        ("minishogi", "4k/S4/5/5/K4 b - 1", "5b4a", "４一銀将不成"),
        ("minishogi", "4k/5/5/5/K4 b S 1", "S*3c", "３三銀将打"),
    ],
)
def test_squares_piece_and_promotion(variant: str, sfen: str | None, usi: str, text: str) -> None:
    board = Board(variant, sfen)
    move = board.parse_move(usi)
    assert move is not None
    assert japanese.write(board, move) == text


@pytest.mark.parametrize(
    ("name", "text"), [("7g", "７七"), ("12l", "12十二"), ("36aj", "36三十六"), ("1t", "１二十")]
)
def test_the_name_of_a_square(name: str, text: str) -> None:
    assert japanese.square_text(name) == text


def test_an_empty_square_has_no_move() -> None:
    board = Board("minishogi")
    move = board.read_move("3c3d")
    assert move is not None
    with pytest.raises(IndexError):
        japanese.write(board, move)
