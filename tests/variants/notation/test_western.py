"""Every legal move of every variant has its own text in Western notation, which is read as that move."""

from __future__ import annotations

import random

import pytest

from komadai.errors import AmbiguousMoveError, IllegalMoveError, KomadaiError, NotationError
from komadai.variants import NAMES, Board
from komadai.variants.notation import western
from komadai.variants.notation.western import abbreviations

PLIES = {"taikyoku": 20, "tai": 40}


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_move_is_read_as_it_was_written(name: str) -> None:
    board, choice = Board(name), random.Random(name)
    for _ in range(PLIES.get(name, 80)):
        moves = board.legal_moves
        if board.is_game_over():
            break
        sample = moves if len(moves) < 12 else choice.sample(moves, 8)
        # Moves in two steps are rare.
        for move in [*sample, *[move for move in moves if move.via][:8]]:
            assert western.read(board, western.write(board, move)) == move
        captures = [move for move in moves if move.via or board.is_capture(move)]
        board.push(choice.choice(captures or moves))


CHU_LION = "12/12/12/5p6/5p6/6N5/12/12/5k6/12/12/6K5 b - 1"
"""Black's lion is on 6f, White's pawns are on 7e and 7d."""


@pytest.mark.parametrize(
    ("usi", "text"),
    [
        ("6f7e7d", "Lnx7ex7d"),  # two captures
        ("6f7e6f", "Lnx!7e"),  # igui: a capture without moving
        ("6f7e8d", "Lnx7e-8d"),  # a capture, then a step
        ("6f7d", "Lnx7d"),  # a jump
        ("6f4h", "Ln-4h"),
        ("6f5e6f", "--"),  # a pass
    ],
)
def test_the_moves_of_a_lion(usi: str, text: str) -> None:
    board = Board("chu", CHU_LION)
    move = board.parse_move(usi)
    assert move is not None
    assert western.write(board, move) == text
    assert western.read(board, text) == move


@pytest.mark.parametrize(
    ("name", "sfen", "usi", "text"),
    [
        ("minishogi", None, "5e4d", "K-4d"),
        ("minishogi", "4k/5/5/2B2/4K b R 1", "3d5b", "B-5b"),
        ("dobutsu", None, "2c2b", "Cx2b"),
        ("heian", "4k4/p8/9/9/9/9/9/3GKG3 b - 1", "6h5g", "G6h-5g"),
        ("wa", None, "8h8g", "SP-8g"),
        ("yari", None, "5i5h", "YB5i-5h"),
    ],
)
def test_moves_are_written_as_in_the_literature(name: str, sfen: str | None, usi: str, text: str) -> None:
    board = Board(name, sfen)
    move = board.parse_move(usi)
    assert move is not None
    assert western.write(board, move) == text


@pytest.mark.parametrize("text", ["Lnx!7e", "lnX!7E", "Ｌｎ×！７ｅ", "Lnx7e!", "N6fx!7e", "6f7e6f"])
def test_other_ways_to_write_a_move(text: str) -> None:
    board = Board("chu", CHU_LION)
    assert western.read(board, text).usi() == "6f7e6f"


def test_without_a_sign_a_piece_that_may_choose_does_not_promote() -> None:
    board = Board("minishogi", "4k/5/2S2/5/4K b - 1")
    assert western.write(board, western.read(board, "S-2b")) == "S-2b"
    board = Board("minishogi", "4k/2S2/5/5/4K b - 1")
    assert [western.write(board, western.read(board, text)) for text in ("S-2a", "S-2a=", "S-2a+")] == [
        "S-2a=",
        "S-2a=",
        "S-2a+",
    ]


def test_squares_of_small_boards_may_be_digits() -> None:
    board = Board("minishogi")
    assert western.read(board, "K-44") == western.read(board, "K55-44") == western.read(board, "K-4d")


def test_ranks_after_z_are_doubled_letters() -> None:
    board = Board("taikyoku")
    move = board.legal_moves[0]
    assert move.usi() == "31y31x"
    assert western.square_text(board.variant, board.square("36aj")) == "36jj"


def test_every_abbreviation_names_one_piece() -> None:
    for name in NAMES:
        names = [text.lower() for text in abbreviations(Board(name).variant).values()]
        assert len(set(names)) == len(names), name


@pytest.mark.parametrize(
    ("text", "error", "code"),
    [
        ("hello", NotationError, "move-unreadable"),
        ("x" * 100, NotationError, "move-too-long"),
        ("P-13h", NotationError, "move-unreadable"),
        ("P-6a", NotationError, "move-no-legal"),
        ("", NotationError, "move-unreadable"),
        ("G-8k", AmbiguousMoveError, "move-ambiguous"),
        ("P6i-6f", IllegalMoveError, "move-illegal"),
        ("6i6f", IllegalMoveError, "move-illegal"),
        ("Ln6fx!9a", IllegalMoveError, "move-illegal"),
    ],
)
def test_a_text_that_is_no_move_here(text: str, error: type[KomadaiError], code: str) -> None:
    board = Board("chu", "12/12/12/5p6/5p6/6N5/12/12/5k6/12/3G1G6/4G1K5 b - 1" if text == "G-8k" else None)
    with pytest.raises(error) as caught:
        western.read(board, text)
    assert caught.value.message.code == code
