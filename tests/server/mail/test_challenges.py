"""Mails to players of a ladder who were challenged."""

from __future__ import annotations

from tests.server.conftest import UNLIMITED, Server
from tests.server.mail.conftest import PUBLIC, Mailbox, link_in, text_of
from tests.server.mail.mailboxes import nothing_waits, with_address
from tests.server.tournaments.people import Person


def test_who_is_challenged_is_told_until_when_to_answer(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        alice, bob = with_address(client, mailbox), Person(client)
        bob.register("bob")
        mailbox.messages.clear()
        event = bob.create(system="ladder", days=3)
        alice.post(f"/api/events/{event}/commands", {"command": {"type": "join"}})
        bob.do(event, "join")
        bob.do(event, "challenge", opponent=1)
        (message,) = mailbox.wait(1)
        assert str(message["Subject"]) == "Komadai: bob challenges you"
        assert f"{PUBLIC}/events/{event}" in text_of(message)
        assert "on the ladder Club Cup" in text_of(message)
        assert link_in(message, "unsubscribe")

        alice.post(f"/api/events/{event}/commands", {"command": {"type": "withdraw", "player": 1}})
        alice.post(f"/api/events/{event}/commands", {"command": {"type": "return", "player": 1}})
        alice.post(f"/api/events/{event}/commands", {"command": {"type": "challenge", "opponent": 2}})
        nothing_waits(client)
        assert len(mailbox.messages) == 1, "bob has no address"
