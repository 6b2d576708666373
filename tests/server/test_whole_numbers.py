"""A number from outside that is negative or too large is refused or not found; it makes no call fail.

The calls are those of the OpenAPI document, the messages those of the page's socket: a new one is tried here
without being named.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from litestar.handlers import HTTPRouteHandler
from litestar.testing import TestClient
from msgspec import inspect

from komadai.server.connections import SOCKET_VERSION
from komadai.server.http import openapi
from komadai.server.http.calls import body_type
from komadai.server.live import wire as live_wire
from tests.server.conftest import ORIGIN, UNLIMITED, Socket, code, start_server
from tests.server.people.accounts import Browser, somebody
from tests.server.sample_values import SFEN, is_sfen, is_whole_number, places, plain

SOCKET = f"/api/socket?version={SOCKET_VERSION}"
TOO_LARGE = (2**63 - 1, 2**63, 10**30)
NUMBERS = (*TOO_LARGE, 2**31, -1, -(2**63) - 1)
REFUSED = (400, 404)
ANSWERED = (200, 201, 400, 403, 404, 409, 429)
Call = tuple[str, str, HTTPRouteHandler]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def client(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient[Any]]:
    """A server on a database of each kind: the ranges of their numbers differ."""
    url = None
    if request.param == "postgresql":
        cluster = request.getfixturevalue("postgresql")
        url = cluster.create(request.getfixturevalue("migrated_url"))
    folder: Path = tmp_path_factory.mktemp("server")
    with start_server(folder, limits=UNLIMITED, database=url) as running:
        yield running


@pytest.fixture(scope="module")
def admin(client: TestClient[Any]) -> Browser:
    return somebody(client, "admin")[0]


@pytest.fixture(scope="module")
def token(client: TestClient[Any]) -> str:
    """A token for all calls of programs."""
    bot, _ = somebody(client)
    assert bot.post("/api/account/bot", {}).status_code == 200
    made = bot.post("/api/account/tokens", {"name": "bot", "scopes": ["read", "challenge", "play"]})
    assert made.status_code == 201, made.text
    return str(made.json()["token"])


@pytest.fixture(scope="module")
def ids(client: TestClient[Any], admin: Browser) -> dict[str, str]:
    """Something for the names that paths have, so that a call comes as far as it can."""
    study = admin.post("/api/studies", {"name": "Openings"}).json()
    return {
        "game_id": admin.begin(engine="slow"),
        "challenge_id": admin.post("/api/challenges", {}).json()["id"],
        "event_id": admin.post("/api/events", {"name": "Club Cup"}).json()["id"],
        "study_id": study["id"],
        "chapter_id": study["chapter"],
        "class_id": admin.post("/api/lessons/classes", {"name": "Club"}).json()["id"],
        "lesson_id": "goro-pawn",
        "name": somebody(client)[1],
    }


@pytest.fixture(autouse=True)
def nothing_fails_inside(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.set_level(logging.ERROR, "komadai")
    yield
    assert caplog.records == []


class Asker:
    """Makes calls as the administrator, or with the token for calls of programs; notes unexpected answers."""

    def __init__(self, admin: Browser, token: str, ids: dict[str, str]) -> None:
        self.admin, self.token, self.ids = admin, token, ids
        self.asked = 0
        self.wrong: list[tuple[str, str, Any, int, str]] = []

    def calls(self) -> list[Call]:
        return list(openapi.calls(self.admin.client.app.routes))

    def path(self, path: str, **changes: int | str) -> str:
        for name in openapi.parameters(path):
            path = path.replace(f"{{{name}}}", str(changes.get(name, self.ids.get(name, "x"))))
        return path

    def ask(self, method: str, path: str, body: Any, expected: tuple[int, ...], what: object) -> None:
        self.asked += 1
        headers = self.admin.headers()
        if path.startswith("/api/bot/"):
            headers = {"Authorization": f"Bearer {self.token}"}
        answer = self.admin.client.request(method, path, json=body, headers=headers)
        if answer.status_code not in expected:
            self.wrong.append((method, path, what, answer.status_code, answer.text[:100]))


@pytest.fixture
def asker(admin: Browser, token: str, ids: dict[str, str]) -> Asker:
    return Asker(admin, token, ids)


def body_info(handler: HTTPRouteHandler) -> inspect.Type | None:
    kind = body_type(handler)
    return None if kind is bytes else inspect.type_info(kind)


def test_a_number_in_a_path_is_refused_or_not_found(asker: Asker) -> None:
    for path, method, handler in asker.calls():
        kind = body_info(handler)
        body = None if kind is None else plain(kind)
        for name in openapi.parameters(path):
            for number in NUMBERS:
                asker.ask(method, asker.path(path, **{name: number}), body, ANSWERED, name)
    assert asker.asked > 500
    assert asker.wrong == []


@pytest.mark.parametrize("part", ["%", "%zz", "%00", "%FF", "%ED%A0%80"])
def test_a_part_of_an_address_that_is_no_text_makes_no_call_fail(asker: Asker, part: str) -> None:
    for path, method, handler in asker.calls():
        kind = body_info(handler)
        body = None if kind is None else plain(kind)
        for name in openapi.parameters(path):
            asker.ask(method, asker.path(path, **{name: part}), body, ANSWERED, name)
        for name in handler.opt.get("query", ()):
            asker.ask(method, f"{asker.path(path)}?{name}={part}", None, ANSWERED, name)
    assert asker.asked > 100
    assert asker.wrong == []


def test_a_number_in_a_query_is_refused_or_not_found(asker: Asker) -> None:
    for path, method, handler in asker.calls():
        for name in handler.opt.get("query", ()):
            for number in NUMBERS:
                asker.ask(method, f"{asker.path(path)}?{name}={number}", None, (200, 201, *REFUSED), name)
    assert asker.asked > 100
    assert asker.wrong == []


def test_a_number_in_a_body_is_refused(asker: Asker) -> None:
    for path, method, handler in asker.calls():
        kind = body_info(handler)
        for where, insert in places(kind, is_whole_number) if kind is not None else ():
            for number in NUMBERS:
                expected = REFUSED if number in TOO_LARGE else ANSWERED
                asker.ask(method, asker.path(path), insert(number), expected, (where, number))
    assert asker.asked > 500
    assert asker.wrong == []


def test_the_move_number_of_a_position_makes_no_call_fail(asker: Asker) -> None:
    for path, method, handler in asker.calls():
        kind = body_info(handler)
        for where, insert in places(kind, is_sfen) if kind is not None else ():
            for number in NUMBERS:
                body = insert(SFEN.removesuffix("1") + str(number))
                asker.ask(method, asker.path(path), body, ANSWERED, (where, number))
    assert asker.asked > 50
    assert asker.wrong == []


def test_the_reports_and_logs_of_moderators_have_numbers_of_32_bits(admin: Browser) -> None:
    for number in (0, -1, 2**31, 2**63, 2**64, 10**4000):
        assert code(admin.post(f"/api/moderation/reports/{number}/close", {})) == "not_found"
        assert code(admin.get(f"/api/moderation/log?before={number}")) == "invalid"
    assert code(admin.post(f"/api/moderation/reports/{2**31 - 1}/close", {})) == "not_found"
    assert admin.get(f"/api/moderation/log?before={2**31 - 1}").status_code == 200


# -- the page's socket


def messages() -> Iterator[tuple[str, inspect.StructType, Any]]:
    """A message of each kind, and of each kind of topic, that a page may send."""
    for kind in get_args(live_wire.Command):
        described = inspect.type_info(kind)
        assert isinstance(described, inspect.StructType)
        for topic in get_args(live_wire.Topic) if "topic" in kind.__struct_fields__ else ():
            changed = {"topic": plain(inspect.type_info(topic))}
            yield f"{described.tag} {topic.__name__}", described, plain(described) | changed
        if "topic" not in kind.__struct_fields__:
            yield str(described.tag), described, plain(described)


def about(message: dict[str, Any], ids: dict[str, str]) -> dict[str, Any]:
    """The message about the game, the challenge, the chapter or the event that there is."""
    topic = message.get("topic", {})
    known = ids.get(f"{topic.get('type')}_id")
    changes: dict[str, Any] = {} if known is None else {"topic": topic | {"id": known}}
    return message | changes | ({"game": ids["game_id"]} if "game" in message else {})


def answer_to(page: Socket, message: dict[str, Any]) -> dict[str, Any]:
    page.session.send_text(json.dumps(message))
    if message["type"] == "pong":  # which has no answer unless it is refused
        page.session.send_json({"type": "ping", "id": message["id"]})
    while True:
        answer = page.receive()
        if answer["type"] in ("done", "error"):
            return answer


def test_each_message_without_a_session_is_answered(client: TestClient[Any], ids: dict[str, str]) -> None:
    with client.websocket_connect(SOCKET, headers={"Origin": ORIGIN}) as session:
        page = Socket(session)
        for name, _, message in messages():
            for asked in (message, about(message, ids)):
                assert answer_to(page, asked).get("code") not in ("internal", "invalid"), name


def test_nobody_speaks_at_a_game_without_a_session(client: TestClient[Any], ids: dict[str, str]) -> None:
    with client.websocket_connect(SOCKET, headers={"Origin": ORIGIN}) as session:
        page = Socket(session)
        assert page.subscribe(ids["game_id"])["type"] == "done"
        assert page.ask("say", phrase="hello")["code"] == "no_guest"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_in_a_message_is_refused(admin: Browser, ids: dict[str, str], number: int) -> None:
    tried = 0
    with admin.connect() as page:
        for name, described, message in messages():
            for where, insert in places(described, is_whole_number):
                tried += 1
                answer = answer_to(page, about(message | insert(number), ids))
                assert answer.get("code") != "internal", (name, where)
                assert number not in TOO_LARGE or answer["code"] == "invalid", (name, where)
    assert tried > 10
