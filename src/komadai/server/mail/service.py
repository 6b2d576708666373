"""E-mail addresses of accounts, and what can be done with a link in a mail."""

from __future__ import annotations

import hashlib
import logging
import secrets
from datetime import UTC, datetime
from typing import Final, Literal

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.messages.text import Text
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.mail import texts
from komadai.server.mail.addresses import read_recipient
from komadai.server.mail.queue import MailQueue
from komadai.server.mail.store import Address, Mail, MailStore, Token, TokenKind, address_of
from komadai.server.people.accounts.service import PeopleService, Visitor
from komadai.server.people.store import Account, account_of
from komadai.server.personal_data import Credential
from komadai.server.rate_limits import Rate, TokenBuckets

log: Final = logging.getLogger(__name__)

HOUR_MS: Final = 3_600_000
CONFIRM_MS: Final = 24 * HOUR_MS
RESET_MS: Final = HOUR_MS
REPORT_MS: Final = 14 * 24 * HOUR_MS
MAX_LINKS: Final = 3
"""The links that an account gets in an hour for a reset, in a day for a confirmation."""
MAX_ACCOUNTS: Final = 5
"""The accounts at one address that get a link."""
ASKED: Final = Rate(1 / 60, 10)
"""Resets asked for from one address of the network."""
NO_ADDRESS: Final = Text(
    'address: expected an e-mail address such as name@example.org, without blanks and , < > ( ) " ; : ! %',
    "name@example.orgのようなメールアドレスを半角で入力してください"
    '（空白と , < > ( ) " ; : ! % は使えません）',
)


_CHANGED: Final[dict[Credential, tuple[texts.MailText, str]]] = {
    "password": (texts.PASSWORD_CHANGED, "/forgotten"),
    "passkeys": (texts.PASSKEYS_CHANGED, "/account?section=login"),
}
"""The mails about changed credentials of an account, each with the page that it names."""


