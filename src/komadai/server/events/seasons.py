"""The seasons of a title: the matches for it, one after the other, and what a page shows of them."""

from __future__ import annotations

from komadai.events import titles
from komadai.events.kinds import title_match
from komadai.server.events import wire
from komadai.server.events.service import EventService
from komadai.server.events.tournament import Tournament, status_of
from komadai.server.people.store import Account

SHOWN = 50
"""The newest seasons that a page shows."""


async def title_of(
    service: EventService, loaded: Tournament, viewer: Account | None
) -> wire.TournamentTitle | None:
    """The title of a match with its seasons; None for other events."""
    event = loaded.event
    if event.settings.system != "title-match":
        return None
    rows = await service.store.seasons(loaded.row.title_id or loaded.id, SHOWN)
    seasons = [await _season(service, loaded if row.id == loaded.id else row.id) for row in rows]
    is_last = bool(rows) and rows[-1].id == loaded.id
    holder = titles.holder_after(event) if event.finished else None
    return wire.TournamentTitle(
        name=event.settings.title,
        games_to_win=title_match.games_to_win(event.settings),
        vacant=event.settings.vacant,
        seasons=seasons,
        takes_challenger=bool(event.settings.qualifier) and event.can_enter,
        holder_next="" if holder is None else holder.name,
        can_go_on=event.finished and is_last and loaded.is_arbiter(viewer),
    )


async def _season(service: EventService, match: Tournament | str) -> wire.TitleSeason:
    loaded = await service.peek(match) if isinstance(match, str) else match
    event = loaded.event
    qualifier = await service.store.event(event.settings.qualifier) if event.settings.qualifier else None
    won = titles.holder_after(event) if event.finished else None
    return wire.TitleSeason(
        id=loaded.id,
        name=event.settings.name,
        status=status_of(event),
        players=[player.name for player in event.players.values()],
        vacant=event.settings.vacant,
        score=title_match.score_text(event) if len(event.players) == 2 else "",
        winner="" if won is None else won.name,
        qualifier="" if qualifier is None else qualifier.id,
        qualifier_name="" if qualifier is None else qualifier.settings.name,
    )
