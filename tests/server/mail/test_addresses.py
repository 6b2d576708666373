"""Which texts are e-mail addresses, and to whom a mail goes."""

from __future__ import annotations

import smtplib

import pytest

from komadai.server.mail.addresses import read_recipient, read_sender
from komadai.server.mail.smtp import send
from komadai.server.mail.store import Mail
from tests.server.mail.conftest import Mailbox

DATE = "Fri, 27 Nov 2026 12:00:00 +0000"


def mail_to(address: str) -> Mail:
    return Mail(account_id="a", address=address, subject="将棋", body="body", due_ms=0, expires_ms=0)


@pytest.mark.parametrize(
    "text",
    [
        "alice@example.com",
        "Alice.B+shogi@mail.example.co.jp",
        "o'brien_1-2@example.org",
        "1@1.example",
        "a@xn--eckwd4c7cu47r2wf.jp",
        "a" * 64 + "@example.org",
        "a@" + "b" * 63 + ".example",
        "a@" + ("b" * 49 + ".") * 5 + "xx",  # 254 characters
    ],
)
def test_an_address_is_read_as_it_stands(text: str) -> None:
    address = read_recipient(text)
    assert address is not None
    assert address.addr_spec == text
    assert smtplib.quoteaddr(text) == f"<{text}>"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "alice",
        "@example.org",
        "alice@",
        "alice@example",
        "root,me@x.example",
        "me@x.example,root",
        "<root>@x.example",
        "<me@x.example>",
        "root(me)@x.example",
        "me@x.example(root)",
        '"root"@x.example',
        '"root@y.example"@x.example',
        "root;me@x.example",
        "root:me@x.example",
        "@y.example:me@x.example",
        "list:me@x.example;",
        "root@y.example@x.example",
        "root%y.example@x.example",
        "y.example!root@x.example",
        "ro[o]t@x.example",
        "root\\@x.example",
        "a b@x.example",
        " a@x.example",
        "a@x.example ",
        "a@x.example\n",
        "a@x.example\r\nBcc: root@x.example",
        "a\tb@x.example",
        "a\x00@x.example",
        "a\x7f@x.example",
        "a\u00a0b@x.example",
        "a\u3000@x.example",
        "ａ@x.example",
        "a＠x.example",
        "a@x。example",
        "a@例え.jp",
        "é@x.example",
        "a\u200b@x.example",
        "\udc80@x.example",
        ".a@x.example",
        "a.@x.example",
        "a..b@x.example",
        "a@.x.example",
        "a@x..example",
        "a@x.example.",
        "a@-x.example",
        "a@x-.example",
        "a@x_y.example",
        "root@127.0.0.1",
        "root@127.0x1",
        "root@[127.0.0.1]",
        "root@[IPv6:::1]",
        "root@localhost",
        "root@localhost.localdomain",
        "root@mail.LOCALHOST",
        "a" * 65 + "@example.org",
        "a@" + "b" * 64 + ".example",
        "a@" + ("b" * 49 + ".") * 5 + "xxx",  # 255 characters
        "a" * 1_000_000,
    ],
)
def test_what_could_be_read_in_another_way_is_no_address(text: str) -> None:
    assert read_recipient(text) is None


@pytest.mark.parametrize(
    "stored", ["root,me@x.example", "<root>@x.example", "root:me@x.example", '"root"@x.example']
)
def test_nothing_is_sent_to_a_part_of_an_address_that_an_earlier_version_stored(
    mailbox: Mailbox, stored: str
) -> None:
    with pytest.raises(ValueError, match=r"^the recipient is not one e-mail address$"):
        send(mail_to(stored), mailbox.settings, DATE)
    assert mailbox.attempts == 0


def test_the_envelope_has_the_two_addresses_without_their_names(mailbox: Mailbox) -> None:
    send(mail_to("Alice+shogi@example.com"), mailbox.settings, DATE)
    (envelope,) = mailbox.envelopes
    assert envelope.mail_from == "shogi@example.org"
    assert envelope.rcpt_tos == ["Alice+shogi@example.com"]


@pytest.mark.parametrize(
    ("text", "name", "address"),
    [
        ("shogi@example.org", "", "shogi@example.org"),
        ("shogi@localhost", "", "shogi@localhost"),
        ("Shogi club <shogi@example.org>", "Shogi club", "shogi@example.org"),
        ('"Shogi, go & chess" <shogi@example.org>', "Shogi, go & chess", "shogi@example.org"),
        ("駒台 <shogi@example.org>", "駒台", "shogi@example.org"),
    ],
)
def test_a_sender_is_one_address_with_or_without_a_name(text: str, name: str, address: str) -> None:
    sender = read_sender(text)
    assert sender is not None
    assert (sender.display_name, sender.addr_spec) == (name, address)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nobody",
        "Shogi, go <shogi@example.org>",
        "a@example.org, b@example.org",
        "a@",
        "@b",
        "駒@example.org",
        "Club: shogi@example.org;",
        "=?utf-8?b?eA0KQmNjOiB5QHou?= <shogi@example.org>",  # a name with a line break and Bcc
    ],
)
def test_anything_else_is_no_sender(text: str) -> None:
    assert read_sender(text) is None
