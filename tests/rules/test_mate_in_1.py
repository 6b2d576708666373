"""``Board.mate_in_1`` returns a move exactly if one of the legal moves is checkmate."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from komadai import Board, Color, Piece, PieceType
from komadai.tsume import problems as packaged
from tests.rules.positions import START, random_position, stifled_king
from tests.tsume import problems, themes

KINDS = [PieceType(kind) for kind in range(1, 8)]


def mating(board: Board) -> set[str]:
    """By trying every move."""
    found = set()
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            if board.is_checkmate():
                found.add(move.usi())
            board.pop()
    return found


def check(board: Board) -> bool:
    """Compares the result with all legal moves; returns whether there is a mate."""
    known, found, before = mating(board), board.mate_in_1(), board.sfen()
    assert (found.usi() in known) if found else not known, board.sfen()
    assert board.sfen() == before
    return bool(known)


def walk(board: Board, dice: random.Random, plies: int) -> Iterator[Board]:
    """The positions of a random game in which checks are preferred."""
    for _ in range(plies):
        yield board
        moves = list(board.legal_moves)
        if not moves:
            return
        checks = [move for move in moves if board.gives_check(move)]
        board.push(dice.choice(checks if checks and dice.random() < 0.5 else moves))


def disturb(board: Board, dice: random.Random) -> Board:
    """Adds, removes and turns pieces, fills hands, and sometimes removes a king."""
    for _ in range(dice.randint(0, 8)):
        square = dice.randrange(81)
        piece = board.piece_at(square)
        if piece is not None and piece.type is PieceType.KING and dice.random() < 0.9:
            continue
        kind = dice.choice(KINDS)
        if kind is not PieceType.GOLD and dice.random() < 0.3:
            kind = kind.promoted
        board.set_piece(square, None if dice.random() < 0.3 else Piece(dice.choice(list(Color)), kind))
    return board


@pytest.mark.parametrize(
    ("sfen", "move"),
    [
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b"),
        ("8k/9/8P/9/9/9/9/9/9 b G 1", "G*1b"),
        ("7nk/7rl/9/9/9/9/9/9/9 b N 1", None),
        ("7nk/7bl/9/9/9/9/9/9/9 b N 1", "N*2c"),
    ],
    ids=["gold at the head", "in the corner", "a rook takes the knight", "smothered"],
)
def test_well_known_mates(sfen: str, move: str | None) -> None:
    found = Board(sfen, validate=False).mate_in_1()
    assert (found.usi() if found else None) == move


def test_random_games_with_many_checks() -> None:
    dice = random.Random(1)
    mates = sum(check(board) for _ in range(40) for board in walk(Board(START), dice, 150))
    assert mates > 20


def test_random_positions_with_many_pieces_around_a_king() -> None:
    dice = random.Random(2)
    mates = 0
    for round in range(500):
        position = stifled_king(dice) if round % 2 else random_position(dice)
        mates += sum(check(board) for board in walk(Board(position.sfen()), dice, 4))
    assert mates > 30


def test_unfinished_positions_of_an_editor() -> None:
    """Kings missing, in check out of turn or too many; doubled pawns; dead pieces."""
    dice = random.Random(3)
    sfens = [START, *(problem.sfen for problem in packaged()[::20])]
    mates = 0
    for round in range(600):
        board = disturb(Board(sfens[round % len(sfens)], validate=False), dice)
        mates += sum(check(each) for each in walk(board, dice, 4))
    assert mates > 30


def test_problems_with_pins_double_checks_and_two_kings() -> None:
    dice = random.Random(4)
    mates = 0
    for seed in range(1, 121, 2):  # odd seeds need little time
        for sfen in (problems.problem(seed), themes.problem(seed)):
            mates += sum(check(board) for board in walk(Board(sfen), dice, 6))
    assert mates > 20


def test_a_problem_has_none_before_its_last_move() -> None:
    for problem in packaged()[::5]:
        board = Board(problem.sfen)
        for number, move in enumerate(problem.moves):
            if number % 2 == 0 and number < problem.plies - 1:
                assert board.mate_in_1() is None, (problem.id, number)
            board.push(move)


def test_an_interposition_counts_even_if_tsume_calls_it_futile() -> None:
    board = Board("8k/6G1g/5+R3/9/9/9/9/9/9 b r2b2g4s4n4l18p 1")
    assert board.mate_in_1() is None
