"""The delay of the network is credited within a quota; each boundary to the millisecond."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Move, TimeControl
from komadai.play import events as ev
from komadai.play.events import ClockSettings
from komadai.play.game import GameMachine, replay
from komadai.play.lag import MAX_MS, LagQuota
from tests.play.table import T0, TWO, Table, created, state_of

TEN_SECONDS = ClockSettings(main_ms=10_000)


class LagTable(Table):
    """A game of two persons."""

    def __init__(self, clock: ClockSettings = TEN_SECONDS) -> None:
        super().__init__(ev.TwoPersons(at=T0), clock=clock, players=TWO)

    def move(self, usi: str, at: int, lag_ms: int = 0) -> list[ev.Event]:
        self.game.expect_lag(lag_ms)
        return super().move(usi, at)


def left(game: GameMachine, color: object) -> int:
    assert game.clock is not None
    return game.clock.sides[int(color)].main_ms  # type: ignore[call-overload]


def test_the_delay_is_not_charged_and_stands_in_the_log() -> None:
    table = LagTable()
    (moved,) = table.move("7g7f", T0 + 3_000, lag_ms=120)
    assert moved == ev.Moved(at=T0 + 3_000, usi="7g7f", ms=2_880, lag_ms=120)
    assert left(table.game, BLACK) == 10_000 - 2_880
    assert state_of(replay(table.log)) == state_of(table.game)


def test_no_more_is_credited_than_the_turn_took() -> None:
    table = LagTable()
    (moved,) = table.move("7g7f", T0 + 50, lag_ms=120)
    assert moved == ev.Moved(at=T0 + 50, usi="7g7f", ms=0, lag_ms=50)
    assert left(table.game, BLACK) == 10_000


@pytest.mark.parametrize(("late_ms", "in_time"), [(-1, True), (99, True), (100, False), (101, False)])
def test_a_move_counts_until_the_deadline_and_the_delay_after_it(late_ms: int, in_time: bool) -> None:
    table = LagTable()
    events = table.move("7g7f", T0 + 10_000 + late_ms, lag_ms=100)
    assert isinstance(events[0], ev.Moved if in_time else ev.Flagged)
    if in_time:
        assert left(table.game, BLACK) == 100 - late_ms
    assert state_of(replay(table.log)) == state_of(table.game)


@pytest.mark.parametrize(("late_ms", "falls"), [(0, False), (99, False), (100, True)])
def test_the_flag_falls_later_by_the_delay(late_ms: int, falls: bool) -> None:
    game = LagTable().game
    game.expect_lag(100)
    assert game.deadline == T0 + 10_100
    assert bool(game.tick(T0 + 10_000 + late_ms)) is falls


def test_a_period_of_byoyomi_is_kept_by_the_delay() -> None:
    table = LagTable(ClockSettings(main_ms=0, byoyomi_ms=10_000, periods=2))
    table.move("7g7f", T0 + 10_050, lag_ms=100)
    assert table.game.clock is not None
    assert table.game.clock.sides[BLACK].periods == 2
    table.move("3c3d", T0 + 20_200, lag_ms=100)
    assert table.game.clock.sides[WHITE].periods == 1


def test_the_pause_of_the_server_grants_no_delay() -> None:
    game = LagTable().game
    game.expect_lag(100)
    assert isinstance(game.pause(T0 + 10_050)[0], ev.Flagged)
    assert isinstance(game.pause(T0 + 9_999)[0], ev.Paused)


def test_a_delay_that_never_ends_is_credited_only_within_the_quota() -> None:
    table = LagTable()
    at, credited = T0, []
    for usi in ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e", "2e2d", "2c2d", "2h2d", "4a3b", "2d2f"]:
        at += 500
        (moved,) = table.move(usi, at, lag_ms=400)
        assert isinstance(moved, ev.Moved)
        credited.append(moved.lag_ms)
    assert credited[::2] == [300, 100, 100, 100, 100, 100]
    assert credited[1::2] == [300, 100, 100, 100, 100]
    assert replay(table.log).clock == table.game.clock


def test_the_delay_of_one_player_is_not_the_others() -> None:
    table = LagTable()
    table.move("7g7f", T0 + 1_000, lag_ms=300)
    (moved,) = table.happen(table.game.move(WHITE, Move.from_usi("3c3d"), T0 + 2_000))
    assert isinstance(moved, ev.Moved)
    assert (moved.ms, moved.lag_ms) == (1_000, 0)


def test_a_game_with_the_computer_or_a_program_credits_nothing() -> None:
    game = replay([created(clock=TEN_SECONDS)])
    game.apply(ev.Resumed(at=T0))
    game.expect_lag(100)
    (moved,) = game.move(BLACK, Move.from_usi("7g7f"), T0 + 1_000)
    assert moved == ev.Moved(at=T0 + 1_000, usi="7g7f", ms=1_000)


@pytest.mark.parametrize(
    ("control", "gain"), [("10s", 100), ("1m", 100), ("3m", 300), ("10m+30s", 500), ("1m+2s/move", 300)]
)
def test_a_longer_game_credits_more(control: str, gain: int) -> None:
    quota = LagQuota.of(TimeControl.parse(control))
    assert quota.gain_ms == gain
    assert quota.available_ms == min(3 * gain, MAX_MS)


def test_a_quota_that_is_not_used_fills_up_to_five_moves() -> None:
    quota = LagQuota.of(TimeControl.parse("1m"))
    for _ in range(10):
        quota = quota.after(0)
    assert quota.left_ms == 500
    assert quota.after(500).left_ms == 100
