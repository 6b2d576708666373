"""The static evaluation for programs: values, win rates, what each piece is worth."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from komadai import BLACK, WHITE, Board, Piece, PieceType, RangeError, SfenError
from komadai._core import evaluate
from komadai.errors import ArgumentTypeError, EvaluationFileError
from komadai.evaluation import Evaluation
from komadai.squares import square

WORTH = {
    "P": 90, "L": 260, "N": 290, "S": 430, "G": 500, "B": 650, "R": 780,
    "+P": 480, "+L": 480, "+N": 490, "+S": 500, "+B": 900, "+R": 1080,
}  # fmt: skip
IN_HAND = {"P": 98, "L": 285, "N": 310, "S": 470, "B": 720, "R": 850, "G": 550}


def random_game(seed: int, plies: int) -> Board:
    rng = random.Random(seed)
    board = Board()
    while board.ply < plies and board.legal_moves:
        board.push(rng.choice(board.legal_moves))
    return board


@pytest.mark.parametrize("seed", range(8))
def test_by_material_each_piece_is_worth_its_value(seed: int) -> None:
    board = random_game(seed, 150)
    values = Evaluation("material").piece_values(board)
    pieces = {place: piece for place, piece in board.piece_map().items() if piece.type != PieceType.KING}
    assert values.on_board == {place: WORTH[piece.type.symbol] for place, piece in pieces.items()}
    assert values.in_hand == {
        (color, kind): IN_HAND[kind.letter]
        for color in (BLACK, WHITE)
        for kind, count in board.hand(color).items()
        if count
    }


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_is_worth_the_same_for_the_other_side_in_the_rotated_position(seed: int) -> None:
    board = random_game(seed, 80)
    evaluation = Evaluation()
    values, rotated = evaluation.piece_values(board), evaluation.piece_values(board.mirror())
    assert rotated.on_board == {80 - place: value for place, value in values.on_board.items()}
    assert rotated.in_hand == {
        (WHITE if color == BLACK else BLACK, kind): value for (color, kind), value in values.in_hand.items()
    }


def test_the_position_is_not_changed() -> None:
    board = random_game(3, 100)
    before, evaluation = board.sfen(), Evaluation()
    value = evaluation.value(board)
    evaluation.piece_values(board)
    assert board.sfen() == before
    assert evaluation.value(board) == value


def test_a_rook_beside_nothing_is_worth_more_than_a_pawn() -> None:
    values = Evaluation().piece_values(Board())
    assert values.on_board[square("2h")] > 3 * values.on_board[square("5g")] > 0
    assert square("5i") not in values.on_board


def test_a_board_knows_its_value() -> None:
    board = random_game(5, 60)
    assert board.evaluate() == evaluate(board) == Evaluation().value(board)
    board.set_piece(square("1a"), Piece(BLACK, PieceType.PAWN))
    with pytest.raises(SfenError):
        board.evaluate()


def test_a_score_knows_the_side_to_move_and_a_win_rate_is_between_0_and_1() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 w RB2G 1")
    evaluation = Evaluation("material")
    score = evaluation.score(board)
    assert (score.cp, score.turn) == (-2670, WHITE)
    assert (score.white().cp, score.black().cp) == (-2670, 2670)
    assert 0 < evaluation.win_rate(board) < 0.2


@pytest.mark.parametrize("board", [None, "startpos", 3])
def test_another_thing_than_a_board_is_refused(board: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="board: expected a Board"):
        Evaluation().value(board)
    with pytest.raises(ArgumentTypeError, match="board: expected a Board"):
        Evaluation().piece_values(board)


def test_a_bad_file_and_a_bad_scale_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="cannot be read: No such file"):
        Evaluation(tmp_path / "nothing.net")
    with pytest.raises(RangeError, match="scale"):
        Evaluation(scale=-1)
