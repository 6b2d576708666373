"""Sennichite and perpetual check."""

from __future__ import annotations

import random

import pytest

from komadai import BLACK, WHITE, Board, Move, Outcome, Termination
from tests.reference import Game, Position
from tests.rules.agreement import COLORS
from tests.rules.positions import START

LAP = ["2h3h", "8b7b", "3h2h", "7b8b"]


def played(sfen: str, moves: list[str]) -> Board:
    board = Board(sfen)
    for move in moves:
        board.push_usi(move)
    return board


def test_the_fourth_occurrence_ends_the_game_not_the_second_or_third() -> None:
    board = Board()
    for count in (1, 2, 3):
        assert board.repetition_count() == count
        assert board.outcome() is None
        for move in LAP:
            assert board.outcome() is None
            board.push_usi(move)
    assert board.repetition_count() == 4
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


def test_a_position_reached_by_other_moves_is_the_same() -> None:
    other_way = ["2h4h", "8b6b", "4h2h", "6b8b"]
    board = played(START, LAP + other_way + LAP)
    assert board.repetition_count() == 4
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


def test_the_same_board_with_other_hands_is_another_position() -> None:
    # In each cycle Black's rook captures a pawn that White drops, so the hands change.
    sfen = "4k4/9/9/9/4p4/4R4/9/9/4K4 b 9p 1"
    board = played(sfen, ["5f5e", "5a6a", "5e5f", "P*5e"])
    assert board.hand(BLACK).total == 1
    assert board.repetition_count() == 1


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    sfen = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
    # White loses a tempo: the board is the same as at first, but White is to move.
    board = played(sfen, ["5i5h", "5a5b", "5h4h", "5b5a", "4h5i"])
    assert board.sfen().split()[0] == sfen.split()[0]
    assert board.turn is WHITE
    assert board.repetition_count() == 1


def test_the_side_that_checks_with_every_move_loses() -> None:
    board = played("4k4/9/9/9/9/9/9/9/R3K4 b - 1", ["9i9b", "5a4a", "9b9a", "4a4b", "9a9b", "4b4a"])
    for _ in range(2):
        assert board.outcome() is None
        for move in ("9b9a", "4a4b", "9a9b", "4b4a"):
            board.push_usi(move)
    assert board.repetition_count() == 4
    assert board.repetition_checks() == (True, False)
    assert board.outcome() == Outcome(WHITE, Termination.PERPETUAL_CHECK)


def test_checks_with_a_quiet_move_between_them_are_a_draw() -> None:
    lap = ["9b9a", "4a4b", "9a9b", "4b4a", "9b8b", "4a5a", "8b9b", "5a4a"]
    board = played("5k3/R8/9/9/9/9/9/9/4K4 b - 1", [*lap, *lap[:4]])
    assert board.repetition_count() == 4
    assert board.repetition_checks() == (False, False)
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


def test_a_quiet_move_before_the_first_occurrence_does_not_matter() -> None:
    sfen = "5k3/9/R8/9/9/9/9/9/4K4 b - 1"
    lap = ["9b9a", "4a4b", "9a9b", "4b4a"]
    board = played(sfen, ["9c9b", "4a5a", "9b8b", "5a4a", "8b9b", "4a5a", "9b9a", "5a5b", "9a9b", "5b4a"])
    for move in lap * 3:
        board.push_usi(move)
    assert board.outcome() == Outcome(WHITE, Termination.PERPETUAL_CHECK)


def test_white_loses_by_perpetual_check_too() -> None:
    sfen = "4k4/9/9/9/9/9/9/r8/5K3 w - 1"
    board = played(sfen, ["9h9i", "4i4h", "9i9h", "4h4i"] * 3)
    assert board.repetition_checks() == (False, True)
    assert board.outcome() == Outcome(BLACK, Termination.PERPETUAL_CHECK)


def test_pop_removes_an_occurrence() -> None:
    board = played(START, LAP * 3)
    assert board.outcome() is not None
    board.pop()
    assert board.outcome() is None
    board.push_usi(LAP[-1])
    assert board.outcome() is not None


def test_a_long_game_between_the_occurrences() -> None:
    """The whole history must be searched, not only the last few plies."""
    tour = ["2h3h", "8b7b", "3h4h", "7b6b", "4h5h", "6b5b", "5h6h", "5b4b", "6h7h", "4b3b"]
    back = ["7h6h", "3b4b", "6h5h", "4b5b", "5h4h", "5b6b", "4h3h", "6b7b", "3h2h", "7b8b"]
    board = played(START, (tour + back) * 3)
    assert board.ply == 60
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)


@pytest.mark.parametrize("seed", range(40))
def test_shuffling_games_agree_with_the_reference(seed: int) -> None:
    """Games with few pieces that prefer moves back and checks, so that positions recur often."""
    dice = random.Random(seed)
    position = sparse_position(dice)
    game, board = Game([position]), Board(position.sfen())
    for _ in range(120):
        expected = game.outcome()
        found = board.outcome()
        assert _as_pair(found) == expected, board.usi_position()
        assert board.repetition_count() == len(game.occurrences())
        if len(game.occurrences()) > 1:
            checks = (game.always_checked("b"), game.always_checked("w"))
            assert board.repetition_checks() == checks, board.usi_position()
        if expected and expected[1] in ("CHECKMATE", "NO_LEGAL_MOVES"):
            break
        legal = game.now.legal_moves()
        again = [move for move in legal if game.now.after(move).same_as() in game.seen]
        checks_now = [move for move in legal if board.gives_check(Move.from_usi(move))]
        wish = (again if dice.random() < 0.7 else []) or (checks_now if seed % 2 else [])
        move = dice.choice(wish or legal)
        game.push(move)
        board.push_usi(move)


@pytest.mark.parametrize("seed", range(20))
def test_games_with_passes_agree_with_the_reference(seed: int) -> None:
    dice = random.Random(seed)
    position = sparse_position(dice)
    game, board = Game([position]), Board(position.sfen())
    for _ in range(80):
        assert _as_pair(board.outcome()) == game.outcome(), board.sfen()
        assert board.repetition_count() == len(game.occurrences())
        if not game.now.in_check(game.now.turn) and dice.random() < 0.04:
            game.push_pass()
            board.push_pass()
            continue
        legal = game.now.legal_moves()
        if not legal:
            break
        again = [move for move in legal if game.now.after(move).same_as() in game.seen]
        move = dice.choice((again if dice.random() < 0.8 else []) or legal)
        game.push(move)
        board.push_usi(move)


def sparse_position(dice: random.Random) -> Position:
    while True:
        squares = dice.sample([(file, rank) for file in range(1, 10) for rank in range(1, 10)], 5)
        board = dict(
            zip(squares, ["K", "k", "R", dice.choice(["r", "+b"]), dice.choice(["+B", "g"])], strict=True)
        )
        hands = {color: dict.fromkeys("RBGSNLP", 0) for color in "bw"}
        position = Position(board, hands, dice.choice("bw"))
        if not position.wrong():
            return position


def _as_pair(outcome: Outcome | None) -> tuple[str | None, str] | None:
    if outcome is None:
        return None
    winner = next((letter for letter, color in COLORS.items() if color == outcome.winner), None)
    return winner, outcome.termination.name
