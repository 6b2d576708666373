"""A game as a pure state machine: what is refused, what follows, what time does at its edges."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Board, Color, Handicap, Move, Outcome, Termination
from komadai.impasse import points
from komadai.play import events as ev
from komadai.play.events import ClockSettings, Event, decode_event, encode_event
from komadai.play.game import TOSS_MS, replay
from tests.play.table import T0, Table, created, refused, state_of

TEN_SECONDS = ClockSettings(main_ms=10_000)


class TestMoves:
    def test_a_move_is_one_event_and_changes_the_turn(self) -> None:
        table = Table()
        assert table.move("7g7f", T0 + 1500) == [ev.Moved(at=T0 + 1500, usi="7g7f", ms=1500)]
        assert table.game.turn is WHITE
        assert table.game.moves[0].ms == 1500

    def test_asking_changes_nothing(self) -> None:
        table = Table(clock=TEN_SECONDS)
        before = state_of(table.game)
        table.game.move(BLACK, Move.from_usi("7g7f"), T0 + 10)
        table.game.resign(BLACK, T0 + 10)
        table.game.declare(BLACK, T0 + 10)
        table.game.tick(T0 + 20_000)
        assert state_of(table.game) == before

    def test_a_move_out_of_turn_is_refused(self) -> None:
        with refused("not_your_turn"):
            Table().game.move(WHITE, Move.from_usi("3c3d"), T0 + 1)

    def test_an_illegal_move_is_refused_with_the_rule_it_breaks(self) -> None:
        with refused("illegal") as caught:
            Table().game.move(BLACK, Move.from_usi("7g7e"), T0 + 1)
        assert "does not move so" in caught.value.text.en
        assert "動けない" in caught.value.text.ja

    def test_an_illegal_move_loses_where_that_was_agreed(self) -> None:
        table = Table(illegal="lose", start_sfen="4k4/9/9/9/9/9/4P4/9/4K4 b P 1")
        events = table.happen(table.game.move(BLACK, Move.from_usi("P*5d"), T0 + 1))
        assert events == [
            ev.Illegal(at=T0 + 1, color="black", usi="P*5d", infraction="nifu"),
            ev.Ended(at=T0 + 1, winner="white", termination="illegal_move", infraction="nifu"),
        ]

    def test_checkmate_ends_the_game_with_the_move(self) -> None:
        table = Table(start_sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
        events = table.move("G*5b", T0 + 1)
        assert [type(event).__name__ for event in events] == ["Moved", "Ended"]
        assert str(table.game.outcome) == "Black wins by checkmate"

    def test_the_fourth_repetition_is_sennichite(self) -> None:
        table = Table()
        for _ in range(3):
            assert table.game.outcome is None
            table.play("2h3h 8b7b 3h2h 7b8b", at=table.game.at)
        assert table.game.outcome is not None
        assert table.game.outcome.termination == "sennichite"

    def test_nothing_happens_after_the_end(self) -> None:
        table = Table()
        table.happen(table.game.resign(BLACK, T0 + 5))
        for ask in (table.game.resign, table.game.declare, table.game.take_back):
            with refused("finished"):
                ask(BLACK, T0 + 6)
        with refused("finished"):
            table.game.move(BLACK, Move.from_usi("7g7f"), T0 + 6)
        assert table.game.tick(T0 + 10**9) == []
        assert table.game.pause(T0 + 7) == []
        assert table.game.resume(T0 + 7) == []

    def test_under_the_try_rule_a_king_that_arrives_wins(self) -> None:
        table = Table(impasse="try", start_sfen="9/3K5/9/9/9/9/9/9/k8 b - 1")
        table.move("6b5a", T0 + 1)
        assert str(table.game.outcome) == "Black wins by the try rule"

    @pytest.mark.parametrize(("rule", "over"), [("try", False), ("try-one-king", True)])
    def test_one_king_alone_wins_by_its_try_only_under_the_rule_of_that_name(
        self, rule: str, over: bool
    ) -> None:
        table = Table(impasse=rule, start_sfen="9/3K5/9/9/9/k8/9/9/9 b - 1")
        table.move("6b5a", T0 + 1)
        assert (table.game.outcome is not None) is over


class TestDeclarations:
    ENTERED = "4K4/RRBBGGGGS/SSS6/9/9/9/9/9/4k4 b 18P4L4N 1"

    def test_a_declaration_that_holds_wins(self) -> None:
        table = Table(start_sfen=self.ENTERED)
        table.happen(table.game.declare(BLACK, T0 + 1))
        assert str(table.game.outcome) == "Black wins by declaration (jishogi)"

    def test_a_declaration_that_fails_loses_and_says_what_was_missing(self) -> None:
        table = Table()
        table.happen(table.game.declare(BLACK, T0 + 1))
        assert table.game.outcome is not None
        assert table.game.outcome.winner is WHITE
        assert table.game.outcome.failed == ("king_in_zone", "pieces_in_zone", "points")

    def test_the_giver_of_a_handicap_is_credited_with_the_removed_pieces(self) -> None:
        # White's 22 points on the board and in hand are 27 in a bishop handicap.
        table = Table(impasse="27-plain", handicap="bishop", start_sfen=Handicap.named("bishop").sfen)
        assert isinstance(table.game.board, Board)
        assert points(table.game.board, table.game.rule, WHITE) == 27

    @pytest.mark.parametrize("rule", ["protected", "all-in"])
    def test_jishogi_can_be_forced_with_all_pieces_in_the_zone(self, rule: str) -> None:
        start = "3GK4/3+P5/9/9/9/9/5+p3/4kg3/9 b RB2G2S2N2L8Prb2s2n2l8p 1"
        table = Table(impasse=rule, start_sfen=start)
        table.happen(table.game.declare(BLACK, T0 + 1))
        assert str(table.game.outcome) == "Draw by declaration (jishogi)"

    def test_with_27_points_each_the_plain_rule_is_a_draw(self) -> None:
        both = "4K4/9/PPPPPPPPP/RB7/9/rb7/ppppppppp/9/4k4 b {} 1"
        for hands, winner in (("2G2S2N2L2g2s2n2l", None), ("3G2S2N2Lg2s2n2l", BLACK)):
            table = Table(impasse="27-plain", start_sfen=both.format(hands))
            table.happen(table.game.declare(BLACK, T0 + 1))
            assert table.game.outcome == Outcome(winner, Termination.IMPASSE_AGREED)

    @pytest.mark.parametrize("rule", ["none", "try", "try-one-king"])
    def test_without_such_a_rule_there_is_no_declaration(self, rule: str) -> None:
        with refused("cannot_declare"):
            Table(impasse=rule).game.declare(BLACK, T0 + 1)

    def test_an_impasse_is_agreed_on_once_both_kings_have_entered(self) -> None:
        with refused("no_impasse"):
            Table(impasse="agreed").game.declare(BLACK, T0 + 1)
        both = "4K4/9/PPPPPPPPP/RB7/9/rb7/ppppppppp/9/4k4 b 2G2S2N2L2g2s2n2l 1"
        table = Table(impasse="agreed", start_sfen=both)
        table.happen(table.game.declare(BLACK, T0 + 1))
        assert str(table.game.outcome) == "Draw by agreed impasse (jishogi)"


class TestFurigoma:
    @pytest.mark.parametrize("ups", range(6))
    def test_three_or_more_pawns_make_the_person_black(self, ups: int) -> None:
        pawns = tuple(index < ups for index in range(5))
        table = Table(side="furigoma")
        assert table.game.human is None
        table.happen(table.game.throw_pawns(pawns, T0))
        assert table.game.throws == [pawns]
        assert table.game.human is (BLACK if ups >= 3 else WHITE)

    def test_pawns_are_thrown_once_and_only_where_agreed(self) -> None:
        with refused("finished"):
            Table(side="white").game.throw_pawns((True,) * 5, T0)

    def test_a_tie_is_thrown_again(self) -> None:
        table = Table(side="furigoma")
        tie = (True, True, False, False, None)
        table.happen(table.game.throw_pawns(tie, T0))
        assert table.game.colors is None
        assert table.game.resume(T0 + 1) == []
        decided = (None, False, False, True, None)
        table.happen(table.game.throw_pawns(decided, T0))
        assert table.game.throws == [tie, decided]
        assert table.game.human is WHITE

    @pytest.mark.parametrize(
        ("pawns", "kind"),
        [
            ((True, True, False, True, False), ev.Thrown),
            ((True, None, False, True, True), ev.ThrownOnSide),
        ],
    )
    def test_a_throw_with_a_pawn_on_its_side_is_an_event_of_its_own(
        self, pawns: ev.Throw, kind: type[ev.Event]
    ) -> None:
        table = Table(side="furigoma")
        [thrown] = table.game.throw_pawns(pawns, T0)
        assert type(thrown) is kind
        table.happen([thrown])
        assert table.game.throws == [pawns]
        assert table.game.human is BLACK

    def test_a_game_cannot_start_before_the_throw(self) -> None:
        assert Table(side="furigoma").game.resume(T0 + 1) == []


class TestTime:
    def test_a_move_a_millisecond_before_the_deadline_counts(self) -> None:
        table = Table(clock=TEN_SECONDS)
        assert [type(e).__name__ for e in table.move("7g7f", T0 + 9_999)] == ["Moved"]

    def test_a_move_exactly_at_the_deadline_is_too_late(self) -> None:
        table = Table(clock=TEN_SECONDS)
        assert table.move("7g7f", T0 + 10_000) == [
            ev.Flagged(at=T0 + 10_000, color="black"),
            ev.Ended(at=T0 + 10_000, winner="white", termination="time_forfeit"),
        ]
        assert table.game.moves == []

    def test_the_clock_stands_still_while_the_toss_is_shown(self) -> None:
        table = Table(side="furigoma", clock=TEN_SECONDS)
        table.happen(table.game.throw_pawns((True,) * 5, T0))
        [resumed] = table.happen(table.game.resume(T0))
        assert resumed == ev.Resumed(at=T0, wait_ms=TOSS_MS)
        assert decode_event(encode_event(resumed)) == resumed
        assert table.game.deadline == T0 + TOSS_MS + 10_000
        assert table.game.clock is not None
        assert table.game.clock.remaining_ms(BLACK, T0 + TOSS_MS) == 10_000
        assert [type(e).__name__ for e in table.move("7g7f", T0 + TOSS_MS + 9_999)] == ["Moved"]

    def test_a_move_while_the_toss_is_shown_takes_no_time(self) -> None:
        table = Table(side="furigoma", clock=TEN_SECONDS)
        table.happen(table.game.throw_pawns((True,) * 5, T0))
        table.happen(table.game.resume(T0))
        table.move("7g7f", T0 + 1000)
        assert table.game.moves[0].ms == 0
        assert table.game.clock is not None
        assert table.game.clock.remaining_ms(BLACK, T0 + 1000) == 10_000
        assert table.game.deadline == T0 + 11_000, "White's time begins with the move"

    def test_the_toss_is_shown_once(self) -> None:
        table = Table(side="furigoma", clock=TEN_SECONDS)
        table.happen(table.game.throw_pawns((True,) * 5, T0))
        table.happen(table.game.resume(T0))
        table.happen(table.game.pause(T0 + TOSS_MS + 1000))
        assert table.game.resume(T0 + 60_000) == [ev.Resumed(at=T0 + 60_000)]

    def test_resigning_declaring_or_taking_back_too_late_is_the_flags_fall_too(self) -> None:
        table = Table(clock=TEN_SECONDS)
        for ask in (table.game.resign, table.game.declare, table.game.take_back):
            assert isinstance(ask(BLACK, T0 + 10_000)[0], ev.Flagged)

    def test_the_flag_falls_at_the_deadline_with_nobody_doing_anything(self) -> None:
        table = Table(clock=TEN_SECONDS)
        assert table.game.deadline == T0 + 10_000
        assert table.game.tick(T0 + 9_999) == []
        table.happen(table.game.tick(T0 + 10_000))
        assert str(table.game.outcome) == "White wins: Black’s time forfeit"

    def test_the_clock_starts_when_the_game_is_resumed(self) -> None:
        game = replay([created(clock=TEN_SECONDS)])
        assert game.deadline is None
        with refused("not_started"):
            game.move(BLACK, Move.from_usi("7g7f"), T0 + 1)
        game.apply(game.resume(T0 + 60_000)[0])
        assert game.deadline == T0 + 70_000

    def test_resuming_a_running_game_changes_nothing(self) -> None:
        table = Table(clock=TEN_SECONDS)
        assert table.game.resume(T0 + 5) == []

    def test_a_pause_charges_what_was_used_before_it_and_nothing_of_itself(self) -> None:
        table = Table(clock=TEN_SECONDS)
        table.happen(table.game.pause(T0 + 4_000))
        assert table.game.deadline is None
        assert not table.game.clock_runs
        table.happen(table.game.resume(T0 + 500_000))
        assert table.game.deadline == T0 + 506_000
        table.move("7g7f", T0 + 505_999)
        assert table.game.moves[0].ms == 9_999

    def test_a_pause_after_the_deadline_finds_the_flag_fallen(self) -> None:
        table = Table(clock=TEN_SECONDS)
        assert isinstance(table.game.pause(T0 + 10_000)[0], ev.Flagged)

    def test_time_never_goes_back_within_a_game(self) -> None:
        table = Table(clock=TEN_SECONDS)
        table.move("7g7f", T0 + 3_000)
        event = table.move("3c3d", T0 - 50_000)[0]
        assert event.at == T0 + 3_000
        assert table.game.moves[1].ms == 0

    def test_white_moves_first_in_a_handicap_and_his_clock_runs(self) -> None:
        sfen = Board.handicap("two-piece").sfen()
        table = Table(clock=TEN_SECONDS, handicap="two-piece", start_sfen=sfen)
        assert table.game.clock is not None
        assert table.game.clock.turn is WHITE
        assert table.game.engines_turn


class TestTakeBack:
    def test_on_ones_own_turn_it_takes_the_answer_too(self) -> None:
        table = Table()
        table.play("7g7f 3c3d")
        table.happen(table.game.take_back(BLACK, T0 + 9_000))
        assert table.game.moves == []
        assert table.game.turn is BLACK
        assert table.game.board == Board()

    def test_before_the_answer_it_takes_ones_own_move(self) -> None:
        table = Table()
        table.play("7g7f 3c3d 2g2f")
        table.happen(table.game.take_back(BLACK, T0 + 9_000))
        assert [played.move.usi() for played in table.game.moves] == ["7g7f", "3c3d"]

    def test_who_has_not_moved_has_nothing_to_take_back(self) -> None:
        with refused("nothing_to_take_back"):
            Table().game.take_back(BLACK, T0 + 1)
        table = Table(side="white")
        table.play("7g7f")
        with refused("nothing_to_take_back"):
            table.game.take_back(WHITE, T0 + 2_000)

    def test_it_is_refused_where_it_was_not_agreed_on(self) -> None:
        table = Table(take_back=False)
        table.play("7g7f 3c3d")
        with refused("no_take_backs"):
            table.game.take_back(BLACK, T0 + 9_000)

    def test_no_time_comes_back(self) -> None:
        table = Table(clock=TEN_SECONDS)
        table.play("7g7f 3c3d", step=3_000)
        table.happen(table.game.take_back(BLACK, T0 + 8_000))
        clock = table.game.clock
        assert clock is not None
        assert clock.remaining_ms(BLACK, T0 + 8_000) == 10_000 - 3_000 - 2_000
        assert clock.remaining_ms(WHITE, T0 + 8_000) == 7_000
        assert table.game.deadline == T0 + 8_000 + 5_000

    def test_a_byoyomi_period_begins_anew(self) -> None:
        table = Table(clock=ClockSettings(main_ms=0, byoyomi_ms=30_000))
        table.play("7g7f 3c3d", step=20_000)
        at = T0 + 60_000
        table.happen(table.game.take_back(BLACK, at))
        assert table.game.deadline == at + 30_000

    def test_increments_of_undone_moves_are_returned(self) -> None:
        table = Table(clock=ClockSettings(main_ms=60_000, increment_ms=10_000))
        for _ in range(20):
            at = table.game.at
            table.play("7g7f 3c3d", at=at, step=1_000)
            table.happen(table.game.take_back(BLACK, table.game.at))
        clock = table.game.clock
        assert clock is not None
        assert clock.remaining_ms(BLACK, table.game.at) == 60_000 - 20 * 1_000

    def test_a_page_is_told_how_many_of_its_moves_still_stand(self) -> None:
        table = Table()
        table.play("7g7f 3c3d 2g2f 8c8d")
        seen = table.game.count
        table.happen(table.game.take_back(BLACK, table.game.at))
        table.play("6g6f", at=table.game.at)
        assert table.game.unchanged_plies_since(seen) == 2
        assert table.game.unchanged_plies_since(0) == 0
        assert table.game.unchanged_plies_since(table.game.count) == 3
        assert table.game.unchanged_plies_since(table.game.count + 1) is None
        assert table.game.unchanged_plies_since(-1) is None


class TestLog:
    def test_a_log_read_back_is_the_same_game(self) -> None:
        table = Table(clock=TEN_SECONDS)
        table.play("7g7f 3c3d 2g2f", step=700)
        table.happen(table.game.take_back(BLACK, table.game.at + 5))
        table.happen(table.game.pause(table.game.at + 5))
        again = replay(decode_event(encode_event(event)) for event in table.log)
        assert state_of(again) == state_of(table.game)

    def test_a_copy_goes_its_own_way(self) -> None:
        table = Table(clock=TEN_SECONDS)
        table.play("7g7f")
        before = state_of(table.game)
        other = table.game.copy()
        for event in other.move(WHITE, Move.from_usi("3c3d"), T0 + 5_000):
            other.apply(event)
        assert state_of(table.game) == before
        assert other.board.ply == 2

    @pytest.mark.parametrize("log", [[], [ev.Resumed(at=1)]])
    def test_a_log_begins_with_the_games_creation(self, log: list[Event]) -> None:
        with pytest.raises(ValueError, match="begins with Created"):
            replay(log)

    def test_an_interrupted_game_has_no_winner(self) -> None:
        table = Table()
        table.happen(table.game.interrupt("engine_failed", T0 + 1))
        assert table.game.interruption == "engine_failed"
        assert str(table.game.outcome) == "No result: interruption"

    @pytest.mark.parametrize("color", Color)
    def test_either_side_may_resign_at_any_time(self, color: Color) -> None:
        table = Table()
        table.happen(table.game.resign(color, T0 + 1))
        assert table.game.outcome is not None
        assert table.game.outcome.winner is color.opponent


def test_lag_credited_is_not_charged_to_the_mover() -> None:
    table = Table(clock=TEN_SECONDS)
    table.happen([ev.Moved(at=T0 + 4_000, usi="7g7f", ms=3_400, lag_ms=600)])
    assert table.game.clock is not None
    assert table.game.clock.remaining_ms(BLACK, T0 + 4_000) == 10_000 - 3_400
    assert table.game.clock.remaining_ms(WHITE, T0 + 5_000) == 9_000


def test_a_take_back_by_consent_restores_both_clocks() -> None:
    table = Table(clock=TEN_SECONDS)
    table.move("7g7f", T0 + 2_000)
    table.move("3c3d", T0 + 5_000)
    before = (ev.SideTime(main_ms=10_000, periods=0), ev.SideTime(main_ms=10_000, periods=0))
    table.happen([ev.TakenBack(at=T0 + 6_000, color="black", plies=2, clock=before)])
    assert table.game.clock is not None
    assert [table.game.clock.remaining_ms(color, T0 + 6_000) for color in Color] == [10_000, 10_000]
    assert table.game.turn is BLACK
    again = replay([decode_event(encode_event(event)) for event in table.log])
    assert state_of(again) == state_of(table.game)
