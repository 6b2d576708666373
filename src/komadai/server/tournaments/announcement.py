"""New tournaments: they are announced, and stored with their first act."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from komadai.messages.text import Text
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games.live.game_registry import new_id
from komadai.server.people.store import Account
from komadai.server.tournaments import creation, requests
from komadai.server.tournaments.entries import enter_players, rating_of
from komadai.server.tournaments.permissions import check_sees
from komadai.server.tournaments.session import Context, TournamentSession, begins_at
from komadai.server.tournaments.store import TournamentRow
from komadai.server.tournaments.typed_text import visible
from komadai.tournaments import Created, Simul, Swiss, TitleMatch, announced, titles
from komadai.tournaments import acts as event_acts

log: Final = logging.getLogger(__name__)

MAX_UNFINISHED: Final = 20
"""The events of one owner that are not over."""
SEASON_FOLLOWS: Final = Text("a later match for this title follows already", "次の期がすでにあります")

Find = Callable[[str], Awaitable[TournamentSession]]
"""The tournament with this id. Raises ApiError ``not_found``."""


async def create(context: Context, owner: Account, new: requests.NewTournament, find: Find) -> str:
    """Creates an event and returns its id. Raises ApiError."""
    new = visible(new)
    settings = creation.settings_of(new)
    event = announced(settings)
    if isinstance(event, TitleMatch) or event.boards or new.private:
        new = msgspec.structs.replace(new, open=False)
    if isinstance(event, Simul):
        new = msgspec.structs.replace(new, rated=False)
    if new.qualifier:
        check_sees(await find(new.qualifier), owner)
    if await context.store.unfinished_of(owner.id) >= MAX_UNFINISHED:
        raise ApiError("too_many")
    now = context.core.clock.now_ms()
    event_id = new_id()
    host = await _host(context, owner, new, event) if isinstance(event, Simul) else None
    row = TournamentRow(
        id=event_id,
        created_ms=now,
        owner_id=owner.id,
        settings=new,
        acts=1 if host is None else 2,
        status="open",
        players=0 if host is None else 1,
        rounds=0,
        total_rounds=event.total_rounds if isinstance(event, Swiss) else 0,
        title_id=await _title_id(new, event_id, find) if isinstance(event, TitleMatch) else None,
        due_ms=begins_at(event, new.online),
    )
    try:
        created = Created(at=now, settings=settings)
        await context.core.tasks.complete(context.store.create(row, created, host))
    except DATABASE_ERRORS as error:
        log.error("could not save an event: %s", reason_of(error))
        raise save_error(error) from None
    return row.id


async def next_season(
    context: Context, owner: Account, new: requests.NewTournament, previous: TournamentSession, find: Find
) -> str:
    """Creates the match after ``previous``, with its holder entered. Raises ApiError."""
    if not previous.is_arbiter(owner):
        raise ApiError("not_arbiter")
    rows = await context.store.seasons(previous.row.title_id or previous.id, 1)
    if rows and rows[-1].id != previous.id:
        raise ApiError("event_refused", why=SEASON_FOLLOWS)
    event_id = await create(context, owner, creation.next_season(new, previous.row, previous.event), find)
    holder = titles.holder_after(TitleMatch.of(previous.event))
    if holder is not None:
        session = await find(event_id)
        async with session.lock:
            await enter_players(session, owner, previous, [holder])
    return event_id


async def _host(
    context: Context, owner: Account, new: requests.NewTournament, event: Simul
) -> event_acts.Entered:
    """The owner of a simultaneous display plays in it, as its first player. Raises ApiError."""
    if new.online:
        await context.conduct.check_play(owner.id)
    rating = await rating_of(context, owner, new)
    return event.enter(owner.display_name, at=context.core.clock.now_ms(), rating=rating)


async def _title_id(new: requests.NewTournament, event_id: str, find: Find) -> str:
    """The first match for the title of a new match."""
    if not new.previous:
        return event_id
    previous = (await find(new.previous)).row
    return previous.title_id or previous.id
