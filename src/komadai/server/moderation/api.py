"""The HTTP calls of moderators: open reports, closing accounts, the moderation log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from litestar import get, post
from litestar.params import JSONBody

from komadai.server.errors import ApiError
from komadai.server.http.calls import Calls, Id
from komadai.server.http.requests import MAX_ROW_ID, number, row_id
from komadai.server.http.wire import EmptyRequest
from komadai.server.moderation import administration
from komadai.server.people import profiles, wire
from komadai.server.people.accounts.service import PeopleService
from komadai.server.people.caller import Caller, CallingPerson, Guard, guard
from komadai.server.people.social.social import SocialStore
from komadai.server.people.store import Account, ModerationEntry

DAY_MS: Final = 86_400_000
LOG_LENGTH: Final = 50


@guard
def moderators_only(caller: CallingPerson, _: Mapping[str, Any]) -> None:
    """Raises ApiError ``not_moderator`` for everybody else."""
    if caller.account.role == "user":
        raise ApiError("not_moderator")


class ModerationCalls(Calls):
    """Open reports, acts on accounts, and the log of the acts."""

    path = "/api/moderation"
    guards: Sequence[Guard] | None = [moderators_only]
    people: PeopleService
    social: SocialStore

    @get("/")
    async def overview(self, caller: Caller) -> wire.ModerationView:
        """The open reports and the last acts of moderators."""
        return await _overview(self.people, self.social, caller.now_ms)

    @post("/reports/{report_id:str}/close", status_code=200)
    async def close_report(
        self, caller: Caller, report_id: Id, data: JSONBody[EmptyRequest]
    ) -> wire.ModerationView:
        """Closes a report. Returns what is left."""
        if not await self.social.close_report(row_id(report_id), caller.person, caller.now_ms):
            raise ApiError("not_found")
        return await _overview(self.people, self.social, caller.now_ms)

    @post("/people/{name:str}/ban", status_code=200)
    async def ban(self, caller: Caller, name: Id, data: JSONBody[wire.BanRequest]) -> wire.ModerationView:
        """Closes an account. Its sessions end at once."""
        account, now = await _subject(self.people, caller.account, name), caller.now_ms
        until = administration.FOR_EVER if data.days is None else now + data.days * DAY_MS
        ended = await administration.ban(
            self.people.store, account, now, until_ms=until, reason=data.reason, actor=caller.person
        )
        self.people.sessions.ended(ended)
        await self.people.stop_playing(account.id)
        return await _overview(self.people, self.social, now)

    @post("/people/{name:str}/lift", status_code=200)
    async def lift_ban(
        self, caller: Caller, name: Id, data: JSONBody[wire.LiftRequest]
    ) -> wire.ModerationView:
        """Opens a closed account again."""
        account, now = await _subject(self.people, caller.account, name), caller.now_ms
        await administration.lift_ban(
            self.people.store, account, now, reason=data.reason, actor=caller.person
        )
        return await _overview(self.people, self.social, now)

    @post("/people/{name:str}/act", status_code=200)
    async def act(
        self, caller: Caller, name: Id, data: JSONBody[wire.ModeratorActRequest]
    ) -> wire.ModerationView:
        """Warns, mutes, bars from games or renames an account, or takes that back. Each act is logged.

        A warning is shown to its owner until they confirm it; a muted account says nothing at games, a barred
        one begins no games with others.
        """
        account, now = await _subject(self.people, caller.account, name), caller.now_ms
        until = administration.FOR_EVER if data.days is None else now + data.days * DAY_MS
        store, why = self.people.store, {"reason": data.reason, "actor": caller.person}
        match data.act:
            case "warn":
                await administration.warn(store, account, now, **why)
            case "withdraw_warning":
                await administration.withdraw_warning(store, account, now, **why)
            case "mute" | "unmute":
                end = until if data.act == "mute" else None
                await administration.mute(store, account, now, until_ms=end, **why)
            case "bar" | "unbar":
                end = until if data.act == "bar" else None
                await administration.bar(store, account, now, until_ms=end, **why)
                if end is not None:
                    await self.people.stop_playing(account.id)
            case "rename":
                await administration.rename(
                    store, account, now, name=data.new_name, display_name=data.display_name, **why
                )
        self.people.sessions.forget_account(account.id)
        return await _overview(self.people, self.social, now)

    @get("/log", query=("name", "before"))
    async def log(self, caller: Caller) -> wire.ModerationLog:
        """Lists the acts of moderators, on one account or on all.

        Newest first.
        """
        before, account_id = cursor_of(caller), await account_asked_for(caller, self.people)
        entries, following = await self.people.store.moderation_entries(account_id, LOG_LENGTH, before)
        ids = {each.account_id for each in entries} | {each.actor_id for each in entries if each.actor_id}
        known = await self.people.store.accounts(sorted(ids))
        return wire.ModerationLog(entries=_entry_views(entries, known), next=following)


async def _subject(people: PeopleService, moderator: Account, name: str) -> Account:
    """The account that is acted on. Only an administrator acts on moderators, and nobody on themselves."""
    account = await administration.named(people.store, name[:40])
    if account.id == moderator.id:
        raise ApiError("yourself")
    if account.role != "user" and moderator.role != "admin":
        raise ApiError("not_moderator")
    return account


async def _overview(people: PeopleService, social: SocialStore, now_ms: int) -> wire.ModerationView:
    reports = await social.open_reports()
    entries = (await people.store.moderation_entries(limit=LOG_LENGTH)).entries
    ids = {each.reporter_id for each in reports} | {each.account_id for each in reports}
    ids |= {each.account_id for each in entries}
    ids |= {each.actor_id for each in entries if each.actor_id is not None}
    known = await people.store.accounts(sorted(ids))
    return wire.ModerationView(
        reports=[
            wire.OpenReport(
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
) -> list[wire.ModerationEntryView]:
    return [
        wire.ModerationEntryView(
            at_ms=each.at_ms,
            actor=None if each.actor_id is None else profiles.person_name(known[each.actor_id]),
            account=profiles.person_name(known[each.account_id]),
            act=each.act,
            reason=each.reason,
        )
        for each in entries
    ]


def cursor_of(caller: CallingPerson) -> int | None:
    """Before which entry of a log the asked page begins. Raises ApiError ``invalid``."""
    text = caller.query.get("before")
    return None if text is None else number("before", text, 1, MAX_ROW_ID)


async def account_asked_for(caller: CallingPerson, people: PeopleService) -> str | None:
    """The account whose entries are asked for; None: all. Raises ApiError ``no_such_account``."""
    name = caller.query.get("name")
    return None if not name else (await administration.named(people.store, name[:40])).id


CALLS: Final = (ModerationCalls,)
