"""The HTTP calls of passkeys; see docs/wire.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody
from litestar.types import AnyCallable

from komadai.server.errors import ApiError
from komadai.server.http.calls import Answer, Calls, Id
from komadai.server.http.requests import AnyRequest
from komadai.server.http.wire import EmptyRequest
from komadai.server.people import wire
from komadai.server.people.accounts.api import session_answer
from komadai.server.people.caller import Caller
from komadai.server.people.passkeys.passkeys import Passkeys
from komadai.server.people.passkeys.webauthn_checks import Site, site_of
from komadai.server.people.store import Account

Here = NamedDependency[Site]
"""The site of the call. Raises ApiError ``no_passkeys``."""


def _offered(request: AnyRequest, caller: Caller) -> bool:
    return site_of(request.headers.get("host"), caller.tls) is not None


def _site(request: AnyRequest, caller: Caller) -> Site:
    site = site_of(request.headers.get("host"), caller.tls)
    if site is None:
        raise ApiError("no_passkeys")
    return site


class PasskeyCalls(Calls):
    """The passkeys of an account, and the login with one."""

    path = "/api"
    dependencies: Mapping[str, Provide | AnyCallable] | None = {
        "offered": Provide(_offered, sync_to_thread=False),
        "site": Provide(_site, sync_to_thread=False),
    }
    passkeys: Passkeys

    @get("/passkeys")
    async def passkeys_offered(self, offered: NamedDependency[bool]) -> wire.PasskeysOffered:
        """Whether this server has passkeys at this address."""
        return wire.PasskeysOffered(offered)

    @get("/account/passkeys")
    async def list_passkeys(self, caller: Caller, offered: NamedDependency[bool]) -> wire.PasskeyList:
        """The passkeys of the account."""
        return await _list(self.passkeys, caller.account, offered=offered)

    @post("/account/passkeys/begin", cost=None, desk=True, status_code=200)
    async def begin_adding(
        self, caller: Caller, data: JSONBody[wire.PasskeyPassword], site: Here
    ) -> wire.PasskeyOptions:
        """Asks for a passkey to be made: the answer is what the browser's authenticator needs.

        ``options`` is JSON text for ``parseCreationOptionsFromJSON``. 403 ``bad_password``, 409
        ``no_passkeys``, 409 ``too_many`` above 20.
        """
        return wire.PasskeyOptions(await self.passkeys.begin_adding(caller.visitor, site, data.password))

    @post("/account/passkeys")
    async def add(self, caller: Caller, data: JSONBody[wire.NewPasskey], site: Here) -> wire.PasskeyList:
        """Stores the passkey that was made.

        ``credential`` is the JSON text of the browser's ``PublicKeyCredential``. 403 ``bad_passkey``.
        """
        await self.passkeys.add(caller.visitor, site, data.name, data.credential)
        return await _list(self.passkeys, caller.account, offered=True)

    @post("/account/passkeys/{passkey_id:str}/remove", cost=None, desk=True, status_code=200)
    async def remove(
        self,
        caller: Caller,
        passkey_id: Id,
        data: JSONBody[wire.PasskeyPassword],
        offered: NamedDependency[bool],
    ) -> wire.PasskeyList:
        """Removes a passkey; it opens the account no more."""
        await self.passkeys.remove(caller.visitor, passkey_id, data.password)
        return await _list(self.passkeys, caller.account, offered=offered)

    @post("/account/passkey-login/begin", cost=None, desk=True, status_code=200)
    async def begin_login(
        self, caller: Caller, data: JSONBody[EmptyRequest], site: Here
    ) -> wire.PasskeyOptions:
        """Asks for a login with any passkey of this server.

        ``options`` is JSON text for ``parseRequestOptionsFromJSON``; the answer is valid for five minutes,
        once, in this session.
        """
        return wire.PasskeyOptions(await self.passkeys.begin_login(caller.visitor, site))

    @post("/account/passkey-login", cost=None, desk=True, status_code=200, answers=wire.Session)
    async def log_in(self, caller: Caller, data: JSONBody[wire.PasskeyLogin], site: Here) -> Answer:
        """Logs in with a passkey. The guest's games and progress go into the account.

        403 ``bad_passkey``, 409 ``no_passkeys``.
        """
        return session_answer(caller, *await self.passkeys.log_in(caller.visitor, site, data.credential))


async def _list(passkeys: Passkeys, account: Account, *, offered: bool) -> wire.PasskeyList:
    return wire.PasskeyList(
        offered=offered,
        passkeys=[
            wire.PasskeyView(
                id=row.id, name=row.name, host=row.host, created_ms=row.created_ms, used_ms=row.used_ms
            )
            for row in await passkeys.store.of_account(account.id)
        ],
    )


CALLS: Final = (PasskeyCalls,)
