"""Challenges by link and seeks in the lobby, on a running server."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.lobby.challenges import Challenges
from tests.server.conftest import Guest, Server, begin_two, code


def challenge(guest: Guest, **choices: Any) -> str:
    answer = guest.post("/api/challenges", choices)
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["id"]
    return made


def accept(guest: Guest, made: str) -> Any:
    return guest.post(f"/api/challenges/{made}/accept", {})


def seeks(guest: Guest) -> list[str]:
    return [seek["id"] for seek in guest.get("/api/lobby").json()["seeks"]]


class Grace:
    """The time that a seek stays without its page, which ends when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seeks: list[str] = []
        """The seeks that end after it unless they have a page."""
        self._rooms: list[Challenges] = []
        monkeypatch.setattr(Challenges, "_end_seek_later", lambda room, seek: self._begin(room, seek))

    def _begin(self, room: Challenges, seek: str) -> None:
        self._rooms.append(room)
        self.seeks.append(seek)

    def end(self, client: TestClient[Any]) -> None:
        """Ends it for all seeks of this server."""
        seeks, self.seeks = self.seeks, []
        with client.portal() as portal:
            for seek in seeks:
                portal.call(self._rooms[-1]._end_seek, seek)


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_challenge_shows_each_person_their_own_colour(client: TestClient[Any]) -> None:
    maker, friend = Guest(client), Guest(client)
    made = challenge(maker, side="white", handicap="bishop", clock={"main_ms": 600_000})
    mine, theirs = (guest.get(f"/api/challenges/{made}").json() for guest in (maker, friend))
    assert (mine["side"], theirs["side"]) == ("white", "black")
    assert (mine["mine"], theirs["mine"]) == (True, False)
    assert theirs["handicap_name"]["ja"] == "角落ち"
    assert theirs["clock_text"]["en"].startswith("10 min")
    assert theirs["link"].endswith(f"/challenge/{made}")
    assert theirs["state"] == "open"


def test_the_challenge_becomes_a_game_with_its_settings(client: TestClient[Any]) -> None:
    maker, friend = Guest(client), Guest(client)
    made = challenge(maker, side="white", handicap="bishop", clock={"main_ms": 600_000}, take_back=False)
    game_id = accept(friend, made).json()["id"]
    game = friend.get(f"/api/games/{game_id}").json()
    assert (game["you"], game["handicap"], game["take_back"]) == ("black", "bishop", False)
    assert game["clock"]["main_ms"] == 600_000
    assert maker.get(f"/api/challenges/{made}").json()["game"] == game_id


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"handicap": "queen"}, "handicap"),
        ({"clock": {"main_ms": 0}}, "clock"),
        ({"sfen": "x"}, "sfen"),
        ({"variant": "go"}, "variant"),
        ({"visibility": "secret"}, "visibility"),
        ({"level": 3}, "level"),
    ],
)
def test_what_is_invalid_is_named(client: TestClient[Any], body: dict[str, Any], field: str) -> None:
    answer = Guest(client).post("/api/challenges", body)
    assert code(answer) == "invalid"
    assert answer.json()["error"]["field"] == field


def test_a_variant_is_played_by_two_persons(client: TestClient[Any]) -> None:
    maker, friend = Guest(client), Guest(client)
    game_id = begin_two(maker, friend, variant="minishogi", touch_move=True)
    game = friend.get(f"/api/games/{game_id}").json()
    assert (game["variant"], game["touch_move"], game["you"]) == ("minishogi", True, "white")


def test_nobody_accepts_their_own_challenge(client: TestClient[Any]) -> None:
    maker = Guest(client)
    assert code(accept(maker, challenge(maker))) == "own_challenge"


def test_only_the_maker_withdraws_it(client: TestClient[Any]) -> None:
    maker, friend = Guest(client), Guest(client)
    made = challenge(maker)
    assert code(friend.post(f"/api/challenges/{made}/withdraw", {})) == "not_your_challenge"
    for _ in range(2):
        assert maker.post(f"/api/challenges/{made}/withdraw", {}).status_code == 200
    assert friend.get(f"/api/challenges/{made}").json()["state"] == "withdrawn"
    assert code(accept(friend, made)) == "challenge_gone"


def test_an_accepted_challenge_is_not_withdrawn_nor_accepted_by_others(client: TestClient[Any]) -> None:
    maker, friend, late = Guest(client), Guest(client), Guest(client)
    made = challenge(maker)
    game_id = accept(friend, made).json()["id"]
    assert code(maker.post(f"/api/challenges/{made}/withdraw", {})) == "challenge_gone"
    assert code(accept(late, made)) == "challenge_gone"
    assert accept(friend, made).json()["id"] == game_id, "asked again, the same game"
    assert late.get(f"/api/games/{game_id}").json()["you"] is None


def test_of_many_who_accept_at_once_one_gets_the_game(client: TestClient[Any]) -> None:
    maker = Guest(client)
    made = challenge(maker)
    guests = [Guest(client) for _ in range(8)]
    with ThreadPoolExecutor(8) as all_at_once:
        answers = list(all_at_once.map(accept, guests, [made] * 8))
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 7]
    assert sum(bool(guest.get("/api/games").json()["games"]) for guest in guests) == 1


