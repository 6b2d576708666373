"""A game is adjourned by agreement with a sealed move, and goes on when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from komadai import BLACK, WHITE, Move, Termination
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import ClockSettings
from komadai.play.game import GameMachine
from tests.play.table import T0, TWO, Table

HOUR = 3_600_000


class AdjournedTable(Table):
    """A game of two persons that can be adjourned."""

    def __init__(self, **changes: Any) -> None:
        values: dict[str, Any] = {"clock": ClockSettings(main_ms=HOUR), "players": TWO} | changes
        super().__init__(ev.TwoPersons(at=T0), **values)

    def after(self, usi: str, ms: int = 1_000) -> list[ev.Event]:
        """Makes a move this long after the last event."""
        return self.move(usi, self.game.at + ms)

    def adjourn(self) -> GameMachine:
        """Both have moved, and agree to adjourn; Black is to move."""
        if not self.game.moves:
            self.play("7g7f 3c3d")
        self.happen(self.game.adjourn(WHITE, self.game.at))
        assert self.game.offers == {"adjourn": WHITE}
        self.happen(self.game.answer(BLACK, "adjourn", True, self.game.at))
        assert self.game.adjourning
        return self.game

    def resume(self) -> list[ev.Event]:
        self.happen(self.game.offer_resume(BLACK, self.game.at + 24 * HOUR))
        return self.happen(self.game.answer(WHITE, "resume", True, self.game.at + 1_000))


def left(game: GameMachine) -> list[int]:
    assert game.clock is not None
    return [side.main_ms for side in game.clock.sides]


def test_the_sealed_move_is_charged_and_nothing_until_it_is_opened() -> None:
    table = AdjournedTable()
    game = table.adjourn()
    (sealed,) = table.after("2g2f", 60_000)
    assert sealed == ev.Sealed(at=game.at, color="black", usi="2g2f", ms=60_000)
    assert not game.clock_runs
    assert game.deadline is None
    assert game.tick(game.at + 100 * HOUR) == []
    assert [played.move.usi() for played in game.moves] == ["7g7f", "3c3d"]
    opened, resumed = table.resume()
    assert isinstance(opened, ev.Opened)
    assert isinstance(resumed, ev.Resumed)
    assert game.moves[-1].move == Move.from_usi("2g2f")
    assert game.moves[-1].ms == 60_000
    assert left(game) == [HOUR - 61_000, HOUR - 1_000]
    assert not game.adjourning
    table.after("8c8d", 5_000)
    assert left(game) == [HOUR - 61_000, HOUR - 6_000]


def test_the_time_runs_while_the_move_is_chosen() -> None:
    table = AdjournedTable()
    game = table.adjourn()
    assert game.clock_runs
    table.happen(game.tick(game.at + HOUR))
    assert game.outcome is not None
    assert game.outcome.termination is Termination.TIME_FORFEIT


def test_an_illegal_sealed_move_loses_when_it_is_opened_and_not_before() -> None:
    table = AdjournedTable(illegal="refuse")
    game = table.adjourn()
    (sealed,) = table.after("7f7d")
    assert isinstance(sealed, ev.Sealed)
    assert game.outcome is None
    illegal, _ = table.resume()
    assert isinstance(illegal, ev.Illegal)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (WHITE, Termination.ILLEGAL_MOVE)


def test_a_sealed_mate_wins_when_it_is_opened() -> None:
    table = AdjournedTable(start_sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    table.after("5i5h")
    table.after("5a4a")
    table.after("5h5i")
    table.after("4a5a")
    game = table.adjourn()
    table.after("G*5b")
    table.resume()
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (BLACK, Termination.CHECKMATE)


def test_a_move_taken_back_after_the_opening_restores_the_clocks_of_the_sealed_turn() -> None:
    table = AdjournedTable()
    game = table.adjourn()
    table.after("2g2f", 60_000)
    table.resume()
    table.happen(game.take_back(BLACK, game.at + 500))
    table.happen(game.answer(WHITE, "take_back", True, game.at + 500))
    assert len(game.moves) == 2
    assert left(game) == [HOUR - 1_000, HOUR - 1_000]


def test_while_it_is_adjourned_only_a_resignation_is_possible() -> None:
    table = AdjournedTable()
    game = table.adjourn()
    with pytest.raises(CommandError, match="adjourned"):
        game.take_back(BLACK, game.at)
    table.after("2g2f")
    commands: tuple[Callable[[], list[ev.Event]], ...] = (
        lambda: game.move(WHITE, Move.from_usi("8c8d"), game.at),
        lambda: game.take_back(BLACK, game.at),
        lambda: game.declare(WHITE, game.at),
        lambda: game.claim(WHITE, game.at),
        lambda: game.adjourn(WHITE, game.at),
    )
    for command in commands:
        with pytest.raises(CommandError, match=r"^adjourned"):
            command()
    assert game.resume(game.at + 1) == [], "a page that is opened does not start the clock"
    table.happen(game.resign(WHITE, game.at + HOUR))
    assert game.outcome is not None
    assert game.outcome.winner is BLACK


def test_a_game_cannot_be_adjourned_before_both_have_moved() -> None:
    table = AdjournedTable()
    table.after("7g7f")
    with pytest.raises(CommandError, match="cannot_adjourn"):
        table.game.adjourn(BLACK, table.game.at)
    with pytest.raises(CommandError, match="not_adjourned"):
        table.game.offer_resume(BLACK, table.game.at)


def test_an_offer_to_adjourn_ends_with_the_next_move() -> None:
    table = AdjournedTable()
    table.after("7g7f")
    table.after("3c3d")
    table.happen(table.game.adjourn(WHITE, table.game.at))
    table.after("2g2f")
    assert table.game.offers == {}
    assert not table.game.adjourning


def test_the_log_is_shown_without_a_sealed_move_that_is_not_opened() -> None:
    table = AdjournedTable()
    table.adjourn()
    table.after("2g2f")
    assert "2g2f" in str(table.log)
    assert "2g2f" not in str(ev.without_sealed_moves(table.log))
    table.resume()
    assert "2g2f" in str(ev.without_sealed_moves(table.log))
