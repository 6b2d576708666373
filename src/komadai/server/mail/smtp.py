"""Sends one mail over SMTP."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import Final

from komadai.server.mail.store import Mail
from komadai.server.settings import MailSettings

TIMEOUT_S: Final = 10.0
"""How long the mail server may take for an answer; a server that ends waits for it."""


class Refused(Exception):
    """The mail server will never take this mail, for example because the address does not exist."""


def send(mail: Mail, settings: MailSettings, now_text: str) -> None:
    """Sends a mail; blocks. Raises Refused; for a failure that may pass, OSError or smtplib.SMTPException."""
    message = message_of(mail, settings, now_text)
    try:
        with _connected(settings) as server:
            if settings.user:
                server.login(settings.user, settings.password)
            server.send_message(message)
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
    """The mail as a message. A line break in an address or subject is refused by the library."""
    message = EmailMessage(policy=SMTP)
    message["From"] = settings.sender
    message["To"] = mail.address
    message["Subject"] = mail.subject
    message["Date"] = now_text
    message["Message-ID"] = make_msgid(domain=settings.sender.rpartition("@")[2].strip("> ") or "localhost")
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
    message.set_content(mail.body)
    return message


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
