"""Rounds and games of a tournament: they are paired, begin, are replayed, and are left."""

from __future__ import annotations

from functools import partial

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.people.store import Account
from komadai.server.tournaments import boards, requests, results, without_result
from komadai.server.tournaments.commands import decide
from komadai.server.tournaments.session import Place, TournamentSession
from komadai.tournaments import Act, Arena, EventError, Simul, Swiss, TitleMatch, Tournament


async def pair(session: TournamentSession, account: Account) -> None:
    """Pairs the next round; in an arena over the board, all who are free."""
    if isinstance(session.event, Swiss) and session.row.settings.online:
        await _leave_out_barred(session, session.event, account)

    at, asked = session.now_ms(), session.context.asked()

    def choose(event: Tournament) -> Act:
        if isinstance(event, Swiss):
            return event.pair(at=at, system=asked)
        if not isinstance(event, Arena) or session.row.settings.online:
            return event.pair(at=at)
        act = event.meet(at=at, match=asked.match)
        if act is None:
            raise EventError.with_code("event-nobody-free")
        return act

    await session.act(account.id, choose)


async def _leave_out_barred(session: TournamentSession, event: Swiss, account: Account) -> None:
    """Lets those who may begin no games now sit out the next round without a point."""
    paired = {player.number for player in event.unpaired()}
    for number, person in session.persons.items():
        if number in paired and not await session.context.conduct.may_play(person):
            at = session.now_ms()
            await session.act(account.id, partial(_sits_out, player=number, at=at))


async def start(session: TournamentSession, account: Account) -> None:
    """Begins the games of the last round; in a simultaneous display with all who were accepted."""
    if isinstance(session.event, Simul) and not session.event.rounds:
        await session.act(account.id, lambda event: event.pair(at=session.now_ms()))
    await session.act(account.id, lambda event: event.start(at=session.now_ms()))
    await boards.create_games(session)


async def withdraw(session: TournamentSession, account: Account, command: requests.WithdrawPlayer) -> None:
    """A player leaves, and loses the games that run on this server. Of a pause in an arena none is
    lost."""
    now = session.now_ms()
    left = [] if isinstance(session.event, Arena) else await results.games_of(session, command.player)
    for live, color in left:
        if not live.game.can_abort:  # its result is that of a game that was played
            await without_result.leave(live, color, now)
    await session.refresh()
    await results.take(session)
    if not session.event.finished:
        await session.act(account.id, lambda event: decide(session, account, command, event))
        await results.finish_with_games(session)
    for live, color in left:
        await without_result.leave(live, color, now)


async def replay(session: TournamentSession, command: requests.Replay) -> None:
    """A new game on a board, after one without a result or a draw in a knockout."""
    try:
        game = session.event.game(command.round, command.board)
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error
    place = Place(game, command.seat)
    if place not in session.places(game):
        raise ApiError("not_found")
    played = session.game_at(place)
    if not place.is_open or (played is not None and played.status != "finished"):
        raise ApiError("playing")
    await boards.create_game(session, place, exchange=command.exchange)
    session.context.changed(session)


async def sennichite(session: TournamentSession, account: Account, command: requests.Sennichite) -> None:
    """A repetition over the board. The lock must be held."""
    try:
        game = session.event.game(command.round, command.board)
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error
    played = session.game_at(Place(game))
    if played is not None and played.status != "finished":
        raise ApiError("playing")
    await session.act(
        account.id,
        lambda event: TitleMatch.of(event).play_again(command.round, command.board, at=session.now_ms()),
    )


def _sits_out(event: Tournament, player: int, at: int) -> Act:
    return Swiss.of(event).sit_out(player, "zero", at=at)
