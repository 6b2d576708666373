"""The settings of e-mail: options before the environment, the environment before the config file."""

from __future__ import annotations

import pytest

from komadai.server.errors import StartError
from komadai.server.mail.setup import MailTable, mail_settings
from komadai.server.mail.smtp import message_of
from komadai.server.mail.store import Mail
from komadai.server.settings import MailSettings

TABLE = MailTable("smtp://mail.example.org", "Club <club@example.org>", "https://shogi.example.org/")


def test_without_a_mail_server_there_is_no_mail() -> None:
    assert mail_settings(MailTable(), {}, MailTable()) is None
    assert mail_settings(MailTable(), {}, MailTable(None, "a@example.org", "https://example.org")) is None


def test_each_setting_comes_from_the_first_that_has_it() -> None:
    environment = {"KOMADAI_SMTP": "smtps://us%40er:pass%3Aword@mail.example.net", "KOMADAI_PUBLIC_URL": ""}
    settings = mail_settings(MailTable(sender="me@example.org"), environment, TABLE)
    assert settings == MailSettings(
        host="mail.example.net",
        port=465,
        sender="me@example.org",
        public_url="https://shogi.example.org",
        security="tls",
        user="us@er",
        password="pass:word",
    )
    assert "pass:word" not in repr(settings)


@pytest.mark.parametrize(
    ("smtp", "port", "security"),
    [
        ("smtp://mail.example.org", 587, "starttls"),
        ("smtp://mail.example.org:2525", 2525, "starttls"),
        ("smtps://mail.example.org", 465, "tls"),
        ("smtp://127.0.0.1", 25, "none"),
        ("smtp://localhost:1025", 1025, "none"),
    ],
)
def test_what_leaves_the_machine_is_encrypted(smtp: str, port: int, security: str) -> None:
    settings = mail_settings(MailTable(smtp), {}, TABLE)
    assert settings is not None
    assert (settings.port, settings.security) == (port, security)


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (MailTable("mail.example.org", "a@example.org", "https://example.org"), "mail-smtp"),
        (MailTable("smtp://u:secret@h:port", "a@example.org", "https://example.org"), "mail-smtp"),
        (MailTable("smtp://h", "nobody", "https://example.org"), "mail-sender"),
        (MailTable("smtp://h", "Shogi, go <a@example.org>", "https://example.org"), "mail-sender"),
        (MailTable("smtp://h", "a@example.org", "example.org"), "mail-public-url"),
        (MailTable("smtp://h", "a@example.org"), "mail-incomplete"),
        (MailTable("smtp://h", None, "https://example.org"), "mail-incomplete"),
    ],
)
def test_what_is_wrong_is_said_without_the_password(table: MailTable, code: str) -> None:
    with pytest.raises(StartError) as caught:
        mail_settings(table, {}, MailTable())
    assert caught.value.message.code == code
    assert "secret" not in str(caught.value)


def test_a_line_break_cannot_add_a_header() -> None:
    settings = mail_settings(MailTable(), {}, TABLE)
    assert settings is not None
    mail = Mail(
        account_id="a",
        address="a@example.org\r\nBcc: b@example.org",
        subject="s",
        body="b",
        due_ms=0,
        expires_ms=0,
    )
    with pytest.raises(ValueError, match=r"."):
        message_of(mail, settings, "Fri, 27 Nov 2026 12:00:00 +0000")
