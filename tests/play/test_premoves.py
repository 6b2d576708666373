"""Which moves a player can prepare while the opponent is to move."""

from __future__ import annotations

from komadai import Board, Color
from komadai.play.premoves import premoves


def prepared(sfen: str, color: Color) -> set[str]:
    return {move.usi() for move in premoves(Board(sfen), color)}


def after(*moves: str) -> str:
    board = Board()
    for usi in moves:
        board.push_usi(usi)
    return board.sfen()


def test_a_piece_goes_wherever_its_movement_leads() -> None:
    found = prepared(after("7g7f"), Color.BLACK)
    assert "8h2b" in found, "the diagonal is closed now, but may be open after 3c3d"
    assert "8h2b+" in found, "with promotion"
    assert "2h7h" in found
    assert "7f7d" not in found, "a pawn goes one square"


def test_a_recapture_on_a_square_of_ones_own_piece_can_be_prepared() -> None:
    assert "7i8h" in prepared(after("7g7f", "3c3d", "2g2f"), Color.BLACK)


def test_a_piece_that_could_not_move_on_must_promote() -> None:
    found = prepared("4k4/9/4P4/9/9/9/9/9/4K4 w - 1", Color.BLACK)
    assert {"5c5b", "5c5b+"} <= found
    found = prepared("4k4/4P4/9/9/9/9/9/9/4K4 w - 1", Color.BLACK)
    assert "5b5a+" in found
    assert "5b5a" not in found


def test_pieces_in_hand_go_where_they_could_be_dropped_now() -> None:
    found = prepared("4k4/9/9/9/9/9/4P4/9/4K4 w P 1", Color.BLACK)
    assert "P*4d" in found
    assert "P*5d" not in found, "nifu"
    assert "P*4a" not in found, "a pawn on the last rank could not move"
    assert "P*5g" not in found, "the square is occupied"


def test_a_check_of_the_moment_does_not_restrict_the_next_move() -> None:
    found = prepared("4k4/4R4/9/9/9/9/9/9/4K4 w G 1", Color.BLACK)
    assert {"5b5a+", "G*1e"} <= found


def test_white_prepares_as_well() -> None:
    assert "3c3d" in prepared(after(), Color.WHITE)
    assert not any(usi.startswith("7g") for usi in prepared(after(), Color.WHITE))
