"""The games of an event on this server: on two pages, or at a board where a third person keeps the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.events import EventError, Game
from komadai.play import events as ev
from komadai.play.events import Event as GameEvent
from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.events import creation, requests
from komadai.server.events.store import BoardGame, add_game
from komadai.server.events.tournament import Place, Tournament, replay_with
from komadai.server.games.api import check_settings
from komadai.server.games.game_registry import Record, created_event
from komadai.server.games.live_game import LiveGame
from komadai.server.games.wire import GameSettings
from komadai.server.peers.alone import wake
from komadai.server.people.store import Account

if TYPE_CHECKING:
    from komadai.server.events.service import EventService

FIRST_MOVE_MS: Final = 600_000
"""The time for the first move of each side: players come from other tables."""
FIRST_MOVE_DAYS_MS: Final = 3 * 86_400_000
"""The same in correspondence."""
NOT_A_PLAYER: Final = Text(
    "a third person keeps the record, not one of the players", "対局者は記録係になれません"
)
HAS_RESULT: Final = Text("this game has a result already", "この対局の結果は入力済みです")


class Boards:
    """Creates the games of the events of a server."""

    def __init__(self, service: EventService) -> None:
        self._service = service

    def missing(self, loaded: Tournament) -> list[Place]:
        """Where games on this server have begun in the log and have not been created."""
        if not loaded.row.settings.online:
            return []
        return [
            place
            for each in loaded.event.rounds
            for game in (each.boards if each.started else ())
            for place in loaded.places(game)
            if place.is_open and loaded.game_at(place) is None and None not in loaded.persons_at(place)
        ]

    async def create_games(self, loaded: Tournament) -> None:
        """Creates the games that are missing, and opens them on the pages of their players. The lock must be
        held.

        The act that begins games also stores when the server looks for those that are missing, so that they
        are created though it is killed meanwhile (`due_events`).
        """
        due = await self._service.store.due_ms(loaded.id)
        await self._service.refresh(loaded)
        for place in self.missing(loaded):
            try:
                await self.create_game(loaded, place, exchange=False)
            except ApiError as error:
                if error.code != "stale":  # another process has created it
                    raise
        self._service.pages.send(loaded)
        if due is not None and not loaded.event.kind.is_continuous:
            await self._service.store.nothing_due(loaded.id, due)

    async def create_game(self, loaded: Tournament, place: Place, *, exchange: bool) -> str | None:
        """The new game's id; None if it is not played on this server."""
        game, played = place.game, loaded.game_at(place)
        if game.replays and played is not None and played.recorder is not None:
            drawn = await self._service.registry.game(played.game_id)
            created, options = drawn.game.replay_settings(self._service.registry.now_ms())
            game_id = await self._record(loaded, place, played.recorder, created, options)
            await self._link(drawn, game_id)
            return game_id
        black, white = loaded.persons_at(place)
        if black is None or white is None or not loaded.row.settings.online:
            return None
        if exchange:
            black, white = white, black
        if game.replays:
            return await self._replay_drawn(loaded, place, (black, white))
        created, options = self._terms(loaded, game, online=True, exchange=exchange)
        return await self._begin(loaded, place, created, (black, white), options, exchange=exchange)

    async def keep_record(self, loaded: Tournament, account: Account, command: requests.KeepRecord) -> None:
        """Names who keeps the record of a game at the board, and creates the game. The lock must be held.

        The round begins with it, if it has not.
        """
        recorder = await self._service.people.account_named(command.account)
        if recorder is None:
            raise ApiError("no_such_account", name=command.account)
        begins, place = self._place(loaded, command)
        if recorder.id in loaded.persons_at(place):
            raise ApiError("event_refused", why=NOT_A_PLAYER)
        played = loaded.game_at(place)
        if played is not None and played.status != "finished":
            if played.recorder is None:
                raise ApiError("playing")
            await self._service.registry.set_recorder(played.game_id, recorder.id)
        elif not place.is_open:
            raise ApiError("event_refused", why=HAS_RESULT)
        else:
            if begins:
                await self._service.act(
                    loaded, account.id, lambda event: event.start(at=self._service.registry.now_ms())
                )
                _, place = self._place(loaded, command)
            created, options = self._terms(loaded, place.game, online=False)
            await self._record(loaded, place, recorder.id, created, options, exchange=command.exchange)
            if begins:
                await self.create_games(loaded)
        self._service.pages.send(loaded)

    def _place(self, loaded: Tournament, command: requests.KeepRecord) -> tuple[bool, Place]:
        """Whether the round begins with the record, and the board once it has begun. Raises ApiError."""
        event = loaded.event
        try:
            begins = event.game(command.round, command.board).is_open
            begins = begins and not event.rounds[command.round - 1].started
            if begins:
                event = replay_with(event, event.start(at=self._service.registry.now_ms()))
            game = event.game(command.round, command.board)
            event.check_board(game, command.seat)
        except EventError as error:
            raise ApiError("event_refused", why=Text.of_error(error)) from error
        return begins, Place(game, command.seat)

    async def _record(
        self,
        loaded: Tournament,
        place: Place,
        recorder: str,
        created: ev.Created,
        options: list[GameEvent],
        *,
        exchange: bool = False,
    ) -> str:
        """Creates a game at a board, whose record an account keeps."""
        names, persons = loaded.names_at(place), loaded.persons_at(place)
        if exchange:
            names, persons = names[::-1], persons[::-1]
        record = Record(recorder, names)
        return await self._begin(loaded, place, created, persons, options, exchange=exchange, record=record)

    def _terms(
        self, loaded: Tournament, game: Game, *, online: bool, exchange: bool = False
    ) -> tuple[ev.Created, list[GameEvent]]:
        """The first events of a game of the event: on two pages, or at one board, where a recorder corrects
        by taking back."""
        terms = loaded.row.settings
        new = GameSettings(
            side="black",
            handicap=game.pairing.handicap,
            clock=terms.clock,
            variant=terms.variant,
            impasse=creation.impasse_of(terms),
            take_back=not online,
        )
        start_sfen, handicap = check_settings(new)
        now = self._service.registry.now_ms()
        created = created_event(new, (ev.Person(), ev.Person()), "fixed", start_sfen, handicap, now)
        if not online:
            return created, [ev.Recorded(at=now)]
        options: list[GameEvent] = []
        if terms.days:
            options.append(ev.Correspondence(at=now, days=terms.days))
        first_move_ms = FIRST_MOVE_DAYS_MS if terms.days else FIRST_MOVE_MS
        if loaded.event.kind.is_continuous:
            first_move_ms = self._service.registry.settings.first_move_ms
        options.append(
            ev.TwoPersons(
                at=now,
                first_move_ms=first_move_ms,
                rated=terms.rated,
                forfeits=loaded.event.kind.forfeits,
            )
        )
        if loaded.event.kind.is_accepted and terms.clock is not None and terms.host_minutes:
            black, white = creation.times_of(terms.clock), creation.host_times_of(terms)
            times = (white, black) if exchange else (black, white)
            options.append(ev.TimesKept(at=now, clock=times, of_draw=False))
        return created, options

    async def _begin(
        self,
        loaded: Tournament,
        place: Place,
        created: ev.Created,
        persons: tuple[str | None, str | None],
        options: Sequence[GameEvent],
        *,
        exchange: bool = False,
        record: Record | None = None,
    ) -> str:
        """Creates the next game on a board. Raises ApiError ``stale`` if another process has created it."""
        last = loaded.game_at(place)
        after = None if last is None else last.game_id

        async def mark(connection: AsyncConnection, game_id: str) -> None:
            where = place.round, place.board
            await add_game(connection, loaded.id, *where, game_id, after=after, exchanged=exchange)
            await wake(connection, self._service.registry.peers.name, "event", loaded.id)

        game_id = await self._service.registry.begin(
            created, persons, options, visibility="public", also=mark, record=record
        )
        new = BoardGame(
            game_id=game_id,
            round=place.round,
            board=place.board,
            exchanged=exchange,
            recorder=None if record is None else record.recorder,
        )
        loaded.add_game(new)
        await self._service.results.listen(loaded, game_id)
        return game_id

    async def _replay_drawn(self, loaded: Tournament, place: Place, persons: tuple[str, str]) -> str | None:
        """Creates the game that replays a repetition, in the time that was left."""
        last = loaded.game_at(place)
        if last is None:
            return None  # it was played over the board
        drawn = await self._service.registry.game(last.game_id)
        created, options = drawn.game.replay_settings(self._service.registry.now_ms())
        game_id = await self._begin(loaded, place, created, persons, options)
        await self._link(drawn, game_id)
        return game_id

    async def _link(self, drawn: LiveGame, game_id: str) -> None:
        """Leads the pages of a drawn game to the one that replays it."""
        await drawn.set_next(game_id)
        await self._service.registry.peers.tell("next", drawn.id, game_id)

    async def replay_repetition(self, loaded: Tournament, board: Game) -> None:
        """A game has ended by repetition: it is replayed under its number.

        The act comes first. If the server ends before the new game was stored, only the game is missing when
        this is called again.
        """
        games = [game for game in loaded.games if (game.round, game.board) == (board.round, board.board)]
        if len(games) > board.replays:
            at = self._service.registry.now_ms()
            await self._service.act(
                loaded, "", lambda event: event.play_again(board.round, board.board, at=at)
            )
        try:
            again = Place(loaded.event.game(board.round, board.board))
            await self.create_game(loaded, again, exchange=False)
        except ApiError as error:
            if error.code != "stale":  # another process has created it
                raise
        loaded.set_games(await self._service.store.games(loaded.id))
        self._service.pages.send(loaded)
