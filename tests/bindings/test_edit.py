"""Boards of an editor: any arrangement of pieces is allowed, and no method crashes on one."""

from __future__ import annotations

import contextlib
import pickle
import random

import pytest

from komadai import (
    BLACK,
    HAND_TYPES,
    PIECES,
    STARTPOS,
    WHITE,
    Board,
    Color,
    InvalidPieceError,
    InvalidSquareError,
    Move,
    PackedPositionError,
    Piece,
    PieceType,
    RangeError,
    SfenError,
    square,
)

EMPTY = "9/9/9/9/9/9/9/9/9 b - 1"


def test_pieces_are_placed_and_removed() -> None:
    board = Board(EMPTY)
    king, rook = Piece(BLACK, PieceType.KING), Piece(WHITE, PieceType.ROOK)
    board.set_piece(square("5i"), king)
    board.set_piece(square("5a"), rook)
    board.set_hand(BLACK, PieceType.PAWN, 3)
    board.set_turn(WHITE)
    assert board.sfen() == "4r4/9/9/9/9/9/9/9/4K4 w 3P 1"
    assert board.problems() == ["Black's king on 5i is in check but it is White's turn"]
    board.set_piece(square=square("5a"), piece=None)
    board.set_hand(BLACK, PieceType.PAWN, 0)
    assert board.sfen() == "9/9/9/9/9/9/9/9/4K4 w - 1"
    assert board.problems() == []


def test_an_edited_board_equals_one_that_was_read() -> None:
    board = Board(EMPTY)
    original = Board(STARTPOS)
    for number in range(81):
        board.set_piece(number, original.piece_at(number))
    assert board == original
    assert board.key == original.key


def test_an_edited_position_is_a_new_root() -> None:
    board = Board()
    board.push_usi("7g7f")
    board.set_turn(BLACK)
    assert (board.ply, board.move_number, board.history) == (0, 2, [])
    with pytest.raises(IndexError):
        board.pop()


def test_unfinished_positions_need_validate_false() -> None:
    for sfen in (
        "4k4/9/9/9/4k4/9/9/9/4K4 b - 1",
        "P8/9/9/9/9/9/9/9/9 b - 1",
        "9/9/P8/P8/9/9/9/9/9 b - 1",
        "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
        "RRRRRRRRR/" * 8 + "RRRRRRRRR b - 1",
    ):
        with pytest.raises(SfenError):
            Board(sfen)
        board = Board(sfen, validate=False)
        assert board.problems()
        assert board.sfen() == sfen


