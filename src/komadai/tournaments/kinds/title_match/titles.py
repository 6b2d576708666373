"""A title from season to season: who challenges, and who holds it afterwards.

Each season is a title match (`rules`) of its own. Its settings name the event whose best player
challenges and the match of the season before.
"""

from __future__ import annotations

from komadai.tournaments.core.players import Player
from komadai.tournaments.core.standings import standings
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.title_match.rules import TitleMatch, winner

HOLDER = 1
"""The number of the player who holds the title, if anybody does."""


def holder_after(match: TitleMatch) -> Player | None:
    """Returns the holder of the title after this match; None if nobody holds it.

    A match that was ended before it was decided changes nothing.
    """
    won = winner(match)
    if won is not None:
        return match.players[won]
    return None if match.settings.vacant else match.players.get(HOLDER)


def next_holder(match: Tournament) -> Player | None:
    """The holder who is challenged in the season after this match. Raises EventError if it is not over."""
    if not isinstance(match, TitleMatch) or not match.finished:
        raise EventError.with_code("event-no-title-match", name=match.settings.name)
    return holder_after(match)


def challengers(match: Tournament, qualifier: Tournament) -> list[Player]:
    """The players of ``qualifier`` who challenge: its best, and for a vacant title its two best.

    The holder is left out if they have played in it; so is who has withdrawn. Players who have entered the
    match already are not counted again. Raises EventError if the event is not over, or its table does not
    decide.
    """
    if not isinstance(match, TitleMatch):
        raise EventError.with_code("event-no-title-match", name=match.settings.name)
    if not match.settings.vacant and HOLDER not in match.players:
        raise EventError.with_code("event-no-holder")
    missing = match.max_players - len(match.players)
    if missing <= 0:
        raise EventError.with_code("event-full", most=match.max_players)
    name = qualifier.settings.name
    if not qualifier.finished:
        raise EventError.with_code("event-qualifier-open", name=name)
    entered = {player.name.casefold() for player in match.players.values()}
    places = [
        (line.place, qualifier.players[line.player])
        for line in standings(qualifier)
        if not qualifier.players[line.player].withdrawn
        and qualifier.players[line.player].name.casefold() not in entered
    ]
    if len(places) < missing:
        raise EventError.with_code("event-qualifier-empty", name=name)
    last = places[missing - 1][0]
    through = [player for place, player in places if place <= last]
    if len(through) > missing:
        equal = [player.name for place, player in places if place == last]
        raise EventError.with_code("event-qualifier-tied", name=name, names=", ".join(equal))
    return through