@pytest.mark.parametrize("attempt", range(6))
def test_accepting_and_withdrawing_at_once_has_one_result(client: TestClient[Any], attempt: int) -> None:
    maker, friend = Guest(client), Guest(client)
    made = challenge(maker)
    with ThreadPoolExecutor(2) as both:
        answers = {
            "accepted": both.submit(accept, friend, made),
            "withdrawn": both.submit(maker.post, f"/api/challenges/{made}/withdraw", {}),
        }
    (won,) = [name for name, answer in answers.items() if answer.result().status_code in (200, 201)]
    assert maker.get(f"/api/challenges/{made}").json()["state"] == won
    assert len(maker.get("/api/games").json()["games"]) == (won == "accepted")


def test_a_guest_has_five_open_challenges_at_most(client: TestClient[Any]) -> None:
    maker = Guest(client)
    made = [challenge(maker) for _ in range(5)]
    assert code(maker.post("/api/challenges", {})) == "too_many_challenges"
    maker.post(f"/api/challenges/{made[0]}/withdraw", {})
    challenge(maker)


def test_a_challenge_expires_after_a_day(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    maker, friend = Guest(client), Guest(client)
    made = challenge(maker)
    monkeypatch.setattr("komadai.server.lobby.store.EXPIRES_AFTER_MS", 0)
    assert friend.get(f"/api/challenges/{made}").json()["state"] == "expired"
    assert code(accept(friend, made)) == "challenge_gone"


def test_an_unknown_challenge_is_not_found(client: TestClient[Any]) -> None:
    guest = Guest(client)
    for path in ("/api/challenges/abcdefghjkmn", "/api/challenges/x", "/api/challenges/x/qr.svg"):
        assert code(guest.get(path)) == "not_found"


def test_the_qr_code_is_a_picture(client: TestClient[Any]) -> None:
    maker = Guest(client)
    answer = maker.get(f"/api/challenges/{challenge(maker)}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


def test_the_maker_is_told_of_the_game(client: TestClient[Any]) -> None:
    maker, friend = Guest(client), Guest(client)
    made = challenge(maker)
    with maker.connect() as page:
        assert page.ask("subscribe", topic={"type": "challenge", "id": made})["type"] == "done"
        game_id = accept(friend, made).json()["id"]
        message = page.receive()
    assert message["type"] == "challenge"
    assert (message["challenge"]["state"], message["challenge"]["game"]) == ("accepted", game_id)


def test_the_game_is_named_only_to_its_players(client: TestClient[Any]) -> None:
    maker, friend, other = Guest(client), Guest(client), Guest(client)
    made = challenge(maker, visibility="private")
    game_id = accept(friend, made).json()["id"]
    shown = [guest.get(f"/api/challenges/{made}").json()["game"] for guest in (maker, friend, other)]
    assert shown == [game_id, game_id, None]


class TestLobby:
    def test_a_link_is_not_in_the_lobby_and_a_seek_is(self, client: TestClient[Any]) -> None:
        maker, friend = Guest(client), Guest(client)
        with maker.connect() as page:
            link, seek = challenge(maker), challenge(maker, listed=True, side="black")
            page.ask("subscribe", topic={"type": "challenge", "id": seek})
            assert seek in seeks(friend)
            assert link not in seeks(friend)
            shown = next(one for one in friend.get("/api/lobby").json()["seeks"] if one["id"] == seek)
            assert (shown["side"], shown["mine"]) == ("white", False)
            accept(friend, seek)
            assert seek not in seeks(friend)

    def test_its_pages_are_sent_every_change(
        self, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Grace(monkeypatch)
        maker, friend = Guest(client), Guest(client)
        with friend.connect() as page:
            page.ask("subscribe", topic={"type": "lobby"})

            def shown() -> bool:
                message = page.receive()
                assert message["type"] == "lobby"
                return made in [seek["id"] for seek in message["lobby"]["seeks"]]

            made = challenge(maker, listed=True)
            until(shown)
            maker.post(f"/api/challenges/{made}/withdraw", {})
            until(lambda: not shown())

    def test_a_seek_ends_with_its_last_page(
        self, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        grace = Grace(monkeypatch)
        maker, friend = Guest(client), Guest(client)
        made = challenge(maker, listed=True)
        with maker.connect() as page:
            page.ask("subscribe", topic={"type": "challenge", "id": made})
            grace.end(client)
            assert made in seeks(friend)
        until(lambda: len(grace.seeks) == 1)  # the page's socket has closed
        grace.end(client)
        assert made not in seeks(friend)
        assert code(accept(friend, made)) == "challenge_gone"

    def test_public_games_that_have_begun_are_shown(self, client: TestClient[Any]) -> None:
        shown = {}
        for visibility in ("public", "unlisted", "private"):
            maker, friend = Guest(client), Guest(client)
            game_id = begin_two(maker, friend, visibility=visibility)
            with maker.open(game_id) as black, friend.open(game_id):
                black.until(lambda game: game["attendance"]["white"] == "here")
                black.ask("move", usi="7g7f")
                games = Guest(client).get("/api/lobby").json()["games"]
                shown[visibility] = game_id in [game["id"] for game in games]
        assert shown == {"public": True, "unlisted": False, "private": False}

    def test_the_seeks_of_a_stopped_server_end_unless_their_page_comes_back(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        grace = Grace(monkeypatch)
        with server() as client:
            maker, other = Guest(client), Guest(client)
            kept, _ = challenge(maker, listed=True), challenge(other, listed=True)
        grace.seeks.clear()
        with server() as client:
            maker.client = other.client = client
            with maker.connect() as page:
                page.ask("subscribe", topic={"type": "challenge", "id": kept})
                grace.end(client)
                assert seeks(maker) == [kept]
