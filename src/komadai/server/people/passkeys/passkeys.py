"""Passkeys: adding them to an account, logging in with them, and removing them."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from typing import Final

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.people.accounts.service import PeopleService, Visitor
from komadai.server.people.passkeys import webauthn_checks
from komadai.server.people.passkeys.store import Passkey, PasskeyStore, Purpose
from komadai.server.people.passkeys.webauthn_checks import Site
from komadai.server.people.sessions.sessions import Session
from komadai.server.people.store import Account, new_id
from komadai.server.people.visible_text import is_visible
from komadai.server.server_clock import ServerClock

VALID_MS: Final = 300_000
"""A challenge is valid for this time, and once."""
MAX_PASSKEYS: Final = 20
"""How many an account has at most."""
MAX_NAME: Final = 30

NAME: Final = Text(
    f"name: expected 1 to {MAX_NAME} visible characters",
    f"名前は1〜{MAX_NAME}文字にしてください（見えない文字は使えません）",
)


class Passkeys:
    """The passkeys of all accounts."""

    def __init__(self, people: PeopleService, store: PasskeyStore, clock: ServerClock) -> None:
        self.store: Final = store
        self._people = people
        self._clock = clock

    async def begin_adding(self, visitor: Visitor, site: Site, password: str) -> str:
        """Makes the options with which the authenticator makes a passkey for this account.

        Raises ApiError: ``no_account``, ``bad_password``, ``slow_down``, ``too_many``.
        """
        account = await self._people.confirmed(visitor, password)
        known = await self.store.of_account(account.id)
        if len(known) >= MAX_PASSKEYS:
            raise ApiError("too_many")
        challenge = await self._ask(visitor, "register")
        return await asyncio.to_thread(
            webauthn_checks.registration_options,
            site,
            challenge,
            user_id=bytes.fromhex(account.id),
            name=account.name,
            display_name=account.display_name,
            known=known,
            timeout_ms=VALID_MS,
        )

    async def add(self, visitor: Visitor, site: Site, name: str, credential: str) -> None:
        """Stores the passkey that the authenticator has made. An empty name becomes that of the device.

        Raises ApiError: ``no_account``, ``invalid``, ``bad_passkey``, ``too_many``.
        """
        account = visitor.session.account
        if account is None:
            raise ApiError("no_account")
        shown = _clean_name(name) if name.strip() else visitor.device or SHOWN_WITHOUT_NAME
        challenge = await self._taken(visitor, "register")
        made = await asyncio.to_thread(webauthn_checks.check_registration, site, challenge, credential)
        if len(await self.store.of_account(account.id)) >= MAX_PASSKEYS:
            raise ApiError("too_many")
        now = self._clock.now_ms()
        passkey = Passkey(
            id=new_id(),
            account_id=account.id,
            credential_id=made.credential_id,
            public_key=made.public_key,
            sign_count=made.sign_count,
            host=site.host,
            name=shown,
            created_ms=now,
        )
        try:
            async with self._people.store.engine.begin() as connection:
                await self.store.add(connection, passkey)
                await self._log(connection, "passkey_added", account, visitor, shown)
                await self._people.tell_owner(connection, account, "passkeys")
        except IntegrityError:  # this credential is stored already
            raise ApiError("bad_passkey") from None

    async def remove(self, visitor: Visitor, passkey_id: str, password: str) -> None:
        """Removes a passkey. Raises ApiError: ``no_account``, ``bad_password``, ``not_found``."""
        account = await self._people.confirmed(visitor, password)
        async with self._people.store.engine.begin() as connection:
            if not await self.store.remove(connection, account.id, passkey_id):
                raise ApiError("not_found")
            await self._log(connection, "passkey_removed", account, visitor)
            await self._people.tell_owner(connection, account, "passkeys")

    async def begin_login(self, visitor: Visitor, site: Site) -> str:
        """Makes the options with which the authenticator logs in by any passkey of this site."""
        self._people.quotas.passkey(visitor.address, self._clock.now_ms())
        challenge = await self._ask(visitor, "login")
        return await asyncio.to_thread(webauthn_checks.login_options, site, challenge, VALID_MS)

    async def log_in(self, visitor: Visitor, site: Site, credential: str) -> tuple[str, Session]:
        """Logs in; what the guest has goes into the account, and the session is a new one.

        Raises ApiError ``bad_passkey`` whatever is wrong with it, and ``banned`` only for a right one.
        """
        self._people.quotas.passkey(visitor.address, self._clock.now_ms())
        challenge = await self._taken(visitor, "login")
        credential_id, user = await asyncio.to_thread(webauthn_checks.credential_and_user, credential)
        passkey = await self.store.with_credential(credential_id)
        if passkey is None or user != bytes.fromhex(passkey.account_id) or passkey.host != site.host:
            await self._people.log_failed_login(visitor, None, "passkey")
            raise ApiError("bad_passkey")
        try:
            count = await asyncio.to_thread(webauthn_checks.check_login, site, challenge, credential, passkey)
        except ApiError:
            await self._people.log_failed_login(visitor, passkey.account_id, "passkey")
            raise
        used = passkey

        async def use(connection: AsyncConnection) -> None:
            if not await self.store.use(connection, used, count, self._clock.now_ms()):
                raise ApiError("bad_passkey")

        return await self._people.enter_by_passkey(visitor, passkey.account_id, use)

    async def _ask(self, visitor: Visitor, purpose: Purpose) -> bytes:
        challenge = secrets.token_bytes(webauthn_checks.CHALLENGE_BYTES)
        await self.store.ask(visitor.session.id, purpose, challenge, self._clock.now_ms(), VALID_MS)
        return challenge

    async def _taken(self, visitor: Visitor, purpose: Purpose) -> bytes:
        challenge = await self.store.take_challenge(visitor.session.id, purpose, self._clock.now_ms())
        if challenge is None:
            raise ApiError("bad_passkey")
        return challenge

    async def _log(
        self, connection: AsyncConnection, kind: str, account: Account, visitor: Visitor, detail: str = ""
    ) -> None:
        await self._people.store.log_security(
            connection, kind, self._clock.now_ms(), account.id, visitor.address, detail
        )


SHOWN_WITHOUT_NAME: Final = "passkey"


def _clean_name(text: str) -> str:
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(name) <= MAX_NAME or not all(map(is_visible, name)):
        raise ApiError("invalid", "name", why=NAME)
    return name
