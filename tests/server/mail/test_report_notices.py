"""Mails to the members of a league, when a report is out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from litestar.testing import TestClient

from komadai.tournaments import league_report
from tests.server.conftest import UNLIMITED, Server
from tests.server.mail.conftest import PUBLIC, Mailbox, link_in, text_of
from tests.server.mail.mailboxes import call, nothing_waits, pass_ms, with_address
from tests.server.tournaments.people import Person

DAY_MS = 86_400_000


def until_after_a_report(client: TestClient[Any]) -> str:
    """Lets time pass until a day after the next report; returns its day."""
    now = client.app.state.clock.now_ms()
    today = datetime.fromtimestamp(now / 1000, UTC).date()
    day = today.replace(month=6, day=30) if today.month <= 6 else today.replace(month=12, day=31)
    pass_ms(client, league_report.end_of(day) - now + DAY_MS)
    return day.isoformat()


def look(client: TestClient[Any]) -> None:
    call(client, client.app.state.report_notices.look)
    nothing_waits(client)


def test_members_with_an_address_are_told_once_of_each_report(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        alice, chief = with_address(client, mailbox), Person(client)
        chief.register("chief")
        mailbox.messages.clear()
        event = chief.create(system="league", days=3)
        alice.post(f"/api/events/{event}/commands", {"command": {"type": "join", "opponents": 0}})
        chief.do(event, "join", opponents=0)
        chief.do(event, "add", name="By letter", opponents=0)
        chief.create(system="swiss")
        look(client)
        assert mailbox.messages == [], "there is no report yet"

        day = until_after_a_report(client)
        look(client)
        (message,) = mailbox.wait(1)
        assert str(message["Subject"]) == f"Komadai: the report of Club Cup, {day}"
        assert f"{PUBLIC}/events/{event}" in text_of(message)
        assert link_in(message, "unsubscribe")
        look(client)
        assert len(mailbox.messages) == 1, "a report is told of once"

        second = until_after_a_report(client)
        assert second != day
        look(client)
        assert second in str(mailbox.wait(2)[1]["Subject"])


def test_an_old_report_is_no_news(server: Server, mailbox: Mailbox) -> None:
    with server(limits=UNLIMITED, mail=mailbox.settings) as client:
        alice = with_address(client, mailbox)
        mailbox.messages.clear()
        event = alice.post("/api/events", {"name": "League", "system": "league", "days": 3}).json()["id"]
        alice.post(f"/api/events/{event}/commands", {"command": {"type": "join", "opponents": 0}})
        until_after_a_report(client)
        pass_ms(client, 14 * DAY_MS)
        look(client)
        assert mailbox.messages == []
