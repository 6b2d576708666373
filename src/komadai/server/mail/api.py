"""The HTTP calls of e-mail; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.params import JSONBody

from komadai.server.http.calls import Calls
from komadai.server.mail import wire
from komadai.server.mail.service import MailService
from komadai.server.mail.store import Address
from komadai.server.people.caller import Caller


class AddressCalls(Calls):
    """The address of an account."""

    path = "/api/account"
    mail: MailService

    @get("/email")
    async def address(self, caller: Caller) -> wire.MailAddressView:
        """The address of the account.

        ``pending`` is an address that is not confirmed yet.
        """
        return _view(self.mail, await self.mail.store.address(caller.account.id))

    @post("/email", cost=None, desk=True, status_code=200)
    async def set_address(
        self, caller: Caller, data: JSONBody[wire.MailAddressRequest]
    ) -> wire.MailAddressView:
        """Enters an address, to which a link is sent, or removes it.

        An empty address removes what is stored. 409 ``no_mail``, 400 ``invalid`` (``address``).
        """
        return _view(
            self.mail, await self.mail.set_address(caller.visitor, data.address.strip(), data.password)
        )

    @post("/notices", status_code=200)
    async def set_notices(
        self, caller: Caller, data: JSONBody[wire.MailNoticesRequest]
    ) -> wire.MailAddressView:
        """Switches mails about correspondence games on or off.

        409 ``no_mail``.
        """
        return _view(self.mail, await self.mail.set_notices(caller.account.id, data.on))


class MailCalls(Calls):
    """The calls behind the links in mails, also without an account."""

    path = "/api/mail"
    mail: MailService

    @get("/")
    async def available(self) -> wire.MailAvailable:
        """Whether this server sends mail."""
        return wire.MailAvailable(self.mail.available)

    @post("/confirm", status_code=200)
    async def confirm(self, data: JSONBody[wire.LinkRequest]) -> wire.MailDone:
        """Confirms an address by the link that was sent to it.

        No login is needed. 403 ``bad_link``.
        """
        await self.mail.confirm(data.token)
        return wire.MailDone()

    @post("/unsubscribe", status_code=200)
    async def unsubscribe(self, data: JSONBody[wire.LinkRequest]) -> wire.MailDone:
        """Ends mails about correspondence games by the link in one of them; no login is needed.

        403 ``bad_link``.
        """
        await self.mail.unsubscribe(data.token)
        return wire.MailDone()

    @post("/forgotten", cost=None, desk=True, status_code=200)
    async def forgotten(self, caller: Caller, data: JSONBody[wire.ForgottenRequest]) -> wire.MailDone:
        """Sends a link to choose a new password.

        The answer does not tell whether there is such an account.
        """
        await self.mail.forgotten(data.name.strip(), caller.address)
        return wire.MailDone()

    @post("/reset", cost=None, desk=True, status_code=200)
    async def reset(self, caller: Caller, data: JSONBody[wire.ResetRequest]) -> wire.MailDone:
        """Chooses a new password by a link; all sessions of the account end.

        403 ``bad_link``.
        """
        return wire.MailDone(await self.mail.reset(caller.visitor, data.token, data.password))


def _view(mail: MailService, row: Address | None) -> wire.MailAddressView:
    return wire.MailAddressView(
        available=mail.available,
        address=None if row is None else row.address,
        pending=None if row is None else row.pending,
        notices=row is None or row.notices,
    )


CALLS: Final = (AddressCalls, MailCalls)
