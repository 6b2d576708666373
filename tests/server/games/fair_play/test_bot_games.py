"""A bot's moves would be help, so who plays a person begins no game with one and moves in none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Guest, Socket, begin_two, code
from tests.server.games.bots import Bot, listening

SET_UP = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"


@pytest.fixture
def bot(client: TestClient[Any]) -> Bot:
    return Bot(client)


@contextmanager
def a_game(client: TestClient[Any]) -> Iterator[tuple[Guest, Socket]]:
    """Black of a game against a person, with the page."""
    black = Guest(client)
    game_id = begin_two(black, Guest(client))
    with black.open(game_id) as page:
        yield black, page


def test_a_player_challenges_no_bot_until_the_end(client: TestClient[Any], bot: Bot) -> None:
    with a_game(client) as (black, page), listening(bot):
        ask = {"to": bot.name, "sfen": SET_UP, "side": "white"}
        assert code(black.post("/api/challenges", ask)) == "playing"
        assert Guest(client).post("/api/challenges", ask).status_code == 201
        page.ask("abort")
        assert black.post("/api/challenges", ask).status_code == 201


def test_a_bot_accepts_no_challenge_of_somebody_who_plays(client: TestClient[Any], bot: Bot) -> None:
    player = Guest(client)
    with listening(bot):
        invitation = player.post("/api/challenges", {"to": bot.name}).json()["id"]
    link = player.post("/api/challenges", {}).json()["id"]
    game_id = begin_two(player, Guest(client))
    for challenge in (invitation, link):
        assert code(bot.accept(challenge)) == "playing"
    with player.open(game_id) as page:
        page.ask("abort")
    for challenge in (invitation, link):
        assert bot.accept(challenge).status_code == 201


def test_a_player_accepts_no_challenge_of_a_bot(client: TestClient[Any], bot: Bot) -> None:
    made = bot.call("challenges", {}).json()["id"]
    with a_game(client) as (black, page):
        assert code(black.post(f"/api/challenges/{made}/accept", {})) == "playing"
        page.ask("abort")
        assert black.post(f"/api/challenges/{made}/accept", {}).status_code == 201


def test_a_player_makes_no_moves_against_a_bot(client: TestClient[Any], bot: Bot) -> None:
    player, friend = Guest(client), Guest(client)
    before = begin_two(player, bot)
    game_id = begin_two(player, friend)
    with bot.open(before) as its, player.open(before) as page:
        assert page.ask("move", usi="7g7f")["code"] == "playing"
        assert page.ask("typed", text="P-7f")["code"] == "playing"
        with friend.open(game_id), player.open(game_id) as other:
            assert other.ask("move", usi="7g7f")["type"] == "done"
            other.ask("resign")
        assert page.ask("move", usi="7g7f")["type"] == "done"
        its.until(lambda game: len(game["moves"]) == 1)
        assert its.ask("move", usi="3c3d")["type"] == "done", "the bot itself is not kept from its games"


def test_a_rematch_with_a_bot_waits_for_the_end(client: TestClient[Any], bot: Bot) -> None:
    player = Guest(client)
    before = begin_two(player, bot)
    with player.open(before) as page, bot.open(before) as its:
        page.ask("move", usi="7g7f")
        its.until(lambda game: len(game["moves"]) == 1)
        its.ask("resign")
        game_id = begin_two(player, Guest(client))
        assert code(player.post(f"/api/games/{before}/rematch")) == "playing"
        assert code(bot.call(f"games/{before}/rematch", {})) == "playing"
        with player.open(game_id) as other:
            other.ask("abort")
        assert player.post(f"/api/games/{before}/rematch").status_code == 200


def test_one_plays_several_bots_at_once(client: TestClient[Any], bot: Bot) -> None:
    player, another = Guest(client), Bot(client)
    games = [(begin_two(player, each), each) for each in (bot, another)]
    for game_id, each in games:
        with each.open(game_id), player.open(game_id) as page:
            assert page.ask("move", usi="7g7f")["type"] == "done"


def test_no_game_with_a_bot_begins_from_a_protected_position(client: TestClient[Any], bot: Bot) -> None:
    player = Guest(client)
    begin_two(player, Guest(client), days=3, sfen=SET_UP)
    with listening(bot):
        assert code(player.post("/api/challenges", {"to": bot.name, "sfen": SET_UP})) == "playing"
    link = player.post("/api/challenges", {"sfen": SET_UP}).json()["id"]
    assert code(bot.accept(link)) == "playing"
    assert bot.accept(player.post("/api/challenges", {}).json()["id"]).status_code == 201


def test_no_rematch_with_a_bot_begins_from_a_protected_position(client: TestClient[Any], bot: Bot) -> None:
    player = Guest(client)
    before = begin_two(player, bot, sfen=SET_UP)
    with bot.open(before), player.open(before) as page:
        assert page.ask("move", usi="G*5b")["type"] == "done"
        page.until(lambda game: game["status"] == "finished")
    begin_two(player, Guest(client), days=3, sfen=SET_UP)
    assert code(player.post(f"/api/games/{before}/rematch")) == "playing"
    assert code(bot.call(f"games/{before}/rematch", {})) == "playing"


def test_a_game_by_correspondence_with_a_bot_goes_on(client: TestClient[Any], bot: Bot) -> None:
    player = Guest(client)
    game_id = begin_two(player, bot, days=3, sfen=SET_UP)
    with player.open(game_id) as page:
        assert page.ask("move", usi="G*5b")["type"] == "done"


def test_quick_pairing_passes_a_bot_by(client: TestClient[Any], bot: Bot) -> None:
    clock = {"main_ms": 701_000, "byoyomi_ms": 30_000}
    seek = {"listed": True, "side": "furigoma", "clock": clock, "rated": True}
    with listening(bot), a_game(client) as (black, page):
        assert bot.call("challenges", seek).status_code == 201
        found = black.post("/api/lobby/quick", {"clock": clock})
        assert (found.status_code, found.json()["game"]) == (201, None)
        page.ask("abort")
