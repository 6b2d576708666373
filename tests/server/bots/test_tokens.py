"""Tokens: made, listed and ended on the page; what each scope allows, as a matrix; who may be a bot."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.http import openapi
from tests.server.conftest import UNLIMITED, Guest, begin_two, code, start_server
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD, Browser

SCOPES = ("read", "challenge", "play")
STREAMS = ("/api/bot/events", "/api/bot/games/{game_id}/stream")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bots")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient[Any]]:
    with start_server(folder, limits=UNLIMITED) as running:
        yield running


def owner(client: TestClient[Any], name: str, *, bot: bool = True) -> Browser:
    browser = Browser(client)
    browser.register(name)
    if bot:
        assert browser.post("/api/account/bot", {}).json()["bot"]
    return browser


def made(browser: Browser, *scopes: str) -> str:
    answer = browser.post("/api/account/tokens", {"name": "at home", "scopes": list(scopes)})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def call(client: TestClient[Any], token: str | None, method: str, path: str, body: Any = None) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    client.cookies.clear()
    return client.request(method, path, json=body, headers=headers)


def test_a_token_is_shown_once_listed_and_ended(client: TestClient[Any], folder: Path) -> None:
    browser = owner(client, "listed", bot=False)
    answer = browser.post(
        "/api/account/tokens", {"name": "at home", "scopes": ["read", "play", "read"]}
    ).json()
    token = answer["token"]
    assert token.startswith("kmd_")
    (listed,) = browser.get("/api/account/tokens").json()["tokens"]
    assert (listed["name"], listed["scopes"], listed["used_ms"]) == ("at home", ["play", "read"], None)
    assert token not in str(listed)
    assert token.encode() not in b"".join(path.read_bytes() for path in folder.glob("komadai.sqlite*"))
    account = call(client, token, "GET", "/api/bot/account").json()
    assert (account["name"], account["bot"], account["token"]) == ("listed", False, "at home")
    assert browser.get("/api/account/tokens").json()["tokens"][0]["used_ms"] is not None
    assert browser.post(f"/api/account/tokens/{listed['id']}/end", {}).json()["tokens"] == []
    assert code(browser.post(f"/api/account/tokens/{listed['id']}/end", {})) == "not_found"
    assert code(call(client, token, "GET", "/api/bot/account")) == "no_token"
    with sqlite3.connect(folder / "komadai.sqlite") as raw:
        query = "SELECT kind FROM security_log WHERE kind LIKE 'token%' ORDER BY id"
        assert [kind for (kind,) in raw.execute(query)][:2] == ["token_made", "token_ended"]
    assert listed["id"].encode() not in browser.get("/api/account/export").content


def test_nobody_ends_or_sees_the_tokens_of_others(client: TestClient[Any]) -> None:
    browser, other = owner(client, "mine"), owner(client, "theirs")
    made(browser, "read")
    (token,) = browser.get("/api/account/tokens").json()["tokens"]
    assert other.get("/api/account/tokens").json()["tokens"] == []
    assert code(other.post(f"/api/account/tokens/{token['id']}/end", {})) == "not_found"
    assert code(Guest(client).get("/api/account/tokens")) == "no_account"


def test_a_new_password_and_the_end_of_the_account_end_its_tokens(client: TestClient[Any]) -> None:
    browser = owner(client, "changing")
    first = made(browser, "read")
    assert call(client, first, "GET", "/api/bot/account").status_code == 200  # it is remembered now
    browser.enter("password", current=PASSWORD, new=OTHER_PASSWORD)
    assert code(call(client, first, "GET", "/api/bot/account")) == "no_token"
    second = made(browser, "read")
    browser.enter("delete", password=OTHER_PASSWORD)
    assert code(call(client, second, "GET", "/api/bot/account")) == "no_token"


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_opens_only_the_calls_of_its_scope(client: TestClient[Any], scope: str) -> None:
    browser = owner(client, f"only_{scope}")
    token = made(browser, scope)
    calls = [each for each in openapi.calls(client.app.routes) if each[0].startswith("/api/bot/")]
    assert len(calls) > 15
    for path, method, handler in calls:
        needed = handler.opt["scope"]
        if needed == scope and path in STREAMS:
            continue  # it would not end; test_bots.py reads them
        target = path.replace("{game_id}", "a" * 12).replace("{challenge_id}", "a" * 12)
        answer = call(client, token, method, target, handler.opt.get("body_example"))
        refused = answer.status_code == 403 and code(answer) == "scope"
        assert refused is (needed != scope), f"{method} {path}: {answer.text}"
        assert code(call(client, None, method, target, {})) == "no_token"
        assert code(call(client, token[:-1] + "x", method, target, {})) == "no_token"


def test_a_token_opens_none_of_the_pages_calls_and_a_cookie_none_of_the_programs(
    client: TestClient[Any],
) -> None:
    browser = owner(client, "both_ways")
    token = made(browser, *SCOPES)
    assert code(call(client, token, "GET", "/api/games")) == "no_guest"
    assert code(call(client, token, "GET", "/api/account/tokens")) == "no_guest"
    assert (
        code(call(client, token, "POST", "/api/account/tokens", {"name": "x", "scopes": ["read"]}))
        == "origin"
    )
    assert code(browser.get("/api/bot/account")) == "no_token"


def test_only_a_bots_account_moves_and_it_moves_in_its_own_games(client: TestClient[Any]) -> None:
    person, bot, other = Guest(client), owner(client, "mover"), owner(client, "other_bot")
    plain = owner(client, "plain", bot=False)
    game_id = begin_two(person, bot)
    move = f"/api/bot/games/{game_id}/move"
    assert code(call(client, made(plain, "play"), "POST", move, {"usi": "7g7f"})) == "not_a_bot"
    assert code(call(client, made(other, "play"), "POST", move, {"usi": "7g7f"})) == "not_yours"
    token = made(bot, "play")
    assert code(call(client, token, "POST", move, {"usi": "7g7f"})) == "not_started"
    with bot.open(game_id), person.open(game_id) as page:
        assert code(call(client, token, "POST", move, {"usi": "7g7f"})) == "not_your_turn"
        assert page.ask("move", usi="7g7f")["type"] == "done"
        assert code(call(client, token, "POST", move, {"usi": "3c3d", "event": 1})) == "stale"
        assert code(call(client, token, "POST", move, {"usi": "3c3e"})) == "illegal"
        assert code(call(client, token, "POST", move, {"usi": 1})) == "invalid"
        assert call(client, token, "POST", move, {"usi": "3c3d"}).json()["event"] > 2
        page.until(lambda game: len(game["moves"]) == 2)
        game = f"/api/bot/games/{game_id}"
        assert call(client, token, "POST", f"{game}/say", {"phrase": "onegai"}).status_code == 200
        assert call(client, token, "POST", f"{game}/resign", {}).status_code == 200
        page.until(lambda game: game["result"] is not None)
        assert page.game["result"]["winner"] == "black"
        assert page.game["white"]["bot"]
        assert not page.game["black"]["bot"]
    assert code(call(client, token, "POST", f"{game}/resign", {})) == "finished"


def test_games_with_a_bot_are_not_rated_and_who_has_rated_games_is_no_bot(client: TestClient[Any]) -> None:
    clock = {"main_ms": 600_000}
    one, two, bot = owner(client, "one", bot=False), owner(client, "two", bot=False), owner(client, "three")
    for friend, rated in ((bot, False), (two, True)):
        game_id = begin_two(one, friend, rated=True, clock=clock)
        with one.open(game_id) as page, friend.open(game_id) as other:
            assert page.ask("move", usi="7g7f")["type"] == "done"
            other.until(lambda game: len(game["moves"]) == 1)
            assert page.game["rated"] is rated
            assert other.ask("move", usi="3c3d")["type"] == "done"
            assert other.ask("resign")["type"] == "done"
            if rated:
                page.until(lambda game: game["black"]["change"] is not None)
    assert one.get("/api/people/three").json()["ratings"] == []
    assert code(one.post("/api/account/bot", {})) == "rated_already"
    assert not one.get("/api/account/tokens").json()["can_be_bot"]


def test_an_invitation_to_a_bot_is_for_that_bot_alone(client: TestClient[Any]) -> None:
    person, bot, other = Guest(client), owner(client, "wanted"), owner(client, "unwanted")
    theirs, own = made(other, "challenge"), made(bot, "challenge")
    assert code(person.post("/api/challenges", {"to": "wanted"})) == "not_here"
    lobby = client.app.state.lobby
    with client.portal() as portal:
        portal.call(lobby.listen, bot.id)
    challenge_id = person.post("/api/challenges", {"to": "wanted", "side": "black"}).json()["id"]
    assert person.get(f"/api/challenges/{challenge_id}").json()["to"] == "wanted"
    path = f"/api/bot/challenges/{challenge_id}"
    assert code(call(client, theirs, "POST", f"{path}/accept", {})) == "challenge_gone"
    assert code(call(client, theirs, "POST", f"{path}/decline", {})) == "not_invited"
    assert call(client, own, "POST", f"{path}/decline", {}).status_code == 200
    assert person.get(f"/api/challenges/{challenge_id}").json()["state"] == "declined"
    assert code(call(client, own, "POST", f"{path}/accept", {})) == "challenge_gone"


def test_an_account_has_at_most_twenty_tokens(client: TestClient[Any]) -> None:
    browser = owner(client, "collector")
    for _ in range(20):
        made(browser, "read")
    answer = browser.post("/api/account/tokens", {"name": "x", "scopes": ["read"]})
    assert code(answer) == "too_many"
    assert code(browser.post("/api/account/tokens", {"name": "x", "scopes": []})) == "invalid"
    assert code(browser.post("/api/account/tokens", {"name": "x", "scopes": ["admin"]})) == "invalid"
