"""Sends one mail over SMTP."""

from __future__ import annotations

import smtplib
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import Final

from komadai.server.mail.addresses import read_recipient, read_sender
from komadai.server.mail.store import Mail
from komadai.server.settings import MailSettings

TIMEOUT_S: Final = 10.0
"""How long the mail server may take for an answer; a server that ends waits for it."""


class Refused(Exception):
    """The mail server will never take this mail, for example because the address does not exist."""


def send(mail: Mail, settings: MailSettings, now_text: str) -> None:
    """Sends a mail; blocks. Raises Refused; for a failure that may pass, OSError or smtplib.SMTPException.

    The envelope has the two addresses as they were read here, and nothing that is read from the headers.
    Raises ValueError for a mail that cannot be written.
    """
    sender, recipient = _ends(mail, settings)
    message = message_of(mail, settings, now_text)
    try:
        with _connected(settings) as server:
            if settings.user:
                server.login(settings.user, settings.password)
            server.send_message(message, from_addr=sender.addr_spec, to_addrs=[recipient.addr_spec])
    except smtplib.SMTPRecipientsRefused as error:
        code, reason = next(iter(error.recipients.values()))
        if 500 <= code < 600:
            raise Refused(f"{code} {reason!r}") from error
        raise
    except smtplib.SMTPDataError as error:
        if 500 <= error.smtp_code < 600:
            raise Refused(f"{error.smtp_code} {error.smtp_error!r}") from error
        raise


def message_of(mail: Mail, settings: MailSettings, now_text: str) -> EmailMessage:
    """The mail as a message. Raises ValueError for what is no address, and a line break in the subject."""
    sender, recipient = _ends(mail, settings)
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = recipient
    message["Subject"] = mail.subject
    message["Date"] = now_text
    message["Message-ID"] = make_msgid(domain=sender.domain)
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
    message.set_content(mail.body)
    return message


def _ends(mail: Mail, settings: MailSettings) -> tuple[Address, Address]:
    """The sender and the recipient. Earlier versions stored addresses that are not sent to any more."""
    sender, recipient = read_sender(settings.sender), read_recipient(mail.address)
    if sender is None:
        raise ValueError("the sender is not one e-mail address")
    if recipient is None:  # the log names no address of a person
        raise ValueError("the recipient is not one e-mail address")
    return sender, recipient


def _connected(settings: MailSettings) -> smtplib.SMTP:
    if settings.security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(settings.host, settings.port, timeout=TIMEOUT_S, context=context)
    server = smtplib.SMTP(settings.host, settings.port, timeout=TIMEOUT_S)
    if settings.security == "starttls":
        try:
            server.starttls(context=ssl.create_default_context())
        except BaseException:
            server.close()
            raise
    return server


__all__ = ["Refused", "format_datetime", "message_of", "send"]
