"""The reports of a league: the strengths of its members at the end of each June and December."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from komadai.tournaments.kinds.league import strength as league
from komadai.tournaments.kinds.league.state import LeagueState


@dataclass(frozen=True, slots=True)
class Line:
    """A member in a report."""

    place: int
    player: int
    strength: int
    change: int | None
    """Since the report before; None for who has entered since."""
    won: int
    """Since the report before, as the next two."""
    drawn: int
    lost: int
    languages: tuple[str, ...]
    """In which the member can write."""


def end_of(day: date) -> int:
    """The last millisecond of a day in UTC."""
    return (
        int((datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)).timestamp() * 1000) - 1
    )


def days(state: LeagueState, now: int) -> list[date]:
    """The days of the reports so far, the newest first: 30 June and 31 December."""
    found = []
    first = datetime.fromtimestamp(state.created_at / 1000, UTC).year
    for year in range(first, datetime.fromtimestamp(now / 1000, UTC).year + 1):
        found += [
            day for day in (date(year, 6, 30), date(year, 12, 31)) if state.created_at <= end_of(day) < now
        ]
    return found[::-1]


def before(day: date) -> date:
    """The day of the last report before this day.

    >>> before(date(2026, 12, 31))
    datetime.date(2026, 6, 30)
    """
    middle = date(day.year, 6, 30)
    return middle if day > middle else date(day.year - 1, 12, 31)


def report(state: LeagueState, day: date) -> list[Line]:
    """The members at the end of a day in UTC, the strongest first, without those who have left."""
    until, since = end_of(day), end_of(before(day))
    now, then = league.strengths(state, until), league.strengths(state, since)
    scores: dict[int, list[int]] = {number: [0, 0, 0] for number in state.players}
    for game in league.games_in(state, since, until):
        for player in game.players:
            scores[player][{1.0: 0, 0.5: 1, 0.0: 2}[game.points_of(player)]] += 1
    members = [player.number for player in state.present if state.entered[player.number] <= until]
    order = sorted(members, key=lambda number: (-round(now[number]), number))
    lines: list[Line] = []
    for number in order:
        strength = round(now[number])
        place = lines[-1].place if lines and lines[-1].strength == strength else len(lines) + 1
        new = state.entered[number] > since
        change = None if new else strength - round(then[number])
        won, drawn, lost = scores[number]
        lines.append(Line(place, number, strength, change, won, drawn, lost, league.languages(state, number)))
    return lines
