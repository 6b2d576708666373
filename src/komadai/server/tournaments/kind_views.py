"""Converts what only some kinds of tournaments have to wire types."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import Final

from komadai.handicap import Handicap
from komadai.messages.text import Text
from komadai.play.events import ClockSettings
from komadai.play.state import time_control
from komadai.server.games.views import handicap_name, iso
from komadai.server.tournaments import creation, wire
from komadai.server.tournaments.session import TournamentSession
from komadai.tournaments import Arena, Ladder, League, Simul, Tournament, ladder, league_report
from komadai.tournaments.kinds.arena import rules as arena
from komadai.tournaments.kinds.simul import rules as simul

NO_CLOCK: Final = Text("no clock", "時間無制限")


def clock_text(clock: ClockSettings | None) -> Text:
    if clock is None:
        return NO_CLOCK
    control = time_control(clock)
    return Text(control.text("en"), control.text("ja"))


def league_view(event: Tournament, now_ms: int) -> wire.TournamentLeague | None:
    if not isinstance(event, League):
        return None
    today = datetime.fromtimestamp(now_ms / 1000, UTC).date()
    return wire.TournamentLeague(
        reports=[day.isoformat() for day in league_report.days(event, now_ms)], today=today.isoformat()
    )


def report(event: League, day: date) -> wire.LeagueReport:
    """The report of a league at the end of this day."""
    return wire.LeagueReport(
        day.isoformat(),
        league_report.before(day).isoformat(),
        [
            wire.LeagueReportLine(
                place=line.place,
                player=line.player,
                name=event.players[line.player].name,
                strength=line.strength,
                change=line.change,
                won=line.won,
                drawn=line.drawn,
                lost=line.lost,
                languages=list(line.languages),
            )
            for line in league_report.report(event, day)
        ],
    )


def simul_view(loaded: TournamentSession) -> wire.SimulView | None:
    event, new = loaded.event, loaded.row.settings
    if not isinstance(event, Simul):
        return None
    order = [*event.accepted, *(player.number for player in event.present if player.number != simul.HOST)]
    sheet = simul.sheet(event)
    return wire.SimulView(
        host=simul.HOST,
        host_clock_text=clock_text(creation.host_clock(new)),
        boards=simul.BOARDS,
        applicants=[_applicant(event, number) for number in dict.fromkeys(order)],
        won=sheet.won,
        drawn=sheet.drawn,
        lost=sheet.lost,
        playing=sheet.playing,
    )


def _applicant(event: Simul, number: int) -> wire.SimulApplicant:
    key = event.accepted.get(number)
    return wire.SimulApplicant(
        player=number,
        handicap=key,
        handicap_name=None if key is None else handicap_name(Handicap.named(key)),
        proposed=simul.proposed(event, number),
    )


def ladder_view(event: Tournament) -> wire.TournamentLadder | None:
    if not isinstance(event, Ladder):
        return None
    settings = event.settings
    return wire.TournamentLadder(
        reach=settings.reach,
        answer_days=settings.answer_days,
        idle_days=settings.idle_days,
        places=[
            wire.LadderPlace(player=number, may_challenge=ladder.can_challenge(event, number))
            for number in ladder.order(event)
        ],
        challenges=[
            wire.WaitingChallenge(
                number=each.number,
                player=each.player,
                opponent=each.opponent,
                until=iso(ladder.deadline(event, each)),
            )
            for each in event.challenges
            if each.answer is None
        ],
    )


def arena_view(loaded: TournamentSession, here: Collection[str], now_ms: int) -> wire.ArenaView:
    """Makes the view of an arena's own state. ``here``: the persons who have its page open."""
    event = Arena.of(loaded.event)
    settings, begun = event.settings, bool(event.rounds)
    open_games = [game for each in event.rounds for game in each.games if game.is_open]
    playing = {number for game in open_games for number in game.players}
    starts = settings.starts_at if settings.starts_at and not begun else None
    ends = arena.ends_at(event) if begun else None
    due = None if event.finished else ends if begun else starts
    free = (player.number for player in event.present if player.number not in playing)
    return wire.ArenaView(
        minutes=settings.minutes,
        streaks=settings.streaks,
        starts=None if starts is None else iso(starts),
        ends=None if ends is None else iso(ends),
        ms_left=None if due is None else max(0, due - now_ms),
        games=sum(len(each.games) for each in event.rounds),
        playing=len(open_games),
        waiting=[number for number in free if loaded.persons.get(number) in here],
        on_fire=[number for number in event.players if arena.on_fire(event, number)],
    )
