"""Mails about correspondence games: whose turn it is, at most one in an hour, and how they end."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from tests.server.conftest import UNLIMITED, Guest, Server, begin_two, code
from tests.server.games.correspondence import play
from tests.server.mail.conftest import PUBLIC, Mailbox, link_in, text_of
from tests.server.mail.mailboxes import HOUR, call, nothing_waits, pass_ms, with_address
from tests.server.people.accounts import Browser


def look(client: TestClient[Any]) -> None:
    """Lets the server look for players to be told, and send what it found."""
    call(client, client.app.state.notices.look)
    nothing_waits(client)


def begin(client: TestClient[Any], mailbox: Mailbox) -> tuple[Browser, Browser, str]:
    """Alice, who has an address, plays White against Bob, who has none."""
    alice, bob = with_address(client, mailbox), Browser(client)
    bob.register("bob")
    mailbox.messages.clear()
    return alice, bob, begin_two(bob, alice, days=3)


def test_a_player_is_told_once_that_it_is_their_turn(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        _alice, bob, game_id = begin(client, mailbox)
        look(client)
        assert mailbox.messages == []
        with bob.open(game_id) as page:
            page.ask("move", usi="7g7f")
        (message,) = mailbox.wait(1)
        for _ in range(3):
            look(client)
        assert len(mailbox.messages) == 1
        assert str(message["Subject"]) == "Komadai: your turn against bob"
        assert f"{PUBLIC}/game/{game_id}" in text_of(message)
        assert "2 days and 23 hours left" in text_of(message)
        secret = link_in(message, "unsubscribe")
        assert message["List-Unsubscribe"] == f"<{PUBLIC}/mail/unsubscribe/{secret}>"


def test_there_is_one_mail_a_game_and_hour(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        alice, bob, game_id = begin(client, mailbox)
        with bob.open(game_id) as black:
            black.ask("move", usi="7g7f")
            mailbox.wait(1)
            with alice.open(game_id) as white:
                play(black, white, "3c3d", "2g2f")
            look(client)
            assert len(mailbox.messages) == 1
            pass_ms(client, HOUR)
            assert "(move 4)" in text_of(mailbox.wait(2)[-1])


def test_who_looks_at_the_game_gets_no_mail_until_they_leave(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        alice, bob, game_id = begin(client, mailbox)
        with bob.open(game_id) as black:
            with alice.open(game_id) as white:
                play(black, white, "7g7f")
                look(client)
                assert mailbox.messages == []
            mailbox.wait(1)


def test_the_end_of_the_game_is_told(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        _, bob, game_id = begin(client, mailbox)
        with bob.open(game_id) as black:
            black.ask("move", usi="7g7f")
            mailbox.wait(1)
            black.ask("resign")
        pass_ms(client, HOUR)
        message = mailbox.wait(2)[-1]
        assert str(message["Subject"]) == "Komadai: the game against bob is over"
        assert "White wins" in text_of(message)
        look(client)
        assert len(mailbox.messages) == 2


def test_the_link_in_a_mail_ends_them_without_a_login(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        alice, bob, game_id = begin(client, mailbox)
        with bob.open(game_id) as black, alice.open(game_id):
            black.ask("move", usi="7g7f")
        secret = link_in(mailbox.wait(1)[0], "unsubscribe")
        stranger = Guest(client)
        assert code(stranger.post("/api/mail/unsubscribe", {"token": "other"})) == "bad_link"
        assert stranger.post("/api/mail/unsubscribe", {"token": secret}).status_code == 200
        assert alice.get("/api/account/email").json()["notices"] is False
        begin_two(alice, bob, days=1)
        look(client)
        assert len(mailbox.messages) == 1
        assert alice.post("/api/account/notices", {"on": True}).json()["notices"] is True
        mailbox.wait(2)


def test_a_restart_loses_no_notice(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        _, bob, game_id = begin(client, mailbox)
    with server(limits=UNLIMITED) as client:  # no mail is set up meanwhile
        bob.client = client
        with bob.open(game_id) as black:
            black.ask("move", usi="7g7f")
    with server(limits=UNLIMITED, mail=mailbox.settings):
        mailbox.wait(1)
