"""Correspondence: days for each move, rest, and conditional moves."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import BLACK, WHITE, Board, Color, Termination
from komadai.clock import DAY_MS
from komadai.play import conditional
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import ClockSettings
from komadai.play.game import GameMachine
from tests.play.table import T0, TWO, Table, refused


class CorrespondenceTable(Table):
    """A correspondence game with its log."""

    def __init__(self, days: int = 3, **changes: Any) -> None:
        begins = [] if "clock" in changes else [ev.Correspondence(at=T0, days=days)]
        super().__init__(*begins, ev.TwoPersons(at=T0, first_move_ms=3 * DAY_MS), players=TWO, **changes)

    def after(self, usi: str, days: float = 0.5) -> list[ev.Event]:
        """Makes a move this many days after the last event."""
        return self.move(usi, self.game.at + int(days * DAY_MS))

    def open(self) -> GameMachine:
        """Both sides have moved, and Black is to move."""
        self.after("7g7f")
        self.after("3c3d")
        return self.game

    def plan(self, color: Color, *lines: str) -> list[ev.Event]:
        return self.happen(self.game.plan(color, [line.split() for line in lines], self.game.at))

    @property
    def played(self) -> list[str]:
        return [move.move.usi() for move in self.game.moves]


def days_left(game: GameMachine, color: Color, after_days: float = 0) -> float:
    assert game.clock is not None
    at = game.clock_time(game.at + int(after_days * DAY_MS))
    return game.clock.remaining_ms(color, at) / DAY_MS


class TestTime:
    def test_each_move_has_all_the_days(self) -> None:
        game = CorrespondenceTable().open()
        assert game.clock_runs
        assert days_left(game, BLACK, 2) == 1
        table = CorrespondenceTable()
        game = table.open()
        table.after("2g2f", 2.5)
        assert game.moves[-1].ms == 2.5 * DAY_MS
        assert (days_left(game, BLACK), days_left(game, WHITE)) == (3, 3)

    def test_the_flag_falls_at_the_end_of_the_last_day(self) -> None:
        game = CorrespondenceTable().open()
        deadline = game.at + 3 * DAY_MS
        assert game.deadline == deadline
        assert game.tick(deadline - 1) == []
        flagged, ended = game.tick(deadline)
        assert flagged == ev.Flagged(at=deadline, color="black")
        assert isinstance(ended, ev.Ended)
        assert (ended.winner, ended.termination) == ("white", Termination.TIME_FORFEIT.value)

    @pytest.mark.parametrize("days", [1, 14])
    def test_the_first_moves_have_three_days_each(self, days: int) -> None:
        table = CorrespondenceTable(days)
        assert not table.game.clock_runs
        assert table.game.deadline == T0 + 3 * DAY_MS
        table.after("7g7f", 2.9)
        assert table.game.deadline == table.game.at + 3 * DAY_MS
        interrupted, _ = table.game.tick(table.game.at + 3 * DAY_MS)
        at = table.game.at + 3 * DAY_MS
        assert interrupted == ev.Interrupted(at=at, reason="no_first_move", color="white")
        table.after("3c3d", 2.9)
        assert table.game.deadline == table.game.at + days * DAY_MS

    def test_a_stop_of_the_server_changes_nothing(self) -> None:
        game = CorrespondenceTable().open()
        assert game.pause(game.at + DAY_MS) == []
        assert [type(event) for event in game.pause(game.at + 3 * DAY_MS)] == [ev.Flagged, ev.Ended]

    def test_a_take_back_gives_all_the_days_again(self) -> None:
        table = CorrespondenceTable()
        game = table.open()
        late = game.at + 3 * DAY_MS - 1
        table.happen(game.take_back(BLACK, late))
        table.happen(game.answer(WHITE, "take_back", True, late))
        assert table.played == []
        assert game.tick(late + 1) == []
        assert game.deadline == late + 3 * DAY_MS
        table.open()
        table.after("2g2f")
        table.happen(game.take_back(BLACK, game.at + 2 * DAY_MS))
        table.happen(game.answer(WHITE, "take_back", True, game.at))
        assert table.played == ["7g7f", "3c3d"]
        assert days_left(game, BLACK) == days_left(game, WHITE) == 3

    def test_what_needs_both_players_at_once_is_refused(self) -> None:
        game = CorrespondenceTable().open()
        for command, code in (
            (game.adjourn, "correspondence"),
            (game.claim, "correspondence"),
            (game.give_time, "no_clock"),
        ):
            with refused(code):
                command(BLACK, game.at)


class TestRest:
    def test_the_time_stands_still_during_a_rest(self) -> None:
        table = CorrespondenceTable()
        game = table.open()
        begins = game.at + DAY_MS
        table.happen(game.rest(BLACK, begins + 10 * DAY_MS, begins))
        assert days_left(game, BLACK) == days_left(game, BLACK, 10) == 2
        assert days_left(game, BLACK, 11) == 1
        assert game.deadline == begins + 12 * DAY_MS

    def test_a_turn_that_begins_in_a_rest_waits_for_its_end(self) -> None:
        table = CorrespondenceTable()
        game = table.open()
        table.happen(game.rest(WHITE, game.at + 10 * DAY_MS, game.at))
        assert game.deadline == game.at + 3 * DAY_MS  # it is Black's turn
        table.after("2g2f", 1)
        assert game.deadline == game.at + 9 * DAY_MS + 3 * DAY_MS
        table.after("8c8d", 5)  # one may move during the rest
        assert game.moves[-1].ms == 0
        assert game.deadline == game.at + 3 * DAY_MS

    def test_a_rest_can_end_early_or_last_longer(self) -> None:
        table = CorrespondenceTable()
        game = table.open()
        begins = game.at + DAY_MS
        table.happen(game.rest(BLACK, begins + 10 * DAY_MS, begins))
        table.happen(game.rest(BLACK, begins + 20 * DAY_MS, begins + 5 * DAY_MS))
        assert game.deadline == begins + 22 * DAY_MS
        table.happen(game.rest(BLACK, 0, begins + 7 * DAY_MS))
        assert game.deadline == begins + 9 * DAY_MS
        assert game.rest(BLACK, 0, begins + 8 * DAY_MS) == []
        assert days_left(game, BLACK, 1) == 1

    def test_the_first_move_waits_too(self) -> None:
        table = CorrespondenceTable()
        table.happen(table.game.rest(BLACK, T0 + 5 * DAY_MS, T0))
        assert table.game.deadline == T0 + 8 * DAY_MS

    def test_a_live_game_has_no_rest(self) -> None:
        game = CorrespondenceTable(clock=ClockSettings(main_ms=60_000)).game
        with refused("only_correspondence"):
            game.rest(BLACK, game.at + DAY_MS, game.at)


class TestConditionalMoves:
    def test_the_answer_is_played_in_the_moment_of_the_move(self) -> None:
        table = CorrespondenceTable()
        game = table.open()
        table.plan(WHITE, "2g2f 8c8d", "6g6f 3d3e")
        events = table.after("2g2f")
        assert [event.usi for event in events if isinstance(event, ev.Moved)] == ["2g2f", "8c8d"]
        assert events[0].at == events[1].at
        assert game.turn is BLACK
        assert game.plans == {}

    def test_a_tree_is_followed_and_its_other_branches_are_cut(self) -> None:
        table = CorrespondenceTable()
        table.open()
        table.plan(WHITE, "2g2f 8c8d 2f2e 8d8e", "2g2f 8c8d 6g6f 3d3e 6f6e 4a3b", "6g6f 3d3e")
        table.after("2g2f")
        assert table.game.plans[WHITE] == (("2f2e", "8d8e"), ("6g6f", "3d3e", "6f6e", "4a3b"))
        table.after("6g6f")
        table.after("6f6e")
        assert table.played[2:] == ["2g2f", "8c8d", "6g6f", "3d3e", "6f6e", "4a3b"]

    def test_another_move_cuts_everything(self) -> None:
        table = CorrespondenceTable()
        table.open()
        table.plan(WHITE, "2g2f 8c8d")
        table.after("6g6f")
        assert table.game.plans == {}
        assert len(table.played) == 3

    def test_the_plans_of_both_sides_answer_each_other(self) -> None:
        table = CorrespondenceTable()
        table.open()
        table.plan(WHITE, "2g2f 8c8d 2f2e 8d8e")
        table.after("2g2f")
        table.plan(WHITE, "2f2e 8d8e 6i7h 4a3b")
        table.happen(table.game.take_back(WHITE, table.game.at))
        table.happen(table.game.answer(BLACK, "take_back", True, table.game.at))
        assert table.game.plans == {}  # a take-back removes them
        table.plan(BLACK, "8c8d 2f2e 8d8e 6i7h")
        # White plans nothing now: it is White's turn. Black's answers wait.
        table.after("8c8d")
        assert table.played[2:] == ["2g2f", "8c8d", "2f2e"]
        table.after("8d8e")
        assert table.played[-1] == "6i7h"

    def test_the_colours_are_right_in_a_position_where_white_begins(self) -> None:
        sfen = "4k4/9/9/9/9/9/9/9/4K4 w Gg 1"
        table = CorrespondenceTable(start_sfen=sfen)
        assert table.game.turn is WHITE
        table.plan(BLACK, "G*5b 5i5h")
        table.after("G*5b")
        assert table.played == ["G*5b", "5i5h"]
        assert [move.color for move in table.game.moves] == [WHITE, BLACK]
        with refused("your_turn"):
            table.game.plan(WHITE, [["5a5b", "5h5g"]], table.game.at)

    def test_a_planned_mate_ends_the_game(self) -> None:
        table = CorrespondenceTable(start_sfen="3k5/9/4P4/9/9/9/9/9/4K4 w G 1")
        table.plan(BLACK, "6a5a G*5b", "6a7a 5c5b+")
        _, _, ended = table.after("6a5a")
        assert table.played == ["6a5a", "G*5b"]
        assert isinstance(ended, ev.Ended)
        assert (ended.winner, ended.termination) == ("black", "checkmate")
        assert table.game.plans == {}

    @pytest.mark.parametrize(
        ("lines", "why"),
        [
            (["2g2f"], "end with your own answer"),
            ([""], "end with your own answer"),
            (["2g2f 8c8e"], "8c8e is not legal there"),
            (["nonsense 8c8d"], "nonsense is not legal there"),
            (["2g2f 8c8d", "2g2f 4a3b"], "two answers to the same moves"),
            (["2g2f 8c8d " * 21], "at most 32 lines of 40 moves"),
        ],
    )
    def test_what_cannot_be_planned(self, lines: list[str], why: str) -> None:
        game = CorrespondenceTable().open()
        with pytest.raises(CommandError, match=why):
            game.plan(WHITE, [line.split() for line in lines], game.at)

    def test_lines_that_others_continue_are_left_out(self) -> None:
        assert conditional.checked(Board(), [["7g7f", "3c3d"], ["7g7f", "3c3d", "2g2f", "8c8d"]]) == (
            ("7g7f", "3c3d", "2g2f", "8c8d"),
        )

    def test_the_opponent_never_reads_them_in_the_log(self) -> None:
        table = CorrespondenceTable()
        table.open()
        table.plan(WHITE, "2g2f 8c8d")
        assert "8c8d" not in str(ev.without_plans(table.log, "black"))
        assert "8c8d" not in str(ev.without_plans(table.log, None))
        assert "8c8d" in str(ev.without_plans(table.log, "white"))

    def test_only_correspondence_games_have_them(self) -> None:
        table = CorrespondenceTable(clock=ClockSettings(main_ms=60_000))
        with refused("only_correspondence"):
            table.game.plan(WHITE, [["7g7f", "3c3d"]], table.game.at)
