"""Moves in words, for speech."""

from __future__ import annotations

import pytest

from komadai import Board, Move, notation

OPEN = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3"


@pytest.mark.parametrize(
    ("sfen", "usi", "english", "japanese"),
    [
        ("startpos", "7g7f", "pawn to 7 f", "先手 ７六 歩"),
        ("startpos", "6i5h", "gold from 6 i to 5 h", "先手 ５八 金 ひだり"),
        (OPEN, "8h2b+", "bishop takes bishop on 2 b, promotes", "先手 ２二 角 なり"),
        (OPEN, "8h2b", "bishop takes bishop on 2 b, does not promote", "先手 ２二 角 ならず"),
        ("4k4/9/9/9/9/9/9/9/3GK4 b GS 1", "G*5h", "gold dropped on 5 h", "先手 ５八 金 うつ"),
        ("4k4/9/9/9/9/9/9/9/3GK4 b GS 1", "S*5h", "silver dropped on 5 h", "先手 ５八 銀"),
    ],
)
def test_spoken(sfen: str, usi: str, english: str, japanese: str) -> None:
    board, move = Board(sfen), Move.from_usi(usi)
    assert notation.spoken(board, move, "en") == english
    assert notation.spoken(board, move, "ja") == japanese


def test_same_square() -> None:
    board = Board(OPEN)
    board.push_usi("8h2b+")
    assert notation.spoken(board, Move.from_usi("3a2b"), "ja") == "後手 同 銀"


def test_in_a_handicap_game_the_sides_are_shitate_and_uwate() -> None:
    board = Board.handicap("two-piece")
    assert notation.spoken(board, Move.from_usi("6a7b"), "ja") == "上手 ７二 金"
    board.push_usi("6a7b")
    assert notation.spoken(board, Move.from_usi("7g7f"), "ja") == "下手 ７六 歩"


def test_every_position_of_a_handicap_game_has_those_names() -> None:
    board = Board("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 3")
    move = Move.from_usi("6a7b")
    assert notation.spoken(Board(board.sfen()), move, "ja", handicap=True) == "上手 ７二 金"
    assert notation.spoken(Board(board.sfen()), move, "ja", handicap=False) == "後手 ７二 金"
