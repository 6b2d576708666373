"""The settings of e-mail, from the command line, the environment and the config file, in this order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal
from urllib.parse import unquote, urlsplit

import msgspec

from komadai.server.errors import SettingsError
from komadai.server.http.host_check import is_loopback
from komadai.server.mail.addresses import read_sender
from komadai.server.settings import MailSettings

VARIABLES: Final = {
    "smtp": "KOMADAI_SMTP",
    "sender": "KOMADAI_MAIL_FROM",
    "public_url": "KOMADAI_PUBLIC_URL",
}
"""The variables of the environment, by setting."""
_PORTS: Final = {"smtp": 587, "smtps": 465}


class MailTable(msgspec.Struct, frozen=True):
    """The table ``server.mail`` of the config file; its fields are the keys."""

    smtp: Annotated[str, msgspec.Meta(max_length=1000)] | None = None
    """``smtp://USER:PASSWORD@HOST:PORT``, or ``smtps://`` for TLS from the first byte."""
    sender: str | None = None
    public_url: str | None = None


def mail_settings(
    options: MailTable, environment: Mapping[str, str], table: MailTable
) -> MailSettings | None:
    """The settings; None without a mail server. Raises StartError for one that cannot be used.

    Encryption is required, except for a mail server at this machine's own address.
    """
    found = {
        name: getattr(options, name) or environment.get(variable) or getattr(table, name)
        for name, variable in VARIABLES.items()
    }
    if not found["smtp"]:
        return None
    for name in ("sender", "public_url"):
        if not found[name]:
            raise SettingsError.with_code("mail-incomplete", name=name, variable=VARIABLES[name])
    smtp, sender, public = (str(found[name]) for name in VARIABLES)
    try:
        url = urlsplit(smtp)
        host, port = url.hostname, url.port
    except ValueError:
        host, port, url = None, None, urlsplit("")
    if url.scheme not in _PORTS or not host or url.path.strip("/") or url.query or url.fragment:
        raise SettingsError.with_code("mail-smtp")  # without the text, which may have the password
    if read_sender(sender) is None:
        raise SettingsError.with_code("mail-sender", text=sender)
    address = urlsplit(public)
    if address.scheme not in ("http", "https") or not address.hostname or address.query or address.fragment:
        raise SettingsError.with_code("mail-public-url", text=public)
    security: Literal["starttls", "tls", "none"] = "tls" if url.scheme == "smtps" else "starttls"
    if url.scheme == "smtp" and is_loopback(host):
        security = "none"
    return MailSettings(
        host=host,
        port=port or (25 if security == "none" else _PORTS[url.scheme]),
        sender=sender,
        public_url=public.rstrip("/"),
        security=security,
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
    )
