"""Compares the two endings of a KIF record: the word in place of a move, and the line まで…手で… below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.kifu.formats.result_words import names_reason, names_winner, outcome_of
from komadai.kifu.tree.ending_words import ending_word
from komadai.outcome import Outcome, Termination

if TYPE_CHECKING:
    from komadai._core import Board
    from komadai.kifu.tree.game import Ending
    from komadai.pieces import Color

_FOULS: Final = (Termination.ILLEGAL_MOVE, Termination.PERPETUAL_CHECK, Termination.FAILED_DECLARATION)
"""Terminations that the word 反則 may stand for."""


def with_winner(outcome: Outcome | None, text: str, board: Board) -> Outcome | None:
    """The outcome that was read from this text; for perpetual check the board gives the winner if the text
    does not."""
    if outcome is None or outcome.termination is not Termination.PERPETUAL_CHECK or names_winner(text):
        return outcome
    # The last move gave the check, or was the answer to it.
    return Outcome(board.turn if board.is_check() else board.turn.opponent, outcome.termination)


def names_other_winner(ending: Ending, summary: Ending, turn: Color) -> bool:
    """Whether the line まで…手で… gives the same reason as the word above it, but the other winner."""
    outcome, other = ending.outcome, summary.outcome
    return (
        outcome is not None
        and other is not None
        and None not in (outcome.winner, other.winner)
        and outcome.winner is not other.winner
        and outcome.termination is other.termination
        and outcome == outcome_of(ending_word(ending, turn), turn)
    )


def agrees(ending: Ending, summary: Ending, turn: Color, result: str) -> bool:
    """Whether the line まで…手で…, whose result is this text, agrees with the ending above it.

    If only the line gives the winner, or the rule that was broken, the ending is completed with it.
    """
    outcome, other = ending.outcome, summary.outcome
    if outcome is None or other is None:
        return outcome is other and summary.word in (ending.word, "")
    if outcome != outcome_of(ending_word(ending, turn), turn):
        # A comment explained the ending; the line below repeats only its word, which may be less exact.
        same_winner = None in (outcome.winner, other.winner) or outcome.winner is other.winner
        return same_winner or not names_winner(result)
    if outcome.winner is None and outcome.termination is Termination.CONNECTION_LOST:
        if other.termination in (Termination.CONNECTION_LOST, Termination.RESIGNATION):
            ending.outcome = Outcome(other.winner, outcome.termination)
            return True
        return False
    if outcome.winner is not other.winner:
        return False
    if not names_reason(result):
        return other.winner is not None or outcome.is_draw
    if outcome.termination is other.termination or outcome.termination is Termination.ILLEGAL_MOVE:
        if other.termination in _FOULS:
            ending.outcome = other
        return other.termination in (outcome.termination, *_FOULS)
    return False
