"""A client's side of a session, against transcripts written from the text of the protocol."""

from __future__ import annotations

import pytest

from komadai import Move
from komadai.csa import CsaProtocolError, GameSummary, Times
from komadai.csa.client_session import (
    ClientGame,
    ClientSession,
    Ended,
    Event,
    LoggedIn,
    LoggedOut,
    Moved,
    Proposed,
    Refused,
    Rejected,
    Started,
)
from komadai.engine.protocol.info import Info
from komadai.kifu import Analysis
from komadai.outcome import Outcome, Termination
from komadai.pieces import BLACK, WHITE

SUMMARY = GameSummary(
    game_id="g1", names=("alice", "bob"), times=(Times(60, increment=10),) * 2, your_turn=BLACK
)


def read(session: ClientSession, text: str) -> list[Event]:
    events = [session.receive(line) for line in text.split("\n")]
    return [event for event in events if event is not None]


def started(summary: GameSummary = SUMMARY) -> tuple[ClientSession, ClientGame]:
    session = ClientSession("alice")
    read(session, "\n".join(["LOGIN:alice OK", *summary.lines(), f"START:{summary.game_id}"]))
    assert session.game is not None
    return session, session.game


def test_login_agreement_and_start() -> None:
    session = ClientSession("alice")
    events = read(session, "\n".join(["LOGIN:alice OK", "", *SUMMARY.lines(), "", "START:g1"]))
    assert [type(event) for event in events] == [LoggedIn, Proposed, Started]
    assert session.game is not None
    assert session.game.is_my_turn
    assert session.game.opponent == "bob"


def test_a_refused_login_and_a_rejected_game() -> None:
    assert read(ClientSession("alice"), "LOGIN:incorrect") == [Refused("LOGIN:incorrect")]
    session = ClientSession("alice")
    events = read(session, "\n".join([*SUMMARY.lines(), "REJECT:g1 by bob", "START:g1"]))
    assert isinstance(events[-1], Rejected)
    assert session.game is None
    assert read(session, "LOGOUT:completed") == [LoggedOut()]


def test_moves_and_times_of_both_sides_are_followed() -> None:
    session, game = started()
    events = read(session, "+7776FU,T12\n\n-3334FU,T0\n##[CHAT][x] -8384FU\n+2726FU")
    assert [event.color for event in events if isinstance(event, Moved)] == [BLACK, WHITE, BLACK]
    assert game.remaining.left == (68, 70)
    assert [move.time_ms for move in game.moves] == [12_000, 0, 0]
    assert not game.is_my_turn


@pytest.mark.parametrize(
    ("lines", "result", "termination"),
    [
        ("%TORYO\n#RESIGN\n#WIN", "win", Termination.RESIGNATION),
        ("%TORYO,T3\n#RESIGN\n#LOSE", "lose", Termination.RESIGNATION),
        ("#TIME_UP\n#LOSE", "lose", Termination.TIME_FORFEIT),
        ("#ILLEGAL_MOVE\n#WIN", "win", Termination.ILLEGAL_MOVE),
        ("#SENNICHITE\n#DRAW", "draw", Termination.SENNICHITE),
        ("#OUTE_SENNICHITE\n#LOSE", "lose", Termination.PERPETUAL_CHECK),
        ("%KACHI\n#JISHOGI\n#WIN", "win", Termination.IMPASSE_DECLARATION),
        ("#MAX_MOVES\n#CENSORED", "none", Termination.MOVE_LIMIT),
        ("#CHUDAN", "none", Termination.INTERRUPTED),
        ("#WIN", "win", None),
    ],
)
def test_every_ending_is_read(lines: str, result: str, termination: Termination | None) -> None:
    session, game = started()
    events = read(session, f"+7776FU,T1\n{lines}")
    assert isinstance(events[-1], Ended)
    assert game.end is not None
    assert (game.end.result, game.end.termination) == (result, termination)
    assert session.game is None
    assert read(session, "-3334FU,T1\n#WIN") == []


def test_a_lost_connection_ends_the_game_as_far_as_the_server_said() -> None:
    session, game = started()
    assert isinstance(session.connection_lost(), Ended)
    assert game.end is not None
    assert game.end.termination is Termination.CONNECTION_LOST
    session, game = started()
    read(session, "#TIME_UP")
    session.connection_lost()
    assert game.end is not None
    assert game.end.termination is Termination.TIME_FORFEIT
    assert ClientSession("alice").connection_lost() is None


def test_an_illegal_move_of_the_server_is_an_error() -> None:
    session, _ = started()
    with pytest.raises(CsaProtocolError):
        session.receive("+7775FU,T1")
    session, _ = started()
    with pytest.raises(CsaProtocolError):
        session.receive("-3334FU,T1")


@pytest.mark.parametrize("echo", ["-9999XX,T1", "-7675FU,T1", "-8384FU,T1"])
def test_an_illegal_move_of_the_opponent_may_be_sent_before_it_loses(echo: str) -> None:
    session, game = started()
    read(session, "+7776FU,T1\n-8384FU,T1\n+2726FU,T1")
    assert read(session, f"{echo}\n#ILLEGAL_MOVE\n#WIN") == [Ended(game)]
    assert game.end is not None
    assert (game.end.result, game.end.termination) == ("win", Termination.ILLEGAL_MOVE)
    assert len(game.moves) == 3


def test_an_illegal_move_with_which_the_game_goes_on_is_an_error() -> None:
    session, _ = started()
    read(session, "+7776FU,T1\n-8384FU,T1\n+2726FU,T1\n-8384FU,T1")
    with pytest.raises(CsaProtocolError, match="move 4"):
        session.receive("+2625FU,T1")


def test_the_analysis_is_sent_in_floodgates_form_from_blacks_point_of_view() -> None:
    _, game = started()
    move, reply = Move.from_usi("7g7f"), Move.from_usi("3c3d")
    info = Info.parse("info depth 5 score cp 35 pv 7g7f 3c3d").with_turn(BLACK)
    analysis = info.to_analysis(move)
    assert analysis is not None
    assert game.move_line(move, analysis) == "+7776FU,'* 35 -3334FU"
    assert game.move_line(move) == "+7776FU"
    assert game.move_line(move, Analysis(mate=-5, line=(reply,))) == "+7776FU,'* -30000 -3334FU"


def test_the_record_has_moves_times_analysis_and_outcome() -> None:
    session, game = started()
    move = Move.from_usi("7g7f")
    game.move_line(move, Analysis(35))
    read(session, "+7776FU,T12\n-3334FU,T3\n%TORYO\n#RESIGN\n#LOSE")
    record = game.record()
    assert [node.time_ms for node in record.main_line() if node.move] == [12_000, 3_000]
    assert record.headers["black"] == "alice"
    first = next(node for node in record.main_line() if node.move)
    assert [each.centipawns for each in first.analyses] == [35]
    assert record.end.outcome == Outcome(WHITE, Termination.RESIGNATION)


def test_a_game_that_is_taken_up_again_goes_on_with_the_time_that_ran_meanwhile() -> None:
    session = ClientSession("alice")
    state = [
        "BEGIN Reconnect_State",
        "Current_Turn:+",
        "Black_Time_Remaining_Ms:55000",
        "White_Time_Remaining_Ms:60000",
        "END Reconnect_State",
    ]
    events = read(session, "\n".join(["LOGIN:alice OK", *SUMMARY.lines(), *state]))
    assert isinstance(events[-1], Started)
    assert session.game is not None
    assert session.game.used_ms == 15_000  # of the 70 s for the first move
