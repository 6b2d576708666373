"""An address is confirmed and a lost password replaced, by links in real mails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.server.mail.conftest import Mailbox, link_in
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    box.start()
    yield box
    box.stop()


@pytest.fixture
def server(tmp_path: Path, mailbox: Mailbox) -> Iterator[str]:
    """A server that sends mail, in place of the shared one."""
    config = tmp_path / "komadai" / "config.toml"
    config.parent.mkdir()
    config.write_text(
        f'[server.mail]\nsmtp = "smtp://127.0.0.1:{mailbox.port}"\nsender = "shogi@example.org"\n'
        'public_url = "https://shogi.example.org"\n',
        "utf-8",
    )
    running = Server(tmp_path)
    yield running.address
    running.close()


def test_a_lost_password_is_replaced_by_mail(visit: Callable[..., Page], mailbox: Mailbox, axe: str) -> None:
    page = visit("/register")
    page.get_by_label("Name", exact=True).fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    page.get_by_text("Your account is ready").wait_for()
    page.goto("/account?section=login")
    page.get_by_label("E-mail address").fill("alice@example.com")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_text("A mail was sent to alice@example.com.", exact=False)).to_be_visible()
    page.goto(f"/mail/confirm/{link_in(mailbox.wait(1)[0], 'confirm')}")
    page.get_by_role("button", name="This is my address").click()
    expect(page.get_by_text("The address is confirmed.")).to_be_visible()
    page.goto("/account?section=login")
    expect(page.get_by_text("Your address is alice@example.com.")).to_be_visible()
    expect(page.get_by_label("Mails about games with days a move", exact=False)).to_be_checked()
    page.close()  # a new password ends its session, and it looks for its engines again and again

    other = visit("/login")
    other.get_by_role("link", name="Forgotten the password?").click()
    other.get_by_label("Name or e-mail address").fill("alice")
    other.evaluate(axe)
    found = other.evaluate("axe.run().then((result) => result.violations.map((each) => each.id))")
    assert found == []
    other.get_by_role("button", name="Send the link").click()
    expect(other.get_by_text("a mail is on its way", exact=False)).to_be_visible()
    other.goto(f"/mail/reset/{link_in(mailbox.wait(2)[1], 'reset')}")
    other.get_by_label("New password").fill(OTHER_PASSWORD)
    other.get_by_role("button", name="Set the password").click()
    expect(other.get_by_text("The password of alice is changed.", exact=False)).to_be_visible()
    other.get_by_role("link", name="Log in").first.click()
    other.get_by_label("Name", exact=True).fill("alice")
    other.get_by_label("Password").fill(OTHER_PASSWORD)
    other.get_by_role("button", name="Log in").click()
    expect(other.get_by_role("button", name="alice, your account")).to_be_visible()
