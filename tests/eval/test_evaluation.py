"""The evaluation is symmetric, and independent of the moves that led to a position."""

from __future__ import annotations

import random

import pytest

from komadai import BLACK, WHITE, Board, Piece, PieceType, SfenError
from komadai._core import Evaluation, evaluate

HANDS = [PieceType.from_letter(letter) for letter in "PLNSGBR"]


def random_game(seed: int, plies: int) -> Board:
    chance = random.Random(seed)
    board = Board()
    for _ in range(plies):
        if not board.legal_moves:
            break
        board.push(chance.choice(board.legal_moves))
    return board


def seen_from_the_other_side(board: Board) -> Board:
    """All pieces change sides and the board is rotated."""
    other = Board()
    for square in range(81):
        piece = board.piece_at(square)
        turned = Piece(WHITE if piece.color == BLACK else BLACK, piece.type) if piece is not None else None
        other.set_piece(80 - square, turned)
    for kind in HANDS:
        other.set_hand(BLACK, kind, board.hand(WHITE)[kind])
        other.set_hand(WHITE, kind, board.hand(BLACK)[kind])
    other.set_turn(WHITE if board.turn == BLACK else BLACK)
    return other


def seen_in_a_mirror(board: Board) -> Board:
    """The position mirrored: left and right exchanged."""
    other = Board()
    for square in range(81):
        other.set_piece((8 - square // 9) * 9 + square % 9, board.piece_at(square))
    for color in (BLACK, WHITE):
        for kind in HANDS:
            other.set_hand(color, kind, board.hand(color)[kind])
    other.set_turn(board.turn)
    return other


def test_the_start_has_only_the_value_of_the_move() -> None:
    first, second = Board(), Board()
    second.set_turn(WHITE)
    assert evaluate(first) == evaluate(second)
    assert 0 <= evaluate(first) < 100


@pytest.mark.parametrize("seed", range(40))
def test_a_position_with_sides_exchanged_has_the_same_value(seed: int) -> None:
    board = random_game(seed, 20 + 5 * seed)
    assert evaluate(seen_from_the_other_side(board)) == evaluate(board)


@pytest.mark.parametrize("seed", range(40))
def test_a_mirrored_position_has_the_same_value(seed: int) -> None:
    board = random_game(seed, 20 + 5 * seed)
    assert evaluate(seen_in_a_mirror(board)) == evaluate(board)


@pytest.mark.parametrize("every", [1, 2, 3, 7])
@pytest.mark.parametrize("seed", range(10))
def test_incremental_updates_give_the_same_values_as_a_reset(seed: int, every: int) -> None:
    board = random_game(seed, 250)
    evaluation = Evaluation()
    followed = evaluation.values_along(board, every)
    history = board.history
    replayed = Board()
    values = [evaluation.value(replayed)]
    for move in history:
        replayed.push(move)
        values.append(evaluation.value(replayed))
    anew = values[every::every] + [values[i] for i in reversed(range(len(history))) if i % every == 0]
    assert followed == anew


def test_updates_work_for_lines_longer_than_any_game() -> None:
    board = Board()
    for _ in range(250):
        for usi in ("5i5h", "5a5b", "5h5i", "5b5a"):
            board.push_usi(usi)
    values = Evaluation().values_along(board, 4)
    assert values == [evaluate(Board())] * len(values)
    assert len(values) == 500


@pytest.mark.parametrize("kind", HANDS)
def test_a_piece_in_hand_is_better_than_none(kind: PieceType) -> None:
    board = Board()
    square = next(s for s in board.pieces(WHITE, kind))
    board.set_piece(square, None)
    without = evaluate(board)
    board.set_hand(BLACK, kind, 1)
    assert evaluate(board) > without


def test_a_game_with_one_king_can_be_evaluated() -> None:
    board = Board("4k4/9/4P4/9/9/9/9/9/9 b 2G 1")
    assert evaluate(board) == evaluate(seen_in_a_mirror(board))
    assert evaluate(board) > 300


def test_an_unfinished_position_is_refused() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b - 1")
    board.set_piece(0, Piece(BLACK, HANDS[0]))
    with pytest.raises(SfenError):
        evaluate(board)


def test_values_along_a_game_with_passes_are_refused() -> None:
    board = Board()
    board.push_pass()
    with pytest.raises(ValueError, match="without passes"):
        Evaluation().values_along(board)
