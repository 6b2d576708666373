"""Positions of an editor that break the rules: every method of Board still works."""

from __future__ import annotations

import random

import pytest

from komadai import BLACK, WHITE, Board, IllegalMoveError, Infraction, Move, Piece
from tests.reference import ALL_SQUARES, Position, number, other
from tests.rules.agreement import check_attacks, check_moves
from tests.rules.positions import random_position


def spoilt(dice: random.Random) -> Position:
    """A position with pawns doubled, pieces dead or too many, a king missing, the wrong side in check."""
    position = random_position(dice)
    for _ in range(dice.randint(1, 12)):
        position.board[dice.choice(ALL_SQUARES)] = dice.choice([*"PPPpppLLllNNnnGgRrBbSs", "+P", "+r", "+B"])
    if dice.random() < 0.3:
        position.turn = other(position.turn)
    return position


def test_legal_moves_agree_with_the_reference() -> None:
    """With at most one king a side and no check out of turn, the rules define which moves are legal."""
    dice = random.Random(9)
    compared = 0
    while compared < 250:
        position = spoilt(dice)
        if position.in_check(other(position.turn)):
            continue
        board = Board(position.sfen(), validate=False)
        check_attacks(board, position)
        check_moves(board, position)
        compared += 1


def test_attacks_agree_with_the_reference_whoever_is_in_check() -> None:
    dice = random.Random(10)
    for _ in range(300):
        position = spoilt(dice)
        check_attacks(Board(position.sfen(), validate=False), position)


def test_a_king_is_never_captured() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/K3R4 b - 1", validate=False)
    move = Move.from_usi("5i5a")
    assert board.infraction(move) is Infraction.KING_CAPTURED
    assert move not in board.legal_moves
    with pytest.raises(IllegalMoveError, match="king"):
        board.push(move)


def test_any_game_on_any_board_can_be_played_and_taken_back() -> None:
    dice = random.Random(11)
    for _ in range(300):
        sfen = spoilt(dice).sfen()
        board = Board(sfen, validate=False)
        for _ in range(20):
            moves = board.legal_moves
            if not moves:
                break
            board.push(dice.choice(moves))
            board.outcome()
            board.problems()
            board.mate_in_1()
        while board.ply:
            board.pop()
        assert board.sfen() == sfen


def test_editing_builds_the_position_piece_by_piece() -> None:
    dice = random.Random(12)
    for _ in range(50):
        position = random_position(dice)
        board = Board("9/9/9/9/9/9/9/9/9 b - 1")
        board.set_turn(BLACK if position.turn == "b" else WHITE)
        squares = list(position.board)
        dice.shuffle(squares)
        for square in squares:
            board.set_piece(number(square), Piece.from_symbol(position.board[square]))
        for letter, color in (("b", BLACK), ("w", WHITE)):
            for kind, count in position.hands[letter].items():
                board.set_hand(color, Piece.from_symbol(kind).type, count)
        finished = Board(position.sfen())
        assert board == finished
        assert board.key == finished.key
        assert board.problems() == []
