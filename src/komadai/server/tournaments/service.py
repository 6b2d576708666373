"""The tournaments of this server: those in memory, and who does what with them."""

from __future__ import annotations

import logging
import secrets
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.messages.text import Text
from komadai.server.cluster import messages as ms
from komadai.server.cluster.cluster import publish_on_commit
from komadai.server.connections import Connection, encode
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, NOT_STORED, reason_of
from komadai.server.errors import ApiError
from komadai.server.games.conduct import Conduct
from komadai.server.games.live.game_registry import GameRegistry, is_id
from komadai.server.games.player_names import PlayerNames
from komadai.server.people.store import Account, PeopleStore
from komadai.server.tournaments import (
    announcement,
    boards,
    due,
    ends,
    entries,
    requests,
    results,
    rounds,
    wire,
)
from komadai.server.tournaments.commands import decide
from komadai.server.tournaments.pages import EventPages
from komadai.server.tournaments.permissions import check_may, check_sees
from komadai.server.tournaments.session import Context, TellChallenged, TournamentSession
from komadai.server.tournaments.store import EventStore, TournamentRow
from komadai.server.tournaments.typed_text import visible
from komadai.tournaments import Ladder, ladder, replay

log: Final = logging.getLogger(__name__)

LISTED: Final = 50
IN_MEMORY: Final = 100
"""From so many tournaments on those that nobody watches are read again when they are asked for."""
SHEETS_OPEN: Final = Text(
    "everybody can open the sheets of this event without a link",
    "この大会の表は、リンクがなくても誰でも開けます",
)


