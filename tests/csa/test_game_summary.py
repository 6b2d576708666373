"""The description of a game: written, and read as other servers write it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from komadai import Board
from komadai.csa import CsaProtocolError, GameSummary, Times
from komadai.csa.game_summary import read_moves
from komadai.handicap import HANDICAPS
from komadai.pieces import BLACK, WHITE

SUMMARY = GameSummary(
    game_id="komadai+club-60-5+alice+bob+20261127120000",
    names=("alice", "bob"),
    times=(Times(60, 5), Times(60, 5)),
    max_moves=256,
    your_turn=WHITE,
)

FOREIGN = """Protocol_Version:1.2
Protocol_Mode:Server
Format:Shogi 1.0
Declaration:Jishogi 1.1
Game_ID:20140505-CSA25-3-5-7
Name+:TANUKI
Name-:KITSUNE
Your_Turn:+
Rematch_On_Draw:NO
To_Move:+
Max_Moves:320
BEGIN Time
Time_Unit:1sec
Total_Time:1500
Least_Time_Per_Move:1
Byoyomi:10
Delay:0
END Time
BEGIN Position
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI * * * * * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 * * * * * * * * *
P5 * * * * * * * * *
P6 * * * * * * * * *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA * * * * * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
P+
P-
+
+2726FU,T12
-3334FU,T6
END Position"""


def test_a_summary_is_read_as_it_was_written() -> None:
    for sign in (BLACK, WHITE):
        for handicap in HANDICAPS:
            summary = replace(SUMMARY, your_turn=sign, sfen=handicap.sfen)
            lines = summary.lines()
            assert (lines[0], lines[-1]) == ("BEGIN Game_Summary", "END Game_Summary")
            assert GameSummary.parse(lines[1:-1]) == summary


def test_it_has_the_fields_of_version_1_2_1() -> None:
    lines = SUMMARY.lines()
    for line in (
        "Protocol_Version:1.2",
        "Game_ID:komadai+club-60-5+alice+bob+20261127120000",
        "Your_Turn:-",
        "To_Move:+",
        "Max_Moves:256",
        "Total_Time:60",
        "Byoyomi:5",
        "Increment:0",
        "Least_Time_Per_Move:0",
    ):
        assert line in lines


def test_who_moves_first_is_said_with_handicaps_and_given_moves() -> None:
    handicap = replace(SUMMARY, sfen=HANDICAPS[1].sfen)
    assert "To_Move:-" in handicap.lines()
    moved = replace(SUMMARY, given=read_moves(Board(), "+7776FU"))
    assert "To_Move:-" in moved.lines()


def test_the_times_of_given_moves_are_deducted() -> None:
    given = read_moves(Board(), "+7776FU,T12-3334FU,T3+2726FU")
    summary = replace(SUMMARY, given=given)
    assert [each.spent for each in given] == [12, 3, 0]
    assert "+7776FU,T12" in summary.lines()
    assert summary.remaining().left == (48, 57)
    assert GameSummary.parse(summary.lines()[1:-1]) == summary


def test_a_summary_of_another_server_is_read() -> None:
    summary = GameSummary.parse(FOREIGN.split("\n"))
    assert summary.names == ("TANUKI", "KITSUNE")
    assert summary.times[0] == Times(1500, 10, least=1)
    assert summary.max_moves == 320
    assert [move.spent for move in summary.given] == [12, 6]
    assert summary.board().turn is BLACK
    assert summary.remaining().left == (1488, 1494)


def test_sides_may_have_different_times() -> None:
    summary = replace(SUMMARY, times=(Times(60, 5), Times(30, 5, unit_ms=60_000)))
    assert GameSummary.parse(summary.lines()[1:-1]).times == summary.times


@pytest.mark.parametrize(
    ("line", "replacement"),
    [
        ("Your_Turn:+", "Your_Turn:x"),
        ("Total_Time:1500", "Total_Time:soon"),
        ("Time_Unit:1sec", "Time_Unit:1day"),
        ("+2726FU,T12", "+2725FU,T12"),
        ("Max_Moves:320", "Max_Moves:-1"),
    ],
)
def test_a_value_that_cannot_be_read_is_an_error(line: str, replacement: str) -> None:
    assert line in FOREIGN
    with pytest.raises(CsaProtocolError):
        GameSummary.parse(FOREIGN.replace(line, replacement).split("\n"))


@pytest.mark.parametrize("text", ["+7775FU", "-3334FU", "+7776FU,Tx", "hello", "+7776FU+2726FU"])
def test_moves_that_cannot_be_played_are_refused(text: str) -> None:
    with pytest.raises(CsaProtocolError):
        read_moves(Board(), text)
