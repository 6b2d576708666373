"""Two persons play on a running server: colours, offers, absence, rematch, restart."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.play.game import TOSS_MS
from komadai.server.games.live import presence
from tests.server.conftest import Guest, Server, begin_two, code
from tests.server.games.tables import both, plies, table


def test_each_plays_their_own_colour(client: TestClient[Any]) -> None:
    with table(client) as (black, white):
        assert (black.game["you"], white.game["you"]) == ("black", "white")
        assert (black.game["both"], white.game["both"]) == (False, False)
        assert black.game["position"]["legal"]
        assert white.game["position"]["legal"] == []
        assert white.ask("move", usi="3c3d")["code"] == "not_your_turn"
        assert black.ask("move", usi="7g7f")["type"] == "done"
        both((black, white), plies(1))
        assert white.game["position"]["legal"]
        assert black.game["position"]["legal"] == []
        assert white.ask("move", usi="3c3d")["type"] == "done"
        both((black, white), plies(2))
        assert black.usi == white.usi == ["7g7f", "3c3d"]


def test_names_are_those_that_the_viewer_expects(client: TestClient[Any]) -> None:
    with table(client) as (black, white):
        assert black.game["black"]["name"]["en"] == white.game["white"]["name"]["en"] == "You"
        assert black.game["white"]["name"]["en"] == white.game["black"]["name"]["en"] == "Guest"


def test_the_furigoma_decides_the_colours(client: TestClient[Any]) -> None:
    with table(client, side="furigoma") as (first, second):
        assert {first.game["you"], second.game["you"]} == {"black", "white"}
        assert first.game["furigoma"] == second.game["furigoma"] != []


def test_the_time_runs_once_the_toss_has_been_shown_whether_or_not_a_page_says_so(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(client, side="furigoma", clock={"main_ms": 60_000}) as pages:
        black, _ = sorted(pages, key=lambda page: str(page.game["you"]))
        black.until(lambda game: game["clocks"]["running"] == "black")
        clocks = black.game["clocks"]
        assert 0 < clocks["wait_ms"] <= TOSS_MS
        assert clocks["black"]["remaining_ms"] == 60_000
        black.ask("move", usi="7g7f")
        both(pages, plies(1))
        assert black.game["moves"][0]["ms"] == 0
        assert black.game["clocks"]["wait_ms"] == 0
    monkeypatch.setattr("komadai.play.game.TOSS_MS", 50)
    with table(client, side="furigoma", clock={"main_ms": 50}) as pages:
        both(pages, lambda game: game["status"] == "finished")
        assert pages[0].game["result"]["termination"] == "time_forfeit"


def test_the_time_runs_only_when_both_have_come(client: TestClient[Any]) -> None:
    maker, friend = Guest(client), Guest(client)
    game_id = begin_two(maker, friend, clock={"main_ms": 60_000})
    with maker.open(game_id) as page:
        assert page.game["clocks"]["running"] is None
        assert page.ask("move", usi="7g7f")["code"] == "not_started"
        with friend.open(game_id):
            page.until(lambda game: game["clocks"]["running"] == "black")


def test_a_take_back_needs_the_consent_of_the_other(client: TestClient[Any]) -> None:
    with table(client) as pages:
        black, white = pages
        black.ask("move", usi="7g7f")
        both(pages, plies(1))
        black.ask("take_back")
        both(pages, lambda game: game["offers"] == [{"offer": "take_back", "color": "black"}])
        assert black.ask("answer", offer="take_back", accept=True)["code"] == "no_such_offer"
        white.ask("answer", offer="take_back", accept=False)
        both(pages, lambda game: game["offers"] == [])
        assert len(white.game["moves"]) == 1
        black.ask("take_back")
        both(pages, lambda game: game["offers"] != [])
        white.ask("answer", offer="take_back", accept=True)
        both(pages, plies(0))


def test_a_move_sent_before_the_offer_arrived_is_played(client: TestClient[Any]) -> None:
    with table(client) as pages:
        black, white = pages
        black.ask("move", usi="7g7f")
        both(pages, plies(1))
        seen = white.event
        black.ask("take_back")
        assert white.ask("move", usi="3c3d", event=seen)["type"] == "done"
        both(pages, plies(2))
        assert black.game["offers"] == []


def test_the_resignation_is_of_the_one_who_sends_it(client: TestClient[Any]) -> None:
    with table(client) as pages:
        pages[1].ask("resign")
        both(pages, lambda game: game["status"] == "finished")
        assert pages[0].game["result"]["winner"] == "black"


def test_a_game_is_left_without_a_result_before_both_have_moved(client: TestClient[Any]) -> None:
    with table(client) as pages:
        assert pages[1].game["can_abort"]
        pages[1].ask("abort")
        both(pages, lambda game: game["status"] == "finished")
        assert pages[0].game["result"]["winner"] is None
        assert "left before both" in pages[0].game["result"]["text"]["en"]
    with table(client) as pages:
        pages[0].ask("move", usi="7g7f")
        both(pages, plies(1))
        pages[1].ask("move", usi="3c3d")
        both(pages, plies(2))
        assert not pages[0].game["can_abort"]
        assert pages[0].ask("abort")["code"] == "cannot_abort"


def test_a_sennichite_is_replayed_with_colours_exchanged_in_the_remaining_time(
    client: TestClient[Any],
) -> None:
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white, clock={"main_ms": 3_600_000}, replay_draws=True)
    with black.open(game_id) as first, white.open(game_id) as second:
        second.until(lambda game: game["clocks"]["running"] == "black")
        pages = (first, second)
        for number in range(12):
            mover = pages[number % 2]
            mover.until(plies(number))
            usi = ["5i5h", "5a5b", "5h5i", "5b5a"][number % 4]
            assert mover.ask("move", usi=usi)["type"] == "done"
        both(pages, lambda game: game["next"] is not None)
        assert first.game["result"]["termination"] == "sennichite"
    next_id = first.game["next"]
    again = black.get(f"/api/games/{next_id}").json()
    assert (again["you"], again["rematch_of"], again["replays_a_draw"]) == ("white", game_id, True)
    left = [first.game["clocks"][side]["remaining_ms"] for side in ("black", "white")]
    assert [again["clocks"][side]["remaining_ms"] for side in ("white", "black")] == left
    assert black.post(f"/api/games/{game_id}/rematch").json() == {"id": next_id}


def test_a_mated_player_must_resign_by_the_formal_rule(client: TestClient[Any]) -> None:
    sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
    with table(client, sfen=sfen, formal_resignation=True) as pages:
        pages[0].ask("move", usi="G*5b")
        both(pages, plies(1))
        assert [page.game["mated"] for page in pages] == ["white", "white"]
        assert pages[0].game["status"] == "playing"
        pages[1].ask("resign")
        both(pages, lambda game: game["status"] == "finished")
        assert pages[0].game["result"]["winner"] == "black"


def test_a_game_is_adjourned_with_a_sealed_move_that_nobody_sees_until_both_are_back(
    client: TestClient[Any],
) -> None:
    black, white, watcher = Guest(client), Guest(client), Guest(client)
    game_id = begin_two(black, white, clock={"main_ms": 3_600_000})
    with black.open(game_id) as first, white.open(game_id) as second, watcher.open(game_id) as third:
        pages = (first, second)
        second.until(lambda game: game["clocks"]["running"] == "black")
        first.ask("move", usi="7g7f")
        both(pages, plies(1))
        second.ask("move", usi="3c3d")
        both(pages, plies(2))
        second.ask("adjourn")
        both(pages, lambda game: game["offers"] == [{"offer": "adjourn", "color": "white"}])
        first.ask("answer", offer="adjourn", accept=True)
        both(pages, lambda game: game["adjourned"] == "sealing")
        assert first.ask("move", usi="2g2f")["type"] == "done"
        for page in (*pages, third):
            page.until(lambda game: game["adjourned"] == "sealed")
            assert page.usi == ["7g7f", "3c3d"]
            assert "2g2f" not in str(page.game["moves"])
            assert page.game["clocks"]["running"] is None
            assert page.game["position"]["legal"] == []
        for guest in (black, white, watcher):
            seen = guest.get(f"/api/games/{game_id}").text
            assert "2g2f" not in seen.replace(str(first.game["position"]), "")
            assert "２六" not in guest.get(f"/api/games/{game_id}/record?format=kif").text
            assert guest.get("/api/playing").json() == {"game": None}
        first.ask("resume")
        second.until(lambda game: game["offers"] == [{"offer": "resume", "color": "black"}])
    with white.open(game_id) as second:
        assert second.game["adjourned"] == "sealed", "opening the page does not open the move"
        assert second.ask("resume")["code"] == "opponent_away"
        with black.open(game_id) as first:
            second.until(lambda game: game["attendance"]["black"] == "here")
            assert second.ask("answer", offer="resume", accept=True)["type"] == "done"
            both((first, second), plies(3))
            assert second.usi == ["7g7f", "3c3d", "2g2f"]
            assert second.game["clocks"]["running"] == "white"
            assert second.game["adjourned"] is None


def test_a_player_gives_the_other_fifteen_seconds(client: TestClient[Any]) -> None:
    with table(client, clock={"main_ms": 3_600_000}) as (black, white):
        white.until(lambda game: game["clocks"]["running"] == "black")
        assert white.ask("give_time")["type"] == "done"
        black.until(lambda game: game["clocks"]["black"]["remaining_ms"] > 3_600_000)
        black.until(lambda game: game.get("notice") is not None)
        assert black.game["notice"]["en"] == "Black was given 15 seconds."
        assert white.ask("move", usi="3c3d")["code"] == "not_your_turn"


def test_the_game_of_a_player_who_has_left_is_claimed(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "AWAY_AFTER_MS", 100)
    monkeypatch.setattr(presence, "LEFT_AFTER_MS", 600)
    maker, friend = Guest(client), Guest(client)
    game_id = begin_two(maker, friend)
    with maker.open(game_id) as black:
        with friend.open(game_id) as white:
            black.until(lambda game: game["attendance"]["white"] == "here")
            assert black.ask("claim")["code"] == "opponent_here"
            black.ask("move", usi="7g7f")
            white.until(plies(1))
        black.until(lambda game: game["attendance"]["white"] == "away")
        black.until(lambda game: game["attendance"]["white"] == "left")
        assert black.ask("claim")["type"] == "done"
        black.until(lambda game: game["status"] == "finished")
    assert (black.game["result"]["winner"], black.game["result"]["termination"]) == (
        "black",
        "connection_lost",
    )


def test_spectators_are_counted_and_see_no_legal_moves(client: TestClient[Any]) -> None:
    with table(client) as (black, _white):
        game_id = black.game_id
        with Guest(client).open(game_id) as watcher:
            black.until(lambda game: game["attendance"]["watchers"] == 1)
            assert watcher.game["you"] is None
            assert watcher.game["position"]["legal"] == []
        black.until(lambda game: game["attendance"]["watchers"] == 0)


class TestRematch:
    def test_it_begins_when_both_want_it_with_colours_exchanged(self, client: TestClient[Any]) -> None:
        maker, friend = Guest(client), Guest(client)
        game_id = begin_two(maker, friend)
        path = f"/api/games/{game_id}/rematch"
        with maker.open(game_id) as black, friend.open(game_id) as white:
            assert code(maker.post(path)) == "playing"
            white.ask("resign")
            assert maker.post(path).json() == {"id": None}
            white.until(lambda game: game["offers"] == [{"offer": "rematch", "color": "black"}])
            answer = friend.post(path)
            assert answer.status_code == 201
            new_id = answer.json()["id"]
            both((black, white), lambda game: game["next"] == new_id)
            assert maker.post(path).json() == {"id": new_id}
        assert maker.get(f"/api/games/{new_id}").json()["you"] == "white"
        assert friend.get(f"/api/games/{new_id}").json()["you"] == "black"
        assert friend.get(f"/api/games/{new_id}").json()["consent"]

    def test_it_can_be_declined(self, client: TestClient[Any]) -> None:
        maker, friend = Guest(client), Guest(client)
        game_id = begin_two(maker, friend)
        with maker.open(game_id) as black, friend.open(game_id) as white:
            black.ask("resign")
            maker.post(f"/api/games/{game_id}/rematch")
            white.until(lambda game: game["offers"] != [])
            assert white.ask("answer", offer="rematch", accept=False)["type"] == "done"
            black.until(lambda game: game["offers"] == [] and game["status"] == "finished")


def test_after_a_restart_the_game_goes_on_when_both_are_back(server: Server) -> None:
    with server() as client:
        maker, friend = Guest(client), Guest(client)
        game_id = begin_two(maker, friend, clock={"main_ms": 60_000})
        with maker.open(game_id) as black, friend.open(game_id) as white:
            black.ask("move", usi="7g7f")
            white.until(plies(1))
            white.ask("move", usi="3c3d")
            black.until(plies(2))
    with server() as client:
        maker.client = friend.client = client
        with maker.open(game_id) as black:
            assert black.usi == ["7g7f", "3c3d"]
            assert black.game["clocks"]["running"] is None
            with friend.open(game_id):
                black.until(lambda game: game["clocks"]["running"] == "black")
                assert black.ask("move", usi="2g2f")["type"] == "done"


def test_both_see_the_game_in_their_lists(client: TestClient[Any]) -> None:
    maker, friend = Guest(client), Guest(client)
    game_id = begin_two(maker, friend)
    for guest, color in ((maker, "black"), (friend, "white")):
        (row,) = guest.get("/api/games").json()["games"]
        assert (row["id"], row["you"], row["both"]) == (game_id, color, False)
