"""What happens by itself in an event: as time passes in a ladder, league or arena; after a crash in all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.events import Act, Event, EventError, Game, ladder, league
from komadai.events.kinds import arena
from komadai.server.errors import ApiError
from komadai.server.events import without_result
from komadai.server.events.tournament import Place, Tournament

if TYPE_CHECKING:
    from komadai.server.events.service import EventService

MOST_DUE: Final = 200
"""What is done at once of what the time has brought; the rest follows at the next look."""


class PassingTime:
    """What nobody has to ask for in the events of a server."""

    def __init__(self, service: EventService) -> None:
        self._service = service

    async def pass_time(self, loaded: Tournament) -> None:
        """Does what nobody has to ask for in a ladder or league, up to now. The lock must be held."""
        if loaded.event.settings.system == "league":
            await self._put_in_touch(loaded)
        now = self._service.registry.now_ms()

        def decide(event: Event) -> Act:
            act = ladder.due(event, now)
            if act is None:
                raise EventError.with_code("event-no-challenge", challenge=0)
            return act

        for _ in range(MOST_DUE):
            if loaded.event.settings.system != "ladder" or ladder.due(loaded.event, now) is None:
                return
            try:
                await self._service.act(loaded, "", decide)
            except ApiError as error:
                if error.code != "event_refused":
                    raise
                return  # another process was faster

    async def _put_in_touch(self, loaded: Tournament) -> None:
        """Begins the games of members of a league who wait for opponents. The lock must be held."""
        event = loaded.event
        if event.finished:
            return
        last, now = event.last_round, self._service.registry.now_ms()
        try:
            if last is None or last.started:
                if not league.pairs(event):
                    return
                await self._service.act(loaded, "", lambda event: event.pair(at=now))
            await self._service.act(loaded, "", lambda event: event.start(at=now))
        except ApiError as error:
            if error.code != "event_refused":
                raise
            return  # another process was faster
        await self._service.boards.create_games(loaded)

    async def look_after(self, event_id: str, present: set[str]) -> None:
        """Does what is due in an event: creates games that are missing. Begins, pairs and ends an arena,
        with these persons at its page."""
        await self._service.registry.complete(self._look_after(event_id, present))

    async def _look_after(self, event_id: str, present: set[str]) -> None:
        loaded = await self._service.load(event_id)
        async with loaded.lock:
            await self._service.refresh(loaded)
            await self._service.results.take(loaded)
            event, now = loaded.event, self._service.registry.now_ms()
            if not event.kind.is_continuous or self._service.boards.missing(loaded):
                await self._service.boards.create_games(loaded)
            if event.finished or not event.kind.is_continuous:
                return
            if not event.rounds:
                await self._begin_arena(loaded, now)
                return
            for board in event.rounds[0].games:
                if board.is_open:
                    await self._look_at_board(loaded, board, now)
            if now < arena.ends_at(event):
                await self._meet(loaded, present, now)
            elif not event.rounds[0].open_boards:
                await self._service.act(loaded, "", lambda event: event.finish(at=now))

    async def _begin_arena(self, loaded: Tournament, now: int) -> None:
        settings = loaded.event.settings
        if len(loaded.event.present) > 1:
            await self._service.act(loaded, "", lambda event: event.start(at=now))
        elif now > settings.starts_at + 60_000 * settings.minutes:
            await self._service.act(loaded, "", lambda event: event.finish(at=now))  # nobody came

    async def _look_at_board(self, loaded: Tournament, board: Game, now: int) -> None:
        """Waits for the end of a game."""
        played = loaded.game_at(Place(board))
        if played is not None and played.status != "finished":
            live = await self._service.results.listen(loaded, played.game_id)
            if live.game.stands_still:
                await without_result.end_if_left(live, now)

    async def _meet(self, loaded: Tournament, present: set[str], now: int) -> None:
        """Pairs those who are there, do not play and are not barred."""
        event = loaded.event
        busy = {number for game in event.rounds[0].games if game.is_open for number in game.players}
        free = {
            number
            for number, person in loaded.persons.items()
            if person in present and number not in busy and not event.players[number].withdrawn
        }
        if len(free) > 1:
            persons = {number: loaded.persons[number] for number in free}
            accounts = await self._service.people.accounts(list(persons.values()))
            registry = self._service.registry
            free = {
                number
                for number, person in persons.items()
                if not accounts[person].is_barred(now) and not await registry.plays_a_person(person)
            }
        if len(free) < 2:
            return
        asked = self._service.asked()

        def decide(event: Event) -> Act:
            act = event.meet(free, at=now, match=asked.match)
            if act is None:
                raise EventError.with_code("event-nobody-free")
            return act

        try:
            await self._service.act(loaded, "", decide)
        except ApiError as error:
            if error.code != "event_refused":
                raise
            return  # nobody can meet now
        await self._service.boards.create_games(loaded)
