"""A correspondence game over two servers on one PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.games.live import game_registry
from tests.server.conftest import UNLIMITED, Guest, begin_two, start_server
from tests.server.games.correspondence import pass_days
from tests.server.mail.conftest import Mailbox, quick  # noqa: F401
from tests.server.mail.mailboxes import with_address
from tests.server.people.accounts import Browser
from tests.server.postgresql import Cluster

Pair = tuple[TestClient[Any], TestClient[Any]]


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    box.start()
    yield box
    box.stop()


@pytest.fixture
def pair(
    tmp_path_factory: pytest.TempPathFactory,
    postgresql: Cluster,
    migrated_url: str,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Pair]:
    monkeypatch.setattr(game_registry, "SWEEP_S", 0.1)
    database = postgresql.create(migrated_url)
    changes: dict[str, Any] = {"database": database, "limits": UNLIMITED, "mail": mailbox.settings}
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    with start_server(folders[0], **changes) as one, start_server(folders[1], **changes) as other:
        yield one, other


def test_an_answer_stored_at_one_server_is_played_by_the_other_and_one_of_them_drops_the_flag(
    pair: Pair,
) -> None:
    black, white = Guest(pair[0]), Guest(pair[1])
    game_id = begin_two(black, white, days=2)
    with black.open(game_id) as first, white.open(game_id) as second:
        first.ask("move", usi="7g7f")
        second.until(lambda game: len(game["moves"]) == 1)
        second.ask("move", usi="3c3d")
        first.until(lambda game: len(game["moves"]) == 2)
        path = f"/api/games/{game_id}/conditional"
        lines = [["2g2f", "8c8d"]]
        assert white.post(path, {"event": second.event, "lines": lines}).json() == {"lines": lines}
        first.ask("move", usi="2g2f")
        for page in (first, second):
            page.until(lambda game: len(game["moves"]) == 4)
        assert white.get("/api/waiting").json() == {"count": 0, "running": 1}
        for client in pair:
            pass_days(client, 2)
        for page in (first, second):
            page.until(lambda game: game["status"] == "finished")
        assert first.game["result"]["winner"] == second.game["result"]["winner"] == "white"


def test_two_servers_send_one_mail(pair: Pair, mailbox: Mailbox) -> None:
    alice, bob = with_address(pair[0], mailbox), Browser(pair[1])
    bob.register("bob")
    mailbox.messages.clear()
    game_id = begin_two(bob, alice, days=3)
    with bob.open(game_id) as page:
        page.ask("move", usi="7g7f")
    assert str(mailbox.wait(1)[0]["Subject"]) == "Komadai: your turn against bob"
    for client in pair:
        with client.portal() as portal:
            portal.call(client.app.state.notices.look)
    assert len(mailbox.messages) == 1
