"""The wire types of e-mail; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated

import msgspec

LinkToken = Annotated[str, msgspec.Meta(max_length=100)]
MailPassword = Annotated[str, msgspec.Meta(max_length=400)]


class MailAddressRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/email."""

    address: Annotated[str, msgspec.Meta(max_length=254)]
    """Empty: removes the address."""
    password: MailPassword
    """The account's."""


class MailNoticesRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/account/notices."""

    on: bool


class LinkRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/mail/confirm and /api/mail/unsubscribe."""

    token: LinkToken


class ForgottenRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/mail/forgotten."""

    name: Annotated[str, msgspec.Meta(max_length=254)]
    """The name of the account, or its address."""


class ResetRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/mail/reset."""

    token: LinkToken
    password: MailPassword
    """The new one."""


class MailAddressView(msgspec.Struct, frozen=True, kw_only=True):
    """The e-mail address of an account, as its owner sees it."""

    available: bool
    """Whether this server sends mail."""
    address: str | None
    """The confirmed address."""
    pending: str | None
    """One that waits for its link to be opened."""
    notices: bool
    """Whether mails about correspondence games are sent."""


class MailAvailable(msgspec.Struct, frozen=True):
    """The answer to GET /api/mail."""

    available: bool


class MailDone(msgspec.Struct, frozen=True):
    """The answer to a link: that it was done."""

    name: str = ""
    """The account whose password was chosen."""
