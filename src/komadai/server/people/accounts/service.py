"""Registers accounts, logs in and out, changes, exports and deletes accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final, NamedTuple

import msgspec
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import give_guest
from komadai.server.errors import ApiError
from komadai.server.people.accounts.passwords import PasswordHashes, check_password
from komadai.server.people.accounts.throttle import AccountQuotas
from komadai.server.people.names.display_names import checked_display_name
from komadai.server.people.names.names import check_name, retired_key
from komadai.server.people.sessions.sessions import Session, Sessions
from komadai.server.people.store import Account, PeopleStore, new_id
from komadai.server.people.tokens.tokens import ApiTokens, end_tokens
from komadai.server.personal_data import Credential, EndedByBar, KeptInMemory, PersonalData, TellsOwner
from komadai.server.rate_limits import Limits
from komadai.server.server_clock import ServerClock

SECURITY_KINDS: Final = (
    "registered",
    "login",
    "login_failed",
    "login_throttled",
    "logout",
    "password_changed",
    "password_reset",
    "password_refused",
    "passkey_login",
    "passkey_added",
    "passkey_removed",
    "session_ended",
    "token_made",
    "token_ended",
    "bot_made",
    "exported",
    "deleted",
    "banned",
    "ban_lifted",
    "role_changed",
)
"""The events that the security log records."""


class Visitor(NamedTuple):
    """The origin of a request."""

    session: Session
    address: str
    device: str


class PeopleService:
    """The accounts of a server."""

    def __init__(
        self,
        sessions: Sessions,
        tokens: ApiTokens,
        clock: ServerClock,
        limits: Limits,
        data: Sequence[PersonalData],
    ) -> None:
        self.sessions: Final = sessions
        self._tokens = tokens
        self.quotas: Final = AccountQuotas(limits)
        self._clock = clock
        self._data = data
        self._hashes = PasswordHashes()

    @property
    def store(self) -> PeopleStore:
        """The tables of people."""
        return self.sessions.store

    # -- entering and leaving

    async def visit(self, guest: str | None, address: str, device: str) -> tuple[str, Session]:
        """Begins a session of a guest: of a new one, or of the one in a cookie of version 0.1.0.

        The old cookie is worth nothing any more if the guest's games have gone into an account.
        """
        self.quotas.session(address, self._clock.now_ms())
        if guest is not None and await self.store.account_of_guest(guest) is not None:
            guest = None
        return await self.sessions.begin_guest(guest, device, address)

    async def register(
        self, visitor: Visitor, name: str, display_name: str, password: str
    ) -> tuple[str, Session]:
        """Creates an account and logs in to it. Raises ApiError ``invalid`` or ``name_taken``."""
        _only_guests(visitor)
        check_name(name)
        check_password(password, name)
        now = self._clock.now_ms()
        self.quotas.account(visitor.address, now)
        if await self.store.is_taken(name):
            raise ApiError("name_taken", "name")
        shown = await checked_display_name(self.store, display_name or name, name)
        hashed = await self._hashes.make(password)
        account = Account(id=new_id(), kind="person", name=name, display_name=shown, created_ms=now)
        try:
            return await self._enter(visitor, account, "registered", hashed)
        except IntegrityError:  # of the name, which another request has just taken
            raise ApiError("name_taken", "name") from None

    async def log_in(self, visitor: Visitor, name: str, password: str) -> tuple[str, Session]:
        """Logs in; what the guest has goes into the account.

        Raises ApiError ``bad_login`` for a wrong name and a wrong password alike, ``banned`` only after
        the right password, and ``slow_down``.
        """
        now = self._clock.now_ms()
        account = await self.store.account_named(name)
        account_id = None if account is None else account.id
        known = account is not None and await self.store.was_seen_at(account.id, visitor.address)
        try:
            self.quotas.password(name, visitor.address, known, now)
        except ApiError:
            await self._log("login_throttled", account_id, visitor)
            raise
        stored = None if account is None else await self.store.password(account.id)
        if not await self._hashes.matches(stored, password) or account is None or stored is None:
            await self._log("login_failed", account_id, visitor)  # not the name: it may be a password
            raise ApiError("bad_login")
        if account.is_banned(now):
            await self._log("login_failed", account_id, visitor, "banned")
            raise ApiError("banned")
        rehashed = await self._hashes.make(password) if self._hashes.is_outdated(stored) else None
        return await self._enter(visitor, account, "login", rehashed)

    async def enter_by_passkey(
        self, visitor: Visitor, account_id: str, use: Callable[[AsyncConnection], Awaitable[None]]
    ) -> tuple[str, Session]:
        """Logs in to the account whose passkey was right; what the guest has goes into it.

        ``use`` takes part in the transaction: it stores the use of the passkey, or raises. Raises ApiError
        ``banned``, and ``bad_passkey`` if the account was deleted meanwhile.
        """
        account = await self.store.account(account_id)
        if account is None or account.deleted_ms is not None:
            raise ApiError("bad_passkey")
        if account.is_banned(self._clock.now_ms()):
            await self.log_failed_login(visitor, account_id, "banned")
            raise ApiError("banned")
        return await self._enter(visitor, account, "passkey_login", None, use)

    async def log_failed_login(self, visitor: Visitor, account_id: str | None, detail: str) -> None:
        """Stores in the security log that somebody could not log in."""
        await self._log("login_failed", account_id, visitor, detail)

    async def tell_owner(self, connection: AsyncConnection, account: Account, credential: Credential) -> None:
        """Tells the owner of an account that its credentials change, within the caller's transaction."""
        for data in self._data:
            if isinstance(data, TellsOwner):
                await data.credentials_changed(connection, account.id, credential)

    async def stop_playing(self, account_id: str) -> None:
        """Ends what an account may not have any more, which a moderator has barred or closed."""
        for data in self._data:
            if isinstance(data, EndedByBar):
                await data.barred(account_id)

    async def _enter(
        self,
        visitor: Visitor,
        account: Account,
        kind: str,
        hashed: str | None,
        also: Callable[[AsyncConnection], Awaitable[None]] | None = None,
    ) -> tuple[str, Session]:
        """Ends the visitor's session and begins one of the account, in one transaction with all else.

        The token is new, so a token that somebody planted in the browser before the login is worthless.
        ``hashed`` is the password to be stored, ``also`` what else is stored.
        """
        now, before = self._clock.now_ms(), visitor.session
        token, row, session = self.sessions.begun(account.id, account, visitor.device, visitor.address)
        guest = before.person if before.account is None else None
        async with self.store.engine.begin() as connection:
            if kind == "registered":
                await self.store.add_account(connection, account, hashed)
            elif hashed is not None:
                await self.store.change_account(connection, account.id, password=hashed)
            if also is not None:
                await also(connection)
            if guest is not None:
                await self._move(connection, guest, account.id, now)
            ended = await self.store.end_sessions(connection, before.person, now, only=before.id)
            await self.store.add_session(connection, row)
            await self.store.log_security(connection, kind, now, account.id, visitor.address, visitor.device)
        if guest is not None:
            for data in self._data:
                await data.moved(guest, account.id)
        self.sessions.replaced(ended)
        return token, session

    async def _move(self, connection: AsyncConnection, guest: str, account: str, now_ms: int) -> None:
        await give_guest(connection, guest, account, now_ms)
        for data in self._data:
            await data.move(connection, guest, account)

    async def log_out(self, visitor: Visitor) -> tuple[str, Session]:
        """Ends the session. Returns that of a new guest."""
        account = _account(visitor)
        now = self._clock.now_ms()
        async with self.store.engine.begin() as connection:
            ended = await self.store.end_sessions(connection, account.id, now, only=visitor.session.id)
            await self.store.log_security(connection, "logout", now, account.id, visitor.address)
        self.sessions.replaced(ended)
        return await self.sessions.begin_guest(None, visitor.device, visitor.address)

    # -- one's account

    async def change_profile(
        self, visitor: Visitor, display_name: str, about: str, *, listed: bool | None = None
    ) -> Account:
        """Changes what others see. A displayed name that stays is not checked again."""
        account = _account(visitor)
        shown = account.display_name
        if display_name != shown:
            shown = await checked_display_name(self.store, display_name, account.name, account.id)
        return await self._change(
            visitor,
            display_name=shown,
            about=_clean_about(about),
            listed=account.listed if listed is None else listed,
        )

    async def change_preferences(self, visitor: Visitor, preferences: dict[str, str | bool]) -> Account:
        """Stores the settings of the page."""
        return await self._change(visitor, preferences=msgspec.json.encode(preferences).decode())

    async def confirm_warning(self, visitor: Visitor) -> Account:
        """Removes the moderator's warning, which the owner has read."""
        return await self._change(visitor, warning="")

    async def _change(self, visitor: Visitor, **values: str | bool) -> Account:
        account = _account(visitor)
        async with self.store.engine.begin() as connection:
            await self.store.change_account(connection, account.id, **values)
        self.sessions.forget_account(account.id)
        changed = await self.store.account(account.id)
        assert changed is not None
        return changed

    async def change_password(self, visitor: Visitor, current: str, new: str) -> tuple[str, Session]:
        """Changes the password. All sessions and tokens end; the visitor gets a new session."""
        account = _account(visitor)
        check_password(new, account.name)
        await self._confirm(visitor, account, current)
        hashed = await self._hashes.make(new)
        now = self._clock.now_ms()
        token, row, session = self.sessions.begun(account.id, account, visitor.device, visitor.address)
        async with self.store.engine.begin() as connection:
            await self.store.change_account(connection, account.id, password=hashed)
            ended = await self.store.end_sessions(connection, account.id, now)
            await end_tokens(connection, account.id, now)
            await self.store.add_session(connection, row)
            await self.store.log_security(
                connection, "password_changed", now, account.id, visitor.address, visitor.device
            )
            await self.tell_owner(connection, account, "password")
        self.sessions.replaced(ended)
        self._tokens.forget(account.id)
        return token, session

    async def reset_password(
        self,
        account_id: str,
        new: str,
        visitor: Visitor,
        use: Callable[[AsyncConnection], Awaitable[None]],
    ) -> str:
        """Sets a new password without the old one; all its sessions and tokens end. Returns its name.

        ``use`` takes part in the transaction: it takes back the permission to do this, or raises. Raises
        ApiError ``invalid`` for a password that is refused.
        """
        account = await self.store.account(account_id)
        if account is None or account.deleted_ms is not None:
            raise ApiError("bad_link")
        check_password(new, account.name)
        hashed = await self._hashes.make(new)
        now = self._clock.now_ms()
        async with self.store.engine.begin() as connection:
            await use(connection)
            await self.store.change_account(connection, account.id, password=hashed)
            ended = await self.store.end_sessions(connection, account.id, now)
            await end_tokens(connection, account.id, now)
            await self.store.log_security(
                connection, "password_reset", now, account.id, visitor.address, visitor.device
            )
            await self.tell_owner(connection, account, "password")
        self.sessions.ended(ended)
        self._tokens.forget(account.id)
        return account.name

    async def confirmed(self, visitor: Visitor, password: str) -> Account:
        """The visitor's account, if this is its password. Raises ApiError ``bad_password``, ``slow_down``."""
        account = _account(visitor)
        await self._confirm(visitor, account, password)
        return account

    async def end_session(self, visitor: Visitor, session_id: str) -> None:
        """Ends another session of the account. Raises ApiError ``not_found``."""
        account = _account(visitor)
        if not await self._end_sessions(account, visitor, only=session_id):
            raise ApiError("not_found")

    async def end_other_sessions(self, visitor: Visitor) -> None:
        """Ends all sessions of the account but the visitor's."""
        await self._end_sessions(_account(visitor), visitor, but=visitor.session.id)

    async def _end_sessions(self, account: Account, visitor: Visitor, **which: str) -> list[str]:
        now = self._clock.now_ms()
        async with self.store.engine.begin() as connection:
            ended = await self.store.end_sessions(connection, account.id, now, **which)
            if ended:
                await self.store.log_security(
                    connection, "session_ended", now, account.id, visitor.address, f"{len(ended)} ended"
                )
        self.sessions.ended(ended)
        return ended

    async def export(self, visitor: Visitor) -> AsyncIterator[bytes]:
        """All that the server stores about the account, as the parts of one JSON document."""
        account = _account(visitor)
        await self.sessions.writes.attempt(
            lambda: self._log("exported", account.id, visitor, visitor.device),
            f"log the export of the account {account.id}",
        )
        now = self._clock.now_ms()
        values = msgspec.structs.asdict(account)
        values["preferences"] = msgspec.json.decode(account.preferences)
        sessions = [
            {name: value for name, value in msgspec.structs.asdict(row).items() if name != "token_hash"}
            for row in await self.store.sessions_of(account.id, now)
        ]
        entries = (await self.store.security_entries(account.id, limit=10_000)).entries
        async with self.store.engine.connect() as connection:
            former = await self.store.former_names(connection, account.id)
        yield b'{"account":' + msgspec.json.encode(values)
        yield b',"former_names":' + msgspec.json.encode(former)
        yield b',"sessions":' + msgspec.json.encode(sessions)
        yield b',"security_log":' + msgspec.json.encode(entries)
        for data in self._data:
            yield b"," + msgspec.json.encode(data.name) + b":["
            first = True
            async for item in data.export(account.id):
                yield (b"" if first else b",") + msgspec.json.encode(item)
                first = False
            yield b"]"
        yield b"}"

    async def delete(self, visitor: Visitor, password: str) -> tuple[str, Session]:
        """Deletes the account: its name is shown as deleted everywhere and cannot be taken again.

        Returns the session of a new guest.
        """
        account = _account(visitor)
        await self._confirm(visitor, account, password)
        now = self._clock.now_ms()
        async with self.store.engine.begin() as connection:
            for data in self._data:
                await data.erase(connection, account.id)
            await self.store.retire_former_names(connection, account.id)
            await self.store.change_account(
                connection,
                account.id,
                name="",
                name_key=retired_key(account.name),
                display_name="",
                about="",
                password=None,
                role="user",
                preferences="{}",
                warning="",
                deleted_ms=now,
            )
            ended = await self.store.end_sessions(connection, account.id, now)
            await self.store.erase_traces(connection, account.id)
            await self.store.log_security(connection, "deleted", now, account.id, "")
        for data in self._data:
            if isinstance(data, KeptInMemory):
                await data.erased(account.id)
        self.sessions.replaced(ended)
        return await self.sessions.begin_guest(None, visitor.device, visitor.address)

    # -- internal

    async def _confirm(self, visitor: Visitor, account: Account, password: str) -> None:
        """Raises ApiError ``bad_password`` unless this is the account's password."""
        now = self._clock.now_ms()
        self.quotas.password(account.name, visitor.address, True, now)
        if not await self._hashes.matches(await self.store.password(account.id), password):
            await self._log("password_refused", account.id, visitor)
            raise ApiError("bad_password", "current")

    async def _log(self, kind: str, account_id: str | None, visitor: Visitor, detail: str = "") -> None:
        async with self.store.engine.begin() as connection:
            await self.store.log_security(
                connection, kind, self._clock.now_ms(), account_id, visitor.address, detail
            )


def _account(visitor: Visitor) -> Account:
    if visitor.session.account is None:
        raise ApiError("no_account")
    return visitor.session.account


def _only_guests(visitor: Visitor) -> None:
    if visitor.session.account is not None:
        raise ApiError("has_account")


def _clean_about(text: str) -> str:
    """The lines of a description, without control characters and blank ends."""
    lines = ("".join(filter(str.isprintable, line)).strip() for line in text.splitlines())
    return "\n".join(lines).strip()
