"""The HTTP calls of administrators: an account and its role, and the security log."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of
from komadai.server.people import administration, profiles
from komadai.server.people import wire as people_wire
from komadai.server.people.moderation_api import (
    LOG_LENGTH,
    account_asked_for,
    cursor_of,
    moderator_of,
)
from komadai.server.people.service import PeopleService
from komadai.server.people.store import Account
from komadai.server.server_clock import ServerClock


@get("/api/moderation/people/{name:str}", answers=people_wire.ManagedAccount)
async def one_account(
    request: AnyRequest,
    name: FromPath[str],
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """An account: its role, its former names, and what moderators have decided about it."""
    quotas.call(_admin(request).id, clock.now_ms())
    account = await administration.named(people.store, name[:40])
    return answer(await _view(people, account, clock.now_ms()))


@post(
    "/api/moderation/people/{name:str}/role",
    status_code=200,
    body=people_wire.RoleRequest,
    answers=people_wire.ManagedAccount,
)
async def set_role(
    request: AnyRequest,
    name: FromPath[str],
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Gives an account another role. Its sessions end. One administrator is always left."""
    admin, now = _admin(request), clock.now_ms()
    quotas.call(admin.id, now)
    ask = await body_of(request, people_wire.RoleRequest)
    account = await administration.named(people.store, name[:40])
    if ask.role != account.role:
        ended = await administration.set_role(people.store, account, ask.role, now, admin.id)
        people.sessions.ended(ended)
        people.sessions.forget_account(account.id)
    return answer(await _view(people, await administration.named(people.store, name[:40]), now))


@get("/api/moderation/security", answers=people_wire.SecurityLog, query=("name", "before"))
async def security_log(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The security log, of one account or of all."""
    quotas.call(_admin(request).id, clock.now_ms())
    before, account_id = cursor_of(request), await account_asked_for(request, people)
    entries, following = await people.store.security_entries(account_id, LOG_LENGTH, before)
    known = await people.store.accounts(sorted({each.account_id for each in entries if each.account_id}))
    views = [
        people_wire.SecurityEntryView(
            at_ms=each.at_ms,
            account=profiles.person_name(known[each.account_id]) if each.account_id in known else None,
            kind=each.kind,
            address=each.address,
            detail=each.detail,
        )
        for each in entries
    ]
    return answer(people_wire.SecurityLog(entries=views, next=following))


def _admin(request: AnyRequest) -> Account:
    """The administrator who asks. Raises ApiError ``not_admin`` for everybody else."""
    account = moderator_of(request)
    if account.role != "admin":
        raise ApiError("not_admin")
    return account


async def _view(people: PeopleService, account: Account, now_ms: int) -> people_wire.ManagedAccount:
    async with people.store.engine.connect() as connection:
        former = await people.store.former_names(connection, account.id)
    return people_wire.ManagedAccount(
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


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (one_account, set_role, security_log)
