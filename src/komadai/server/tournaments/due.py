"""Acts that are due without a command: as time passes in a ladder, league or arena; after a crash in all."""

from __future__ import annotations

from typing import Final

from komadai.server.errors import ApiError
from komadai.server.tournaments import boards, results, without_result
from komadai.server.tournaments.ends import listen
from komadai.server.tournaments.session import Place, TournamentSession
from komadai.tournaments import Act, Arena, EventError, Game, Ladder, League, Tournament, ladder, league
from komadai.tournaments.kinds.arena import rules as arena

MAX_DUE: Final = 200
"""The number of due acts that are done at once; the rest follows at the next look."""


async def pass_time(session: TournamentSession) -> None:
    """Does the acts of a ladder or league that time alone brings, up to now. The lock must be held."""
    if isinstance(session.event, League):
        await _put_in_touch(session, session.event)
    now = session.now_ms()

    def decide(event: Tournament) -> Act:
        act = ladder.due(Ladder.of(event), now)
        if act is None:
            raise EventError.with_code("event-no-challenge", challenge=0)
        return act

    for _ in range(MAX_DUE):
        if not isinstance(session.event, Ladder) or ladder.due(session.event, now) is None:
            return
        try:
            await session.act("", decide)
        except ApiError as error:
            if error.code != "event_refused":
                raise
            return  # another process was faster


async def _put_in_touch(session: TournamentSession, event: League) -> None:
    """Begins the games of members of a league who wait for opponents. The lock must be held."""
    if event.finished:
        return
    last, now = event.last_round, session.now_ms()
    try:
        if last is None or last.started:
            if not league.pairs(event):
                return
            await session.act("", lambda event: event.pair(at=now))
        await session.act("", lambda event: event.start(at=now))
    except ApiError as error:
        if error.code != "event_refused":
            raise
        return  # another process was faster
    await boards.create_games(session)


async def look_after(session: TournamentSession, present: set[str]) -> None:
    """Does what is due: creates games that are missing. Begins, pairs and ends an arena, with these persons
    at its page. The lock must be held."""
    await session.refresh()
    await results.take(session)
    event, now = session.event, session.now_ms()
    if not isinstance(event, Arena) or boards.missing(session):
        await boards.create_games(session)
    if event.finished or not isinstance(event, Arena):
        return
    if not event.rounds:
        await _begin_arena(session, event, now)
        return
    for board in event.rounds[0].games:
        if board.is_open:
            await _look_at_board(session, board, now)
    if now < arena.ends_at(event):
        await _meet(session, present, now)
    elif not event.rounds[0].open_boards:
        await session.act("", lambda event: event.finish(at=now))


async def _begin_arena(session: TournamentSession, event: Arena, now: int) -> None:
    settings = event.settings
    if len(event.present) > 1:
        await session.act("", lambda event: event.start(at=now))
    elif now > settings.starts_at + 60_000 * settings.minutes:
        await session.act("", lambda event: event.finish(at=now))  # nobody came


async def _look_at_board(session: TournamentSession, board: Game, now: int) -> None:
    """Waits for the end of a game."""
    played = session.game_at(Place(board))
    if played is not None and played.status != "finished":
        live = await listen(session, played.game_id)
        if live.game.stands_still:
            await without_result.end_if_left(live, now)


async def _meet(session: TournamentSession, present: set[str], now: int) -> None:
    """Pairs those who are there, do not play and are not barred."""
    event = session.event
    busy = {number for game in event.rounds[0].games if game.is_open for number in game.players}
    free = {
        number
        for number, person in session.persons.items()
        if person in present and number not in busy and not event.players[number].withdrawn
    }
    if len(free) > 1:
        persons = {number: session.persons[number] for number in free}
        accounts = await session.context.people.accounts(list(persons.values()))
        playing = await session.context.registry.who_plays_a_person(persons.values())
        free = {
            number
            for number, person in persons.items()
            if not accounts[person].is_barred(now) and person not in playing
        }
    if len(free) < 2:
        return
    asked = session.context.asked()

    def decide(event: Tournament) -> Act:
        act = Arena.of(event).meet(free, at=now, match=asked.match)
        if act is None:
            raise EventError.with_code("event-nobody-free")
        return act

    try:
        await session.act("", decide)
    except ApiError as error:
        if error.code != "event_refused":
            raise
        return  # nobody can meet now
    await boards.create_games(session)
