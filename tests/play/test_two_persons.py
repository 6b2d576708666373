"""A game of two persons: offers and their answers, restored clocks, first moves, claims."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import BLACK, WHITE, Color, Outcome, Termination
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import ClockSettings, decode_event, encode_event
from komadai.play.game import GameMachine, replay
from tests.play.table import T0, Table, created

FIRST_MOVE_MS = 30_000


class TwoTable(Table):
    """A game of two persons with its log."""

    def __init__(self, *, resumed: bool = True, **changes: Any) -> None:
        first = created(players=(ev.Person(), ev.Person()), colors="fixed", **changes)
        self.log = [first, ev.TwoPersons(at=T0, first_move_ms=FIRST_MOVE_MS)]
        self.game = replay(self.log)
        if resumed:
            self.happen(self.game.resume(T0))


def remaining(game: GameMachine, at: int) -> tuple[int, int]:
    assert game.clock is not None
    return game.clock.remaining_ms(BLACK, at), game.clock.remaining_ms(WHITE, at)


class TestTakeBack:
    def test_it_is_offered_and_changes_nothing_before_the_answer(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        (offered,) = table.happen(table.game.take_back(BLACK, T0 + 2500))
        assert offered == ev.Offered(at=T0 + 2500, color="black", offer="take_back")
        assert table.game.offers == {"take_back": BLACK}
        assert len(table.game.moves) == 2
        assert table.game.take_back(BLACK, T0 + 2600) == [], "it stands already"

    @pytest.mark.parametrize(("color", "left"), [(BLACK, ""), (WHITE, "7g7f")])
    def test_accepted_it_undoes_the_last_move_of_the_side_that_offered_it(
        self, color: Any, left: str
    ) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        table.happen(table.game.take_back(color, T0 + 2500))
        table.happen(table.game.answer(color.opponent, "take_back", True, T0 + 3000))
        assert " ".join(played.move.usi() for played in table.game.moves) == left
        assert table.game.offers == {}

    def test_accepted_it_restores_both_clocks_as_they_were_before_the_move(self) -> None:
        clock = ClockSettings(main_ms=60_000, byoyomi_ms=5_000, periods=3, increment_ms=2_000)
        table = TwoTable(clock=clock)
        table.move("7g7f", T0 + 10_000)
        table.move("3c3d", T0 + 25_000)
        before = remaining(table.game, T0 + 25_000)
        table.move("2g2f", T0 + 26_000)
        table.move("8c8d", T0 + 40_000)
        table.happen(table.game.take_back(BLACK, T0 + 45_000))
        table.happen(table.game.answer(WHITE, "take_back", True, T0 + 50_000))
        assert remaining(table.game, T0 + 50_000) == before
        assert table.game.turn is BLACK
        again = replay([decode_event(encode_event(event)) for event in table.log])
        assert remaining(again, T0 + 51_000) == remaining(table.game, T0 + 51_000)

    def test_a_second_take_back_after_a_restored_one_restores_the_time_before_it(self) -> None:
        table = TwoTable(clock=ClockSettings(main_ms=60_000))
        table.move("7g7f", T0 + 10_000)
        for at in (20_000, 40_000):
            table.move("3c3d", T0 + at)
            table.happen(table.game.take_back(WHITE, T0 + at + 1))
            table.happen(table.game.answer(BLACK, "take_back", True, T0 + at + 2))
            assert remaining(table.game, T0 + at + 2) == (50_000, 60_000)

    def test_a_declined_or_withdrawn_offer_is_gone(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        for color in (WHITE, BLACK):
            table.happen(table.game.take_back(BLACK, T0 + 2500))
            table.happen(table.game.answer(color, "take_back", False, T0 + 2600))
            assert table.game.offers == {}
        assert len(table.game.moves) == 2

    def test_a_move_ends_the_offer(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        table.happen(table.game.take_back(WHITE, T0 + 2500))
        table.move("2g2f", T0 + 2600)
        with pytest.raises(CommandError, match="no_such_offer"):
            table.game.answer(BLACK, "take_back", True, T0 + 2700)

    def test_nobody_accepts_their_own_offer(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        table.happen(table.game.take_back(WHITE, T0 + 2500))
        with pytest.raises(CommandError, match="no_such_offer"):
            table.game.answer(WHITE, "take_back", True, T0 + 2600)

    def test_who_offers_what_the_other_has_offered_accepts_it(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        table.happen(table.game.take_back(WHITE, T0 + 2500))
        table.happen(table.game.take_back(BLACK, T0 + 2600))
        assert len(table.game.moves) == 1

    def test_the_flag_falls_while_an_offer_stands(self) -> None:
        table = TwoTable(clock=ClockSettings(main_ms=5_000))
        table.play("7g7f 3c3d")
        table.happen(table.game.take_back(WHITE, T0 + 2500))
        table.happen(table.game.answer(BLACK, "take_back", True, T0 + 7_000))
        assert table.game.outcome == Outcome(WHITE, Termination.TIME_FORFEIT)
        assert table.game.offers == {}


class TestFirstMoves:
    @pytest.mark.parametrize(
        ("moves", "due"), [("", FIRST_MOVE_MS), ("7g7f", 1_000 + FIRST_MOVE_MS), ("7g7f 3c3d", None)]
    )
    def test_each_side_has_half_a_minute_for_its_first(self, moves: str, due: int | None) -> None:
        table = TwoTable()
        table.play(moves)
        if due is None:
            assert table.game.deadline is None
            return
        assert table.game.deadline == T0 + due
        assert table.game.tick(T0 + due - 1) == []
        table.happen(table.game.tick(T0 + due))
        assert table.game.interruption == "no_first_move"
        assert table.game.outcome == Outcome(None, Termination.INTERRUPTED)

    def test_a_flag_that_falls_before_it_is_a_loss(self) -> None:
        table = TwoTable(clock=ClockSettings(main_ms=3_000))
        assert table.game.deadline == T0 + 3_000
        table.happen(table.game.tick(T0 + 3_000))
        assert table.game.outcome == Outcome(WHITE, Termination.TIME_FORFEIT)

    def test_a_game_whose_players_did_not_both_come_is_aborted(self) -> None:
        table = TwoTable(resumed=False)
        assert table.game.deadline == T0 + FIRST_MOVE_MS
        table.happen(table.game.tick(T0 + FIRST_MOVE_MS))
        assert table.game.interruption == "no_first_move"

    @pytest.mark.parametrize(
        ("absent", "left_by"), [([WHITE], WHITE), ([BLACK], BLACK), ([BLACK, WHITE], None)]
    )
    def test_of_such_a_game_the_log_says_who_was_missing(
        self, absent: list[Color], left_by: Color | None
    ) -> None:
        table = TwoTable(resumed=False)
        table.happen(table.game.tick(T0 + FIRST_MOVE_MS, absent))
        assert table.game.left_by is left_by

    def test_the_half_minute_does_not_run_while_the_server_is_stopped(self) -> None:
        table = TwoTable()
        table.happen(table.game.pause(T0 + 5_000))
        assert table.game.deadline is None
        table.happen(table.game.resume(T0 + 500_000))
        assert table.game.deadline == T0 + 500_000 + FIRST_MOVE_MS

    def test_either_may_leave_before_both_have_moved(self) -> None:
        for moves in ("", "7g7f"):
            table = TwoTable()
            table.play(moves)
            assert table.game.can_abort
            table.happen(table.game.abort(BLACK, T0 + 1_500))
            assert table.game.interruption == "aborted"

    def test_nobody_leaves_after_both_have_moved(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        assert not table.game.can_abort
        with pytest.raises(CommandError, match="cannot_abort"):
            table.game.abort(WHITE, T0 + 2_500)

    def test_a_game_against_an_engine_is_not_aborted(self) -> None:
        table = Table()
        assert table.game.deadline is None
        with pytest.raises(CommandError, match="cannot_abort"):
            table.game.abort(BLACK, T0 + 500)


class TestEnd:
    def test_a_claim_wins(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        table.happen(table.game.claim(WHITE, T0 + 90_000))
        assert table.game.outcome == Outcome(WHITE, Termination.CONNECTION_LOST)

    def test_a_paused_game_can_be_claimed(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        table.happen(table.game.pause(T0 + 3_000))
        table.happen(table.game.claim(BLACK, T0 + 90_000))
        assert table.game.outcome == Outcome(BLACK, Termination.CONNECTION_LOST)

    def test_a_claim_after_the_flag_of_the_claimant_is_too_late(self) -> None:
        table = TwoTable(clock=ClockSettings(main_ms=5_000))
        table.play("7g7f 3c3d")
        table.happen(table.game.claim(BLACK, T0 + 7_000))
        assert table.game.outcome == Outcome(WHITE, Termination.TIME_FORFEIT)

    def test_an_impasse_by_agreement_needs_the_other_side(self) -> None:
        table = TwoTable(
            impasse="agreed", start_sfen="K8/1+R+B+P5/9/9/9/9/9/6+r+b1/7k1 b 7P2G2S2N2L7p2g2s2n2l 1"
        )
        (offered,) = table.happen(table.game.declare(BLACK, T0 + 1))
        assert offered == ev.Offered(at=T0 + 1, color="black", offer="impasse")
        assert table.game.outcome is None
        table.happen(table.game.answer(WHITE, "impasse", True, T0 + 2))
        assert table.game.outcome is not None
        assert table.game.outcome.termination is Termination.IMPASSE_AGREED

    def test_a_rematch_is_offered_only_after_the_end(self) -> None:
        table = TwoTable()
        with pytest.raises(CommandError, match="playing"):
            table.game.offer_rematch(BLACK, T0 + 1)
        table.happen(table.game.resign(BLACK, T0 + 2))
        table.happen(table.game.offer_rematch(BLACK, T0 + 3))
        assert table.game.offers == {"rematch": BLACK}
        table.happen(table.game.answer(WHITE, "rematch", False, T0 + 4))
        assert table.game.offers == {}


def test_the_options_of_the_game_are_given_to_its_rematch() -> None:
    table = TwoTable()
    assert table.game.options == [ev.TwoPersons(at=T0, first_move_ms=FIRST_MOVE_MS)]
    touch: list[ev.Event] = [created(), ev.TouchMove(at=T0)]
    assert replay(touch).options == [ev.TouchMove(at=T0)]


class TestCurrent:
    def test_an_offer_does_not_make_a_move_stale(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        seen = table.game.count
        table.happen(table.game.take_back(WHITE, T0 + 2500))
        assert table.game.is_current(seen)

    def test_a_position_that_was_left_and_reached_again_is_not_the_same(self) -> None:
        table = TwoTable()
        table.play("7g7f 3c3d")
        seen = table.game.count
        table.happen(table.game.take_back(WHITE, T0 + 2500))
        table.happen(table.game.answer(BLACK, "take_back", True, T0 + 2600))
        assert not table.game.is_current(seen)
        table.move("3c3d", T0 + 3000)
        assert not table.game.is_current(seen)
        assert not table.game.is_current(table.game.count + 1)
