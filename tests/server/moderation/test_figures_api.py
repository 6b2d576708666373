"""Figures of a game for moderators: who may ask, for which games, and that they change nothing."""

from __future__ import annotations

import time
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.moderation import jobs
from tests.server.conftest import Guest, begin_two, code
from tests.server.people.accounts import Browser, somebody

CLOCK = {"main_ms": 600_000, "byoyomi_ms": 30_000}
MOVES = ("7g7f", "3c3d", "9i9h", "9a9b", "2g2f", "8c8d", "2f2e", "8d8e")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "NODES", 200)


def played(black: Guest, white: Guest, *moves: str, end: str = "resign", **choices: Any) -> str:
    """A game with these moves, which the last mover's opponent, or Black, leaves."""
    game_id = begin_two(black, white, **{"clock": CLOCK} | choices)
    with black.open(game_id) as first, white.open(game_id) as second:
        first.until(lambda game: game["attendance"]["white"] == "here")
        for number, usi in enumerate(moves):
            mover, other = (first, second) if number % 2 == 0 else (second, first)
            mover.until(lambda game, number=number: len(game["moves"]) == number)  # type: ignore[misc]
            assert mover.ask("move", usi=usi)["type"] == "done"
            other.until(lambda game, number=number: len(game["moves"]) > number)  # type: ignore[misc]
        if end:
            assert first.ask(end)["type"] == "done"
    return game_id


def begin(moderator: Guest, game_id: str) -> Any:
    return moderator.post(f"/api/moderation/games/{game_id}/figures", {})


def finished(moderator: Guest, job: dict[str, Any]) -> dict[str, Any]:
    for _ in range(1200):
        if job["state"] == "done":
            return job
        time.sleep(0.05)
        job = moderator.get(f"/api/moderation/figures/{job['id']}").json()
    raise AssertionError("the job does not end")


@pytest.fixture(scope="module")
def moderator(client: TestClient[Any]) -> Browser:
    return somebody(client, "moderator")[0]


def test_a_moderator_sees_both_players_of_any_finished_game(
    client: TestClient[Any], moderator: Browser
) -> None:
    game_id = played(Guest(client), Guest(client), *MOVES, visibility="private")
    answer = begin(moderator, game_id)
    assert answer.status_code == 201, answer.text
    job = answer.json()
    assert (job["game"], job["players"], job["total"]) == (game_id, [], 9)
    job = finished(moderator, job)
    assert (job["error"], job["complete"], job["nodes"]) == (None, True, 200)
    assert [each["color"] for each in job["players"]] == ["black", "white"]
    for each in job["players"]:
        figures = each["game"]
        assert figures["moves"] == 3, "the first move of each side is in the opening book"
        assert 0 <= figures["agreement"] <= 1
        assert 0 <= figures["loss"] <= 1
        assert figures["mean_ms"] >= 0
        assert (each["rating"], each["others_planned"]) == (None, 0)


def test_other_rated_games_of_the_player_are_shown_beside_it(
    client: TestClient[Any], moderator: Browser
) -> None:
    (one, name), (other, _) = somebody(client), somebody(client)
    before = [played(one, other, *MOVES, rated=True) for _ in range(2)]
    game_id = played(other, one, *MOVES, rated=True)
    for each in (*before, game_id):
        wait_until_rated(one, each)
    job = finished(moderator, begin(moderator, game_id).json())
    white = job["players"][1]
    assert (white["player"]["account"], white["others_planned"]) == (name, 2)
    assert white["rating"] < 1500, "it had lost the two games before"
    assert (white["others"]["games"], white["others"]["moves"]) == (2, 6)
    assert job["done"] >= 5 * 9


def wait_until_rated(guest: Guest, game_id: str) -> None:
    for _ in range(600):
        if guest.get(f"/api/games/{game_id}").json()["black"]["change"] is not None:
            return
        time.sleep(0.02)
    raise AssertionError("the game is not rated")


def test_a_job_that_is_stopped_keeps_what_it_has(
    client: TestClient[Any], moderator: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "NODES", 1_000_000)
    job = begin(moderator, played(Guest(client), Guest(client), *MOVES)).json()
    while not moderator.get(f"/api/moderation/figures/{job['id']}").json()["done"]:
        time.sleep(0.05)
    assert moderator.post(f"/api/moderation/figures/{job['id']}/stop", {}).status_code == 200
    job = finished(moderator, job)
    assert (job["stopped"], job["complete"], job["error"]) == (True, False, None)


def test_nothing_follows_by_itself(client: TestClient[Any], moderator: Browser) -> None:
    (suspect, name), (other, _) = somebody(client), somebody(client)
    game_id = played(suspect, other, *MOVES)
    other.post(f"/api/people/{name}/report", {"reason": "cheating", "text": "", "game": game_id})
    before = moderator.get("/api/moderation").json()
    account = suspect.account
    job = finished(moderator, begin(moderator, game_id).json())
    assert job["players"]
    assert moderator.get("/api/moderation").json() == before
    assert suspect.account == account
    assert begin_two(suspect, other), "it may play as before"


def test_only_moderators_may_ask(client: TestClient[Any], moderator: Browser) -> None:
    user, _ = somebody(client)
    game_id = played(user, Guest(client), *MOVES)
    assert code(begin(user, game_id)) == "not_moderator"
    assert code(begin(Guest(client), game_id)) == "no_account"
    job = begin(moderator, game_id).json()
    assert code(user.get(f"/api/moderation/figures/{job['id']}")) == "not_found"


def test_only_finished_games_of_two_persons_are_looked_at(
    client: TestClient[Any], moderator: Browser
) -> None:
    running = played(Guest(client), Guest(client), *MOVES, end="")
    alone = Guest(client).begin()
    empty = played(Guest(client), Guest(client), end="abort")
    dobutsu = played(Guest(client), Guest(client), "2c2b", variant="dobutsu")
    for game_id in (running, alone, empty, dobutsu):
        answer = begin(moderator, game_id)
        assert (answer.status_code, code(answer)) == (400, "invalid"), answer.text
    assert code(begin(moderator, "no-such-game")) == "not_found"


def test_a_moderator_who_plays_may_look_at_the_games_of_others(
    client: TestClient[Any], moderator: Browser
) -> None:
    game_id = played(Guest(client), Guest(client), *MOVES)
    own = begin_two(moderator, Guest(client))
    assert finished(moderator, begin(moderator, game_id).json())["players"]
    with moderator.open(own) as page:
        page.ask("abort")
