"""A real mail server beside the tests."""

from __future__ import annotations

import email
import re
import socket
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from komadai.server.mail import queue
from komadai.server.settings import MailSettings
from tests.processes import PATIENCE_S

PUBLIC = "https://shogi.example.org"


class Mailbox:
    """What a mail server on this machine has received. ``refusal`` is its answer to each mail, if set."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.envelopes: list[Any] = []
        self.refusal: str | None = None
        self.attempts = 0
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.controller: Controller | None = None

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.attempts += 1
        if self.refusal is not None:
            return self.refusal
        message = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        assert envelope.rcpt_tos == [str(message["To"])]
        self.envelopes.append(envelope)
        self.messages.append(message)
        return "250 OK"

    def start(self) -> None:
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    def stop(self) -> None:
        if self.controller is not None:
            self.controller.stop()
            self.controller = None

    def wait(self, count: int) -> list[EmailMessage]:
        """Waits until this number of mails has come."""
        latest = time.monotonic() + PATIENCE_S
        while len(self.messages) < count:
            assert time.monotonic() < latest, f"waited in vain for {count} mails: {self.messages}"
            time.sleep(0.02)
        return self.messages

    @property
    def settings(self) -> MailSettings:
        return MailSettings(
            host="127.0.0.1",
            port=self.port,
            sender="Shogi club <shogi@example.org>",
            public_url=PUBLIC,
            security="none",
        )


def link_in(message: EmailMessage, kind: str) -> str:
    """The token of the link of this kind in a mail."""
    found = re.search(rf"{PUBLIC}/mail/{kind}/([\w-]+)", text_of(message))
    assert found is not None, text_of(message)
    return found[1]


def text_of(message: EmailMessage) -> str:
    return str(message.get_content())


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    box.start()
    yield box
    box.stop()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue is looked at often."""
    monkeypatch.setattr(queue, "LOOK_S", 0.05)
    monkeypatch.setattr("komadai.server.mail.room.LOOK_S", 0.05)
