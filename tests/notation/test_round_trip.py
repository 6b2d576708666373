"""A move written in any style is read back as the same move, in every position."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, notation
from komadai.errors import KomadaiError
from tests.notation import positions

STYLES = sorted(notation.STYLES)


def assert_all_moves_come_back(board: Board, style: str, sample: int | None = None) -> None:
    moves = list(board.legal_moves)
    if sample is not None and len(moves) > sample:
        moves = random.Random(board.key).sample(moves, sample)
    for move in moves:
        text = notation.write(board, move, style)
        assert notation.read(board, text) is move, f"{text} in {board.sfen()}"


@pytest.mark.parametrize("style", STYLES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_moves_of_random_games(style: str, seed: int) -> None:
    for board in positions.from_random_games(seed, 120):
        assert_all_moves_come_back(board, style, sample=6)


@pytest.mark.parametrize("style", STYLES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_all_moves_of_crowded_positions(style: str, seed: int) -> None:
    assert_all_moves_come_back(positions.crowded(seed), style)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_all_moves_of_a_position_have_different_texts(seed: int) -> None:
    board = positions.crowded(seed)
    for style in STYLES:
        texts = [notation.write(board, move, style) for move in board.legal_moves]
        assert len(set(texts)) == len(texts)


@given(text=st.text(max_size=12))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_move_or_an_error_of_the_package(text: str) -> None:
    with contextlib.suppress(KomadaiError):
        assert notation.read(Board(), text) in Board().legal_moves
