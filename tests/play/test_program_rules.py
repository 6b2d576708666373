"""Games between programs: whole seconds, given moves, and mates that must be resigned."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Board, Color, Infraction, Move, Outcome, Termination
from komadai.play import events as ev
from komadai.play.events import ClockSettings, Event, decode_event, encode_event
from komadai.play.game import GameMachine, replay

T0 = 1_000_000


class Match:
    """A game of two programs."""

    def __init__(
        self,
        clock: ClockSettings | None = None,
        *,
        sfen: str = Board().sfen(),
        least_ms: int = 0,
        max_moves: int | None = None,
        given: tuple[tuple[str, int], ...] = (),
    ) -> None:
        created = ev.Created(
            at=T0,
            players=(ev.ProgramPlayer("alice"), ev.ProgramPlayer("bob")),
            handicap="even",
            start_sfen=sfen,
            clock=clock,
            impasse="27-point",
            illegal="lose",
            take_back=False,
            max_moves=max_moves,
        )
        self.log: list[Event] = [created, ev.ProgramRules(at=T0, least_ms=least_ms)]
        self.game: GameMachine = replay(self.log)
        self.happen(self.game.begin_after(((Move.from_usi(usi), ms) for usi, ms in given), T0))

    def happen(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.game.apply(event)
        self.log += events
        return events

    def move(self, usi: str, after_ms: int, comment: str = "") -> list[Event]:
        at = self.game.at + after_ms
        return self.happen(self.game.move(self.game.turn, Move.from_usi(usi), at, comment))

    def left_ms(self, color: Color) -> int:
        assert self.game.clock is not None
        return self.game.clock.remaining_ms(color, self.game.at)


def test_the_delay_of_the_network_is_not_credited() -> None:
    match = Match(ClockSettings(main_ms=60_000))
    match.game.expect_lag(1_500)
    match.move("7g7f", 3_100)
    assert match.left_ms(BLACK) == 57_000


def test_whole_seconds_are_charged_and_the_rest_is_not() -> None:
    match = Match(ClockSettings(main_ms=60_000))
    (moved,) = match.move("7g7f", 3_999)
    assert moved == ev.Moved(at=T0 + 3_999, usi="7g7f", ms=3_000, lag_ms=999)
    assert match.left_ms(BLACK) == 57_000
    match.move("3c3d", 999)
    assert match.left_ms(WHITE) == 60_000


def test_a_move_is_charged_with_the_least_time_at_least() -> None:
    match = Match(ClockSettings(main_ms=60_000), least_ms=1_000)
    match.move("7g7f", 200)
    match.move("3c3d", 2_300)
    assert (match.left_ms(BLACK), match.left_ms(WHITE)) == (59_000, 58_000)


def test_the_flag_falls_when_all_seconds_are_used() -> None:
    in_time, too_late = Match(ClockSettings(main_ms=10_000)), Match(ClockSettings(main_ms=10_000))
    in_time.move("7g7f", 9_999)
    assert in_time.left_ms(BLACK) == 1_000
    too_late.move("7g7f", 10_000)
    assert too_late.game.outcome == Outcome(WHITE, Termination.TIME_FORFEIT)


def test_the_least_time_can_use_up_the_last_second() -> None:
    match = Match(ClockSettings(main_ms=2_000), least_ms=1_000)
    match.move("7g7f", 0)
    match.move("3c3d", 0)
    match.move("2g2f", 0)
    assert match.game.outcome == Outcome(WHITE, Termination.TIME_FORFEIT)


def test_in_byoyomi_a_move_within_the_period_costs_nothing() -> None:
    match = Match(ClockSettings(main_ms=0, byoyomi_ms=10_000))
    for usi in ("7g7f", "3c3d", "2g2f"):
        match.move(usi, 9_999)
    assert match.game.outcome is None
    match.move("8c8d", 10_000)
    assert match.game.outcome == Outcome(BLACK, Termination.TIME_FORFEIT)


def test_given_moves_are_charged_before_the_game() -> None:
    match = Match(ClockSettings(main_ms=60_000), given=(("7g7f", 12_000), ("3c3d", 0)))
    assert [each.ms for each in match.game.moves] == [12_000, 0]
    assert (match.left_ms(BLACK), match.left_ms(WHITE)) == (48_000, 60_000)
    assert match.game.turn is BLACK
    match.move("2g2f", 1_000)
    assert match.left_ms(BLACK) == 47_000


def test_a_mated_program_must_resign_and_its_time_runs() -> None:
    match = Match(sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    match.move("G*5b", 0)
    assert match.game.board.is_check()
    assert not list(match.game.board.legal_moves)
    assert match.game.outcome is None
    match.happen(match.game.resign(WHITE, match.game.at))
    assert match.game.outcome == Outcome(BLACK, Termination.RESIGNATION)


def test_a_mate_with_the_last_move_of_the_limit_is_a_draw_as_in_shogi_server() -> None:
    match = Match(sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1", max_moves=1)
    match.move("G*5b", 0)
    assert match.game.outcome == Outcome(None, Termination.MOVE_LIMIT)


def test_a_text_that_is_no_move_loses() -> None:
    match = Match()
    match.happen(match.game.break_rules(BLACK, "+9999XX", T0))
    assert match.game.outcome == Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.OTHER)


def test_a_paused_game_can_be_cancelled() -> None:
    match = Match(ClockSettings(main_ms=60_000))
    match.happen(match.game.pause(T0 + 100))
    match.happen(match.game.cancel("server_stopped", T0 + 200))
    assert match.game.outcome == Outcome(None, Termination.INTERRUPTED)
    assert match.game.interruption == "server_stopped"
    assert match.game.cancel("server_stopped", T0 + 300) == []


@pytest.mark.parametrize("comment", ["", "* 123 -3334FU"])
def test_the_log_gives_the_same_game_with_its_comments(comment: str) -> None:
    match = Match(ClockSettings(main_ms=60_000), least_ms=1_000, given=(("7g7f", 3_000),))
    match.move("3c3d", 250, comment)
    again = replay([decode_event(encode_event(event)) for event in match.log])
    assert again.comments == match.game.comments == ({1: comment} if comment else {})
    assert again.clock == match.game.clock
    assert again.program_rules == match.game.program_rules
