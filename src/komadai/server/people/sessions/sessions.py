"""Sessions: which person a request comes from. They live in the database and can be ended there."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec
from sqlalchemy.exc import IntegrityError

from komadai.server.db.database import DATABASE_ERRORS, Database, reason_of, save_error
from komadai.server.db.write_state import WriteState
from komadai.server.http.session import csrf_of, new_token, token_hash, token_of
from komadai.server.people.store import Account, PeopleStore, SessionRow, new_id
from komadai.server.periodic import Periodic
from komadai.server.server_clock import ServerClock

log: Final = logging.getLogger(__name__)

DAY_MS: Final = 86_400_000
GUEST_IDLE_MS: Final = 400 * DAY_MS
"""A guest's session expires after this time without a visit. It is the only way to the guest's games."""
ACCOUNT_IDLE_MS: Final = 60 * DAY_MS
ACCOUNT_LIFE_MS: Final = 365 * DAY_MS
"""The session of an account ends this long after the login, also with visits."""
REFRESH_MS: Final = 600_000
"""How often the time of the last visit is stored."""
CACHED_MS: Final = 30_000
"""A session is read again after this time, because another process may have changed the account."""
CACHED: Final = 20_000
MAX_UNSAVED: Final = 10_000
"""The oldest sessions that could not be stored are forgotten beyond this number."""
POLL_S: Final = 2.0
"""How often sessions that another process has ended are looked up."""
REPLACED_S: Final = 1.0
CLEAN_EVERY_S: Final = 3600.0
UNUSED_MS: Final = DAY_MS
"""When the sessions of visitors who stored nothing are removed, and those that have ended."""
LOG_MS: Final = 400 * DAY_MS
"""Entries of the security log are removed after this time."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """The session of a request."""

    id: str
    person: str
    """The id of the guest, or of the account."""
    csrf: str
    account: Account | None
    created_ms: int
    seen_ms: int
    expires_ms: int


class Sessions:
    """The sessions of all people. `open` must be called before the first request."""

    def __init__(self) -> None:
        self._store: PeopleStore | None = None
        self._clock = ServerClock()
        self._cache: OrderedDict[str, tuple[int, Session]] = OrderedDict()
        """By the hash of the token: when it was read, and the session."""
        self._watchers: dict[str, set[Callable[[], None]]] = {}
        self._replaced: set[str] = set()
        self.writes: WriteState = WriteState()
        self._unsaved: OrderedDict[str, tuple[SessionRow, Session]] = OrderedDict()
        """The guests' sessions that are not stored yet, by the hash of the token."""
        self._saving = asyncio.Lock()
        self._looked_ms = 0
        """When sessions that other processes have ended were looked up last."""

    @property
    def store(self) -> PeopleStore:
        """The tables of people."""
        assert self._store is not None, "requests come after the start"
        return self._store

    def open(self, database: Database, clock: ServerClock) -> list[Periodic]:
        """Uses this database. Returns the regular work, which has begun."""
        self._store, self._clock = PeopleStore(database), clock
        self.writes = database.writes
        self._looked_ms = clock.now_ms()
        return [
            Periodic(self._look_for_ended, POLL_S, "look for ended sessions", at_once=False),
            Periodic(self._save_later, POLL_S, "save sessions", at_once=False),
            Periodic(self._remove_old, CLEAN_EVERY_S, "remove old sessions"),
        ]

    async def authenticate(self, cookie_header: str | None, tls: bool) -> Session | None:
        """The session of a request's cookie; None if it has none, or one that has ended or expired.

        Raises ApiError if the session must be read and the database fails.
        """
        token = token_of(cookie_header, tls)
        if token is None:
            return None
        key, now = token_hash(token), self._clock.now_ms()
        read_ms, session = self._cache.get(key, (0, None))
        if key in self._unsaved:
            session = self._unsaved[key][1]
        elif session is None or now - read_ms > CACHED_MS:
            session = await self._read(key, token)
            if session is not None:
                self._remember(key, session)
        if session is None or session.expires_ms <= now:
            return None
        if session.account is not None and (session.account.deleted_ms or session.account.is_banned(now)):
            return None
        return session

    async def _read(self, key: str, token: str) -> Session | None:
        self._cache.pop(key, None)
        try:
            found = await self.store.session(key)
        except DATABASE_ERRORS as error:
            log.error("could not read a session: %s", reason_of(error))
            raise save_error(error) from None
        if found is None or found[0].ended_ms is not None:
            return None
        return _session(found[0], token, found[1])

    def _remember(self, key: str, session: Session) -> None:
        self._cache[key] = (self._clock.now_ms(), session)
        if len(self._cache) > CACHED:
            self._cache.popitem(last=False)

    def begun(
        self, person: str, account: Account | None, device: str, address: str
    ) -> tuple[str, SessionRow, Session]:
        """A new session that is not stored yet: its token, its row, and its value."""
        token, now = new_token(), self._clock.now_ms()
        row = SessionRow(
            id=new_id(),
            token_hash=token_hash(token),
            person_id=person,
            created_ms=now,
            seen_ms=now,
            expires_ms=now + (GUEST_IDLE_MS if account is None else ACCOUNT_IDLE_MS),
            device=device,
            address=address,
        )
        return token, row, _session(row, token, account)

    async def begin_guest(self, person: str | None, device: str, address: str) -> tuple[str, Session]:
        """Begins a session of a guest, a new one unless ``person`` is given. Returns its token and itself.

        If it cannot be stored now (the disk is full, say), it is kept in memory: the guest can watch, and it
        is stored before anything of theirs is.
        """
        token, row, session = self.begun(person or new_id(), None, device, address)
        self._unsaved[row.token_hash] = row, session
        if len(self._unsaved) > MAX_UNSAVED:
            self._unsaved.popitem(last=False)
        await self.writes.attempt(self._save_all, "save a session")
        return token, session

    async def save(self, session: Session) -> None:
        """Stores a session that has not been stored yet. Raises ApiError."""
        if any(each.id == session.id for _, each in self._unsaved.values()):
            try:
                await self._save_all()
            except DATABASE_ERRORS as error:
                log.error("could not save a session: %s", reason_of(error))
                raise save_error(error) from None

    async def _save_all(self) -> None:
        """Stores all sessions that have not been stored yet. Raises one of DATABASE_ERRORS."""
        async with self._saving:
            while self._unsaved:
                key, (row, _) = next(iter(self._unsaved.items()))
                with suppress(IntegrityError):  # it was stored, but the answer was lost
                    async with self.store.engine.begin() as connection:
                        await self.store.add_session(connection, row)
                self._unsaved.pop(key, None)

    async def _save_later(self) -> None:
        if self._unsaved and not self.writes.failing:
            await self._save_all()

    async def seen(self, session: Session) -> None:
        """Stores a visit if that is possible, and moves the time at which the session expires."""
        now = self._clock.now_ms()
        if now - session.seen_ms < REFRESH_MS:
            return
        expires = now + GUEST_IDLE_MS
        if session.account is not None:
            expires = min(now + ACCOUNT_IDLE_MS, session.created_ms + ACCOUNT_LIFE_MS)
        see = partial(self.store.see_session, session.id, now, expires)
        if await self.writes.attempt(see, "store a visit"):
            self.forget([session.id])

    def forget(self, ids: Iterable[str]) -> None:
        """Reads these sessions again at their next request, because they or their account have changed."""
        changed = set(ids)
        for key in [key for key, (_, session) in self._cache.items() if session.id in changed]:
            del self._cache[key]

    def forget_account(self, account_id: str) -> None:
        """Reads the sessions of this account again at their next request."""
        self.forget(session.id for _, session in list(self._cache.values()) if session.person == account_id)

    def ended(self, ids: Iterable[str]) -> None:
        """Closes what is open in these sessions, after their end was stored."""
        ids = [each for each in ids if each not in self._replaced]
        self.forget(ids)
        self._close(ids)

    def replaced(self, ids: Iterable[str]) -> None:
        """The same for sessions whose browser gets a new one with the answer to its request.

        What is open is closed REPLACED_S later: another page of the browser that connects again must have
        the new cookie by then.
        """
        ids = list(ids)
        self.forget(ids)
        self._replaced.update(ids)
        asyncio.get_running_loop().call_later(REPLACED_S, self._close, ids)

    def is_replaced(self, session_id: str) -> bool:
        """Whether the session has been replaced, and what is open in it is about to be closed."""
        return session_id in self._replaced

    def _close(self, ids: list[str]) -> None:
        self._replaced.difference_update(ids)
        for session_id in ids:
            for callback in self._watchers.pop(session_id, set()):
                callback()

    def watch(self, session_id: str, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls back when the session ends. Returns what stops this."""
        self._watchers.setdefault(session_id, set()).add(callback)

        def stop() -> None:
            callbacks = self._watchers.get(session_id)
            if callbacks is not None:
                callbacks.discard(callback)
                if not callbacks:
                    del self._watchers[session_id]

        return stop

    async def _look_for_ended(self) -> None:
        now = self._clock.now_ms()
        if self._cache or self._watchers:
            # The clocks of two processes may differ by some seconds.
            self.ended(await self.store.ended_since(self._looked_ms - 10_000))
        self._looked_ms = now

    async def _remove_old(self) -> None:
        await self.store.remove_old(self._clock.now_ms(), idle_ms=UNUSED_MS, log_ms=LOG_MS)


def _session(row: SessionRow, token: str, account: Account | None) -> Session:
    return Session(
        id=row.id,
        person=row.person_id,
        csrf=csrf_of(token),
        account=account,
        created_ms=row.created_ms,
        seen_ms=row.seen_ms,
        expires_ms=row.expires_ms,
    )
