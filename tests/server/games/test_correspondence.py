"""Correspondence games on a running server: time, vacations, conditional moves, lists, fair play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai import Board
from komadai.clock import DAY_MS
from komadai.server import core
from komadai.server.db.database import Database
from komadai.server.games.live import game_registry
from komadai.server.games.storage.vacations import Vacations
from komadai.server.server_clock import ServerClock
from tests.processes import until
from tests.server.conftest import UNLIMITED, Guest, Server, Socket, begin_two, code
from tests.server.games.correspondence import pass_days, play

OPENING = ["7g7f", "3c3d", "2g2f", "4c4d", "3i4h", "8b4b", "5i6h", "5a6b", "6h7h", "6b7b", "5g5f", "7b8b"]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flags are looked for often."""
    monkeypatch.setattr(game_registry, "SWEEP_S", 0.05)


@contextmanager
def table(client: TestClient[Any], **choices: Any) -> Iterator[tuple[Guest, Socket, Guest, Socket]]:
    """Black and White with their pages."""
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white, **{"days": 3} | choices)
    with black.open(game_id) as first, white.open(game_id) as second:
        yield black, first, white, second


def waiting(guest: Guest) -> tuple[int, int]:
    answer = guest.get("/api/waiting").json()
    return answer["count"], answer["running"]


def listed(guest: Guest, which: str) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = guest.get(f"/api/games?which={which}").json()["games"]
    return games


