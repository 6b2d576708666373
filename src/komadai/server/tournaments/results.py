"""The results of events: those of the games that are played on this server."""

from __future__ import annotations

from functools import partial

from komadai.messages.text import Text
from komadai.outcome import Termination
from komadai.pieces import Color
from komadai.server.errors import ApiError
from komadai.server.games.live.live_game import LiveGame
from komadai.server.people.store import Account
from komadai.server.tournaments import boards, requests, without_result
from komadai.server.tournaments.session import Place, TournamentSession
from komadai.server.tournaments.store import BoardGame
from komadai.tournaments import Arena, EventError, Result, TitleMatch, Tournament, teams


async def take(session: TournamentSession) -> None:
    """Enters the results of games that have ended. The lock must be held."""
    if session.event.finished:
        return
    entered = False
    for each in session.event.rounds:
        for board in each.boards:
            for place in session.places(board):
                played = session.game_at(place) if place.is_open else None
                if played is not None and played.status == "finished":
                    entered |= await _take_result(session, place, played)
    if entered:
        await finish_with_games(session)


async def _take_result(session: TournamentSession, place: Place, played: BoardGame) -> bool:
    """Enters the result of a game that has ended; False if the arbiter decides."""
    event = session.event
    if isinstance(event, TitleMatch) and played.termination == Termination.SENNICHITE.value:
        await boards.replay_repetition(session, place.game)
        return False
    if played.interruption is not None and event.forfeits is not None:
        return await _without_result(session, place, played)
    result = session.result_of(place, played)
    if result is None:
        return False
    resigned = played.ended_by_resignation
    return await _enter_result(session, place, result, resigned=resigned)


async def _enter_result(
    session: TournamentSession, place: Place, result: Result, *, resigned: bool = False
) -> bool:
    """Enters a result; False if there is one already."""
    where = place.round, place.game.board
    try:
        await session.act(
            "",
            lambda event: event.enter_result(
                *where, result, seat=place.seat, resigned=resigned, at=session.now_ms()
            ),
        )
    except ApiError as error:
        if error.code != "event_refused":
            raise
        return False
    return True


async def finish_with_games(session: TournamentSession) -> None:
    """Ends an event that is over with its last game. The lock must be held."""
    if not session.event.is_over:
        return
    try:
        await session.act("", lambda event: event.finish(at=session.now_ms()))
    except ApiError as error:
        if error.code != "event_refused":  # another process was faster
            raise


async def _without_result(session: TournamentSession, place: Place, played: BoardGame) -> bool:
    """A game has ended without a result where no arbiter decides: enters that of the board.

    In an arena who was missing pauses. Returns whether there was no result before.
    """
    event = session.event
    game = (await session.context.registry.game(played.game_id)).game
    missing = without_result.missing(game, event.forfeits or ())
    losers = [place.game.players[color ^ played.exchanged] for color in missing]
    if not await _enter_result(session, place, without_result.verdict(place.game, losers)):
        return False
    for player in losers if isinstance(event, Arena) else ():
        if not session.event.players[player].withdrawn:
            at = session.now_ms()
            await session.act("", partial(Tournament.withdraw, player=player, at=at))
    return True


async def rule(session: TournamentSession, account: Account, command: requests.Rule) -> None:
    """The arbiter answers a claim. An infraction loses the game, also while it is played. The lock must
    be held."""
    now = session.now_ms()
    try:
        claim = session.event.open_claim(command.claim)
        penalty = session.event.penalty(command.claim, at=now) if command.accepted else None
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error
    place = Place(session.event.game(claim.round, claim.board), claim.seat)
    played = session.game_at(place)
    if penalty is not None:
        # The result comes first: if the server ends in between, the claim can be answered again.
        await session.act(account.id, lambda event: event.penalty(command.claim, at=now) or penalty)
    await session.act(
        account.id,
        lambda event: event.rule(command.claim, command.accepted, command.text, at=now),
    )
    if penalty is None:
        return
    if played is not None and played.status != "finished":
        loser = Color.BLACK if penalty.result == "white" else Color.WHITE
        live = await session.context.registry.game(played.game_id)
        await without_result.lose_by_infraction(live, Color(loser ^ played.exchanged), now)
    await finish_with_games(session)


async def games_of(session: TournamentSession, player: int) -> list[tuple[LiveGame, Color]]:
    """The games of a player that run on this server, on two pages, and the colours."""
    found = []
    for played in session.games:
        place = session.place_of(played)
        players = place.game.players
        if played.status != "finished" and played.recorder is None and player in players:
            # On the even boards of a team match the team that is named first has White.
            turned = place.seat > 0 and not teams.has_black(place.seat)
            color = Color(players.index(player) ^ turned ^ played.exchanged)
            found.append((await session.context.registry.game(played.game_id), color))
    return found
