"""Each message of a subscription names its topic; a page of another version is asked to reload."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest
from litestar.testing import TestClient

from komadai.server.connections import SOCKET_VERSION
from komadai.server.live import wire as live_wire
from tests.server.conftest import ORIGIN, Guest, Socket
from tests.server.people.accounts import Browser, somebody

MATE = {"sfen": "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "kind": "solve"}


def topics(person: Browser) -> dict[str, str]:
    """One id of each type of topic."""
    study = person.post("/api/studies", {"name": "Openings"}).json()
    return {
        "game": person.begin(),
        "job": person.post("/api/tsume/jobs", MATE).json()["id"],
        "challenge": person.post("/api/challenges", {}).json()["id"],
        "lobby": "lobby",
        "chapter": study["chapter"],
        "event": person.post("/api/events", {"name": "Club Cup"}).json()["id"],
    }


def until_answered(page: Socket, tag: str) -> list[dict[str, Any]]:
    """The messages before the answer to a command."""
    messages = []
    while (message := page.receive()).get("re") != tag:
        messages.append(message)
    assert message == {"type": "done", "re": tag}, "the answer to a command has no topic"
    return messages


def test_the_names_of_topics_are_those_of_the_subscriptions() -> None:
    names = get_args(get_type_hints(live_wire.TopicName)["type"])
    assert set(names) == {topic.__struct_config__.tag for topic in get_args(live_wire.Topic)}


def test_the_state_of_each_topic_names_the_topic(client: TestClient[Any]) -> None:
    person, _ = somebody(client)
    for kind, name in topics(person).items():
        with person.connect() as page:
            sent = until_answered(page, page.send("subscribe", topic={"type": kind, "id": name}))
            assert sent, kind
            assert [each["topic"] for each in sent] == [{"type": kind, "id": name}] * len(sent)


def test_changes_of_two_games_on_one_socket_name_their_game(guest: Guest) -> None:
    first, second = guest.begin(), guest.begin()
    with guest.open(first) as page:
        page.subscribe(second)
        for game_id in (first, second):
            page.game_id = game_id
            page.subscribe(game_id)
            sent = until_answered(page, page.send("move", usi="7g7f"))
            updates = [each for each in sent if each["type"] == "update" and each["game"] == game_id]
            assert updates
            assert all(each["topic"] == {"type": "game", "id": each["game"]} for each in updates)


def test_a_topic_that_is_subscribed_to_twice_is_sent_once(guest: Guest) -> None:
    game_id = guest.begin(engine="slow")
    with guest.open(game_id) as page:
        page.subscribe(game_id)
        sent = until_answered(page, page.send("move", usi="7g7f"))
        assert [each["type"] for each in sent].count("update") == 1
        topic = {"type": "game", "id": game_id}
        assert until_answered(page, page.send("unsubscribe", topic=topic)) == []
        assert until_answered(page, page.send("resign")) == [], "the page has left the game"


@pytest.mark.parametrize("version", ["", "?version=1", f"?version={SOCKET_VERSION + 1}", "?version=x"])
def test_a_page_of_another_version_is_asked_to_reload(guest: Guest, version: str) -> None:
    game_id = guest.begin()
    headers = {"Cookie": guest.cookie, "Origin": ORIGIN}
    with guest.client.websocket_connect(f"/api/socket{version}", headers=headers) as session:
        page = Socket(session)
        refused = page.subscribe(game_id)
        assert refused["code"] == "old_page"
        assert refused["message"]["en"] == "The server has been updated; reload this page."
        assert refused["message"]["ja"] == "サーバーが更新されました。ページを再読み込みしてください。"
        assert page.ask("ping")["type"] == "done", (
            "the page keeps its socket: it does not connect again and again"
        )
