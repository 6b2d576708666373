"""Moves as people type them: romaji, CSA, without signs, in any case."""

from __future__ import annotations

import pytest

from komadai import Board, Move, notation
from komadai.errors import AmbiguousMoveError

OPEN = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"
PROMOTED = "k8/9/9/1+B5+R1/2+P1+L1+N2/5+S3/9/9/4K4 b RBGSNLP 1"


@pytest.mark.parametrize(
    "text", ["76fu", "76FU", "76 fu", "7fFu", "7776FU", "+7776FU", "７６ＦＵ", "7g7F", "P-7F"]
)
def test_the_first_move(text: str) -> None:
    assert notation.read(Board(), text) is Move.from_usi("7g7f")


@pytest.mark.parametrize(
    ("text", "usi"),
    [
        ("22kakunari", "8h2b+"),
        ("22KAKU+", "8h2b+"),
        ("22kakunarazu", "8h2b"),
        ("22kaku=", "8h2b"),
        ("22um", "8h2b+"),
        ("8822UM", "8h2b+"),
        ("8822KA", "8h2b"),
        ("2b+", "8h2b+"),
        ("Bx2b+", "8h2b+"),
        ("58kinmigi", "4i5h"),
        ("58kinhidari", "6i5h"),
        ("68gin", "7i6h"),
        ("58hisha", "2h5h"),
        ("58gyoku", "5i5h"),
        ("58ou", "5i5h"),
        ("77kei", "8i7g"),
        ("98kyo", "9i9h"),
        ("98kyou", "9i9h"),
    ],
)
def test_romaji_and_csa(text: str, usi: str) -> None:
    board = Board(OPEN)
    assert notation.read(board, text) is Move.from_usi(usi)


@pytest.mark.parametrize(
    ("text", "usi"),
    [
        ("74to", "7e7d"),
        ("85uma", "8d8e"),
        ("23ryu", "2d2c"),
        ("34narikei", "3e3d"),
        ("54narikyo", "5e5d"),
        ("45narigin", "4f4e"),
        ("95fu", "P*9e"),
        ("95fuutsu", "P*9e"),
        ("0095FU", "P*9e"),
        ("G*9e", "G*9e"),
        ("g*9e", "G*9e"),
        ("95kinuchi", "G*9e"),
    ],
)
def test_promoted_pieces_and_drops(text: str, usi: str) -> None:
    board = Board(PROMOTED)
    assert notation.read(board, text) is Move.from_usi(usi)


def test_a_bishop_that_could_promote_needs_its_promotion_written() -> None:
    with pytest.raises(AmbiguousMoveError) as error:
        notation.read(Board(OPEN), "22kaku")
    assert {move.usi() for move in error.value.candidates} == {"8h2b", "8h2b+"}


def test_same_in_romaji() -> None:
    board = Board(OPEN)
    board.push_usi("8h2b+")
    assert notation.read(board, "dougin") is Move.from_usi("3a2b")
    assert notation.read(board, "dou hisha") is Move.from_usi("8b2b")


def test_typed_text_of_csa_has_the_piece_after_the_move() -> None:
    board = Board(OPEN)
    assert notation.write(board, Move.from_usi("8h2b+"), "csa") == "+8822UM"
    assert notation.write(board, Move.from_usi("8h2b"), "csa") == "+8822KA"


def test_arguments_in_the_wrong_order_or_of_the_wrong_type_are_reported_by_name() -> None:
    board, move = Board(), Move.from_usi("7g7f")
    with pytest.raises(TypeError, match=r"^board: expected a Board, got '7g7f'"):
        notation.read("7g7f", board)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^text: expected a str, got Move"):
        notation.read(board, move)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^move: expected a Move, got '7g7f'"):
        notation.write(board, "7g7f")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^previous: expected a Move or None, got '7g7f'"):
        notation.write(board, move, previous="7g7f")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^style: expected a str, got 3"):
        notation.write(board, move, 3)  # type: ignore[arg-type]