def test_an_impossible_edit_is_refused_and_changes_nothing() -> None:
    board = Board()
    pawn = Piece(BLACK, PieceType.PAWN)
    with pytest.raises(InvalidSquareError):
        board.set_piece(81, pawn)
    for wrong in ("P", 1, PieceType.PAWN):
        with pytest.raises(TypeError):
            board.set_piece(3, wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidPieceError):
        board.set_piece(3, object.__new__(Piece))
    with pytest.raises(InvalidPieceError):
        board.set_hand(BLACK, PieceType.KING, 1)
    with pytest.raises(InvalidPieceError):
        board.set_hand(BLACK, PieceType.DRAGON, 1)
    for count in (-1, 19, 1 << 70):
        with pytest.raises(RangeError, match="count"):
            board.set_hand(BLACK, PieceType.PAWN, count)
    with pytest.raises(RangeError, match="BLACK"):
        board.set_turn(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        board.set_piece(3)  # type: ignore[call-arg]
    assert board.sfen() == STARTPOS


def test_hands_never_overflow_after_many_edits_and_captures() -> None:
    board = Board(EMPTY)
    rook = Piece(BLACK, PieceType.ROOK)
    taken = 0
    while taken < 1000:
        board.set_piece(0, rook)
        try:
            board.set_piece(1, Piece(WHITE, PieceType.PAWN))
        except InvalidPieceError:
            break
        board.set_turn(BLACK)
        board.push(Move.normal(0, 1))
        board.set_piece(1, None)
        taken += 1
    assert board.hand(BLACK)[PieceType.PAWN] == taken
    assert 81 <= taken < 128
    assert board.hand(BLACK)[PieceType.LANCE] == 0
    assert pickle.loads(pickle.dumps(board)) == board


def random_arrangement(rng: random.Random) -> Board:
    """A board with random pieces and hands."""
    board = Board(EMPTY, validate=False)
    density = rng.random()
    kinds = rng.sample(PIECES, rng.choice([1, 2, 5, 28]))
    for number in range(81):
        if rng.random() < density:
            board.set_piece(number, rng.choice(kinds))
    for color in Color:
        for kind in HAND_TYPES:
            if rng.random() < 0.3:
                board.set_hand(color, kind, rng.randint(0, 18))
    board.set_turn(rng.choice([BLACK, WHITE]))
    return board


def call_every_method(board: Board, rng: random.Random) -> None:
    moves = board.legal_moves
    some = rng.sample(list(moves), min(len(moves), 5))
    for move in some:
        assert board.is_legal(move)
        assert board.infraction(move) is None
        board.gives_check(move)
    for value in rng.sample(range(1 << 15), 20):
        try:
            move = Move.from_int(value)
        except ValueError:
            continue
        assert board.is_legal(move) == (move in moves) == (board.infraction(move) is None)
        before = board.sfen()
        try:
            board.push_unchecked(move)
        except ValueError:
            assert not board.is_legal(move)
        else:
            len(board.legal_moves)
            assert board.pop() is move
        assert board.sfen() == before
    for color in Color:
        board.pinned(color)
        board.king(color)
        board.hand(color)
        for number in rng.sample(range(81), 3):
            board.attackers(color, number)
            board.attacks(number)
    for kind in PieceType:
        board.pieces(None, kind)
    board.checkers()
    board.is_check()
    board.is_checkmate()
    board.problems()
    assert board.is_checkmate() == (board.is_check() and not moves)
    board.outcome()
    board.mate_in_1()
    board.repetition_checks()
    board.usi_position()
    assert board.perft(1) == len(moves)
    assert Board(board.sfen(), validate=False).sfen() == board.sfen() if fits(board) else True
    assert pickle.loads(pickle.dumps(board)) == board
    with contextlib.suppress(PackedPositionError):
        assert len(board.pack()) == 32
    for number in rng.sample(range(81), 2):
        board.piece_at(number)
    f"{board:japanese} {board:ascii}"


def fits(board: Board) -> bool:
    """Whether the hands are such as SFEN can hold."""
    try:
        Board(board.sfen(), validate=False)
    except SfenError:
        return False
    return True


@pytest.mark.parametrize("seed", range(60))
def test_every_method_works_on_a_random_arrangement(seed: int) -> None:
    rng = random.Random(seed)
    board = random_arrangement(rng)
    start = board.sfen()
    for _ in range(25):
        call_every_method(board, rng)
        if not (moves := board.legal_moves):
            break
        if rng.random() < 0.1 and not board.is_check():
            board.push_pass()
        else:
            board.push(rng.choice(moves))
    while board.ply:
        board.pop()
    assert board.sfen() == start


@pytest.mark.parametrize("kind", ["both", "R", "+R", "+B", "G", "K", "N", "P", "L"])
def test_a_board_full_of_one_piece_counts_its_moves(kind: str) -> None:
    row = "+R+r" * 4 + "+R" if kind == "both" else kind * 9
    for rows in ("/".join([row] * 9), "/".join([row, "9"] * 4 + [row]), "/".join([row] + ["9"] * 8)):
        board = Board(f"{rows} b R2B4G4S4N4L18Pr2b4g4s4n4l18p 1", validate=False)
        assert board.perft(1) == len(board.legal_moves)
        board.perft(2)
