"""Rated games of two accounts: names, ranks, ratings after the end, and logging in during a game."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Guest, Server, begin_two
from tests.server.people.accounts import Browser

CLOCK = {"main_ms": 600_000, "byoyomi_ms": 30_000}


def two_accounts(client: TestClient[Any], suffix: str) -> tuple[Browser, Browser]:
    first, second = Browser(client), Browser(client)
    first.register(f"Amano{suffix}", display_name="天野宗歩")
    second.register(f"Kunigusu{suffix}")
    return first, second


def test_both_ratings_change_when_the_game_ends(client: TestClient[Any]) -> None:
    amano, kunigusu = two_accounts(client, "1")
    game_id = begin_two(amano, kunigusu, rated=True, clock=CLOCK)
    with amano.open(game_id) as black, kunigusu.open(game_id) as white:
        black.until(lambda game: game["attendance"]["white"] == "here")
        assert white.game["rated"]
        assert white.game["black"] == {
            "name": {"en": "天野宗歩", "ja": "天野宗歩"}, "kind": "person", "level": None,
            "account": "Amano1", "rank": {"en": "?", "ja": "?"}, "rating": 1500, "change": None,
            "program": False, "bot": False,
        }  # fmt: skip
        white.send("resign")
        black.until(lambda game: game["black"]["change"] is not None)
        white.until(lambda game: game["black"]["change"] is not None)
    assert black.game["black"]["change"] == -black.game["white"]["change"] > 100
    assert black.game["black"]["rating"] == 1500 + black.game["black"]["change"]
    profile = client.get("/api/people/Amano1", headers={"Cookie": amano.cookie}).json()
    assert profile["ratings"][0]["rating"] == black.game["black"]["rating"]
    games = amano.get("/api/people/Amano1/games").json()["games"]
    assert [(game["id"], game["change"]) for game in games] == [(game_id, black.game["black"]["change"])]


@pytest.mark.parametrize(
    "choices",
    [
        {"rated": False, "clock": CLOCK},
        {"rated": True},
        {"rated": True, "clock": CLOCK, "sfen": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"},
    ],
)
def test_a_game_without_clock_or_from_a_position_or_by_choice_is_not_rated(
    client: TestClient[Any], choices: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    number = request.node.name.rpartition("choices")[2].rstrip("]")
    amano, kunigusu = two_accounts(client, f"2{number}")
    game_id = begin_two(amano, kunigusu, **choices)
    with amano.open(game_id) as black, kunigusu.open(game_id):
        assert not black.game["rated"]
        black.ask("resign")
    assert amano.get(f"/api/games/{game_id}").json()["black"]["change"] is None


def test_the_players_see_how_their_games_have_ended_so_far(client: TestClient[Any]) -> None:
    amano, kunigusu = two_accounts(client, "7")
    game_id = begin_two(amano, kunigusu)
    for score in ((0, 0), (0, 1)):
        with amano.open(game_id) as black, kunigusu.open(game_id):
            seen = black.game["head_to_head"]
            assert (seen["black"], seen["white"], seen["draws"]) == (*score, 0)
            black.ask("resign")
        game_id = begin_two(amano, kunigusu)
    reversed_id = begin_two(kunigusu, amano)
    seen = amano.get(f"/api/games/{reversed_id}").json()["head_to_head"]
    assert (seen["black"], seen["white"], seen["draws"]) == (2, 0, 0)
    assert client.get(f"/api/games/{begin_two(amano, Guest(client))}").json()["head_to_head"] is None


def test_a_game_with_a_guest_is_not_rated(client: TestClient[Any]) -> None:
    amano, guest = Browser(client), Guest(client)
    amano.register("Amano3")
    game = guest.get(f"/api/games/{begin_two(amano, guest, rated=True, clock=CLOCK)}").json()
    assert not game["rated"]
    assert (game["black"]["account"], game["white"]["account"]) == ("Amano3", None)


def test_an_aborted_game_is_not_rated(client: TestClient[Any]) -> None:
    amano, kunigusu = two_accounts(client, "4")
    game_id = begin_two(amano, kunigusu, rated=True, clock=CLOCK)
    with amano.open(game_id) as black, kunigusu.open(game_id):
        black.ask("abort")
    assert amano.get(f"/api/games/{game_id}").json()["black"]["change"] is None


def test_a_rematch_is_rated_as_the_first_game_was(client: TestClient[Any]) -> None:
    amano, kunigusu = two_accounts(client, "5")
    game_id = begin_two(amano, kunigusu, rated=True, clock=CLOCK)
    with amano.open(game_id) as black, kunigusu.open(game_id):
        black.ask("resign")
    amano.post(f"/api/games/{game_id}/rematch")
    again = kunigusu.post(f"/api/games/{game_id}/rematch").json()["id"]
    assert kunigusu.get(f"/api/games/{again}").json()["rated"]


def test_a_guest_who_registers_during_the_game_goes_on_with_a_name(client: TestClient[Any]) -> None:
    black, white = Browser(client), Browser(client)
    game_id = begin_two(black, white)
    with black.open(game_id) as page:
        with white.open(game_id):
            page.until(lambda game: game["attendance"]["white"] == "here")
        white.register("Sekine6")
        with white.open(game_id) as again:
            assert again.game["you"] == "white"
            assert again.game["white"]["account"] == "Sekine6"
            page.until(lambda game: game["attendance"]["white"] == "here")
            assert page.ask("move", usi="7g7f")["type"] == "done"
            again.until(lambda game: len(game["moves"]) == 1)
            assert again.ask("move", usi="3c3d")["type"] == "done"


def test_a_game_that_ended_just_before_a_crash_is_rated_when_it_is_opened(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(self: Any) -> None:
        return None

    with server() as client:
        amano, kunigusu = two_accounts(client, "7")
        game_id = begin_two(amano, kunigusu, rated=True, clock=CLOCK)
        with monkeypatch.context() as patched:
            patched.setattr("komadai.server.games.live.after_end.AfterEnd._rate", killed)
            with amano.open(game_id) as black, kunigusu.open(game_id):
                black.ask("resign")
    with server() as client:
        amano.client = client
        with amano.open(game_id) as black:
            black.until(lambda game: game["black"]["change"] is not None)
            assert black.game["black"]["change"] < 0


def test_the_lobby_names_those_who_wait(client: TestClient[Any]) -> None:
    amano, guest = Browser(client), Guest(client)
    amano.register("Amano8")
    made = amano.post("/api/challenges", {"listed": True, "rated": True, "clock": CLOCK}).json()["id"]
    seek = next(each for each in guest.get("/api/lobby").json()["seeks"] if each["id"] == made)
    assert seek["maker"]["account"] == "Amano8"
    shown = guest.get(f"/api/challenges/{made}").json()
    assert (shown["maker"]["account"], shown["maker"]["rank"]["en"]) == ("Amano8", "?")
