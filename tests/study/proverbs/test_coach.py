"""The coach: one hint at most, with squares and arrows, for either side."""

from __future__ import annotations

import pytest

from komadai import ArgumentTypeError, Board, RangeError, study
from tests.study.proverbs.positions import position

TRAPPED_ROOK = position("K3i S2h N2i G5h P4g P3g k5a g4b g6b r1h", "P")
"""A pawn on 1g takes the rook's way back."""


IDS = list(study.all_proverbs())
OTHERS = [each for each in IDS if each != "igyoku_wo_sakeyo"]


def turned(board: Board) -> Board:
    """The board and its history as the other side sees them."""
    made = Board(Board(board.root_sfen()).mirror().sfen())
    for move in board.history:
        made.push(move.mirror())
    return made


def after(usi: str, start: Board | None = None) -> Board:
    board = Board() if start is None else start.copy()
    for each in usi.split():
        board.push_usi(each)
    return board


SITTING = after("2e2d 5a5b", position("K5i G4i G6i S2e P5g k5a s2d g4b p5c", "b"))
"""Silvers were exchanged while Black's king is on its first square."""


def test_the_best_move_is_told_by_its_proverb_with_squares_and_arrows() -> None:
    hint = study.hint(TRAPPED_ROOK)
    assert hint is not None
    assert (hint.kind, hint.proverb.id) == ("move", "tairo_wa_fu_de_tate")
    assert hint.squares == ("1g", "1h")
    assert hint.arrows == (("1h", "1g"),)
    assert "1h" in hint.text.en
    assert "１八" in hint.text.ja


def test_a_proverb_that_was_said_is_not_said_again() -> None:
    hint = study.hint(TRAPPED_ROOK, without=["tairo_wa_fu_de_tate"])
    assert hint is None or hint.proverb.id != "tairo_wa_fu_de_tate"


def test_the_opponents_knight_that_has_jumped_far_is_a_chance() -> None:
    start = position("K7h S4h G6h P4g k3b n3c p4c p5c", "P", turn="w")
    hint = study.hint(
        after("3c4e", start), without=[each for each in IDS if each != "kei_no_takatobi_fu_no_ejiki"]
    )
    assert hint is not None
    assert (hint.kind, hint.squares) == ("chance", ("4e", "4f"))


def test_both_sides_get_the_same_hints_on_their_side_of_the_board() -> None:
    hint = study.hint(turned(SITTING), without=OTHERS)
    assert hint is not None
    assert (hint.kind, hint.squares) == ("warning", ("5a",))


def test_the_players_own_sitting_king_is_a_warning_when_the_fight_has_begun() -> None:
    hint = study.hint(SITTING, without=OTHERS)
    assert hint is not None
    assert (hint.kind, hint.squares) == ("warning", ("5i",))


def test_nothing_is_said_at_the_start_and_after_the_end() -> None:
    assert study.hint(Board()) is None
    mated = after("G*5b", position("K5i P5c k5a", "G"))
    assert mated.is_checkmate()
    assert study.hint(mated) is None


def test_the_same_board_and_nodes_give_the_same_hint() -> None:
    assert study.hint(TRAPPED_ROOK, nodes=2000) == study.hint(TRAPPED_ROOK, nodes=2000)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(RangeError, match="nodes"):
        study.hint(Board(), nodes=0)
    with pytest.raises(ArgumentTypeError, match="board"):
        study.hint("startpos")  # type: ignore[arg-type]
