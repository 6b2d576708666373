"""Draws that are replayed in the remaining time, and mate that must be answered by resigning."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import BLACK, WHITE, Move, Termination
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import ClockSettings, decode_event, encode_event
from komadai.play.game import GameMachine, replay
from tests.play.table import T0, TWO, Table, state_of

CLOCK = ClockSettings(main_ms=600_000, byoyomi_ms=30_000, periods=3)
REPETITION = "5i5h 5a5b 5h5i 5b5a " * 3
MATED = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"


def table(rules: ev.Event, **changes: Any) -> Table:
    """A game of two persons by these rules."""
    values: dict[str, Any] = {"clock": CLOCK, "players": TWO} | changes
    return Table(ev.TwoPersons(at=T0, first_move_ms=30_000), rules, **values)


REPLAYED = ev.ProfessionalRules(at=T0, replay_draws=True)
FORMAL = ev.ProfessionalRules(at=T0, formal_resignation=True)


def next_game(game: GameMachine) -> GameMachine:
    first, options = game.replay_settings(game.at + 5_000)
    log = [decode_event(encode_event(event)) for event in (first, *options)]
    return replay(log)


def test_a_sennichite_is_replayed_with_colours_exchanged_in_the_remaining_time() -> None:
    drawn = table(REPLAYED).play(REPETITION)
    assert drawn.outcome is not None
    assert drawn.outcome.termination is Termination.SENNICHITE
    assert drawn.is_replayed
    again = next_game(drawn)
    assert again.replays_a_draw
    assert drawn.clock is not None
    assert again.clock is not None
    assert again.clock.sides[BLACK] == drawn.clock.sides[WHITE]
    assert again.clock.sides[WHITE] == drawn.clock.sides[BLACK]
    assert again.clock.sides[WHITE].main_ms == 600_000 - 6 * 1_000
    assert again.first_move_ms == 30_000
    assert again.replay_draws, "a second draw is replayed too"


def test_a_game_whose_sides_have_different_times_from_the_beginning_replays_no_draw() -> None:
    times = ev.SideTime(600_000, 1), ev.SideTime(1_800_000, 1)
    game = table(ev.TimesKept(at=T0, clock=times, of_draw=False)).game
    assert not game.replays_a_draw
    assert game.clock is not None
    assert [side.main_ms for side in game.clock.sides] == [600_000, 1_800_000]


def test_the_time_left_is_the_times_of_the_last_draw_when_it_is_replayed_twice() -> None:
    played = table(REPLAYED)
    first = next_game(played.play(REPETITION))
    log: list[ev.Event] = []
    events, options = played.game.replay_settings(T0 + 50_000)
    log = [events, *options]
    played.log, played.game = log, first
    played.happen(first.resume(T0 + 60_000))
    second = next_game(played.play(REPETITION))
    assert second.clock is not None
    assert [side.main_ms for side in second.clock.sides] == [600_000 - 12_000] * 2
    assert state_of(replay(played.log)) == state_of(played.game)


def test_periods_that_were_lost_stay_lost() -> None:
    played = table(REPLAYED, clock=ClockSettings(main_ms=0, byoyomi_ms=10_000, periods=3))
    played.play("5i5h", step=12_000)
    again = next_game(played.play("5a5b 5h5i 5b5a " + "5i5h 5a5b 5h5i 5b5a " * 2))
    assert again.clock is not None
    assert [side.periods for side in again.clock.sides] == [3, 2]


def test_in_a_handicap_game_the_colours_stay() -> None:
    played = table(
        REPLAYED,
        handicap="lance",
        start_sfen="lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    )
    again = next_game(played.play("5a5b 5i5h 5b5a 5h5i " * 3))
    assert played.game.clock is not None
    assert again.clock is not None
    assert again.clock.sides == played.game.clock.sides


def test_without_the_rule_a_draw_is_a_draw() -> None:
    assert not table(FORMAL).play(REPETITION).is_replayed


def test_a_win_is_not_replayed() -> None:
    played = table(REPLAYED)
    played.play("7g7f")
    played.happen(played.game.resign(WHITE, played.game.at + 1))
    assert not played.game.is_replayed


def test_a_mated_side_must_resign() -> None:
    played = table(FORMAL, start_sfen=MATED)
    game = played.play("G*5b")
    assert game.outcome is None
    assert game.mated is WHITE
    with pytest.raises(CommandError, match="illegal"):
        game.move(WHITE, Move.from_usi("5a5b"), game.at + 1)
    played.happen(game.resign(WHITE, game.at + 1_000))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (BLACK, Termination.RESIGNATION)
    assert state_of(replay(played.log)) == state_of(game)


def test_a_mated_side_that_says_nothing_loses_on_time() -> None:
    played = table(FORMAL, start_sfen=MATED, clock=ClockSettings(main_ms=10_000))
    game = played.play("G*5b")
    played.happen(game.tick(game.at + 10_000))
    assert game.outcome is not None
    assert game.outcome.termination is Termination.TIME_FORFEIT


def test_without_the_rule_mate_ends_the_game() -> None:
    game = table(REPLAYED, start_sfen=MATED).play("G*5b")
    assert game.outcome is not None
    assert game.mated is None
