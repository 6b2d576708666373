"""A player gives the other fifteen seconds."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Move
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import ClockSettings
from tests.play.table import T0, TWO, Table


def two(clock: ClockSettings | None) -> Table:
    """A game of two persons with this clock."""
    return Table(ev.TwoPersons(at=T0), clock=clock, players=TWO)


def test_the_flag_of_the_other_falls_fifteen_seconds_later() -> None:
    table = two(ClockSettings(main_ms=10_000))
    game = table.game
    table.happen(game.give_time(WHITE, T0 + 9_999))
    assert game.deadline == T0 + 25_000
    assert game.tick(T0 + 24_999) == []
    assert isinstance(game.tick(T0 + 25_000)[0], ev.Flagged)


def test_in_byoyomi_it_is_main_time() -> None:
    table = two(ClockSettings(main_ms=0, byoyomi_ms=10_000, periods=1))
    game = table.game
    table.happen(game.give_time(WHITE, T0 + 5_000))
    assert game.clock is not None
    assert game.clock.face(BLACK, T0 + 5_000).phase == "main"
    assert game.deadline == T0 + 25_000


def test_a_take_back_does_not_take_it_away() -> None:
    table = two(ClockSettings(main_ms=60_000))
    game = table.game
    table.happen(game.move(BLACK, Move.from_usi("7g7f"), T0 + 1_000))
    table.happen(game.give_time(WHITE, T0 + 2_000))
    table.happen(game.take_back(BLACK, T0 + 2_000))
    table.happen(game.answer(WHITE, "take_back", True, T0 + 2_000))
    assert game.clock is not None
    assert [side.main_ms for side in game.clock.sides] == [75_000, 60_000]


def test_too_late_is_too_late() -> None:
    game = two(ClockSettings(main_ms=10_000)).game
    assert isinstance(game.give_time(WHITE, T0 + 10_000)[0], ev.Flagged)


def test_there_is_none_without_a_clock_or_against_the_computer() -> None:
    game = two(None).game
    with pytest.raises(CommandError, match="no_clock"):
        game.give_time(BLACK, T0)
    game = Table(clock=ClockSettings(main_ms=10_000)).game
    with pytest.raises(CommandError, match="no_clock"):
        game.give_time(BLACK, T0)