class MailService:
    """The mail of a server; without settings nothing is sent, and addresses cannot be entered."""

    def __init__(self, core: Core, people: PeopleService) -> None:
        self.store: Final = MailStore(core.database)
        self.settings: Final = core.settings.mail
        self._clock, self._tasks = core.clock, core.tasks
        self._people = people
        self._asked = TokenBuckets(ASKED)
        self._queue: MailQueue | None = None
        if self.settings is not None:
            self._queue = MailQueue(self.store, self.settings, self._clock.now_ms)

    async def close(self) -> None:
        """Ends sending; what waits is sent after the next start."""
        if self._queue is not None:
            await self._queue.close()

    @property
    def available(self) -> bool:
        """Whether the server sends mail."""
        return self.settings is not None

    def look(self) -> None:
        """Sends what has just been queued."""
        if self._queue is not None:
            self._queue.look()

    # -- one's address

    async def set_address(self, visitor: Visitor, address: str, password: str) -> Address | None:
        """Enters an address, to be confirmed by a link, or removes it (empty). Returns what is stored.

        Raises ApiError: ``bad_password``, ``invalid``, ``slow_down``, ``no_mail``.
        """
        account = await self._people.confirmed(visitor, password)
        now = self._now()
        before = await self.store.address(account.id)
        if not address:
            async with self.store.engine.begin() as connection:
                await self.store.remove_address(connection, account.id)
            return None
        if self.settings is None:
            raise ApiError("no_mail")
        if read_recipient(address) is None:
            raise ApiError("invalid", "address", why=NO_ADDRESS)
        if await self.store.tokens_since(account.id, "confirm", now - CONFIRM_MS) >= MAX_LINKS:
            raise ApiError("slow_down")
        row = before or Address(account_id=account.id, unsubscribe=secrets.token_urlsafe(32))
        row = msgspec.structs.replace(row, pending=address)
        token = secrets.token_urlsafe(32)
        async with self.store.engine.begin() as connection:
            await self.store.save_address(connection, row)
            given = Token(account.id, address)
            await self.store.add_token(connection, _hash(token), "confirm", given, now, now + CONFIRM_MS)
            link = self._link("confirm", token)
            await self._add(connection, account, address, texts.CONFIRM, CONFIRM_MS, link=link)
            if row.address is not None and row.address != address:
                link = f"{self._base}/account"
                await self._add(connection, account, row.address, texts.CHANGED, CONFIRM_MS, link=link)
        self.look()
        return row

    async def confirm(self, token: str) -> None:
        """Confirms an address. Raises ApiError ``bad_link``."""
        async with self.store.engine.begin() as connection:
            given = await self.store.use_token(connection, _hash(token), "confirm", self._now())
            row = None if given is None else await address_of(connection, given.account_id)
            if given is None or row is None or row.pending != given.address:
                raise ApiError("bad_link")
            changed = msgspec.structs.replace(row, address=given.address, pending=None)
            await self.store.save_address(connection, changed)

    async def set_notices(self, account_id: str, on: bool) -> Address | None:
        """Switches notices of correspondence games on or off. Raises ApiError ``no_mail``."""
        if self.settings is None:
            raise ApiError("no_mail")
        row = await self.store.address(account_id)
        return None if row is None else await self._set_notices(row, on)

    async def unsubscribe(self, secret: str) -> None:
        """Switches notices off by the link in one of them. Raises ApiError ``bad_link``."""
        row = await self.store.address_of_secret(secret)
        if row is None:
            raise ApiError("bad_link")
        await self._set_notices(row, False)

    async def _set_notices(self, row: Address, on: bool) -> Address:
        changed = msgspec.structs.replace(row, notices=on)
        async with self.store.engine.begin() as connection:
            await self.store.save_address(connection, changed)
        return changed

    # -- a forgotten password

    async def forgotten(self, name_or_address: str, address: str) -> None:
        """Sends a link to choose a new password, if there is such an account with a confirmed address.

        The answer comes before it is looked for, so neither it nor its time tells whether there is one.
        Raises ApiError: ``slow_down``, ``no_mail``.
        """
        if self.settings is None:
            raise ApiError("no_mail")
        if not self._asked.take(address, self._now()):
            raise ApiError("slow_down")
        self._tasks.spawn(self._send_resets(name_or_address))

    async def _send_resets(self, name_or_address: str) -> None:
        try:
            if "@" in name_or_address:
                ids = await self.store.accounts_at(name_or_address, MAX_ACCOUNTS)
            else:
                account = await self._people.store.account_named(name_or_address)
                ids = [] if account is None else [account.id]
            for account_id in ids:
                await self._send_reset(account_id)
        except DATABASE_ERRORS as error:
            log.error("a link for a new password could not be stored: %s", reason_of(error))

    async def _send_reset(self, account_id: str) -> None:
        account, row = await self._people.store.account(account_id), await self.store.address(account_id)
        if account is None or account.deleted_ms is not None or row is None or row.address is None:
            return
        now = self._now()
        if await self.store.tokens_since(account_id, "reset", now - HOUR_MS) >= MAX_LINKS:
            return
        token = secrets.token_urlsafe(32)
        async with self.store.engine.begin() as connection:
            given = Token(account_id, row.address)
            await self.store.add_token(connection, _hash(token), "reset", given, now, now + RESET_MS)
            link = self._link("reset", token)
            await self._add(connection, account, row.address, texts.RESET, RESET_MS, link=link)
        self.look()

    async def reset(self, visitor: Visitor, token: str, password: str) -> str:
        """Chooses a new password by a link; all sessions of the account end. Returns its name.

        Raises ApiError ``bad_link``; ``invalid`` for a password that is refused, and keeps the link then.
        """
        now = self._now()
        given = await self.store.token(_hash(token), "reset", now)
        if given is None:
            raise ApiError("bad_link")

        async def use(connection: AsyncConnection) -> None:
            if await self.store.use_token(connection, _hash(token), "reset", now) is None:
                raise ApiError("bad_link")

        return await self._people.reset_password(given.account_id, password, visitor, use)

    async def tell_challenged(
        self, account_id: str, event: tuple[str, str], opponent: str, until_ms: int
    ) -> None:
        """Tells an account that wants notices of a challenge on a ladder.

        ``event``: its id and name. Errors are logged: the challenge stands without the mail.
        """
        if not self.available:
            return
        try:
            until = datetime.fromtimestamp(until_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
            async with self.store.engine.begin() as connection:
                await self._notify(
                    connection, account_id, texts.CHALLENGED, event, until_ms, opponent=opponent, until=until
                )
            self.look()
        except DATABASE_ERRORS as error:
            log.warning("a challenge was not told: %s", reason_of(error))

    async def tell_report(
        self, connection: AsyncConnection, account_id: str, event: tuple[str, str], day: str
    ) -> None:
        """Tells an account that wants notices of a report of a league. ``event``: its id and name."""
        await self._notify(connection, account_id, texts.REPORT, event, self._now() + REPORT_MS, day=day)

    async def tell_credentials(
        self, connection: AsyncConnection, account_id: str, credential: Credential
    ) -> None:
        """Tells the owner of an account that its password or its passkeys change."""
        if not self.available:
            return
        row, account = await address_of(connection, account_id), await account_of(connection, account_id)
        if account is not None and row is not None and row.address is not None:
            text, page = _CHANGED[credential]
            await self._add(connection, account, row.address, text, CONFIRM_MS, link=f"{self._base}{page}")
            self.look()

    # -- internal

    async def _notify(
        self,
        connection: AsyncConnection,
        account_id: str,
        text: texts.MailText,
        event: tuple[str, str],
        expires_ms: int,
        **values: str,
    ) -> None:
        """Queues a mail about an event, unless the account has no address or wants no notices."""
        row, account = await address_of(connection, account_id), await account_of(connection, account_id)
        if row is None or row.address is None or not row.notices or account is None:
            return
        unsubscribe = f"{self._base}/mail/unsubscribe/{row.unsubscribe}"
        event_id, name = event
        subject, body = text.written(
            language_of(account),
            name=account.display_name,
            event=name,
            link=f"{self._base}/events/{event_id}",
            unsubscribe=unsubscribe,
            **values,
        )
        mail = Mail(
            account_id=account_id,
            address=row.address,
            subject=subject,
            body=body,
            unsubscribe=unsubscribe,
            due_ms=self._now(),
            expires_ms=expires_ms,
        )
        await self.store.add_mail(connection, mail)

    async def _add(
        self,
        connection: AsyncConnection,
        account: Account,
        address: str,
        text: texts.MailText,
        valid_ms: int,
        **values: str,
    ) -> None:
        language = language_of(account)
        subject, body = text.written(language, name=account.display_name, **values)
        now = self._now()
        mail = Mail(
            account_id=account.id,
            address=address,
            subject=subject,
            body=body,
            due_ms=now,
            expires_ms=now + valid_ms,
        )
        await self.store.add_mail(connection, mail)

    def _link(self, kind: TokenKind, token: str) -> str:
        return f"{self._base}/mail/{kind}/{token}"

    @property
    def _base(self) -> str:
        assert self.settings is not None
        return self.settings.public_url

    def _now(self) -> int:
        return self._clock.now_ms()


def language_of(account: Account) -> Literal["en", "ja"]:
    """The language of an account's page."""
    preferences = msgspec.json.decode(account.preferences)
    return "ja" if preferences.get("language") == "ja" else "en"


def _hash(token: str) -> str:
    """Hashes a link for the database: it has 256 random bits, so a fast hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
