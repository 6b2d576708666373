"""What the side to move loses if it does nothing: from the rules and the exchange on one square."""

from __future__ import annotations

import pytest

from komadai import ArgumentTypeError, Board, SfenError, study
from komadai.study.dangers.exchange import balance, recapture
from tests.study.proverbs.positions import position

KINGS = "K9i G9h k2a"
"""Far from everything; Black's gold guards the way in."""


def seen(board: Board) -> tuple[str, tuple[str, ...]] | None:
    found = study.danger(board)
    return None if found is None else (found.kind, found.squares)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        # What is not guarded is lost.
        ("B3c g3b", ("free", ("3c",))),
        ("R5e b3c", ("free", ("5e",))),
        ("N5e p5d", ("free", ("5e",))),
        ("P5e s4d", ("free", ("5e",))),
        ("+R5e l5a", ("free", ("5e",))),
        # A lance behind a piece takes only when nothing is between.
        ("N5e p5b l5a", None),
        # A guarded piece is worth what takes it, or less.
        ("B5e S5f b3c", None),
        ("P5e G5f s4d", None),
        ("S5e P5f s4d", None),
        ("P5e S4f n4c", None),
        # A guarded piece is worth more than what takes it.
        ("R5e S5f p5d", ("exchange", ("5e",))),
        ("G5e P5f n4c", ("exchange", ("5e",))),
        ("R5e G5f s4d", ("exchange", ("5e",))),
        # One piece guards, two attack: the second one keeps what it takes.
        ("N5e P5f s4d s6d", None),
        ("G5e P5f s4d s6d", ("exchange", ("5e",))),
        ("S5e G5f s4d g5d", ("exchange", ("5e",))),
        # A second attacker behind the first one, on the same file.
        ("P5e G5f p5d r5a", ("exchange", ("5e",))),
        # The king guards, unless a second piece attacks.
        ("G8h p8g", ("exchange", ("8h",))),
        # A piece that can reach the camp and stay there.
        ("r5d G9g", ("promotion", ("5g",))),
        ("r5d G5h S5i", None),
        ("r5g G9g", None),
    ],
)
def test_what_hangs_by_the_exchange_on_its_square(
    pieces: str, expected: tuple[str, tuple[str, ...]] | None
) -> None:
    assert seen(position(f"{KINGS} {pieces}")) == expected


@pytest.mark.parametrize(
    ("pieces", "hands", "expected"),
    [
        # The silver guards the pawn, but is pinned to its king by a rook.
        ("K5i S5h P4g k5a n3e", "-", None),
        ("K5i S5h P4g k4a n3e r5b", "-", ("free", ("4g",))),
        # A gold dropped at the king's head mates, guarded by a pawn; without the pawn it does not.
        ("K5i k5a p5g", "g", ("mate", ("5i", "5h"))),
        ("K5i k5a", "g", None),
        # A check by a knight that attacks the rook, too.
        ("K5i R7i k5a n6g", "-", ("free", ("7i",))),
        # The pawn may not take the bishop, because gold and pawn then mate its king.
        ("K9i B1g G9h P5c k5a p1f", "G", None),
        ("K9i B1g G9h P5c k5a p1f", "-", ("free", ("1g",))),
    ],
)
def test_pins_checks_and_mates_count(
    pieces: str, hands: str, expected: tuple[str, tuple[str, ...]] | None
) -> None:
    assert seen(position(pieces, hands)) == expected


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("", None),
        ("7g7f 3c3d", None),
        ("7g7f 3c3d 8h2b+ 3a2b", None),
        ("7g7f 3c3d 8h5e 2b5e", ("taken", ("5e",))),
        ("7g7f 8c8d 8h3c+ 2b3c", ("exchanged", ("3c",))),
        ("7g7f 8c8d 7i6h 3c3d", ("free", ("8h",))),
    ],
)
def test_bishops_that_are_given_away_exchanged_and_left_alone(
    moves: str, expected: tuple[str, tuple[str, ...]] | None
) -> None:
    assert seen(Board(f"startpos moves {moves}" if moves else "startpos")) == expected


def test_it_is_said_in_both_languages() -> None:
    hanging = study.danger(position(f"{KINGS} B3c g3b"))
    assert hanging is not None
    assert hanging.text.en == "Your bishop on 3c can be taken for nothing."
    assert hanging.text.ja == "３三の角がただで取られます。"
    assert hanging.arrows == (("3b", "3c"),)
    mate = study.danger(position("K5i k5a p5g", "g"))
    assert mate is not None
    assert mate.text == ("Your opponent threatens mate in 1.", "相手は1手詰を狙っています（詰めろ）。")


def test_the_greatest_loss_is_told() -> None:
    assert seen(position(f"{KINGS} N5e R7e p5d p7d")) == ("free", ("7e",))


def test_white_is_told_the_same_on_its_side_of_the_board() -> None:
    board = position(f"{KINGS} B3c g3b").mirror()
    assert seen(board) == ("free", ("7g",))


def test_every_arrow_begins_at_a_piece_of_the_opponent() -> None:
    for moves in ("7g7f 8c8d 7i6h 3c3d", "2g2f 3c3d 7g7f 5c5d 8h2b+ 3a2b 3i4h B*4d"):
        board = Board(f"startpos moves {moves}")
        found = study.danger(board)
        assert found is not None
        for start, _ in found.arrows:
            piece = board.piece_at(start)
            assert piece is not None
            assert piece.color != board.turn


def test_the_board_stays_as_it_was_and_gives_the_same_again() -> None:
    board = Board("startpos moves 7g7f 3c3d 8h5e 2b5e")
    before = board.usi_position()
    assert study.danger(board) == study.danger(board)
    assert board.usi_position() == before


def test_nothing_is_lost_after_the_end() -> None:
    mated = Board("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert mated.is_checkmate()
    assert study.danger(mated) is None


def test_an_exchange_stops_before_it_loses() -> None:
    board = position(f"{KINGS} R5e s5d P5c")
    assert recapture(board, 0) == 0  # nothing stands there
    takes = next(move for move in board.legal_moves if move.usi() == "5e5d")
    assert balance(board, takes) == 10  # a silver for nothing


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ArgumentTypeError, match="board"):
        study.danger("startpos")  # type: ignore[arg-type]
    with pytest.raises(SfenError):
        study.danger(position("K5i k5a r5e", turn="w"))
