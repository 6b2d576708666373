"""The seasons of a title: the matches for it, one after the other, and what a page shows of them."""

from __future__ import annotations

from komadai.server.people.store import Account
from komadai.server.tournaments import wire
from komadai.server.tournaments.service import TournamentService
from komadai.server.tournaments.session import TournamentSession, status_of
from komadai.server.tournaments.store import TournamentRow
from komadai.tournaments import TitleMatch, replay, titles
from komadai.tournaments.kinds.title_match import rules as title_match

SHOWN = 50
"""The newest seasons that a page shows."""


async def title_of(
    service: TournamentService, loaded: TournamentSession, viewer: Account | None
) -> wire.TournamentTitle | None:
    """The title of a match with its seasons; None for other events."""
    event = loaded.event
    if not isinstance(event, TitleMatch):
        return None
    rows = await service.store.seasons(loaded.row.title_id or loaded.id, SHOWN)
    acts = await service.store.acts_of([row.id for row in rows if row.id != loaded.id])
    matches = [event if row.id == loaded.id else TitleMatch.of(replay(acts[row.id])) for row in rows]
    qualifiers = {
        key: row
        for key, row in (
            await service.store.events({match.settings.qualifier for match in matches} - {""})
        ).items()
        if not row.settings.private
    }
    seasons = [
        _season(row.id, match, qualifiers.get(match.settings.qualifier))
        for row, match in zip(rows, matches, strict=True)
    ]
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


def _season(event_id: str, event: TitleMatch, qualifier: TournamentRow | None) -> wire.TitleSeason:
    won = titles.holder_after(event) if event.finished else None
    return wire.TitleSeason(
        id=event_id,
        name=event.settings.name,
        status=status_of(event),
        players=[player.name for player in event.players.values()],
        vacant=event.settings.vacant,
        score=title_match.score_text(event) if len(event.players) == 2 else "",
        winner="" if won is None else won.name,
        qualifier="" if qualifier is None else qualifier.id,
        qualifier_name="" if qualifier is None else qualifier.settings.name,
    )