class TestTime:
    def test_the_game_begins_without_pages_and_has_days_for_each_move(self, client: TestClient[Any]) -> None:
        black, white = Guest(client), Guest(client)
        game_id = begin_two(black, white, days=3)
        with black.open(game_id) as page:
            game = page.game
            assert (game["days"], game["clock"], game["attendance"]) == (3, None, None)
            assert game["first_move_ms"] == 3 * DAY_MS
            assert game["clocks"]["running"] is None
            assert game["clocks"]["black"]["remaining_ms"] == 3 * DAY_MS
            assert page.ask("move", usi="7g7f")["type"] == "done"

    def test_the_clock_runs_when_both_have_moved(self, client: TestClient[Any]) -> None:
        with table(client) as (_, black, _, white):
            play(black, white, "7g7f", "3c3d")
            assert black.game["clocks"]["running"] == "black"
            assert 2 * DAY_MS < black.game["clocks"]["black"]["remaining_ms"] <= 3 * DAY_MS

    def test_the_flag_falls_by_the_servers_clock_with_nobody_there(self, server: Server) -> None:
        with server(limits=UNLIMITED) as client:
            black, white = Guest(client), Guest(client)
            game_id = begin_two(black, white, days=2)
            with black.open(game_id) as first, white.open(game_id) as second:
                play(first, second, "7g7f", "3c3d")
            pass_days(client, 2)
            with white.open(game_id) as page:
                page.until(lambda game: game["status"] == "finished")
                assert (page.game["result"]["winner"], page.game["result"]["termination"]) == (
                    "white",
                    "time_forfeit",
                )

    def test_the_flag_falls_after_a_restart_that_took_too_long(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with server() as client:
            black, white = Guest(client), Guest(client)
            game_id = begin_two(black, white, days=2)
            with black.open(game_id) as first, white.open(game_id) as second:
                play(first, second, "7g7f", "3c3d")
        real = ServerClock

        def later(*values: Any) -> Any:
            clock = real(*values)
            clock.zero_ns += 3 * DAY_MS * 1_000_000  # type: ignore[misc]
            return clock

        monkeypatch.setattr(core, "ServerClock", later)
        with server() as client:
            path = f"/api/games/{game_id}"
            until(lambda: Guest(client).get(path).json()["status"] == "finished", "the flag")
            game = Guest(client).get(path).json()
        assert game["result"]["termination"] == "time_forfeit"

    def test_a_first_move_that_does_not_come_ends_the_game_without_a_result(self, server: Server) -> None:
        with server(limits=UNLIMITED) as client, table(client, days=14) as (_, black, _, _):
            pass_days(client, 3)
            black.until(lambda game: game["status"] == "finished")
            assert black.game["result"]["winner"] is None
            assert "not made in time" in black.game["result"]["text"]["en"]

    def test_a_game_that_nobody_looks_at_leaves_the_memory(self, server: Server) -> None:
        with server(limits=UNLIMITED) as client:
            with table(client) as (_, black, _, white):
                play(black, white, "7g7f", "3c3d")
            registry = client.app.state.registry
            (live,) = registry._games.values()
            pass_days(client, 0.01)
            until(lambda: not live.in_use, "the game to be out of use")

    @pytest.mark.parametrize("days", [0, 4, 30, "3"])
    def test_only_the_usual_numbers_of_days(self, guest: Guest, days: Any) -> None:
        assert code(guest.post("/api/challenges", {"side": "black", "days": days})) == "invalid"

    def test_days_have_no_clock_beside_them(self, guest: Guest) -> None:
        clock = {"main_ms": 60_000}
        assert code(guest.post("/api/challenges", {"days": 3, "clock": clock})) == "invalid"

    def test_what_needs_both_at_once_is_refused(self, client: TestClient[Any]) -> None:
        with table(client) as (_, black, _, white):
            play(black, white, "7g7f", "3c3d")
            assert black.ask("adjourn")["code"] == "correspondence"
            assert black.ask("give_time")["code"] == "no_clock"
            assert black.ask("claim")["type"] == "error"

    def test_the_rematch_is_a_correspondence_game_too(self, client: TestClient[Any]) -> None:
        with table(client) as (black, first, white, _):
            first.ask("resign")
            black.post(f"/api/games/{first.game_id}/rematch", {})
            next_id = white.post(f"/api/games/{first.game_id}/rematch", {}).json()["id"]
            with white.open(next_id) as page:
                assert (page.game["days"], page.game["you"]) == (3, "black")


class TestSeeks:
    def test_a_seek_stays_without_its_page_and_says_the_days(self, client: TestClient[Any]) -> None:
        maker, friend = Guest(client), Guest(client)
        made = maker.post("/api/challenges", {"side": "black", "days": 5, "listed": True}).json()["id"]
        asyncio.run(client.app.state.challenges._end_seek(made))
        (seek,) = [seek for seek in friend.get("/api/lobby").json()["seeks"] if seek["id"] == made]
        assert (seek["days"], seek["clock"], seek["clock_text"]["en"]) == (5, None, "5 days a move")
        challenge = friend.get(f"/api/challenges/{made}").json()
        assert (challenge["days"], challenge["first_move_ms"]) == (5, 3 * DAY_MS)
        assert friend.post(f"/api/challenges/{made}/accept", {}).status_code == 201
        assert waiting(maker) == (1, 1)

    def test_the_lobby_shows_games_with_a_clock_before_those_that_last_for_weeks(
        self, server: Server
    ) -> None:
        with server(limits=UNLIMITED) as client:
            ids = []
            for days in (None, 3):
                black, white = Guest(client), Guest(client)
                ids.append(begin_two(black, white, days=days, visibility="public"))
                with black.open(ids[-1]) as first, white.open(ids[-1]) as second:
                    play(first, second, "7g7f")
            assert [game["id"] for game in Guest(client).get("/api/lobby").json()["games"]] == ids


class TestConditionalMoves:
    def test_the_server_answers_in_the_moment_of_the_move(self, client: TestClient[Any]) -> None:
        with table(client) as (_, black, white_guest, white):
            play(black, white, "7g7f", "3c3d")
            lines = [["2g2f", "8c8d", "2f2e", "8d8e"], ["6g6f", "3d3e"]]
            path = f"/api/games/{white.game_id}/conditional"
            answer = white_guest.post(path, {"event": white.event, "lines": lines})
            assert answer.json() == {"lines": lines}
            white.until(lambda game: game["conditional"] == lines)
            play(black, white, "2g2f")
            black.until(lambda game: len(game["moves"]) == 4)
            assert black.usi[2:] == ["2g2f", "8c8d"]
            assert black.game["position"]["turn"] == "black"
            white.until(lambda game: game["conditional"] == [["2f2e", "8d8e"]])
            play(black, white, "6g6f")
            assert white.game["conditional"] == []
            assert white.game["position"]["turn"] == "white"

    def test_nobody_else_sees_them(self, client: TestClient[Any]) -> None:
        with table(client, visibility="public") as (black_guest, black, white_guest, white):
            play(black, white, "7g7f", "3c3d")
            seen = black.event
            path = f"/api/games/{white.game_id}/conditional"
            white_guest.post(path, {"event": white.event, "lines": [["2g2f", "8c8d"]]})
            black.ask("ping")
            assert black.event == seen  # not even that there are any
            for reader in (black_guest, Guest(client)):
                assert reader.get(f"/api/games/{white.game_id}").json()["conditional"] == []
            assert white_guest.get(f"/api/games/{white.game_id}").json()["conditional"] == [["2g2f", "8c8d"]]
            assert code(black_guest.post(path, {"event": seen, "lines": []})) == "your_turn"
            assert code(Guest(client).post(path, {"event": seen, "lines": []})) == "not_yours"

    def test_they_survive_a_restart(self, server: Server) -> None:
        with server() as client:
            with table(client) as (black_guest, black, white_guest, white):
                play(black, white, "7g7f", "3c3d")
                path = f"/api/games/{white.game_id}/conditional"
                white_guest.post(path, {"event": white.event, "lines": [["2g2f", "8c8d"]]})
            game_id = white.game_id
        with server() as client:
            black_guest.client = client
            with black_guest.open(game_id) as page:
                page.ask("move", usi="2g2f")
                page.until(lambda game: len(game["moves"]) == 4)

    def test_lines_for_an_earlier_position_are_stale(self, client: TestClient[Any]) -> None:
        with table(client) as (black_guest, black, _, white):
            play(black, white, "7g7f")
            seen = black.event
            play(black, white, "3c3d", "2g2f")
            path = f"/api/games/{white.game_id}/conditional"
            assert code(black_guest.post(path, {"event": seen, "lines": [["3c3d", "6g6f"]]})) == "stale"
            answer = black_guest.post(path, {"event": black.event, "lines": [["9c9d", "9c9e"]]})
            assert code(answer) == "bad_lines"

    def test_a_live_game_has_none(self, client: TestClient[Any]) -> None:
        black, white = Guest(client), Guest(client)
        game_id = begin_two(black, white)
        with black.open(game_id), white.open(game_id) as page:
            answer = white.post(f"/api/games/{game_id}/conditional", {"event": page.event, "lines": []})
            assert code(answer) == "only_correspondence"


class TestVacation:
    def test_the_clock_stands_still_and_the_opponent_is_told(self, server: Server) -> None:
        with server(limits=UNLIMITED) as client, table(client) as (black_guest, black, _, white):
            play(black, white, "7g7f", "3c3d")
            answer = black_guest.post("/api/vacation", {"days": 10}).json()
            assert (answer["days_left"], answer["days_a_year"]) == (20, 30)
            white.until(lambda game: game["resting"] != [])
            assert white.game["resting"] == [{"color": "black", "until": answer["until"]}]
            assert white.game["clocks"]["running"] is None
            pass_days(client, 5)
            assert black_guest.get(f"/api/games/{black.game_id}").json()["status"] == "playing"
            ended = black_guest.post("/api/vacation", {"days": 0}).json()
            assert (ended["until"], ended["days_left"]) == (None, 24)  # the sixth day has begun
            white.until(lambda game: game["resting"] == [])
            assert white.game["clocks"]["running"] == "black"
            assert white.game["clocks"]["black"]["remaining_ms"] > 2 * DAY_MS

    def test_a_game_that_did_not_hear_of_it_before_a_crash_does_so_at_the_next_start(
        self, server: Server
    ) -> None:
        with server(limits=UNLIMITED) as client:
            black, white = Guest(client), Guest(client)
            game_id = begin_two(black, white, days=2)
            state = client.app.state
            with client.portal() as portal:
                portal.call(state.vacations.begin, black.id, 5, state.clock.now_ms())
            assert black.get(f"/api/games/{game_id}").json()["resting"] == []
        with server(limits=UNLIMITED) as client:
            black.client = client
            until(lambda: black.get(f"/api/games/{game_id}").json()["resting"], "the vacation")

    def test_it_holds_for_games_that_begin_meanwhile(self, client: TestClient[Any]) -> None:
        black, white = Guest(client), Guest(client)
        white.post("/api/vacation", {"days": 4})
        game_id = begin_two(black, white, days=1)
        assert [rest["color"] for rest in black.get(f"/api/games/{game_id}").json()["resting"]] == ["white"]

    def test_a_year_has_thirty_days(self, guest: Guest) -> None:
        assert guest.get("/api/vacation").json() == {"until": None, "days_left": 30, "days_a_year": 30}
        assert guest.post("/api/vacation", {"days": 30}).json()["days_left"] == 0
        assert guest.post("/api/vacation", {"days": 0}).json()["days_left"] == 29
        assert code(guest.post("/api/vacation", {"days": 31})) == "invalid"

    def test_the_days_are_those_of_the_year_in_which_it_began(self, tmp_path: Any) -> None:
        async def main() -> None:
            database = await Database.open(None, tmp_path)
            try:
                vacations = Vacations(database)
                december = 1_798_070_400_000  # 2026-12-24
                await vacations.begin("a" * 32, 20, december)
                assert (await vacations.of("a" * 32, december)).days_left == 10
                january = december + 15 * DAY_MS
                assert (await vacations.of("a" * 32, january)) == (december + 20 * DAY_MS, 30)
                assert await vacations.until(["a" * 32, "b" * 32], january) == {
                    "a" * 32: december + 20 * DAY_MS
                }
            finally:
                await database.close()

        asyncio.run(main())


class TestLists:
    def test_the_games_that_wait_for_me(self, client: TestClient[Any]) -> None:
        with table(client) as (black_guest, black, white_guest, white):
            assert (waiting(black_guest), waiting(white_guest)) == ((1, 1), (0, 1))
            play(black, white, "7g7f")
            assert (waiting(black_guest), waiting(white_guest)) == ((0, 1), (1, 1))
            (game,) = listed(white_guest, "waiting")
            assert (game["days"], game["your_turn"], game["adjourned"]) == (3, True, False)
            assert 2 * DAY_MS < game["left_ms"] <= 3 * DAY_MS
            assert [game["your_turn"] for game in listed(black_guest, "correspondence")] == [False]
            assert listed(black_guest, "running") == listed(black_guest, "finished") == []
            black.ask("resign")
            assert waiting(white_guest) == (0, 0)
            assert [game["left_ms"] for game in listed(black_guest, "finished")] == [None]

    def test_an_adjourned_game_is_not_in_progress_and_can_be_proposed_again(
        self, client: TestClient[Any]
    ) -> None:
        black_guest, white_guest = Guest(client), Guest(client)
        game_id = begin_two(black_guest, white_guest)
        with black_guest.open(game_id) as black, white_guest.open(game_id) as white:
            play(black, white, "7g7f", "3c3d")
            white.ask("adjourn")
            black.until(lambda game: game["offers"] != [])
            black.ask("answer", offer="adjourn", accept=True)
            black.ask("move", usi="2g2f")
        assert listed(black_guest, "running") == []
        (game,) = listed(black_guest, "adjourned")
        assert (game["adjourned"], game["resume"]) == (True, None)
        assert waiting(white_guest) == (0, 1)
        assert black_guest.post(f"/api/games/{game_id}/resume", {}).status_code == 200
        assert [game["resume"] for game in listed(black_guest, "adjourned")] == ["you"]
        assert [game["resume"] for game in listed(white_guest, "waiting")] == ["opponent"]
        assert (waiting(black_guest), waiting(white_guest)) == ((0, 1), (1, 1))
        # It goes on when both are there.
        assert code(white_guest.post(f"/api/games/{game_id}/resume", {})) == "opponent_away"
        assert code(Guest(client).post(f"/api/games/{game_id}/resume", {})) == "not_yours"
        with black_guest.open(game_id) as black, white_guest.open(game_id):
            assert white_guest.post(f"/api/games/{game_id}/resume", {}).status_code == 200
            black.until(lambda game: len(game["moves"]) == 3)
            assert black_guest.get("/api/playing").json() == {"game": game_id}

    def test_unknown_parts_are_refused(self, guest: Guest) -> None:
        assert code(guest.get("/api/games?which=lost")) == "invalid"


class TestFairPlay:
    def ask(self, guest: Guest, sfen: str) -> str | None:
        answer = guest.post("/api/explorer", {"database": "games", "sfen": sfen})
        return code(answer) if answer.status_code == 403 else None

    def test_help_is_refused_about_the_positions_of_the_game_alone(self, client: TestClient[Any]) -> None:
        with table(client) as (black_guest, black, white_guest, white):
            play(black, white, *OPENING)
            now = black.game["position"]["sfen"]
            for guest in (black_guest, white_guest):
                assert guest.get("/api/playing").json() == {"game": None}
                assert self.ask(guest, now) == "playing"
                assert self.ask(guest, black.game["start_sfen"]) is None
                assert self.ask(guest, "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1") is None
            assert self.ask(Guest(client), now) is None
            coach = {"moves": [*OPENING, "2f2e"], "start_sfen": black.game["start_sfen"], "said": []}
            assert code(black_guest.post("/api/coach", coach)) == "playing"
            assert code(black_guest.post("/api/coach", {**coach, "moves": OPENING})) == "playing"
            assert black_guest.post("/api/coach", {**coach, "moves": OPENING[:4]}).status_code == 200
            root = {"parent": None}
            nodes = [root, *({"parent": at, "usi": usi} for at, usi in enumerate([*OPENING, "9g9f"]))]
            review = {"record": {"nodes": nodes}, "nodes": 1000}
            assert code(black_guest.post("/api/reviews/jobs", review)) == "playing"
            against = {"side": "black", "engine": "good", "sfen": now}
            assert code(black_guest.post("/api/games", against)) == "playing"
            assert black_guest.begin()
            black.ask("resign")
            assert self.ask(black_guest, now) is None

    def test_an_adjourned_game_is_protected_as_one_by_correspondence(self, client: TestClient[Any]) -> None:
        with table(client, days=None) as (black_guest, black, white_guest, white):
            play(black, white, *OPENING)
            now = black.game["position"]["sfen"]
            white.ask("adjourn")
            black.until(lambda game: game["offers"] != [])
            black.ask("answer", offer="adjourn", accept=True)
            black.ask("move", usi="2f2e")
            after = Board(f"startpos moves {' '.join(OPENING)} 2f2e").sfen()
            for guest in (black_guest, white_guest):
                assert guest.get("/api/playing").json() == {"game": None}
                assert self.ask(guest, now) == self.ask(guest, after) == "playing"
                analysis = {"engines": ["komadai"], "start_sfen": now}
                assert code(guest.post("/api/analysis/jobs", analysis)) == "playing"
                against = {"side": "black", "engine": "good", "sfen": now}
                assert code(guest.post("/api/games", against)) == "playing"
                assert guest.begin()
            assert self.ask(Guest(client), now) is None
            black.ask("resign")
            assert self.ask(black_guest, now) is None

    def test_the_first_moves_are_theory(self, client: TestClient[Any]) -> None:
        with table(client) as (black_guest, black, _, white):
            play(black, white, *OPENING[:4])
            assert self.ask(black_guest, black.game["position"]["sfen"]) is None

    def test_a_position_that_was_set_up_is_not(self, client: TestClient[Any]) -> None:
        sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
        with table(client, sfen=sfen) as (black_guest, _, _, _):
            assert self.ask(black_guest, sfen) == "playing"

    def test_the_computer_does_not_reply_to_moves_of_the_game(self, client: TestClient[Any]) -> None:
        with table(client) as (black_guest, black, _, white):
            play(black, white, *OPENING)
            own = black_guest.begin(both=False, side="white", sfen=black.game["start_sfen"])
            assert own  # from the usual position everybody may play
