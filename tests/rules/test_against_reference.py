"""The native library and the reference implementation agree on thousands of positions."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings

import komadai
from komadai import HANDICAPS, Board, Move
from tests.amounts import examples
from tests.reference import Game, Position, color_of, name
from tests.rules.agreement import check_agreement, every_move
from tests.rules.positions import (
    MATSURI,
    MOST_MOVES,
    START,
    positions,
    random_position,
    stifled_king,
)


def play_and_compare(sfen: str, dice: random.Random, plies: int) -> int:
    """A random game, compared before each move and again while the moves are taken back."""
    board, game = Board(sfen), Game([Position.from_sfen(sfen)])
    for _ in range(plies):
        legal = check_agreement(board, game.now)
        if not legal:
            break
        # Captures, promotions and drops more often than with uniformly random moves.
        lively = [
            move for move in legal if move[1] == "*" or move.endswith("+") or move[2:4] in _taken(game.now)
        ]
        move = dice.choice(lively if lively and dice.random() < 0.6 else legal)
        assert board.push_usi(move) is Move.from_usi(move)
        game.push(move)
    played = board.ply
    assert played == len(game.positions) - 1
    for position in reversed(game.positions[:-1]):
        board.pop()
        assert board.sfen() == position.sfen()
        assert board == Board(position.sfen())
        assert board.key == Board(position.sfen()).key
    return played


def _taken(position: Position) -> set[str]:
    return {name(square) for square, piece in position.board.items() if color_of(piece) != position.turn}


@pytest.mark.parametrize("seed", range(10))
def test_random_games(seed: int) -> None:
    assert play_and_compare(START, random.Random(seed), plies=250) > 20


@pytest.mark.parametrize("handicap", HANDICAPS, ids=str)
def test_random_handicap_games(handicap: komadai.Handicap) -> None:
    play_and_compare(handicap.sfen, random.Random(handicap.key), plies=60)


@pytest.mark.parametrize("sfen", [MATSURI, MOST_MOVES], ids=["matsuri", "593 moves"])
def test_random_games_from_rich_positions(sfen: str) -> None:
    for seed in range(6):
        play_and_compare(sfen, random.Random(seed), plies=25)


@given(positions())
@settings(max_examples=200)
@example(Position.from_sfen("8k/9/9/9/9/9/9/9/9 w - 1"))
@example(Position.from_sfen("9/9/9/9/9/9/9/9/9 b RBGSNLPrbgsnlp 1"))
def test_legal_arrangements(position: Position) -> None:
    check_agreement(Board(position.sfen()), position)


def test_more_legal_arrangements() -> None:
    dice = random.Random(2)
    for _ in range(examples(250, 700)):
        position = random_position(dice)
        check_agreement(Board(position.sfen()), position)


def test_kings_with_few_escapes() -> None:
    """Pawn drops in front of kings with few escapes, where uchifuzume must be decided exactly."""
    dice = random.Random(3)
    mates = 0
    for _ in range(examples(1200, 3000)):
        position = stifled_king(dice)
        board = Board(position.sfen())
        for usi in position.candidates():
            if usi[:2] == "P*":
                expected = position.infraction(usi)
                found = board.infraction(Move.from_usi(usi))
                assert (found.name if found else None) == expected, (position.sfen(), usi)
                mates += expected == "UCHIFUZUME"
    assert mates > examples(20, 60)


@pytest.mark.parametrize("sfen", [START, MATSURI, MOST_MOVES], ids=["start", "matsuri", "593 moves"])
def test_every_move_that_can_be_written_is_named_by_the_same_infraction(sfen: str) -> None:
    board, position = Board(sfen), Position.from_sfen(sfen)
    for usi in every_move():
        found = board.infraction(Move.from_usi(usi))
        assert (found.name if found else None) == position.infraction(usi), usi


def test_every_move_in_many_positions() -> None:
    dice = random.Random(4)
    moves = every_move()
    for _ in range(15):
        position = random_position(dice)
        board = Board(position.sfen())
        for usi in dice.sample(moves, 3000):
            found = board.infraction(Move.from_usi(usi))
            assert (found.name if found else None) == position.infraction(usi), (position.sfen(), usi)


def test_mate_in_one_is_found_exactly_when_there_is_one() -> None:
    dice = random.Random(5)
    mates = 0
    for round in range(400):
        position = stifled_king(dice) if round % 2 else random_position(dice)
        if position.king("b" if position.turn == "w" else "w") is None:
            continue
        board = Board(position.sfen())
        mating = {move for move in position.legal_moves() if position.after(move).is_checkmate()}
        found = board.mate_in_1()
        assert (found.usi() in mating) if found else not mating, position.sfen()
        mates += bool(mating)
    assert mates > 20
