"""E-mail addresses of accounts, and lost passwords, with a real mail server."""

from __future__ import annotations

import time
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.mail import queue
from komadai.server.mail.store import mail_addresses
from tests.processes import PATIENCE_S
from tests.server.conftest import UNLIMITED, Guest, Server, code
from tests.server.mail.conftest import Mailbox, link_in, text_of
from tests.server.mail.mailboxes import ADDRESS, HOUR, call, nothing_waits, pass_ms, with_address
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD, Browser


def forget(client: TestClient[Any], name: str) -> Any:
    return Guest(client).post("/api/mail/forgotten", {"name": name})


class TestAddress:
    def test_it_counts_after_its_link_was_opened(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = Browser(client)
            alice.register("alice")
            assert alice.get("/api/account/email").json() == {
                "available": True,
                "address": None,
                "pending": None,
                "notices": True,
            }
            alice.post("/api/account/email", {"address": ADDRESS, "password": PASSWORD})
            (message,) = mailbox.wait(1)
            assert str(message["From"]) == "Shogi club <shogi@example.org>"
            assert message["Auto-Submitted"] == "auto-generated"
            token = link_in(message, "confirm")
            assert forget(client, "alice").status_code == 200  # nothing is sent to it before
            assert Guest(client).post("/api/mail/confirm", {"token": token}).status_code == 200
            found = alice.get("/api/account/email").json()
            assert (found["address"], found["pending"]) == (ADDRESS, None)
            assert code(Guest(client).post("/api/mail/confirm", {"token": token})) == "bad_link"
            nothing_waits(client)
            assert len(mailbox.messages) == 1

    def test_it_needs_the_password_and_the_form_of_an_address(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = Browser(client)
            alice.register("alice")
            for address in (
                "alice",
                "a@b",
                "a b@example.org",
                "a@example.org\nBcc: b@example.org",
                "<a@b.org>",
                "root,me@x.example",
                "<root>@x.example",
            ):
                answer = alice.post("/api/account/email", {"address": address, "password": PASSWORD})
                assert code(answer) == "invalid", address
                assert "name@example.org" in answer.json()["error"]["message"]["ja"]
            answer = alice.post("/api/account/email", {"address": ADDRESS, "password": "wrong"})
            assert code(answer) == "bad_password"
            assert code(Guest(client).get("/api/account/email")) == "no_account"

    def test_mail_for_one_that_is_refused_today_is_dropped(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            with_address(client, mailbox)
            store = client.app.state.mail.store

            async def put_in(address: str) -> None:  # as an earlier version did
                async with store.engine.begin() as connection:
                    await connection.execute(mail_addresses.update().values(address=address))

            call(client, put_in, "root,me@x.example")
            assert forget(client, "alice").status_code == 200
            nothing_waits(client)
            assert [envelope.rcpt_tos for envelope in mailbox.envelopes] == [[ADDRESS]]

    def test_a_new_one_is_told_to_the_old_one_and_can_be_removed(
        self, server: Server, mailbox: Mailbox
    ) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = with_address(client, mailbox)
            alice.post("/api/account/email", {"address": "new@example.com", "password": PASSWORD})
            mailbox.wait(3)
            assert {str(message["To"]) for message in mailbox.messages[1:]} == {ADDRESS, "new@example.com"}
            assert alice.get("/api/account/email").json()["address"] == ADDRESS
            removed = alice.post("/api/account/email", {"address": "", "password": PASSWORD})
            assert removed.json()["address"] is None
            assert removed.json()["pending"] is None

    def test_links_are_not_sent_without_end(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = Browser(client)
            alice.register("alice")
            body = {"address": ADDRESS, "password": PASSWORD}
            answers = [alice.post("/api/account/email", body).status_code for _ in range(4)]
            assert answers == [200, 200, 200, 429]

    def test_it_is_exported_and_deleted_with_the_account(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = with_address(client, mailbox)
            exported = alice.get("/api/account/export").json()
            assert exported["mail"] == [{"address": ADDRESS, "pending": None, "notices": True}]
            alice.enter("delete", password=PASSWORD)
            assert call(client, client.app.state.mail.store.accounts_at, ADDRESS, 5) == []

    def test_a_server_without_mail_says_so(self, client: TestClient[Any]) -> None:
        browser = Browser(client)
        browser.register("bob")
        assert browser.get("/api/mail").json() == {"available": False}
        answer = browser.post("/api/account/email", {"address": ADDRESS, "password": PASSWORD})
        assert code(answer) == "no_mail"
        assert code(forget(client, "bob")) == "no_mail"
        assert code(browser.post("/api/account/notices", {"on": False})) == "no_mail"


class TestLostPassword:
    def test_the_link_is_for_once_and_ends_all_sessions(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = with_address(client, mailbox)
            assert forget(client, "ALICE").json() == {"name": ""}
            token = link_in(mailbox.wait(2)[-1], "reset")
            stranger = Guest(client)
            weak = stranger.post("/api/mail/reset", {"token": token, "password": "password"})
            assert code(weak) == "invalid"  # the link is still good
            answer = stranger.post("/api/mail/reset", {"token": token, "password": OTHER_PASSWORD})
            assert answer.json() == {"name": "alice"}
            again = stranger.post("/api/mail/reset", {"token": token, "password": PASSWORD})
            assert code(again) == "bad_link"
            assert alice.get("/api/account/sessions").status_code == 401
            assert code(Browser(client).log_in("alice")) == "bad_login"
            assert Browser(client).log_in("alice", OTHER_PASSWORD).status_code == 200
            told = mailbox.wait(3)[-1]
            assert (str(told["To"]), "was changed" in str(told["Subject"])) == (ADDRESS, True)

    def test_it_is_valid_for_an_hour(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            with_address(client, mailbox)
            forget(client, ADDRESS.upper())
            token = link_in(mailbox.wait(2)[-1], "reset")
            pass_ms(client, HOUR)
            answer = Guest(client).post("/api/mail/reset", {"token": token, "password": OTHER_PASSWORD})
            assert code(answer) == "bad_link"

    def test_the_answer_does_not_tell_whether_there_is_an_account(
        self, server: Server, mailbox: Mailbox
    ) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            with_address(client, mailbox)
            Browser(client).register("bob")  # without an address
            answers = [forget(client, name) for name in ("alice", "bob", "nobody", "nobody@example.org", "")]
            assert {(answer.status_code, answer.text) for answer in answers} == {(200, '{"name":""}')}
            nothing_waits(client)
            assert len(mailbox.messages) == 2

    def test_asking_again_and_again_sends_three_mails_in_an_hour(
        self, server: Server, mailbox: Mailbox
    ) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            with_address(client, mailbox)
            for _ in range(6):
                assert forget(client, "alice").status_code == 200
                nothing_waits(client)
            assert len(mailbox.messages) == 1 + 3
            codes = [forget(client, "alice").status_code for _ in range(20)]
            assert codes[-1] == 429  # of one address of the network

    def test_a_change_by_the_owner_is_told_too(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = with_address(client, mailbox)
            alice.enter("password", current=PASSWORD, new=OTHER_PASSWORD)
            assert "was changed" in str(mailbox.wait(2)[-1]["Subject"])

    def test_mails_are_in_the_language_of_the_account(self, server: Server, mailbox: Mailbox) -> None:
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = with_address(client, mailbox)
            alice.post("/api/account/preferences", {"preferences": {"language": "ja"}})
            forget(client, "alice")
            message = mailbox.wait(2)[-1]
            assert str(message["Subject"]) == "【駒台】パスワードの再設定"
            assert "1時間以内" in text_of(message)


class TestQueue:
    def test_nothing_is_lost_at_a_restart_and_an_outage(
        self, server: Server, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(queue, "RETRY_MS", (100,))
        mailbox.stop()
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = Browser(client)
            alice.register("alice")
            alice.post("/api/account/email", {"address": ADDRESS, "password": PASSWORD})
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            assert call(client, client.app.state.mail.store.waiting) == 1
            mailbox.refusal = "451 try again"
            mailbox.start()
            latest = time.monotonic() + PATIENCE_S
            while mailbox.attempts < 2:
                assert time.monotonic() < latest
                time.sleep(0.02)
            mailbox.refusal = None
            assert link_in(mailbox.wait(1)[0], "confirm")
            nothing_waits(client)
            assert len(mailbox.messages) == 1

    def test_a_mail_that_is_refused_for_good_is_forgotten(self, server: Server, mailbox: Mailbox) -> None:
        mailbox.refusal = "550 no such user"
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = Browser(client)
            alice.register("alice")
            alice.post("/api/account/email", {"address": ADDRESS, "password": PASSWORD})
            nothing_waits(client)
            assert mailbox.attempts == 1

    def test_a_mail_that_comes_too_late_is_not_sent(self, server: Server, mailbox: Mailbox) -> None:
        mailbox.stop()
        with server(limits=UNLIMITED, mail=mailbox.settings) as client:
            alice = Browser(client)
            alice.register("alice")
            alice.post("/api/account/email", {"address": ADDRESS, "password": PASSWORD})
            pass_ms(client, 25 * HOUR)
            nothing_waits(client)
        assert mailbox.messages == []
