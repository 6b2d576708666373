"""Proverbs in reviews: those that praise with good moves, those that warn with errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import Color, Move
from komadai.score import Score
from komadai.study.game_review.report import BestMove, ReviewedMove, Text
from komadai.study.game_review.sayings import DROPS, SPEED, sayings, sentence
from tests.study.naming.games import game

if TYPE_CHECKING:
    from komadai.study.game_review.report import MoveClass

KNIGHT = "4k4/9/9/9/5n3/9/9/9/4K4 b S 1"
IN_HAND = "4k4/9/9/9/9/9/9/4P4/4K4 b GSN 1"

ENDING = "4k4/4g4/n3P4/9/9/9/9/9/L3K4 b G 1"
"""The pawn takes the gold beside the king, which begins the endgame."""


def reviewed(
    usi: str, move_class: MoveClass = "best", best: str | None = None, *, loss: float = 0.0, win: float = 0.5
) -> ReviewedMove:
    better = Move.from_usi(best or usi)
    line, none = BestMove(better, (better,)), Text("", "")
    return ReviewedMove(1, Move.from_usi(usi), Color.BLACK, Score(0), win, line, loss, move_class, none)


def test_a_proverb_that_praises_is_said_of_a_good_move_only() -> None:
    played = game("S*4f", KNIGHT)
    assert sayings(played, [reviewed("S*4f")])[1].proverb.id == "keito_no_gin"
    assert sayings(played, [reviewed("S*4f", "blunder", "5i5h", loss=0.3)]) == {}


def test_pieces_left_in_hand_are_said_with_the_win_rates() -> None:
    played = game("5h5g", IN_HAND)
    said = sayings(played, [reviewed("5h5g", "blunder", "G*5b", loss=0.3, win=0.4)])[1]
    assert said.proverb.id == DROPS
    assert said.text.en.startswith("With 3 pieces in hand, the drop on 5b kept the win rate at 70%")
    assert "40％" in said.text.ja


def test_pieces_in_hand_are_no_reason_where_the_best_move_was_no_drop_or_lost_little() -> None:
    played = game("5h5g", IN_HAND)
    assert sayings(played, [reviewed("5h5g", "blunder", "5i6h", loss=0.3)]) == {}
    assert sayings(played, [reviewed("5h5g", "inaccuracy", "G*5b", loss=0.06)]) == {}
    assert (
        sayings(game("5h5g", IN_HAND.replace("GSN", "GS")), [reviewed("5h5g", "blunder", "G*5b", loss=0.3)])
        == {}
    )


def test_material_instead_of_speed_is_said_in_the_endgame_with_the_win_rates() -> None:
    played = game("5c5b 5a6a 9i9c", ENDING)
    quiet = [reviewed("5c5b"), reviewed("5a6a")]
    taking = reviewed("9i9c", "blunder", "G*6b", loss=0.4, win=0.5)
    said = sayings(played, [*quiet, taking])[3]
    assert said.proverb.id == SPEED
    assert said.text.en == (
        "Taking on 9c wins material, but the win rate falls from 90% to 50%; the faster move was on 6b."
    )


def test_a_capture_that_is_best_or_before_the_endgame_is_no_loss_of_speed() -> None:
    start = "4k4/9/n8/9/9/9/9/9/L3K4 b G 1"
    assert sayings(game("9i9c", start), [reviewed("9i9c", "blunder", "G*5b", loss=0.4)]) == {}
    ending = game("5c5b 5a6a 9i9c", ENDING)
    assert 3 not in sayings(ending, [reviewed("5c5b"), reviewed("5a6a"), reviewed("9i9c")])


def test_the_text_has_the_proverb_in_quotes() -> None:
    said = sayings(game("S*4f", KNIGHT), [reviewed("S*4f")])[1]
    assert sentence(said).en.startswith("“A silver at the knight's head is the standard move”: The silver")
    assert sentence(said).ja.startswith("「桂頭の銀定跡なり」")