class TournamentService:
    """All tournaments of this server."""

    def __init__(
        self,
        core: Core,
        registry: GameRegistry,
        names: PlayerNames,
        conduct: Conduct,
        tell_challenged: TellChallenged,
    ) -> None:
        """``tell_challenged`` writes to an account that was challenged on a ladder."""
        self.core: Final = core
        self.clock: Final = core.clock
        self.store: Final = EventStore(core.database, core.cluster.name)
        self.people: Final = PeopleStore(core.database)
        self.pages: Final = EventPages(core)
        self.context: Final = Context(
            core=core,
            store=self.store,
            people=self.people,
            registry=registry,
            names=names,
            conduct=conduct,
            changed=self.pages.send,
            game_ended=self._game_ended,
            tell_challenged=tell_challenged,
        )
        self._writes = core.database.writes
        self._loaded: dict[str, TournamentSession] = {}
        self._reading: set[str] = set()
        """The events that are about to be read again, because another process has changed them."""
        core.cluster.subscribe(ms.EventChanged, self._on_event)
        core.cluster.subscribe(ms.EntriesRenamed, self._on_entered)
        core.cluster.subscribe(ms.All, self._on_all)

    def close(self) -> None:
        """Stops what a command would wait for."""
        self.context.close()

    # -- reading

    async def newest(self, account: Account | None) -> list[TournamentRow]:
        """The newest events that this account sees."""
        return await self.store.newest(LISTED, None if account is None else account.id)

    async def tournament(self, event_id: str) -> TournamentSession:
        """An event with its newest state. Raises ApiError ``not_found``.

        While the database stores nothing, results of games that have just ended may be missing.
        """
        if self._writes.failing:
            return await self.peek(event_id)
        loaded = await self.load(event_id)
        async with loaded.lock:
            await loaded.refresh()
            try:
                await results.take(loaded)
                await due.pass_time(loaded)
            except ApiError as error:
                if error.code not in NOT_STORED:
                    raise
                log.warning("event %s: what is due waits: %s", event_id, error.code)
        return loaded

    async def peek(self, event_id: str) -> TournamentSession:
        """An event as it is stored; results of games that have just ended may be missing. Raises ApiError."""
        loaded = await self.load(event_id)
        if not loaded.lock.locked():
            async with loaded.lock:
                await loaded.refresh()
        return loaded

    async def load(self, event_id: str) -> TournamentSession:
        """An event as it is in memory, read from the database if it is not. Raises ApiError ``not_found``."""
        loaded = self._loaded.get(event_id)
        if loaded is None:
            row = await self.store.event(event_id) if is_id(event_id) else None
            if row is None:
                raise ApiError("not_found")
            stored = await self.store.acts(event_id)
            fresh = TournamentSession(self.context, row, replay([each.act for each in stored]))
            for each in stored:
                fresh.note(each.act, each.person_id)
            loaded = self._loaded.setdefault(event_id, fresh)
            self._unload()
        return loaded

    def _unload(self) -> None:
        """Keeps the memory small: events that nobody watches are read again when they are asked for."""
        if len(self._loaded) > IN_MEMORY:
            idle = [
                key
                for key, each in self._loaded.items()
                if key not in self.pages.watched and not each.lock.locked()
            ]
            for key in idle[:-20]:
                del self._loaded[key]

    async def rename(self, connection: AsyncConnection, event_id: str) -> None:
        """Tells the other processes that this transaction has changed names in the log, when it is
        committed; this process takes them with `erased`."""
        await publish_on_commit(connection, self.core.cluster.name, ms.EntriesRenamed(event_id))

    async def erased(self, person: str) -> None:
        """Takes the names into memory that a committed transaction has changed in the log for this person."""
        plays = await self.store.events_of(person)
        for loaded in list(self._loaded.values()):
            if loaded.id in plays or loaded.has_member(person):
                await self._on_entered(ms.EntriesRenamed(loaded.id))

    # -- creating

    async def create(self, owner: Account, new: requests.NewTournament) -> str:
        """Creates an event and returns its id. Raises ApiError."""
        return await announcement.create(self.context, owner, new, self.peek)

    async def next_season(self, owner: Account, new: requests.NewTournament) -> str:
        """Creates the match after ``new.previous``, with its holder entered. Raises ApiError."""
        previous = await self.tournament(new.previous)
        return await announcement.next_season(self.context, owner, new, previous, self.peek)

    # -- commands

    async def command(
        self, event_id: str, account: Account, command: requests.TournamentCommand
    ) -> TournamentSession:
        """Executes a command of this account, and returns the event after it. Raises ApiError."""
        return await self.core.tasks.complete(self._command(event_id, account, visible(command)))

    async def _command(
        self, event_id: str, account: Account, command: requests.TournamentCommand
    ) -> TournamentSession:
        loaded = await self.load(event_id)
        async with loaded.lock:
            await loaded.refresh()
            await results.take(loaded)
            await due.pass_time(loaded)
            check_may(loaded, account, command)
            await self._execute(loaded, account, command)
            await loaded.refresh()
            await due.pass_time(loaded)
        return loaded

    async def _execute(
        self, loaded: TournamentSession, account: Account, command: requests.TournamentCommand
    ) -> None:
        match command:
            case requests.NameArbiter():
                await self._name_arbiter(loaded, command)
            case requests.LinkSheets():
                await self._link_sheets(loaded, command)
            case requests.Join() | requests.AddPlayer():
                await entries.enter(loaded, account, command)
            case requests.AddPlayers():
                await entries.enter_list(loaded, account, command)
            case requests.AddMember():
                await entries.add_member(loaded, account, command)
            case requests.TakeChallenger():
                # A title match is no qualifier of itself, whose lock is held.
                qualifier = entries.qualifier_of(loaded)
                other = await self.peek(qualifier) if qualifier else None
                await entries.take_challenger(loaded, account, other)
            case requests.Pair():
                await rounds.pair(loaded, account)
            case requests.StartRound():
                await rounds.start(loaded, account)
            case requests.WithdrawPlayer():
                await rounds.withdraw(loaded, account, command)
            case requests.Replay():
                await rounds.replay(loaded, command)
            case requests.Sennichite():
                await rounds.sennichite(loaded, account, command)
            case requests.KeepRecord():
                await boards.keep_record(loaded, account, command)
            case requests.Rule():
                await results.rule(loaded, account, command)
            case _:
                await loaded.act(account.id, lambda event: decide(loaded, account, command, event))
                if isinstance(command, requests.LadderChallenge):
                    self._tell_challenged(loaded)
                elif isinstance(command, requests.AnswerLadder) and command.accept:
                    await boards.create_games(loaded)

    def _tell_challenged(self, loaded: TournamentSession) -> None:
        """Lets a mail be written about the last challenge."""
        event = Ladder.of(loaded.event)
        challenge = event.challenges[-1]
        person = loaded.persons.get(challenge.opponent)
        if person is None:
            return
        until, opponent = ladder.deadline(event, challenge), event.players[challenge.player].name
        self.core.tasks.spawn(
            self.context.tell_challenged(person, (loaded.id, event.settings.name), opponent, until)
        )

    async def _name_arbiter(self, loaded: TournamentSession, command: requests.NameArbiter) -> None:
        other = await self.people.account_named(command.account)
        if other is None:
            raise ApiError("no_such_account", name=command.account)
        if other.id == loaded.row.owner_id:
            raise ApiError("yourself")
        if command.on and len(loaded.arbiters) >= 10:
            raise ApiError("too_many")
        await self.store.set_arbiter(loaded.id, other.id, command.on)
        self.pages.send(loaded)

    async def _link_sheets(self, loaded: TournamentSession, command: requests.LinkSheets) -> None:
        if not loaded.row.settings.private:
            raise ApiError("event_refused", why=SHEETS_OPEN)
        key = secrets.token_urlsafe(24) if command.on else None
        await self.store.set_sheets_key(loaded.id, key)

    async def look_after(self, event_id: str) -> None:
        """Does what is due in an event by itself; see `due`."""
        present = await self.pages.present(event_id)
        await self.core.tasks.complete(self._look_after(event_id, present))

    async def _look_after(self, event_id: str, present: set[str]) -> None:
        loaded = await self.load(event_id)
        async with loaded.lock:
            await due.look_after(loaded, present)

    async def _game_ended(self, event_id: str, game_id: str) -> None:
        """Takes the result of a game that has just ended."""
        try:
            loaded = await self.tournament(event_id)
            played = next((each for each in loaded.games if each.game_id == game_id), None)
            if played is not None and loaded.contradiction(loaded.place_of(played)) is not None:
                self.pages.send(loaded)
        except (ApiError, *DATABASE_ERRORS) as error:
            log.warning("event %s: a result waits: %s", event_id, reason_of(error))

    # -- pages

    async def watch(self, connection: Connection, event_id: str) -> None:
        """Tells a page the version of an event, now and at every change."""
        loaded = await self.peek(event_id)
        if loaded.row.settings.private:
            person = connection.guest or ""
            check_sees(loaded, (await self.people.accounts([person])).get(person))
        await self.pages.open(connection, loaded)
        await ends.listen_to_all(loaded)
        connection.send(encode(wire.TournamentMessage(event=loaded.id, version=loaded.event.count)))

    def leave(self, connection: Connection, event_id: str) -> None:
        """Stops telling the page."""
        self.pages.close(connection, event_id, self._loaded.get(event_id))

    # -- other processes

    async def _on_event(self, message: ms.EventChanged) -> None:
        """Another process has stored an act or a game, or named an arbiter."""
        loaded = self._loaded.get(message.id)
        if loaded is None or loaded.id in self._reading:
            return
        self._reading.add(loaded.id)
        async with loaded.lock:
            self._reading.discard(loaded.id)
            await loaded.refresh()
        if loaded.id in self.pages.watched:
            await ends.listen_to_all(loaded)
        self.pages.send(loaded)

    async def _on_entered(self, message: ms.EntriesRenamed) -> None:
        """Names were changed in the log."""
        loaded = self._loaded.get(message.event_id)
        if loaded is not None:
            async with loaded.lock:
                loaded.take_names(await self.store.acts(loaded.id))
            self.pages.send(loaded)

    async def _on_all(self, _: ms.All) -> None:
        """Messages may have been lost."""
        for event_id in list(self.pages.watched):
            await self._on_event(ms.EventChanged(event_id))
