"""The games on a profile: running and finished public games of every kind, and never hidden ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.games import profile_games
from tests.server.conftest import Guest, begin_two, code
from tests.server.people.accounts import PASSWORD, Browser

CLOCK = {"main_ms": 600_000, "byoyomi_ms": 30_000}
NUMBERS = count(1)


def member(client: TestClient[Any]) -> tuple[Browser, str]:
    browser, name = Browser(client), f"profile_{next(NUMBERS)}"
    browser.register(name)
    return browser, name


@contextmanager
def played(black: Guest, white: Guest, **choices: Any) -> Iterator[str]:
    """A game after its first move."""
    game = begin_two(black, white, **choices)
    with black.open(game) as first, white.open(game):
        if choices.get("days") is None:
            first.until(lambda shown: shown["attendance"]["white"] == "here")
        first.until(lambda shown: shown["position"]["legal"])
        assert first.ask("move", usi="7g7f")["type"] == "done"
        yield game


def finished(black: Guest, white: Guest, **choices: Any) -> str:
    """A game that Black has resigned after the first move."""
    with played(black, white, **choices) as game, black.open(game) as page:
        assert page.ask("resign")["type"] == "done"
    return game


def games_of(name: str, viewer: Guest, before: str = "") -> dict[str, Any]:
    query = f"?before={before}" if before else ""
    answer = viewer.get(f"/api/people/{name}/games{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(games: list[dict[str, Any]]) -> list[str]:
    return [game["id"] for game in games]


@pytest.mark.parametrize(
    ("choices", "speed"),
    [
        ({"clock": CLOCK}, "rapid"),
        ({"clock": CLOCK, "rated": True}, "rapid"),
        ({}, None),
        ({"days": 3}, "correspondence"),
        ({"variant": "minishogi", "move": "1e1d"}, None),
    ],
)
def test_public_games_of_every_kind_are_listed_while_they_run_and_afterwards(
    client: TestClient[Any], choices: dict[str, Any], speed: str | None
) -> None:
    (one, name), (other, opponent) = member(client), member(client)
    move = choices.pop("move", "7g7f")
    game = begin_two(one, other, visibility="public", **choices)
    stranger = Guest(client)
    with one.open(game) as black, other.open(game):
        black.until(lambda shown: shown["position"]["legal"])
        assert black.ask("move", usi=move)["type"] == "done"
        (running,) = games_of(name, stranger)["running"]
        assert (running["id"], running["color"], running["speed"]) == (game, "black", speed)
        assert (running["opponent"]["account"], running["plies"]) == (opponent, 1)
        assert (running["result"], running["points"]) == (None, None)
        black.ask("resign")
        if choices.get("rated"):
            black.until(lambda shown: shown["black"]["change"] is not None)
    shown = games_of(name, stranger)
    assert (shown["running"], shown["next"]) == ([], None)
    (over,) = shown["games"]
    assert (over["id"], over["points"], over["result"]["winner"]) == (game, 0.0, "white")
    assert (over["change"] is not None) == bool(choices.get("rated"))


def test_hidden_games_are_on_the_profile_for_oneself_alone(client: TestClient[Any]) -> None:
    (one, name), (other, _) = member(client), member(client)
    hidden = [finished(one, other, visibility=each, clock=CLOCK) for each in ("unlisted", "private")]
    rated = finished(one, other, visibility="private", clock=CLOCK, rated=True)
    public = finished(one, other, visibility="public")
    with played(one, other, visibility="private") as running:
        for viewer in (Guest(client), other):
            shown = games_of(name, viewer)
            assert ids(shown["running"] + shown["games"]) == [public]
        shown = games_of(name, one)
        assert ids(shown["running"]) == [running]
        assert ids(shown["games"]) == [public, rated, *reversed(hidden)]
        assert [game["visibility"] for game in shown["games"]][1:] == ["private", "private", "unlisted"]


def test_games_against_the_computer_are_not_on_the_profile(client: TestClient[Any]) -> None:
    one, name = member(client)
    game = one.begin()
    with one.open(game) as page:
        page.ask("resign")
    assert games_of(name, one) == {"running": [], "games": [], "next": None}


def test_a_game_that_was_left_before_the_first_move_is_not_on_the_profile(client: TestClient[Any]) -> None:
    (one, name), (other, _) = member(client), member(client)
    game = begin_two(one, other, visibility="public", clock=CLOCK)
    assert games_of(name, other)["running"] == []
    with one.open(game) as page, other.open(game):
        page.ask("abort")
    assert games_of(name, other)["games"] == []


def test_the_older_games_come_in_parts(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile_games, "PAGE", 2)
    (one, name), (other, _) = member(client), member(client)
    games = [finished(one, other, visibility="public") for _ in range(5)]
    found: list[str] = []
    before = ""
    with played(one, other, visibility="public"):
        while True:
            part = games_of(name, other, before)
            assert bool(part["running"]) == (before == "")
            found += ids(part["games"])
            if part["next"] is None:
                break
            before = part["next"]
    assert found == games[::-1]
    assert code(one.get(f"/api/people/{name}/games?before=x")) == "invalid"
    assert code(one.get("/api/people/nobody_9/games")) == "no_such_account"


def test_a_deleted_opponent_is_shown_as_deleted(client: TestClient[Any]) -> None:
    (one, name), (other, _) = member(client), member(client)
    finished(one, other, visibility="public")
    other.enter("delete", password=PASSWORD)
    (game,) = games_of(name, one)["games"]
    assert (game["opponent"]["account"], game["opponent"]["name"]["en"]) == (None, "deleted")


def test_a_handicap_is_named(client: TestClient[Any]) -> None:
    (one, name), (other, _) = member(client), member(client)
    game = begin_two(one, other, visibility="public", handicap="two-piece")
    with one.open(game) as black, other.open(game) as white:
        white.until(lambda shown: shown["position"]["legal"])
        assert white.ask("move", usi="3a3b")["type"] == "done"
        black.until(lambda shown: len(shown["moves"]) == 1)
        assert black.ask("resign")["type"] == "done"
    (shown,) = games_of(name, other)["games"]
    assert shown["handicap"] == {"en": "Two-piece", "ja": "二枚落ち"}


def test_one_sees_ones_own_score_against_an_account(client: TestClient[Any]) -> None:
    (one, name), (other, opponent) = member(client), member(client)
    finished(one, other)
    finished(other, one)
    finished(one, other, visibility="private")
    with played(one, other):
        pass
    assert one.get(f"/api/people/{opponent}/score").json() == {"wins": 1, "losses": 2, "draws": 0}
    assert other.get(f"/api/people/{name}/score").json() == {"wins": 2, "losses": 1, "draws": 0}
    stranger, _ = member(client)
    assert stranger.get(f"/api/people/{name}/score").json() == {"wins": 0, "losses": 0, "draws": 0}


def test_a_guest_has_no_score_against_an_account(client: TestClient[Any]) -> None:
    _, name = member(client)
    answer = Guest(client).get(f"/api/people/{name}/score")
    assert (answer.status_code, code(answer)) == (401, "no_account")
