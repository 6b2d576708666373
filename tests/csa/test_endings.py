"""The lines that end a game."""

from __future__ import annotations

import pytest

from komadai.csa.endings import REASONS, RESULTS, GameEnd, ending_lines
from komadai.outcome import Outcome, Termination
from komadai.pieces import BLACK, WHITE

WON = {
    Termination.RESIGNATION: ["%TORYO", "#RESIGN"],
    Termination.TIME_FORFEIT: ["#TIME_UP"],
    Termination.ILLEGAL_MOVE: ["#ILLEGAL_MOVE"],
    Termination.FAILED_DECLARATION: ["%KACHI", "#ILLEGAL_MOVE"],
    Termination.IMPASSE_DECLARATION: ["%KACHI", "#JISHOGI"],
    Termination.PERPETUAL_CHECK: ["#OUTE_SENNICHITE"],
    Termination.CONNECTION_LOST: ["%TORYO", "#RESIGN"],
}


@pytest.mark.parametrize("termination", WON)
def test_the_winner_and_the_loser_learn_why_and_the_result(termination: Termination) -> None:
    outcome = Outcome(BLACK, termination)
    assert ending_lines(outcome, BLACK) == [*WON[termination], "#WIN"]
    assert ending_lines(outcome, WHITE) == [*WON[termination], "#LOSE"]


def test_games_without_a_winner() -> None:
    assert ending_lines(Outcome(None, Termination.SENNICHITE), BLACK) == ["#SENNICHITE", "#DRAW"]
    assert ending_lines(Outcome(None, Termination.IMPASSE_AGREED), BLACK) == ["#JISHOGI", "#DRAW"]
    assert ending_lines(Outcome(None, Termination.MOVE_LIMIT), WHITE) == ["#MAX_MOVES", "#CENSORED"]
    assert ending_lines(Outcome(None, Termination.INTERRUPTED), WHITE) == ["#CHUDAN"]


def test_a_client_reads_the_lines_of_every_ending() -> None:
    for termination in Termination:
        for winner in (BLACK, WHITE, None):
            for color in (BLACK, WHITE):
                lines = [
                    line for line in ending_lines(Outcome(winner, termination), color) if line.startswith("#")
                ]
                assert lines[-1] in RESULTS
                assert all(line in REASONS for line in lines[:-1])
                expected = "none" if winner is None else "win" if winner is color else "lose"
                assert RESULTS[lines[-1]] == expected or (winner is None and RESULTS[lines[-1]] == "draw")


def test_the_end_for_a_player_gives_the_outcome_of_the_game() -> None:
    assert GameEnd("lose", Termination.TIME_FORFEIT).outcome(WHITE) == Outcome(
        BLACK, Termination.TIME_FORFEIT
    )
    assert GameEnd("draw", Termination.SENNICHITE).outcome(WHITE) == Outcome(None, Termination.SENNICHITE)
    assert GameEnd("win", None).outcome(WHITE) is None
