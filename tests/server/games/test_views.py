"""The conversion of games to wire types."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import BLACK, WHITE, Board
from komadai.engine.program import EngineProgram
from komadai.messages.text import Text
from komadai.play.events import ClockSettings
from komadai.server.errors import API_ERRORS, ApiError
from komadai.server.games import views as games_views
from komadai.server.settings import Settings
from tests.play.table import T0, Table

ENTERING = "4k4/9/9/4K4/9/9/9/9/9 b - 1"
ENTERED = "4K4/RRBBGGGGS/SSS6/9/9/9/9/9/4k4 b 18P4L4N 1"


class TestMoveList:
    def test_a_move_is_written_in_every_notation_and_as_spoken_text(self) -> None:
        table = Table()
        table.play("7g7f 3c3d 8h2b+")
        moves = games_views.MoveList(table.game.settings.start_sfen)
        moves.update(table.game)
        last = moves.views[-1]
        assert (last.ply, last.color, last.captured, last.check) == (3, "black", "B", False)
        assert last.text.japanese == "▲2二角成"
        assert last.text.western == "Bx2b+"
        assert last.text.usi == "8h2b+"
        assert last.sfen == table.game.board.sfen()
        assert "bishop" in last.spoken.en
        assert "角" in last.spoken.ja
        assert last.ms == 1000

    def test_a_recapture_on_the_same_square_is_written_with_dou(self) -> None:
        table = Table()
        table.play("7g7f 3c3d 8h2b+ 3a2b")
        moves = games_views.MoveList(table.game.settings.start_sfen)
        moves.update(table.game)
        assert moves.views[-1].text.japanese == "△同銀"
        assert moves.views[-1].captured == "+B"

    def test_a_take_back_removes_its_moves(self) -> None:
        table = Table()
        moves = games_views.MoveList(table.game.settings.start_sfen)
        table.play("7g7f 3c3d 2g2f 8c8d")
        moves.update(table.game)
        kept = moves.views[:2]
        table.happen(table.game.take_back(BLACK, table.game.at))
        table.play("6g6f", at=table.game.at)
        moves.update(table.game)
        assert moves.views[:2] == kept
        assert [view.usi for view in moves.views] == ["7g7f", "3c3d", "6g6f"]
        fresh = games_views.MoveList(table.game.settings.start_sfen)
        fresh.update(table.game)
        assert fresh.views == moves.views


class TestPosition:
    def test_only_the_side_to_move_gets_the_legal_moves(self) -> None:
        game = Table().game
        assert len(games_views.position(game, (BLACK,)).legal) == 30
        assert games_views.position(game, ()).legal == []
        game = Table(side="white").game
        assert games_views.position(game, (WHITE,)).legal == []

    def test_the_king_in_check_is_named(self) -> None:
        game = Table(start_sfen="4k4/9/9/9/9/9/9/9/4R3K w - 1", side="white").game
        assert games_views.position(game, (WHITE,)).check == ["5a"]

    def test_after_the_end_there_are_no_legal_moves(self) -> None:
        table = Table()
        table.happen(table.game.resign(BLACK, T0 + 1))
        assert games_views.position(table.game, (BLACK,)).legal == []


class TestImpasse:
    @staticmethod
    def of(color: Any = BLACK, **changes: Any) -> Any:
        return games_views.impasse(Table(**changes).game, color)

    def test_nothing_is_shown_before_the_king_has_advanced(self) -> None:
        assert self.of() is None
        assert self.of(start_sfen=ENTERING, color=WHITE) is None

    def test_the_conditions_are_shown_one_by_one(self) -> None:
        shown = self.of(start_sfen=ENTERING)
        assert shown.can_declare is False
        assert (shown.points, shown.need) == (0, 28)
        met = {condition.key: condition.met for condition in shown.conditions}
        assert met == {
            "turn": True,
            "time_remaining": True,
            "king_in_zone": False,
            "pieces_in_zone": False,
            "not_in_check": True,
            "points": False,
        }
        assert all(condition.text.en and condition.text.ja for condition in shown.conditions)

    def test_the_player_can_declare_once_all_conditions_are_met(self) -> None:
        shown = self.of(start_sfen=ENTERED)
        assert shown.can_declare
        assert shown.points >= 28

    @pytest.mark.parametrize(
        ("rule", "need"),
        [
            ("24-point", 24),
            ("27-point", 28),
            ("protected", 24),
            ("all-in", 24),
            ("27-plain", None),
            ("agreed", None),
            ("try", None),
            ("try-one-king", None),
        ],
    )
    def test_each_rule_has_its_own_points(self, rule: str, need: int | None) -> None:
        shown = self.of(start_sfen=ENTERED, impasse=rule)
        assert (shown.rule, shown.need) == (rule, need)
        assert shown.conditions

    def test_without_an_impasse_rule_no_conditions_are_shown(self) -> None:
        assert self.of(start_sfen=ENTERED, impasse="none") is None

    def test_a_spectator_does_not_see_the_impasse_conditions(self) -> None:
        assert games_views.position(Table(start_sfen=ENTERED).game, ()).impasse is None


class TestClocks:
    def test_without_a_time_control_no_clock_is_shown(self) -> None:
        assert games_views.clocks(Table().game, T0) is None

    def test_a_clock_shows_phase_time_and_periods(self) -> None:
        clock = ClockSettings(main_ms=10_000, byoyomi_ms=30_000, periods=3)
        game = Table(clock=clock).game
        shown = games_views.clocks(game, T0 + 4_000)
        assert shown is not None
        assert shown.running == "black"
        assert (shown.black.phase, shown.black.remaining_ms, shown.black.periods) == ("main", 6_000, 3)
        assert shown.white.remaining_ms == 10_000
        shown = games_views.clocks(game, T0 + 45_000)
        assert shown is not None
        assert (shown.black.phase, shown.black.remaining_ms, shown.black.periods) == ("byoyomi", 25_000, 2)


class TestNames:
    def test_komadai_is_named_with_its_grade(self) -> None:
        assert games_views.computer_name("komadai", 15) == Text("Komadai, 1 dan", "駒台 初段")

    def test_another_engine_is_named_by_its_name(self) -> None:
        assert games_views.computer_name("Gikou", None).ja == "Gikou"

    def test_sides_in_a_handicap_are_uwate_and_shitate(self) -> None:
        table = Table(handicap="rook", start_sfen=Board.handicap("rook").sfen())
        table.happen(table.game.resign(WHITE, T0 + 1))
        shown = games_views.game_result(table.game)
        assert shown is not None
        assert shown.text.ja == "下手の勝ち（投了）"

    def test_the_result_of_a_failed_declaration_lists_the_unmet_conditions(self) -> None:
        table = Table()
        table.happen(table.game.declare(BLACK, T0 + 1))
        shown = games_views.game_result(table.game)
        assert shown is not None
        assert "ten other pieces" in shown.text.en
        assert "敵陣" in shown.text.ja

    def test_times_are_iso_8601_in_utc(self) -> None:
        assert games_views.iso(1_700_000_000_123) == "2023-11-14T22:13:20.123Z"


class TestErrors:
    @pytest.mark.parametrize("code", API_ERRORS)
    def test_every_error_has_text_in_both_languages(self, code: str) -> None:
        refused = ApiError(code, why="reason", name="sato", most=8, scope="play")
        assert 400 <= refused.status < 600
        assert refused.text.en
        assert refused.text.ja
        assert "{" not in refused.text.en + refused.text.ja
        assert str(refused).startswith(f"{code}: ")


def test_games_are_found_by_their_displayed_names() -> None:
    table = Table(handicap="two-piece", start_sfen=Board.handicap("two-piece").sfen(), level=15)
    table.happen(table.game.resign(BLACK, T0 + 1))
    row = games_views.row_of(table.game, "abc", ("0" * 32, None), T0, None)
    for word in (
        "abc",
        "komadai",
        "1 dan",
        "初段",
        "two-piece",
        "二枚落ち",
        "resignation",
        "投了",
        "lost",
        "終局",
    ):
        assert word in row.search, word


def test_options_list_the_engines_by_name(tmp_path: Any) -> None:
    names = games_views.options(Settings(tmp_path, engines=(EngineProgram("A", ("a",)),))).engines
    assert names == ["A"]
