"""The general engine plays standard shogi as komadai.Board does, whose rules share no code with it."""

from random import Random

import pytest

import komadai
from komadai.variants import Board

GAMES = 20
PLIES = 300

ENDINGS = (
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
)


def playing(game: int) -> tuple[komadai.Board, Board]:
    """A random game, ended by the rules or after 300 moves; its boards agree in every position."""
    rng = Random(game)
    fast, general = komadai.Board(), Board("shogi")
    for _ in range(PLIES):
        moves = sorted(move.usi() for move in fast.legal_moves)
        assert sorted(move.usi() for move in general.legal_moves) == moves, fast.sfen()
        assert general.is_check() == fast.is_check()
        assert general.outcome() == fast.outcome()
        if fast.outcome() is not None:
            break
        usi = rng.choice(moves)
        fast.push_usi(usi)
        general.push_usi(usi)
        assert general.sfen() == fast.sfen()
    return fast, general


@pytest.mark.parametrize("game", range(GAMES))
def test_random_games_agree(game: int) -> None:
    fast, general = playing(game)
    while fast.ply:
        undone = fast.pop()
        assert undone is not None
        assert general.pop().usi() == undone.usi()
        assert general.sfen() == fast.sfen()


@pytest.mark.parametrize("sfen", ENDINGS)
def test_perft_agrees_in_positions_with_drops(sfen: str) -> None:
    assert Board("shogi", sfen).perft(3) == komadai.Board(sfen).perft(3)


def test_a_perpetual_check_loses_for_the_checking_side() -> None:
    sfen = "4k4/9/9/9/9/9/9/R8/4K4 b - 1"
    fast, general = komadai.Board(sfen), Board("shogi", sfen)
    for usi in ("9h5h", "5a6a", "5h6h", "6a5a", "6h5h") + ("5a6a", "5h6h", "6a5a", "6h5h") * 2:
        fast.push_usi(usi)
        general.push_usi(usi)
    fast.push_usi("5a6a"), general.push_usi("5a6a")
    assert general.outcome() == fast.outcome()


@pytest.mark.parametrize("game", range(3))
def test_the_same_pieces_attack_a_square_and_the_king(game: int) -> None:
    rng = Random(game)
    fast, general = komadai.Board(), Board("shogi")
    while fast.outcome() is None and fast.ply < 120:
        move = rng.choice([move.usi() for move in fast.legal_moves])
        fast.push_usi(move)
        general.push_usi(move)
        assert general.checkers() == sorted(fast.checkers())
        for color in komadai.BLACK, komadai.WHITE:
            for square in range(81):
                assert general.attackers(color, square) == sorted(fast.attackers(color, square))
