"""Results as newspapers print them: a white circle is a win, a black one a loss."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, KomadaiError, Outcome, Termination, kifu
from komadai.notation import newspaper
from komadai.notation.newspaper import Result

WON = Outcome(BLACK, Termination.CHECKMATE)
LOST = Outcome(WHITE, Termination.TIME_FORFEIT)
SENNICHITE = Outcome(None, Termination.SENNICHITE)
JISHOGI = Outcome(None, Termination.IMPASSE_AGREED)


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (WON, "○藤井聡太　●羽生善治"),
        (LOST, "●藤井聡太　○羽生善治"),
        (SENNICHITE, "千藤井聡太　千羽生善治"),
        (JISHOGI, "持藤井聡太　持羽生善治"),
        (Outcome(None, Termination.INTERRUPTED), "藤井聡太　羽生善治"),
        (None, "藤井聡太　羽生善治"),
    ],
)
def test_a_result_is_written_as_one_line(outcome: Outcome | None, line: str) -> None:
    assert newspaper.write("藤井聡太", "羽生善治", outcome) == line
    if outcome is not None and outcome.termination is not Termination.INTERRUPTED:
        found = newspaper.read(line)
        assert (found.black, found.white) == ("藤井聡太", "羽生善治")
        assert found.outcome is not None
        assert found.outcome.winner is outcome.winner


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("○ 藤井聡太  ● 羽生善治", Result("藤井聡太", "羽生善治", "○")),
        ("◯藤井 - ⚫羽生", Result("藤井", "羽生", "○")),
        ("○藤井聡太 竜王　●羽生善治 九段", Result("藤井聡太 竜王", "羽生善治 九段", "○")),
        ("○△藤井　●▲羽生", Result("羽生", "藤井", "●")),
        ("●☖藤井　○☗羽生", Result("羽生", "藤井", "○")),
        ("○先藤井　●後羽生", Result("藤井", "羽生", "○")),
        ("○先手　●後手", Result("先手", "後手", "○")),
        ("□甲　■乙", Result("甲", "乙", "□")),
        ("△甲　△乙", Result("甲", "乙", "△")),
        ("○千葉　●持田", Result("千葉", "持田", "○")),
        ("○Smith ●Jones", Result("Smith", "Jones", "○")),
    ],
)
def test_results_are_read_in_every_printed_form(line: str, expected: Result) -> None:
    assert newspaper.read(line) == expected


@pytest.mark.parametrize("line", ["○甲　○乙", "○甲", "甲　乙", "", "○　●", "○甲　千乙", "○" * 1000])
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(KomadaiError):
        newspaper.read(line)


def test_a_game_that_was_not_played_is_won_by_default() -> None:
    won = Outcome(BLACK, Termination.DEFAULT)
    assert newspaper.read("□甲　■乙").outcome == won
    assert newspaper.write("甲", "乙", won) == "□甲　■乙"


def test_the_scores_of_a_match() -> None:
    results = map(newspaper.read, ("○甲　●乙", "○乙　●甲", "千甲　千乙", "●乙　○甲"))
    assert newspaper.scores(results) == "甲　○●千○　2勝1敗1分\n乙　●○千●　1勝2敗1分"


def test_below_the_moves_of_a_record_it_is_the_ending() -> None:
    game = kifu.read("手合割：平手\n先手：甲\n後手：乙\n1 ７六歩(77)\n●甲　○乙\n")
    assert game.outcome == Outcome(WHITE, Termination.RESIGNATION)
    assert game.warnings == []
