"""Positions as lists of pieces."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board
from komadai.errors import KomadaiError, NotationError, SfenError
from komadai.notation import piece_list
from tests.notation import positions

PROBLEM = "Black: +B3d, P2e In hand: R\nWhite: K1c, B2b, G1e, L1a"
SFEN = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"


def test_pieces_not_shown_belong_to_the_defender() -> None:
    assert piece_list.read(PROBLEM).sfen() == SFEN


@pytest.mark.parametrize(
    "text",
    [
        "Black: +B3d, P2e In hand: R / White: K1c, B2b, G1e, L1a",
        "black: +b34 p25 in hand: 1R white: k13 b22 g15 l11",
        "Sente: +B3d, P2e.  In  hand: Rx1;\nGote: K1c, B2b, G1e and L1a",
        "Ｂｌａｃｋ： +角3d, 歩2e In hand: 飛\nWhite: 玉1c, 角2b, 金1e, 香1a",
    ],
)
def test_a_list_may_be_written_in_several_ways(text: str) -> None:
    assert piece_list.read(text).sfen() == SFEN


def test_a_given_hand_is_complete() -> None:
    assert (
        piece_list.read("Black: G5c In hand: G\nWhite: K5a In hand: 2P").sfen()
        == "4k4/9/4G4/9/9/9/9/9/9 b G2p 1"
    )
    assert piece_list.read("Black: G5c In hand: G\nWhite: K5a In hand: none").sfen().split()[2] == "G"


def test_white_may_be_to_move() -> None:
    board = piece_list.read("Black: K5i\nWhite: K5a, R1a In hand: none\nWhite to move")
    assert board.turn.english == "White"


def test_the_hand_of_white_is_written_only_if_it_is_not_all_the_rest() -> None:
    assert piece_list.write(Board(SFEN)) == "Black: +B3d, P2e In hand: R\nWhite: K1c, B2b, G1e, L1a"
    assert (
        piece_list.write(Board("4k4/9/4G4/9/9/9/9/9/9 b G2p 1"))
        == "Black: G5c In hand: G\nWhite: K5a In hand: 2P"
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("Black: K5i\nWhite: K5a, X3c", 2, 13, "a piece and its square"),
        ("Black: K5i, G5i\nWhite: K5a", 1, 13, "two pieces on 5i"),
        ("Black: K5i In hand: K\nWhite: K5a", 1, 21, "can be in hand"),
        ("In hand: R\nBlack: K5i", 1, 1, "before"),
        ("Black: K5i\nWhite: K5k", 2, 8, "square"),
        ("Black: K5i In hand: 99P\nWhite: K5a", 1, 21, "18"),
    ],
)
def test_errors_have_the_place_and_the_expected_text(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as error:
        piece_list.read(text)
    assert (error.value.line, error.value.column) == (line, column)


@pytest.mark.parametrize(
    "rest",
    [
        "",
        " In hand: all pieces not shown",
        " In hand: All pieces not shown.",
        " (and in hand all pieces not shown except for the black king).",
        " In hand: the rest",
        " In hand: all other pieces",
    ],
)
def test_the_defender_holds_all_pieces_not_shown(rest: str) -> None:
    board = piece_list.read(f"Black: +B3d, P2e In hand: R / White: K1c, B2b, G1e, L1a{rest}")
    assert board.sfen() == "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"


def test_the_attacker_cannot_hold_all_pieces_not_shown() -> None:
    with pytest.raises(NotationError, match="such as R or 2P"):
        piece_list.read("Black: +B3d In hand: all pieces not shown / White: K1c")


def test_too_many_pieces_are_refused() -> None:
    with pytest.raises((NotationError, SfenError)):
        piece_list.read("Black: R1a, R2a, R3a White: K5e")


@given(seed=st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_a_written_list_is_read_back(seed: int) -> None:
    board = positions.crowded(seed)
    assert piece_list.read(piece_list.write(board)).sfen().split()[:3] == board.sfen().split()[:3]


@given(text=st.text(alphabet="BlackWhite:, InhandKRP+123abc歩\n/-", max_size=80))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_position_or_an_error_of_the_package(text: str) -> None:
    for candidate in (text, f"Black: {text} White: {text}"):
        with contextlib.suppress(KomadaiError):
            piece_list.read(candidate)
