"""CSA files."""

from __future__ import annotations

import pytest

from komadai import Board, Color, Infraction, Move, Outcome, Termination, kifu
from komadai.kifu import Game
from komadai.kifu.formats.csa import reader as csa_reader

BLACK, WHITE = Color.BLACK, Color.WHITE


def test_a_whole_file() -> None:
    game = Game(
        headers={"black": "A", "white": "B", "event": "Test", "started": "2026/11/21 10:00:00", "note": "x"}
    )
    node = game.root
    for usi, ms in (("7g7f", 4_999), ("3c3d", 0), ("8h2b+", 60_000)):
        node = node.add(Move.from_usi(usi), time_ms=ms)
    node.comment = "takes"
    node.outcome, node.outcome_ms = Outcome(BLACK, Termination.RESIGNATION), 1_000
    assert kifu.write(game, "csa") == (
        "V2.2\nN+A\nN-B\n$EVENT:Test\n$START_TIME:2026/11/21 10:00:00\n'note:x\n"
        "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n"
        "P2 * -HI *  *  *  *  * -KA * \n"
        "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n"
        "P4 *  *  *  *  *  *  *  *  * \n"
        "P5 *  *  *  *  *  *  *  *  * \n"
        "P6 *  *  *  *  *  *  *  *  * \n"
        "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\n"
        "P8 * +KA *  *  *  *  * +HI * \n"
        "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n"
        "+\n+7776FU\nT4\n-3334FU\nT0\n+8822UM\nT60\n'*takes\n%TORYO\nT1\n"
    )


def test_hands_and_the_side_to_move() -> None:
    text = kifu.write(Game("4k4/9/9/9/9/9/9/9/4K4 w 2Pr 1"), "csa")
    assert "P9 *  *  *  * +OU *  *  *  * \nP+00FU00FU\nP-00HI\n-\n" in text


def test_a_handicap_has_its_pieces_missing() -> None:
    assert "\nP2 *  *  *  *  *  *  *  *  * \n" in kifu.write(Game(Board.handicap("two-piece").sfen()), "csa")


@pytest.mark.parametrize(
    ("outcome", "turn", "line"),
    [
        (Outcome(BLACK, Termination.RESIGNATION), WHITE, "%TORYO"),
        (Outcome(BLACK, Termination.TIME_FORFEIT), WHITE, "%TIME_UP"),
        (Outcome(BLACK, Termination.CHECKMATE), WHITE, "%TSUMI"),
        (Outcome(None, Termination.SENNICHITE), BLACK, "%SENNICHITE"),
        (Outcome(None, Termination.IMPASSE_AGREED), BLACK, "%JISHOGI"),
        (Outcome(BLACK, Termination.IMPASSE_DECLARATION), BLACK, "%KACHI"),
        (Outcome(None, Termination.IMPASSE_DECLARATION), BLACK, "%HIKIWAKE"),
        (Outcome(None, Termination.INTERRUPTED), BLACK, "%CHUDAN"),
        (Outcome(BLACK, Termination.ILLEGAL_MOVE, Infraction.NIFU), WHITE, "%ILLEGAL_MOVE"),
        (Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.NIFU), WHITE, "%+ILLEGAL_ACTION"),
        (Outcome(BLACK, Termination.PERPETUAL_CHECK), BLACK, "%-ILLEGAL_ACTION"),
    ],
)
def test_endings(outcome: Outcome, turn: Color, line: str) -> None:
    assert csa_reader.ending_line(outcome, turn) == line


def test_every_termination_has_a_statement() -> None:
    for termination in Termination:
        assert csa_reader.ending_line(Outcome(None, termination), BLACK).startswith("%")


def test_a_name_cannot_start_another_line() -> None:
    text = kifu.write(Game(headers={"black": "a\n%TORYO", "event": "x\n+7776FU"}), "csa")
    assert text.startswith("V2.2\nN+a %TORYO\nN-\n$EVENT:x +7776FU\nP1")
