"""Who plays against a person gets no help from the server until the game is over."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from komadai import STARTPOS
from tests.server.conftest import Guest, begin_two, code

CALLS: dict[str, tuple[str, Any]] = {
    "/api/thinking/jobs": ("post", {"sfen": STARTPOS}),
    "/api/tsume/jobs": ("post", {"kind": "solve", "sfen": STARTPOS, "seconds": 5}),
    "/api/tsume/step": ("post", {"sfen": STARTPOS, "moves": []}),
    "/api/reviews/jobs": ("post", {}),
    "/api/analysis/jobs": ("post", {"engines": ["nobody"]}),
    "/api/analysis/brinkmate": ("post", {}),
    "/api/coach": ("post", {"moves": []}),
    "/api/explorer": ("post", {"sfen": STARTPOS}),
    "/api/explorer/like": ("post", {"moves": []}),
    "/api/explorer/pattern": ("post", {}),
    "/api/variants/dobutsu/hints?sfen=x": ("get", None),
    "/api/variants/dobutsu/values?sfen=x": ("get", None),
}


def refused(guest: Guest, path: str) -> bool:
    """Whether the call is refused because of a running game."""
    method, body = CALLS[path]
    answer = guest.get(path) if method == "get" else guest.post(path, body)
    if answer.status_code == 403:
        assert code(answer) == "playing"
        return True
    return answer.status_code >= 400 and code(answer) == "playing"


@pytest.mark.parametrize("path", CALLS)
def test_both_players_are_refused_until_the_end_and_spectators_are_not(
    client: TestClient[Any], path: str
) -> None:
    black, white, watcher = Guest(client), Guest(client), Guest(client)
    game_id = begin_two(black, white)
    assert [refused(guest, path) for guest in (black, white, watcher)] == [True, True, False]
    with black.open(game_id) as page:
        page.ask("abort")
    assert not refused(black, path)
    assert not refused(white, path)


def test_names_of_a_line_come_without_proverbs_while_one_plays_a_person(client: TestClient[Any]) -> None:
    line = {"start_sfen": "4k4/9/9/9/5n3/9/9/9/4K4 b S 1", "moves": ["S*4f"]}
    black, white, watcher = Guest(client), Guest(client), Guest(client)
    begin_two(black, white)
    assert black.post("/api/names", line).json()["proverbs"] == []
    assert watcher.post("/api/names", line).json()["proverbs"] != []


def test_who_plays_the_computer_may_ask(client: TestClient[Any]) -> None:
    guest = Guest(client)
    guest.begin()
    guest.begin(both=True)
    assert not any(refused(guest, path) for path in CALLS)


def test_who_plays_a_person_cannot_ask_the_computer_by_playing_it(client: TestClient[Any]) -> None:
    black, white = Guest(client), Guest(client)
    before = black.begin(side="black")
    game_id = begin_two(black, white)
    with black.open(before) as page:
        assert page.ask("move", usi="7g7f")["code"] == "playing"
        assert page.ask("typed", text="P-7f")["code"] == "playing"
    assert code(black.post("/api/games", {"side": "black", "engine": "good"})) == "playing"
    assert black.begin(both=True), "two people at one board get no help"
    with black.open(game_id) as page:
        assert page.ask("abort")["type"] == "done"
    with black.open(before) as page:
        assert page.ask("move", usi="7g7f")["type"] == "done"


def test_every_call_that_helps_is_tested(client: TestClient[Any]) -> None:
    helping = {
        route.path
        for route in client.app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if isinstance(handler, HTTPRouteHandler) and handler.opt.get("helps")
    }
    tested = {path.partition("?")[0].replace("dobutsu", "{name:str}") for path in CALLS}
    assert helping == tested


def playing(guest: Guest) -> str | None:
    """The game for which the guest gets no help, as the page learns it."""
    game: str | None = guest.get("/api/playing").json()["game"]
    return game


def test_the_page_learns_that_help_is_away(client: TestClient[Any]) -> None:
    black, white, watcher = Guest(client), Guest(client), Guest(client)
    black.begin()
    assert playing(black) is None
    game_id = begin_two(black, white)
    assert (playing(black), playing(white), playing(watcher)) == (game_id, game_id, None)
    with black.open(game_id) as page:
        page.ask("abort")
    assert (playing(black), playing(white)) == (None, None)
