"""The events of this server: one act after the other, and the games on the boards.

An act is decided on the stored state and appended under its number. If another act was stored meanwhile, in
this process or another, the number is taken: the state is read again, and the command is decided anew. So a
withdrawal and a pairing at the same moment have an order, and both know it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.events import (
    Act,
    Created,
    Event,
    EventError,
    Member,
    Player,
    Settings,
    ladder,
    read_rank,
    replay,
    titles,
)
from komadai.events import acts as event_acts
from komadai.play.texts import Text
from komadai.server.connections import Connection, encode
from komadai.server.db.database import DATABASE_ERRORS, NOT_STORED, Database, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.events import creation, requests, wire, without_result
from komadai.server.events.boards import Boards
from komadai.server.events.pages import EventPages
from komadai.server.events.pairing import ArenaProcess, Asked, PairingProcess, Unanswered
from komadai.server.events.passing_time import PassingTime
from komadai.server.events.permissions import check_may, claimant
from komadai.server.events.result_names import RESULTS
from komadai.server.events.results import Results
from komadai.server.events.store import EventStore, TournamentRow
from komadai.server.events.tournament import Place, Tournament, begins_at, columns
from komadai.server.events.typed_text import visible
from komadai.server.games.game_registry import GameRegistry, is_id, new_id
from komadai.server.games.player_names import speed_of_clock
from komadai.server.peers.alone import wake
from komadai.server.people.store import Account, PeopleStore
from komadai.server.people.visible_text import visible_line

log: Final = logging.getLogger(__name__)

MAX_UNFINISHED: Final = 20
"""The events of one owner that are not over."""
MAX_SWISS: Final = 200
"""The players of a Swiss event: pairing a round of more would take a processor for too long."""
ATTEMPTS: Final = 20
LISTED: Final = 50

TellChallenged = Callable[[str, tuple[str, str], str, int], Coroutine[Any, Any, None]]
"""Gets the account, the event's id and name, the challenger's name and the time for the answer."""
Decide = Callable[[Event], Act]


class EventService:
    """All events of this server."""

    def __init__(self, registry: GameRegistry, database: Database) -> None:
        self.store: Final = EventStore(database, registry.peers.name)
        self.people: Final = PeopleStore(database)
        self.registry: Final = registry
        self._writes = database.writes
        self.tell_challenged: TellChallenged | None = None
        """Writes to an account that was challenged on a ladder."""
        self._loaded: dict[str, Tournament] = {}
        self.pages: Final = EventPages(registry)
        self.boards: Final = Boards(self)
        self.results: Final = Results(self)
        self.passing: Final = PassingTime(self)
        self.pairing: Final = PairingProcess()
        self.arenas: Final = ArenaProcess()
        self._reading: set[str] = set()
        """The events that are about to be read again, because another process has changed them."""
        for kind, listener in {
            "event": self._on_event,
            "entered": self._on_entered,
            "all": self._on_all,
        }.items():
            registry.peers.on(kind, listener)

    def close(self) -> None:
        """Stops what a command would wait for."""
        self.pairing.close()
        self.arenas.close()

    def asked(self) -> Asked:
        """The pairings that a command asks for."""
        return Asked(self.pairing, self.arenas)

    # -- reading

    async def newest(self) -> list[TournamentRow]:
        """The newest events."""
        return await self.store.newest(LISTED)

    async def tournament(self, event_id: str) -> Tournament:
        """An event with its newest state. Raises ApiError ``not_found``.

        While the database stores nothing, results of games that have just ended may be missing.
        """
        if self._writes.failing:
            return await self.peek(event_id)
        loaded = await self.load(event_id)
        async with loaded.lock:
            await self.refresh(loaded)
            try:
                await self.results.take(loaded)
                await self.passing.pass_time(loaded)
            except ApiError as error:
                if error.code not in NOT_STORED:
                    raise
                log.warning("event %s: what is due waits: %s", event_id, error.code)
        return loaded

    async def peek(self, event_id: str) -> Tournament:
        """An event as it is stored; results of games that have just ended may be missing. Raises ApiError."""
        loaded = await self.load(event_id)
        if not loaded.lock.locked():
            async with loaded.lock:
                await self.refresh(loaded)
        return loaded

    async def load(self, event_id: str) -> Tournament:
        """An event as it is in memory, read from the database if it is not. Raises ApiError ``not_found``."""
        loaded = self._loaded.get(event_id)
        if loaded is None:
            row = await self.store.event(event_id) if is_id(event_id) else None
            if row is None:
                raise ApiError("not_found")
            event = replay([each.act for each in await self.store.acts(event_id)])
            loaded = self._loaded.setdefault(event_id, Tournament(row, event))
            self._unload()
        return loaded

    def _unload(self) -> None:
        """Keeps the memory small: events that nobody watches are read again when they are asked for."""
        if len(self._loaded) > 100:
            idle = [
                key
                for key, each in self._loaded.items()
                if key not in self.pages.watched and not each.lock.locked()
            ]
            for key in idle[:-20]:
                del self._loaded[key]

    async def refresh(self, loaded: Tournament) -> None:
        """Reads what was stored since, by this process or another. The lock must be held."""
        # A game is stored after the act that it belongs to, so the games are read before the acts.
        games = await self.store.games(loaded.id)
        for each in await self.store.acts(loaded.id, loaded.event.count):
            loaded.event.apply(each.act)
        loaded.persons = await self.store.persons(loaded.id)
        loaded.arbiters = await self.store.arbiters(loaded.id)
        loaded.set_games(games)

    async def rename(self, connection: AsyncConnection, event_id: str) -> None:
        """Tells the other processes that this transaction has changed names in the log, when it is
        committed; this process takes them with `erased`."""
        await wake(connection, self.registry.peers.name, "entered", event_id)

    async def erased(self, person: str) -> None:
        """Takes the names into memory that a committed transaction has changed in the log for this person."""
        plays = await self.store.events_of(person)
        for loaded in list(self._loaded.values()):
            if loaded.id in plays or loaded.has_member(person):
                await self._on_entered([loaded.id])

    # -- creating

    async def create(self, owner: Account, new: requests.NewTournament) -> str:
        """Creates an event and returns its id. Raises ApiError."""
        new = visible(new)
        if new.system == "title-match":
            new = msgspec.structs.replace(new, open=False)
        if new.boards:
            new = msgspec.structs.replace(new, open=False)
        if new.system == "simul":
            new = msgspec.structs.replace(new, rated=False)
        settings = creation.settings_of(new)
        if new.qualifier:
            await self.load(new.qualifier)
        if await self.store.unfinished_of(owner.id) >= MAX_UNFINISHED:
            raise ApiError("too_many")
        now = self.registry.now_ms()
        event_id = new_id()
        host = await self._host(owner, new, settings) if new.system == "simul" else None
        row = TournamentRow(
            id=event_id,
            created_ms=now,
            owner_id=owner.id,
            settings=new,
            acts=1 if host is None else 2,
            status="open",
            players=0 if host is None else 1,
            rounds=0,
            total_rounds=new.rounds if new.system == "swiss" else 0,
            title_id=await self._title_id(new, event_id),
            due_ms=begins_at(Event(settings), new.online),
        )
        try:
            created = Created(at=now, settings=settings)
            await self.registry.complete(self.store.create(row, created, host))
        except DATABASE_ERRORS as error:
            log.error("could not save an event: %s", reason_of(error))
            raise save_error(error) from None
        return row.id

    async def _host(
        self, owner: Account, new: requests.NewTournament, settings: Settings
    ) -> event_acts.Entered:
        """The owner of a simultaneous display plays in it, as its first player. Raises ApiError."""
        if new.online:
            await self.registry.conduct.check_play(owner.id)
        rating = await self._rating(owner, new)
        return Event(settings).enter(owner.display_name, at=self.registry.now_ms(), rating=rating)

    async def _title_id(self, new: requests.NewTournament, event_id: str) -> str | None:
        """The first match for the title of a new match."""
        if new.system != "title-match":
            return None
        if not new.previous:
            return event_id
        previous = (await self.load(new.previous)).row
        return previous.title_id or previous.id

    async def next_season(self, owner: Account, new: requests.NewTournament) -> str:
        """Creates the match after ``new.previous``, with its holder entered. Raises ApiError."""
        previous = await self.tournament(new.previous)
        if not previous.is_arbiter(owner):
            raise ApiError("not_arbiter")
        rows = await self.store.seasons(previous.row.title_id or previous.id, 1)
        if rows and rows[-1].id != previous.id:
            raise ApiError("event_refused", why=SEASON_FOLLOWS)
        event_id = await self.create(owner, creation.next_season(new, previous.row, previous.event))
        holder = titles.holder_after(previous.event)
        if holder is not None:
            loaded = await self.load(event_id)
            async with loaded.lock:
                await self._enter_from(loaded, owner, previous, [holder])
        return event_id

    async def _enter_from(
        self, loaded: Tournament, by: Account, other: Tournament, players: Sequence[Player]
    ) -> None:
        """Enters players of another event, with their accounts. The lock must be held."""
        for player in players:

            def decide(event: Event, player: Player = player) -> Act:
                return event.enter(
                    player.name,
                    at=self.registry.now_ms(),
                    rating=player.rating,
                    rank=player.rank,
                    club=player.club,
                )

            await self.act(loaded, by.id, decide, entered=other.persons.get(player.number))

    async def _take_challenger(self, loaded: Tournament, account: Account) -> None:
        """The best of the qualifier enter a title match. The lock must be held."""
        qualifier = loaded.event.settings.qualifier
        try:
            if not qualifier:
                raise EventError.with_code("event-no-qualifier")
            # A title match is no qualifier of itself, whose lock is held.
            other = await self.peek(qualifier)
            through = titles.challengers(loaded.event, other.event)
        except EventError as error:
            raise ApiError("event_refused", why=Text.of_error(error)) from error
        await self._enter_from(loaded, account, other, through)

    # -- commands

    async def command(
        self, event_id: str, account: Account, command: requests.TournamentCommand
    ) -> Tournament:
        """Executes a command of this account, and returns the event after it. Raises ApiError."""
        return await self.registry.complete(self._command(event_id, account, visible(command)))

    async def _command(
        self, event_id: str, account: Account, command: requests.TournamentCommand
    ) -> Tournament:
        loaded = await self.load(event_id)
        async with loaded.lock:
            await self.refresh(loaded)
            await self.results.take(loaded)
            await self.passing.pass_time(loaded)
            check_may(loaded, account, command)
            match command:
                case requests.NameArbiter():
                    await self._name_arbiter(loaded, command)
                case requests.Replay():
                    await self._replay(loaded, command)
                case requests.Sennichite():
                    await self._sennichite(loaded, account, command)
                case requests.KeepRecord():
                    await self.boards.keep_record(loaded, account, command)
                case requests.Rule():
                    await self.results.rule(loaded, account, command)
                case requests.LadderChallenge():
                    await self.act(
                        loaded, account.id, lambda event: self._decide(loaded, account, command, event)
                    )
                    self._tell_challenged(loaded)
                case requests.AnswerLadder():
                    await self.act(
                        loaded, account.id, lambda event: self._decide(loaded, account, command, event)
                    )
                    if command.accept:
                        await self.boards.create_games(loaded)
                case requests.TakeChallenger():
                    await self._take_challenger(loaded, account)
                case requests.Join() | requests.AddPlayer():
                    await self._enter(loaded, account, command)
                case requests.Pair():
                    await self._pair(loaded, account)
                case requests.StartRound():
                    await self._start(loaded, account)
                case requests.AddMember():
                    await self._add_member(loaded, account, command)
                case requests.WithdrawPlayer():
                    await self._withdraw(loaded, account, command)
                case _:
                    await self.act(
                        loaded, account.id, lambda event: self._decide(loaded, account, command, event)
                    )
            await self.refresh(loaded)
            await self.passing.pass_time(loaded)
        return loaded

    def _tell_challenged(self, loaded: Tournament) -> None:
        """Lets a mail be written about the last challenge."""
        event = loaded.event
        challenge = event.challenges[-1]
        person = loaded.persons.get(challenge.opponent)
        if self.tell_challenged is None or person is None:
            return
        until, opponent = ladder.deadline(event, challenge), event.players[challenge.player].name
        self.registry.spawn(self.tell_challenged(person, (loaded.id, event.settings.name), opponent, until))

    async def _pair(self, loaded: Tournament, account: Account) -> None:
        """Pairs the next round; in an arena over the board, all who are free."""
        if loaded.event.kind.paired_by_hand and loaded.row.settings.online:
            await self._leave_out_barred(loaded, account)

        at, asked = self.registry.now_ms(), self.asked()

        def decide(event: Event) -> Act:
            if not event.kind.is_continuous or loaded.row.settings.online:
                return event.pair(at=at, system=asked)
            act = event.meet(at=at, match=asked.match)
            if act is None:
                raise EventError.with_code("event-nobody-free")
            return act

        await self.act(loaded, account.id, decide)

    async def _leave_out_barred(self, loaded: Tournament, account: Account) -> None:
        """Lets those who may begin no games now sit out the next round without a point."""
        paired = {player.number for player in loaded.event.unpaired()}
        for number, person in loaded.persons.items():
            if number in paired and not await self.registry.conduct.may_play(person):
                at = self.registry.now_ms()
                await self.act(loaded, account.id, partial(Event.sit_out, player=number, bye="zero", at=at))

    async def _start(self, loaded: Tournament, account: Account) -> None:
        """Begins the games of the last round; in a simultaneous display with all who were accepted."""
        if loaded.event.kind.is_accepted and not loaded.event.rounds:
            await self.act(loaded, account.id, lambda event: event.pair(at=self.registry.now_ms()))
        await self.act(loaded, account.id, lambda event: event.start(at=self.registry.now_ms()))
        await self.boards.create_games(loaded)

    def _decide(
        self, loaded: Tournament, account: Account, command: requests.TournamentCommand, event: Event
    ) -> Act:
        """The act of a command that changes only the log."""
        at = self.registry.now_ms()
        match command:
            case requests.AcceptPlayer():
                return event.accept(command.player, command.handicap, at=at)
            case requests.WithdrawPlayer():
                return event.withdraw(command.player, at=at, reason=command.reason)
            case requests.ReturnPlayer():
                return event.come_back(command.player, at=at)
            case requests.SitOut():
                return event.sit_out(command.player, command.bye, at=at)
            case requests.ForcePair():
                return event.force(
                    command.black, command.white, at=at, again=command.again, reason=command.reason
                )
            case requests.Unforce():
                return event.unforce(at=at)
            case requests.Unpair():
                return event.unpair(at=at, reason=command.reason)
            case requests.EnterResult():
                return _result(event, command, at)
            case requests.LineUp():
                return event.line_up(command.player, command.members, at=at)
            case requests.LeagueWants():
                return event.want(command.player, command.opponents, command.languages, at=at)
            case requests.LadderChallenge():
                challenger = command.player or loaded.number_of(account.id) or 0
                return event.challenge(challenger, command.opponent, at=at)
            case requests.AnswerLadder():
                return event.answer(command.challenge, command.accept, at=at)
            case requests.TakeBackLadder():
                return event.take_back_challenge(command.challenge, at=at)
            case requests.MakeClaim():
                player = command.player or claimant(loaded, account.id, command) or 0
                return event.claim(
                    command.round,
                    command.board,
                    player,
                    command.text,
                    at=at,
                    seat=command.seat,
                    infraction=command.infraction,
                )
            case requests.Finish():
                return event.finish(at=at)
            case requests.Reopen():
                return event.reopen(at=at)
            case _:
                raise AssertionError(command)

    async def act(self, loaded: Tournament, person: str, decide: Decide, entered: str | None = None) -> Act:
        """Decides on the newest state and stores the act; the event in memory changes when it is stored.

        The lock must be held. Raises ApiError.
        """
        for _ in range(ATTEMPTS):
            event = loaded.event
            act = await _decided(event, decide)
            number = event.count + 1
            player = act.player if isinstance(act, event_acts.Entered) else 0
            try:
                await self.store.append(
                    loaded.id,
                    number,
                    person,
                    act,
                    columns=columns(loaded, act),
                    entered=(player, entered) if entered is not None else None,
                )
            except IntegrityError:
                await self.refresh(loaded)  # another process was faster
                if entered is not None and loaded.number_of(entered) is not None:
                    raise ApiError("event_refused", why=ALREADY_IN) from None
                continue
            except DATABASE_ERRORS as error:
                log.error("event %s: could not save: %s", loaded.id, reason_of(error))
                raise save_error(error) from None
            event.apply(act)
            self.pages.send(loaded)
            return act
        raise ApiError("event_changed")

    async def _enter(
        self, loaded: Tournament, account: Account, command: requests.Join | requests.AddPlayer
    ) -> None:
        who: Account | None = account
        name, rating, rank, club = "", 0, None, ""
        members: tuple[Member, ...] = ()
        if isinstance(command, requests.AddPlayer):
            who = None
            if command.account:
                who = await self.people.account_named(command.account)
                if who is None:
                    raise ApiError("no_such_account", name=command.account)
            try:
                rank = read_rank(command.rank)
                members = tuple([await self._member(loaded, each) for each in command.members])
            except EventError as error:
                raise ApiError("event_refused", field="rank", why=Text.of_error(error)) from error
            if who is None and loaded.event.kind.is_continuous and loaded.row.settings.online:
                raise ApiError("event_refused", field="account", why=ARENA_ACCOUNT)
            name, rating, club = command.name, command.rating, command.club
        elif not loaded.row.settings.open:
            raise ApiError("no_entries")
        if loaded.event.settings.system == "swiss" and len(loaded.event.players) >= MAX_SWISS:
            full = EventError.with_code("event-full", most=MAX_SWISS)
            raise ApiError("event_refused", why=Text.of_error(full))
        if who is not None:
            if loaded.number_of(who.id) is not None:
                raise ApiError("event_refused", why=ALREADY_IN)
            if loaded.row.settings.online:
                await self.registry.conduct.check_play(who.id)
            name = name or who.display_name
            rating = rating if members else rating or await self._rating(who, loaded.row.settings)
        person = None if who is None else who.id
        await self.act(
            loaded,
            account.id,
            lambda event: event.enter(
                name, at=self.registry.now_ms(), rating=rating, rank=rank, club=club, members=members
            ),
            entered=person,
        )
        if loaded.event.settings.system == "league":
            number = len(loaded.event.players)
            await self.act(
                loaded,
                account.id,
                lambda event: event.want(
                    number, command.opponents, command.languages, at=self.registry.now_ms()
                ),
            )

    async def _add_member(self, loaded: Tournament, account: Account, command: requests.AddMember) -> None:
        try:
            member = await self._member(loaded, command.member)
        except EventError as error:
            raise ApiError("event_refused", why=Text.of_error(error)) from error
        await self.act(
            loaded,
            account.id,
            lambda event: event.add_member(command.player, member, at=self.registry.now_ms()),
        )

    async def _member(self, loaded: Tournament, new: requests.NewMember) -> Member:
        """A member of a team, with their account. Raises EventError for a wrong rank, ApiError."""
        name, rating, who = visible_line(new.name), new.rating, None
        if new.account:
            who = await self.people.account_named(new.account)
            if who is None:
                raise ApiError("no_such_account", name=new.account)
            if loaded.row.settings.online:
                await self.registry.conduct.check_play(who.id)
            name = name or who.display_name
            rating = rating or await self._rating(who, loaded.row.settings)
        if not name:
            raise EventError.with_code("event-no-name")
        person = "" if who is None else who.id
        return Member(name=name, rating=rating, rank=read_rank(new.rank), account=person)

    async def _rating(self, account: Account, settings: requests.NewTournament) -> int:
        """The settled rating of an account for the games of an event; 0 if there is none."""
        speed = speed_of_clock(settings.clock, settings.days)
        if speed is None:
            return 0
        names = await self.registry.names.of([account.id], settings.variant, speed)
        name = names.get(account.id)
        if name is None or name.rank is None or name.rank.en == "?":
            return 0
        return name.rating or 0

    async def _name_arbiter(self, loaded: Tournament, command: requests.NameArbiter) -> None:
        other = await self.people.account_named(command.account)
        if other is None:
            raise ApiError("no_such_account", name=command.account)
        if other.id == loaded.row.owner_id:
            raise ApiError("yourself")
        if command.on and len(loaded.arbiters) >= 10:
            raise ApiError("too_many")
        await self.store.set_arbiter(loaded.id, other.id, command.on)
        self.pages.send(loaded)

    # -- games

    async def _sennichite(self, loaded: Tournament, account: Account, command: requests.Sennichite) -> None:
        """A repetition over the board. The lock must be held."""
        try:
            game = loaded.event.game(command.round, command.board)
        except EventError as error:
            raise ApiError("event_refused", why=Text.of_error(error)) from error
        played = loaded.game_at(Place(game))
        if played is not None and played.status != "finished":
            raise ApiError("playing")
        await self.act(
            loaded,
            account.id,
            lambda event: event.play_again(command.round, command.board, at=self.registry.now_ms()),
        )

    async def _withdraw(self, loaded: Tournament, account: Account, command: requests.WithdrawPlayer) -> None:
        """A player leaves, and loses the games that run on this server. Of a pause in an arena none is
        lost."""
        now = self.registry.now_ms()
        left = [] if loaded.event.kind.is_continuous else await self.results.games_of(loaded, command.player)
        for live, color in left:
            if not live.game.can_abort:  # its result is that of a game that was played
                await without_result.leave(live, color, now)
        await self.refresh(loaded)
        await self.results.take(loaded)
        if not loaded.event.finished:
            await self.act(loaded, account.id, lambda event: self._decide(loaded, account, command, event))
            await self.results.finish_with_games(loaded)
        for live, color in left:
            await without_result.leave(live, color, now)

    async def _replay(self, loaded: Tournament, command: requests.Replay) -> None:
        """A new game on a board, after one without a result or a draw in a knockout."""
        try:
            game = loaded.event.game(command.round, command.board)
        except EventError as error:
            raise ApiError("event_refused", why=Text.of_error(error)) from error
        place = Place(game, command.seat)
        if place not in loaded.places(game):
            raise ApiError("not_found")
        played = loaded.game_at(place)
        if not place.is_open or (played is not None and played.status != "finished"):
            raise ApiError("playing")
        await self.boards.create_game(loaded, place, exchange=command.exchange)
        self.pages.send(loaded)

    # -- pages

    async def watch(self, connection: Connection, event_id: str) -> None:
        """Tells a page the version of an event, now and at every change."""
        loaded = await self.peek(event_id)
        await self.pages.open(connection, loaded)
        await self.results.listen_to_all(loaded)
        connection.send(encode(wire.TournamentMessage(event=loaded.id, version=loaded.event.count)))

    def leave(self, connection: Connection, event_id: str) -> None:
        """Stops telling the page."""
        self.pages.close(connection, event_id, self._loaded.get(event_id))

    # -- other processes

    async def _on_event(self, words: Sequence[str]) -> None:
        """Another process has stored an act or a game, or named an arbiter."""
        loaded = self._loaded.get(words[0])
        if loaded is None or loaded.id in self._reading:
            return
        self._reading.add(loaded.id)
        async with loaded.lock:
            self._reading.discard(loaded.id)
            await self.refresh(loaded)
        if loaded.id in self.pages.watched:
            await self.results.listen_to_all(loaded)
        self.pages.send(loaded)

    async def _on_entered(self, words: Sequence[str]) -> None:
        """Names were changed in the log."""
        loaded = self._loaded.get(words[0])
        if loaded is not None:
            async with loaded.lock:
                loaded.take_names(await self.store.acts(loaded.id))
            self.pages.send(loaded)

    async def _on_all(self, _: Sequence[str]) -> None:
        """Messages may have been lost."""
        for event_id in list(self.pages.watched):
            await self._on_event([event_id])


def _result(event: Event, command: requests.EnterResult, at: int) -> event_acts.Resulted:
    """Raises ApiError ``other_result`` if the arbiter saw another result than the one that stands."""
    act = event.enter_result(
        command.round, command.board, command.result, at=at, seat=command.seat, reason=command.reason
    )
    if act.before != command.corrects:
        raise ApiError("other_result", standing=act.before, why=RESULTS[act.before])
    return act


async def _decided(event: Event, decide: Decide) -> Act:
    """The act of a command. Where it asks for pairings, it is decided again with them. Raises ApiError."""
    try:
        while True:
            try:
                return decide(event)
            except Unanswered as question:
                await question.answer()
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error


SEASON_FOLLOWS: Final = Text("a later match for this title follows already", "次の期がすでにあります")
ARENA_ACCOUNT: Final = Text(
    "an arena on this server is for players with accounts",
    "このサーバーでのアリーナにはアカウントが必要です",
)
ALREADY_IN: Final = Text("this account plays in the event already", "このアカウントはすでに参加しています")
