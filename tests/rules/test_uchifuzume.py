"""Uchifuzume: a pawn may not be dropped to give checkmate; every defence must be considered."""

import pytest

from komadai import Board, IllegalMoveError, Infraction, Move
from tests.reference import Position

# White's king in the corner, a knight beside it; the gold on 1c guards 1b and 2b.
MATE = "7nk/9/8G/9/9/9/9/9/K8 b P 1"

CASES = {
    "no way out": (MATE, "P*1b", True),
    "an escape beside the king": ("8k/9/8G/9/9/9/9/9/K8 b P 1", "P*1b", False),
    "an unguarded pawn is taken by the king": ("7nk/6G2/9/9/9/9/9/9/K8 b P 1", "P*1b", False),
    "a gold beside the pawn takes it": ("7nk/7g1/8G/9/9/9/9/9/K8 b P 1", "P*1b", False),
    "a silver takes backwards": ("7nk/9/7sG/9/9/9/9/9/K8 b P 1", "P*1b", False),
    "a gold cannot take backwards aslant": ("7nk/9/7gG/9/9/9/9/9/K8 b P 1", "P*1b", True),
    "a rook from afar takes it": ("7nk/2r6/8G/9/9/9/9/9/K8 b P 1", "P*1b", False),
    "but not through another piece": ("7nk/2r2P3/8G/9/9/9/9/9/K8 b P 1", "P*1b", True),
    # The bishop on 4d attacks along a line to the king on which the gold on 2b stands.
    "a pinned gold cannot take": ("7nk/7g1/8G/5B3/9/9/9/9/K8 b P 1", "P*1b", True),
    # The rook on 1c is pinned by the lance on 1i, but 1b lies on that line.
    "a rook pinned along the file may take within it": ("7nk/9/7Gr/9/9/9/9/9/K7L b P 1", "P*1b", False),
    # The bishop on 7d guards 4a until the pawn on 5b closes the line.
    "the pawn shuts the line that guarded a flight square": (
        "3nk4/9/4G4/2B6/9/9/9/9/K8 b P 1",
        "P*5b",
        False,
    ),
    "unless another piece guards it too": ("3nk4/9/4G1N2/2B6/9/9/9/9/K8 b P 1", "P*5b", True),
    "a dragon guards the pawn": ("8k/9/7+R1/9/9/9/9/9/K8 b P 1", "P*1b", True),
    "a rook left unpromoted does not": ("8k/9/7R1/9/9/9/9/9/K8 b P 1", "P*1b", False),
    "White may not either": ("k8/9/9/9/9/9/8g/9/7NK w p 1", "P*1h", True),
    "a pawn that gives no check": (MATE, "P*5e", False),
    "no own king on the board, as in a problem": ("7nk/9/8G/9/9/9/9/9/9 b P 1", "P*1b", True),
}


@pytest.mark.parametrize(("sfen", "usi", "mate"), CASES.values(), ids=CASES)
def test_a_pawn_dropped_before_the_king(sfen: str, usi: str, mate: bool) -> None:
    board, move = Board(sfen), Move.from_usi(usi)
    assert board.infraction(move) is (Infraction.UCHIFUZUME if mate else None)
    assert (move in board.legal_moves) is not mate
    assert Position.from_sfen(sfen).infraction(usi) == ("UCHIFUZUME" if mate else None)


def test_a_pawn_on_the_board_may_mate() -> None:
    board = Board("7nk/9/7GP/9/9/9/9/9/K8 b - 1")
    board.push_usi("1c1b")
    assert board.is_checkmate()


def test_another_piece_may_be_dropped_to_mate() -> None:
    board = Board("7nk/9/8P/9/9/9/9/9/K8 b G 1")
    board.push_usi("G*1b")
    assert board.is_checkmate()


def test_a_pawn_may_be_dropped_for_check() -> None:
    board = Board("8k/9/8G/9/9/9/9/9/K8 b P 1")
    board.push_usi("P*1b")
    assert board.is_check()
    assert [move.usi() for move in board.legal_moves] == ["1a2a"]


def test_push_names_uchifuzume_and_does_not_change_the_board() -> None:
    board = Board(MATE)
    with pytest.raises(IllegalMoveError, match="uchifuzume") as caught:
        board.push_usi("P*1b")
    assert caught.value.infraction is Infraction.UCHIFUZUME
    assert caught.value.move is Move.from_usi("P*1b")
    assert board.sfen() == MATE
