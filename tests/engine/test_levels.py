"""The fifteen levels, from a beginner to 1 dan."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from komadai import BLACK, WHITE, Board, Color, Move
from komadai._core import Search
from komadai.engine.levels import LEVELS, Level, level

VALUES = {"P": 1, "L": 3, "N": 3, "S": 5, "G": 5, "B": 8, "R": 9, "K": 0}


def test_they_rise_from_15_kyu_to_1_dan_and_limits_only_get_weaker() -> None:
    assert [each.level for each in LEVELS] == list(range(1, 16))
    assert (LEVELS[0].name_en, LEVELS[0].name_ja) == ("15 kyu", "15級")
    assert (LEVELS[-1].name_en, LEVELS[-1].name_ja) == ("1 dan", "初段")
    for weaker, stronger in itertools.pairwise(LEVELS):
        assert weaker.rating < stronger.rating
        assert weaker.depth <= stronger.depth
        assert weaker.overlook >= stronger.overlook or weaker.depth < stronger.depth
    assert (LEVELS[-1].overlook, LEVELS[-1].noise, LEVELS[-1].nodes) == (0, 0, None)


def test_other_levels_are_refused() -> None:
    assert level(3) is LEVELS[2]
    for number in (0, 16):
        with pytest.raises(ValueError, match="from 1 to 15"):
            level(number)


def material(board: Board, color: Color) -> int:
    pieces = (board.piece_at(square) for square in board.pieces(color))
    in_hand = sum(VALUES[kind.letter] * number for kind, number in board.hand(color).items())
    return in_hand + sum(VALUES[piece.type.letter] for piece in pieces if piece is not None)


def gain(board: Board, move: Move) -> float:
    piece = board.piece_at(move.to_square)
    return (VALUES[piece.type.letter] if piece is not None else 0) + move.promotion / 2


def play(black: str | Level, white: str | Level, rng: Random) -> float:
    """1 if Black wins. ``random`` plays random moves, ``greedy`` the capture with the largest gain."""
    board = Board()
    search = Search(1)
    seed = rng.getrandbits(60)
    while board.outcome() is None and board.ply < 300:
        player = black if board.turn == BLACK else white
        moves = list(board.legal_moves)
        if player == "random":
            move = rng.choice(moves)
        elif player == "greedy":
            rng.shuffle(moves)
            mate = board.mate_in_1()
            move = mate if mate is not None else max(moves, key=lambda each: gain(board, each))
        else:
            assert isinstance(player, Level)
            search.arm()
            best = search.go(board, **player.skill(), seed=seed)[0]
            assert best is not None
            move = best
        board.push(move)
    outcome = board.outcome()
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner == BLACK)
    return float(material(board, BLACK) > material(board, WHITE))


def share(one: str | Level, other: str | Level, games: int) -> float:
    """The share of points of the first against the second, with both colours."""
    score = 0.0
    for number in range(games):
        rng = Random(number)
        score += play(one, other, rng) if number % 2 else 1 - play(other, one, rng)
    return score / games


def test_a_player_that_always_captures_beats_the_weakest_level() -> None:
    assert share("greedy", LEVELS[0], 20) >= 0.9


def test_the_weakest_level_beats_random_moves() -> None:
    assert 0.55 <= share(LEVELS[0], "random", 60) < 1


@pytest.mark.parametrize("number", range(2, 10))
def test_each_level_is_stronger_than_the_previous_one(number: int) -> None:
    assert share(LEVELS[number - 1], LEVELS[number - 2], 16) > 0.5


def test_the_weakest_four_levels_do_not_resign() -> None:
    assert [each.resigns for each in LEVELS].count(False) == 4
    assert not LEVELS[0].resigns
    assert LEVELS[-1].resigns
