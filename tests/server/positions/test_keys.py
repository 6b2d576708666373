"""Keys of positions, and the same positions seen from other sides."""

from __future__ import annotations

import random

import pytest

from komadai import Board
from komadai.server.positions.keys import images, key
from komadai.variants import NAMES
from komadai.variants import Board as VariantBoard


def random_game(seed: int) -> list[Board]:
    """The positions of a game of random moves."""
    chosen, board, found = random.Random(seed), Board(), []
    for _ in range(120):
        if board.is_game_over():
            break
        board.push(chosen.choice(list(board.legal_moves)))
        found.append(board.copy())
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_images_are_those_that_the_board_makes(seed: int) -> None:
    for board in random_game(seed):
        rotated = board.mirror()
        expected = (board, rotated, board.mirror_files(), rotated.mirror_files())
        assert images(key(board.sfen())) == {key(each.sfen()) for each in expected}


@pytest.mark.parametrize("name", NAMES)
def test_each_image_of_a_variants_position_has_the_same_images(name: str) -> None:
    board = VariantBoard(name)
    board.push(next(iter(board.legal_moves)))
    found = images(key(board.sfen()))
    assert key(board.sfen()) in found
    for image in found:
        assert images(image) == found
        assert key(VariantBoard(name, f"{image} 1").sfen()) == image


def test_the_square_of_a_taken_lion_is_turned_with_the_board() -> None:
    position = "12/12/12/12/5k6/12/12/12/12/12/12/11K b 6e"
    assert "k11/12/12/12/12/12/12/6K5/12/12/12/12 w 7h" in images(position)
    assert "12/12/12/12/6k5/12/12/12/12/12/12/K11 b 7e" in images(position)


def test_the_key_has_no_number() -> None:
    assert key("4k4/9/9/9/9/9/9/9/4K4 b 2P 37") == "4k4/9/9/9/9/9/9/9/4K4 b 2P"
