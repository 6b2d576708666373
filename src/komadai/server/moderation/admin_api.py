"""The HTTP calls of administrators: an account and its role, and the security log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from litestar import get, post
from litestar.params import JSONBody

from komadai.server.errors import ApiError
from komadai.server.http.calls import Calls, Id
from komadai.server.moderation import administration
from komadai.server.moderation.api import (
    LOG_LENGTH,
    account_asked_for,
    cursor_of,
    moderators_only,
)
from komadai.server.people import profiles, wire
from komadai.server.people.accounts.service import PeopleService
from komadai.server.people.caller import Caller, CallingPerson, Guard, guard
from komadai.server.people.store import Account


@guard
def admins_only(caller: CallingPerson, _: Mapping[str, Any]) -> None:
    """Raises ApiError ``not_admin`` for moderators."""
    if caller.account.role != "admin":
        raise ApiError("not_admin")


class AdminCalls(Calls):
    """An account and its role, and the security log."""

    path = "/api/moderation"
    guards: Sequence[Guard] | None = [moderators_only, admins_only]
    people: PeopleService

    @get("/people/{name:str}")
    async def one_account(self, caller: Caller, name: Id) -> wire.ManagedAccount:
        """An account: its role, its former names, and what moderators have decided about it."""
        account = await administration.named(self.people.store, name[:40])
        return await _view(self.people, account, caller.now_ms)

    @post("/people/{name:str}/role", status_code=200)
    async def set_role(
        self, caller: Caller, name: Id, data: JSONBody[wire.RoleRequest]
    ) -> wire.ManagedAccount:
        """Gives an account another role. Its sessions end. One administrator is always left.

        For administrators. 409 ``last_admin``.
        """
        now = caller.now_ms
        account = await administration.named(self.people.store, name[:40])
        if data.role != account.role:
            ended = await administration.set_role(self.people.store, account, data.role, now, caller.person)
            self.people.sessions.ended(ended)
            self.people.sessions.forget_account(account.id)
        return await _view(self.people, await administration.named(self.people.store, name[:40]), now)

    @get("/security", query=("name", "before"))
    async def security_log(self, caller: Caller) -> wire.SecurityLog:
        """The security log, of one account or of all.

        For administrators: 403 ``not_admin``. Newest first.
        """
        before, account_id = cursor_of(caller), await account_asked_for(caller, self.people)
        entries, following = await self.people.store.security_entries(account_id, LOG_LENGTH, before)
        known = await self.people.store.accounts(
            sorted({each.account_id for each in entries if each.account_id})
        )
        views = [
            wire.SecurityEntryView(
                at_ms=each.at_ms,
                account=profiles.person_name(known[each.account_id]) if each.account_id in known else None,
                kind=each.kind,
                address=each.address,
                detail=each.detail,
            )
            for each in entries
        ]
        return wire.SecurityLog(entries=views, next=following)


async def _view(people: PeopleService, account: Account, now_ms: int) -> wire.ManagedAccount:
    async with people.store.engine.connect() as connection:
        former = await people.store.former_names(connection, account.id)
    return wire.ManagedAccount(
        name=account.name,
        display_name=account.display_name,
        role=account.role,
        created_ms=account.created_ms,
        former_names=former,
        closed=account.is_banned(now_ms),
        muted=account.is_muted(now_ms),
        barred=account.is_barred(now_ms),
        warned=account.warning != "",
    )


CALLS: Final = (AdminCalls,)
