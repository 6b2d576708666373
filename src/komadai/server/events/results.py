"""The results of events: those of the games that are played on this server."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from komadai.events import Event, EventError, Result, teams
from komadai.outcome import Termination
from komadai.pieces import Color
from komadai.play.events import Event as GameEvent
from komadai.play.game import Game as PlayedGame
from komadai.play.texts import Text
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.events import requests, without_result
from komadai.server.events.store import BoardGame
from komadai.server.events.tournament import Place, Tournament
from komadai.server.games.live_game import LiveGame
from komadai.server.people.store import Account

if TYPE_CHECKING:
    from komadai.server.events.service import EventService

log: Final = logging.getLogger(__name__)


class Results:
    """Waits for the ends of games and enters their results."""

    def __init__(self, service: EventService) -> None:
        self._service: Final = service
        self._registry: Final = service.registry
        self._listening: set[str] = set()
        """The games whose end is waited for."""

    async def listen(self, loaded: Tournament, game_id: str) -> LiveGame:
        """Takes the result of a game as soon as it ends, or now if it has ended since it was looked up."""
        live = await self._registry.game(game_id)
        if game_id in self._listening:
            return live
        if live.game.outcome is not None:
            self._registry.spawn(self._game_ended(loaded.id, game_id))
            return live

        def heard(game: PlayedGame, events: list[GameEvent]) -> None:
            if game.outcome is not None:
                live.unsubscribe(heard)
                self._listening.discard(game_id)
                self._registry.spawn(self._game_ended(loaded.id, game_id))

        self._listening.add(game_id)
        live.subscribe(heard)
        return live

    async def listen_to_all(self, loaded: Tournament) -> None:
        """Takes the results of the running games, also of those that another process has created."""
        for played in loaded.games:
            if played.status != "finished":
                try:
                    await self.listen(loaded, played.game_id)
                except Exception as error:  # a damaged game must not hide the event
                    log.error("game %s cannot be read: %s", played.game_id, reason_of(error))

    async def _game_ended(self, event_id: str, game_id: str) -> None:
        try:
            loaded = await self._service.tournament(event_id)
            played = next((each for each in loaded.games if each.game_id == game_id), None)
            if played is not None and loaded.contradiction(loaded.place_of(played)) is not None:
                self._service.pages.send(loaded)
        except (ApiError, *DATABASE_ERRORS) as error:
            log.warning("event %s: a result waits: %s", event_id, reason_of(error))

    async def take(self, loaded: Tournament) -> None:
        """Enters the results of games that have ended. The lock must be held."""
        if loaded.event.finished:
            return
        entered = False
        for each in loaded.event.rounds:
            for board in each.boards:
                for place in loaded.places(board):
                    played = loaded.game_at(place) if place.is_open else None
                    if played is not None and played.status == "finished":
                        entered |= await self._take_result(loaded, place, played)
        if entered:
            await self.finish_with_games(loaded)

    async def _take_result(self, loaded: Tournament, place: Place, played: BoardGame) -> bool:
        """Enters the result of a game that has ended; False if the arbiter decides."""
        kind = loaded.event.kind
        if kind.replays_repetition and played.termination == Termination.SENNICHITE.value:
            await self._service.boards.replay_repetition(loaded, place.game)
            return False
        if played.interruption is not None and kind.settles_itself:
            return await self._without_result(loaded, place, played)
        result = loaded.result_of(place, played)
        if result is None or (result == "draw" and not kind.has_draws):
            return False
        resigned = played.ended_by_resignation
        return await self._enter_result(loaded, place, result, resigned=resigned)

    async def _enter_result(
        self, loaded: Tournament, place: Place, result: Result, *, resigned: bool = False
    ) -> bool:
        """Enters a result; False if there is one already."""
        where = place.round, place.game.board
        try:
            await self._service.act(
                loaded,
                "",
                lambda event: event.enter_result(
                    *where, result, seat=place.seat, resigned=resigned, at=self._registry.now_ms()
                ),
            )
        except ApiError as error:
            if error.code != "event_refused":
                raise
            return False
        return True

    async def finish_with_games(self, loaded: Tournament) -> None:
        """Ends an event that is over with its last game. The lock must be held."""
        event = loaded.event
        if not event.kind.ends_with_its_games or not event.rounds or event.rounds[-1].open_boards:
            return
        try:
            await self._service.act(loaded, "", lambda event: event.finish(at=self._registry.now_ms()))
        except ApiError as error:
            if error.code != "event_refused":  # another process was faster
                raise

    async def _without_result(self, loaded: Tournament, place: Place, played: BoardGame) -> bool:
        """A game has ended without a result where no arbiter decides: enters that of the board.

        In an arena who was missing pauses. Returns whether there was no result before.
        """
        kind = loaded.event.kind
        game = (await self._registry.game(played.game_id)).game
        missing = without_result.missing(game, kind.forfeits)
        losers = [place.game.players[color ^ played.exchanged] for color in missing]
        if not await self._enter_result(loaded, place, without_result.verdict(place.game, losers)):
            return False
        for player in losers if kind.is_continuous else ():
            if not loaded.event.players[player].withdrawn:
                at = self._registry.now_ms()
                await self._service.act(loaded, "", partial(Event.withdraw, player=player, at=at))
        return True

    async def rule(self, loaded: Tournament, account: Account, command: requests.Rule) -> None:
        """The arbiter answers a claim. An infraction loses the game, also while it is played. The lock must
        be held."""
        now = self._registry.now_ms()
        try:
            claim = loaded.event.open_claim(command.claim)
            penalty = loaded.event.penalty(command.claim, at=now) if command.accepted else None
        except EventError as error:
            raise ApiError("event_refused", why=Text.of_error(error)) from error
        place = Place(loaded.event.game(claim.round, claim.board), claim.seat)
        played = loaded.game_at(place)
        if penalty is not None:
            # The result comes first: if the server ends in between, the claim can be answered again.
            await self._service.act(
                loaded, account.id, lambda event: event.penalty(command.claim, at=now) or penalty
            )
        await self._service.act(
            loaded,
            account.id,
            lambda event: event.rule(command.claim, command.accepted, command.text, at=now),
        )
        if penalty is None:
            return
        if played is not None and played.status != "finished":
            loser = Color.BLACK if penalty.result == "white" else Color.WHITE
            live = await self._registry.game(played.game_id)
            await without_result.lose_by_infraction(live, Color(loser ^ played.exchanged), now)
        await self.finish_with_games(loaded)

    async def games_of(self, loaded: Tournament, player: int) -> list[tuple[LiveGame, Color]]:
        """The games of a player that run on this server, on two pages, and the colours."""
        found = []
        for played in loaded.games:
            place = loaded.place_of(played)
            players = place.game.players
            if played.status != "finished" and played.recorder is None and player in players:
                # On the even boards of a team match the team that is named first has White.
                turned = place.seat > 0 and not teams.has_black(place.seat)
                color = Color(players.index(player) ^ turned ^ played.exchanged)
                found.append((await self._registry.game(played.game_id), color))
        return found
