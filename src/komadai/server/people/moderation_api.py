"""The HTTP calls of moderators: open reports, closing accounts, the moderation log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import MAX_ROW_ID, AnyRequest, body_of, number, row_id
from komadai.server.http.wire import EmptyRequest
from komadai.server.people import administration, profiles
from komadai.server.people import wire as people_wire
from komadai.server.people.api import account_of
from komadai.server.people.service import PeopleService
from komadai.server.people.social import SocialStore
from komadai.server.people.store import Account, ModerationEntry
from komadai.server.server_clock import ServerClock

DAY_MS: Final = 86_400_000
LOG_LENGTH: Final = 50


@get("/api/moderation", answers=people_wire.ModerationView)
async def overview(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The open reports and the last acts of moderators."""
    moderator = moderator_of(request)
    quotas.call(moderator.id, clock.now_ms())
    return answer(await _overview(people, social, clock.now_ms()))


@post(
    "/api/moderation/reports/{report_id:str}/close",
    status_code=200,
    body=EmptyRequest,
    answers=people_wire.ModerationView,
)
async def close_report(
    request: AnyRequest,
    report_id: FromPath[str],
    people: NamedDependency[PeopleService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Closes a report. Returns what is left."""
    moderator, now = moderator_of(request), clock.now_ms()
    quotas.call(moderator.id, now)
    await body_of(request, EmptyRequest)
    if not await social.close_report(row_id(report_id), moderator.id, now):
        raise ApiError("not_found")
    return answer(await _overview(people, social, now))


@post(
    "/api/moderation/people/{name:str}/ban",
    status_code=200,
    body=people_wire.BanRequest,
    answers=people_wire.ModerationView,
)
async def ban(
    request: AnyRequest,
    name: FromPath[str],
    people: NamedDependency[PeopleService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Closes an account. Its sessions end at once."""
    moderator, now = moderator_of(request), clock.now_ms()
    quotas.call(moderator.id, now)
    ask = await body_of(request, people_wire.BanRequest)
    account = await _subject(people, moderator, name)
    until = administration.FOR_EVER if ask.days is None else now + ask.days * DAY_MS
    ended = await administration.ban(
        people.store, account, now, until_ms=until, reason=ask.reason, actor=moderator.id
    )
    people.sessions.ended(ended)
    await _stop_playing(people, account)
    return answer(await _overview(people, social, now))


@post(
    "/api/moderation/people/{name:str}/lift",
    status_code=200,
    body=people_wire.LiftRequest,
    answers=people_wire.ModerationView,
)
async def lift_ban(
    request: AnyRequest,
    name: FromPath[str],
    people: NamedDependency[PeopleService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Opens a closed account again."""
    moderator, now = moderator_of(request), clock.now_ms()
    quotas.call(moderator.id, now)
    ask = await body_of(request, people_wire.LiftRequest)
    account = await _subject(people, moderator, name)
    await administration.lift_ban(people.store, account, now, reason=ask.reason, actor=moderator.id)
    return answer(await _overview(people, social, now))


@post(
    "/api/moderation/people/{name:str}/act",
    status_code=200,
    body=people_wire.ModeratorActRequest,
    answers=people_wire.ModerationView,
)
async def act(
    request: AnyRequest,
    name: FromPath[str],
    people: NamedDependency[PeopleService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Warns, mutes, bars from games or renames an account, or takes that back. Each act is logged."""
    moderator, now = moderator_of(request), clock.now_ms()
    quotas.call(moderator.id, now)
    ask = await body_of(request, people_wire.ModeratorActRequest)
    account = await _subject(people, moderator, name)
    until = administration.FOR_EVER if ask.days is None else now + ask.days * DAY_MS
    store, why = people.store, {"reason": ask.reason, "actor": moderator.id}
    match ask.act:
        case "warn":
            await administration.warn(store, account, now, **why)
        case "withdraw_warning":
            await administration.withdraw_warning(store, account, now, **why)
        case "mute" | "unmute":
            end = until if ask.act == "mute" else None
            await administration.mute(store, account, now, until_ms=end, **why)
        case "bar" | "unbar":
            end = until if ask.act == "bar" else None
            await administration.bar(store, account, now, until_ms=end, **why)
            if end is not None:
                await _stop_playing(people, account)
        case "rename":
            await administration.rename(
                store, account, now, name=ask.new_name, display_name=ask.display_name, **why
            )
    people.sessions.forget_account(account.id)
    return answer(await _overview(people, social, now))


async def _stop_playing(people: PeopleService, account: Account) -> None:
    """Withdraws the challenges of an account that may begin no games any more."""
    if people.stopped_playing is not None:
        await people.stopped_playing(account.id)


def moderator_of(request: AnyRequest) -> Account:
    """The moderator who asks. Raises ApiError ``not_moderator`` for everybody else."""
    account = account_of(request)
    if account.role == "user":
        raise ApiError("not_moderator")
    return account


async def _subject(people: PeopleService, moderator: Account, name: str) -> Account:
    """The account that is acted on. Only an administrator acts on moderators, and nobody on themselves."""
    account = await administration.named(people.store, name[:40])
    if account.id == moderator.id:
        raise ApiError("yourself")
    if account.role != "user" and moderator.role != "admin":
        raise ApiError("not_moderator")
    return account


async def _overview(people: PeopleService, social: SocialStore, now_ms: int) -> people_wire.ModerationView:
    reports = await social.open_reports()
    entries = (await people.store.moderation_entries(limit=LOG_LENGTH)).entries
    ids = {each.reporter_id for each in reports} | {each.account_id for each in reports}
    ids |= {each.account_id for each in entries}
    ids |= {each.actor_id for each in entries if each.actor_id is not None}
    known = await people.store.accounts(sorted(ids))
    return people_wire.ModerationView(
        reports=[
            people_wire.OpenReport(
                id=each.id,
                at_ms=each.at_ms,
                reporter=profiles.person_name(known[each.reporter_id]),
                reported=profiles.person_name(known[each.account_id]),
                closed=known[each.account_id].is_banned(now_ms),
                muted=known[each.account_id].is_muted(now_ms),
                barred=known[each.account_id].is_barred(now_ms),
                warned=known[each.account_id].warning != "",
                reason=each.reason,
                text=each.text,
                game=each.game_id,
                chat=each.chat,
            )
            for each in reports
        ],
        log=_entry_views(entries, known),
    )


def _entry_views(
    entries: list[ModerationEntry], known: Mapping[str, Account]
) -> list[people_wire.ModerationEntryView]:
    return [
        people_wire.ModerationEntryView(
            at_ms=each.at_ms,
            actor=None if each.actor_id is None else profiles.person_name(known[each.actor_id]),
            account=profiles.person_name(known[each.account_id]),
            act=each.act,
            reason=each.reason,
        )
        for each in entries
    ]


def cursor_of(request: AnyRequest) -> int | None:
    """Before which entry of a log the asked page begins. Raises ApiError ``invalid``."""
    text = request.query_params.get("before")
    return None if text is None else number("before", text, 1, MAX_ROW_ID)


async def account_asked_for(request: AnyRequest, people: PeopleService) -> str | None:
    """The account whose entries are asked for; None: all. Raises ApiError ``no_such_account``."""
    name = request.query_params.get("name")
    return None if not name else (await administration.named(people.store, name[:40])).id


@get("/api/moderation/log", answers=people_wire.ModerationLog, query=("name", "before"))
async def log(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """What moderators did, to one account or to all."""
    quotas.call(moderator_of(request).id, clock.now_ms())
    before, account_id = cursor_of(request), await account_asked_for(request, people)
    entries, following = await people.store.moderation_entries(account_id, LOG_LENGTH, before)
    ids = {each.account_id for each in entries} | {each.actor_id for each in entries if each.actor_id}
    known = await people.store.accounts(sorted(ids))
    return answer(people_wire.ModerationLog(entries=_entry_views(entries, known), next=following))


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (overview, close_report, ban, lift_ban, act, log)
