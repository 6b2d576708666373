"""A tournament in memory, and what the tournaments of a server share."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy.exc import IntegrityError

from komadai.handicap import Handicap
from komadai.messages.text import Text
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games.conduct import Conduct
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.player_names import PlayerNames
from komadai.server.people.store import Account, PeopleStore
from komadai.server.tournaments import wire
from komadai.server.tournaments.pairing import ArenaProcess, Asked, PairingProcess, Unanswered
from komadai.server.tournaments.store import BoardGame, EventStore, StoredAct, TournamentRow
from komadai.tournaments import Act, Arena, EventError, Game, Ladder, Result, Tournament, replay, teams
from komadai.tournaments import acts as event_acts
from komadai.tournaments.core.results import POINTS
from komadai.tournaments.core.table import member_name

log: Final = logging.getLogger(__name__)

CREATED_MS: Final = 5_000
"""If the games that an act begins have not been created after this time, the server was killed meanwhile: it
creates those that are missing."""


SEATS: Final = 100
"""The game on board 3 of match 2 of a team event is stored as that on board 203."""


class Place(NamedTuple):
    """The place of a game in an event: a board of a round, or of a team match."""

    game: Game
    seat: int = 0
    """The board in the team match, from 1; else 0."""

    @property
    def round(self) -> int:
        """The round."""
        return self.game.round

    @property
    def board(self) -> int:
        """The board, as the table of games has it."""
        return self.game.board * SEATS + self.seat if self.seat else self.game.board

    @property
    def is_open(self) -> bool:
        """Whether the result is missing."""
        return self.game.is_open and (not self.seat or self.game.boards[self.seat - 1] is None)


ALREADY_IN: Final = Text("this account plays in the event already", "このアカウントはすでに参加しています")
TellChallenged = Callable[[str, tuple[str, str], str, int], Coroutine[Any, Any, None]]
"""Gets the account, the event's id and name, the challenger's name and the time for the answer."""
Decide = Callable[[Tournament], Act]
ATTEMPTS: Final = 20
"""How often an act is decided anew because another process was faster."""


@dataclasses.dataclass(kw_only=True)
class Context:
    """The services that the tournaments of a server share."""

    core: Core
    store: EventStore
    people: PeopleStore
    registry: GameRegistry
    names: PlayerNames
    conduct: Conduct
    changed: Callable[[TournamentSession], None]
    """Tells the pages of a tournament that it has changed."""
    game_ended: Callable[[str, str], Coroutine[Any, Any, None]]
    """Gets the id of a tournament and that of a game of it that has ended."""
    tell_challenged: TellChallenged
    """Writes to an account that was challenged on a ladder."""
    pairing: PairingProcess = dataclasses.field(default_factory=PairingProcess)
    arenas: ArenaProcess = dataclasses.field(default_factory=ArenaProcess)
    listening: set[str] = dataclasses.field(default_factory=set)
    """The games whose end is waited for."""

    def asked(self) -> Asked:
        """The pairings that a command asks for."""
        return Asked(self.pairing, self.arenas)

    def close(self) -> None:
        """Stops what a command would wait for."""
        self.pairing.close()
        self.arenas.close()


class TournamentSession:
    """A tournament in memory, whose state is that of the log as it was last read, and its lock.

    An act is decided on the stored state and appended under its number. If another act was stored meanwhile,
    in this process or another, the number is taken: the state is read again, and the command is decided anew.
    So a withdrawal and a pairing at the same moment have an order, and both know it.
    """

    def __init__(self, context: Context, row: TournamentRow, event: Tournament) -> None:
        self.context: Final = context
        self.row = row
        self.event = event
        self.persons: dict[int, str] = {}
        """The persons who play, by the numbers of players."""
        self.third_persons: dict[int, str] = {}
        """The accounts of third persons who claim an infraction, by the numbers of the claims."""
        self.arbiters: list[str] = []
        self.games: list[BoardGame] = []
        self._newest: dict[tuple[int, int], BoardGame] = {}
        self._announced: set[str] | None = None
        """The games that `opening` knows; None before the first are read."""
        self.table: tuple[int, list[wire.TournamentLine]] | None = None
        """The table as it is sent, and the version of the event that it belongs to."""
        self.lock: Final = asyncio.Lock()

    @property
    def id(self) -> str:
        """The id of the event."""
        return self.row.id

    def now_ms(self) -> int:
        """The time of an act."""
        return self.context.core.clock.now_ms()

    async def refresh(self) -> None:
        """Reads what was stored since, by this process or another. The lock must be held."""
        # A game is stored after the act that it belongs to, so the games are read before the acts.
        games = await self.context.store.games(self.id)
        for each in await self.context.store.acts(self.id, self.event.count):
            self.event.apply(each.act)
            self.note(each.act, each.person_id)
        self.persons = await self.context.store.persons(self.id)
        self.arbiters = await self.context.store.arbiters(self.id)
        self.set_games(games)

    async def act(self, person: str, decide: Decide, entered: str | None = None) -> Act:
        """Decides on the newest state and stores the act; the event in memory changes when it is stored.

        The lock must be held. Raises ApiError.
        """

        async def one(event: Tournament) -> Sequence[Act]:
            return (await _decided(event, decide),)

        (act,) = await self.acts(person, one, entered)
        return act

    async def acts(
        self,
        person: str,
        decide: Callable[[Tournament], Awaitable[Sequence[Act]]],
        entered: str | None = None,
    ) -> Sequence[Act]:
        """Decides and stores acts together, as `act` does."""
        for _ in range(ATTEMPTS):
            event = self.event
            acts = await decide(event)
            player = acts[0].player if isinstance(acts[0], event_acts.Entered) else 0
            try:
                await self.context.store.append(
                    self.id,
                    event.count + 1,
                    person,
                    acts,
                    columns=columns(self, acts),
                    entered=(player, entered) if entered is not None else None,
                )
            except IntegrityError:
                await self.refresh()  # another process was faster
                if entered is not None and self.number_of(entered) is not None:
                    raise ApiError("event_refused", why=ALREADY_IN) from None
                continue
            except DATABASE_ERRORS as error:
                log.error("event %s: could not save: %s", self.id, reason_of(error))
                raise save_error(error) from None
            for act in acts:
                event.apply(act)
                self.note(act, person)
            self.context.changed(self)
            return acts
        raise ApiError("event_changed")

    def note(self, act: Act, person: str) -> None:
        """Remembers who has claimed something as a third person."""
        if isinstance(act, event_acts.Claimed) and act.third_person:
            self.third_persons[act.claim] = person

    def take_names(self, log: Sequence[StoredAct]) -> None:
        """Takes the names of the players from a log in which they were changed."""
        again = replay([each.act for each in log[: self.event.count]])
        self.event.players.update(again.players)

    def has_member(self, person: str) -> bool:
        """Whether a person is a member of a team."""
        return any(
            each.account == person for player in self.event.players.values() for each in player.members
        )

    def has(self, person: str) -> bool:
        """Whether a person plays, by themselves or in a team."""
        return self.number_of(person) is not None or self.has_member(person)

    def number_of(self, person: str) -> int | None:
        """The number of a person who plays."""
        return next((number for number, who in self.persons.items() if who == person), None)

    def is_arbiter(self, account: Account | None) -> bool:
        """Whether an account may act as arbiter: the owner, whom they named, and the server's moderators."""
        if account is None:
            return False
        return (
            account.id == self.row.owner_id
            or account.id in self.arbiters
            or account.role in ("moderator", "admin")
        )

    def set_games(self, games: list[BoardGame]) -> None:
        """The games as they are stored."""
        self.games = games
        self._newest = {(game.round, game.board): game for game in games}
        if self._announced is None:
            self._announced = {game.game_id for game in games}

    def result_of(self, place: Place, played: BoardGame) -> Result | None:
        """The result of a game that has ended; None if it had none."""
        if played.interruption is not None or played.termination is None:
            return None
        if played.won is None:
            return "draw"
        if played.recorder is not None or place.seat:
            return "black" if (played.won == "black") is not played.exchanged else "white"
        black, white = place.game.players
        winner = None if played.winner is None else self.number_of(played.winner)
        return "black" if winner == black else "white" if winner == white else None

    def contradiction(self, place: Place) -> wire.OwnResult | None:
        """How the game here has ended, if the arbiter has entered another winner; None if not."""
        played, standing = self.game_at(place), place.game.result_at(place.seat)
        if played is None or played.status != "finished" or standing is None:
            return None
        result = self.result_of(place, played)
        if result is None or POINTS[result] == POINTS[standing]:
            return None
        return wire.OwnResult(result=result, resigned=played.ended_by_resignation)

    def add_game(self, game: BoardGame) -> None:
        """A game that was just stored."""
        self.games.append(game)
        self._newest[game.round, game.board] = game

    def opening(self) -> dict[str, str]:
        """The persons on whose pages a game opens by itself, with its id: those of games that are new here
        since the last call, whichever process has created them."""
        known, self._announced = self._announced or set(), {game.game_id for game in self.games}
        return {
            person: game.game_id
            for game in self.games
            if game.game_id not in known and game.status != "finished"
            for person in self._who_opens(self.place_of(game))
        }

    def _who_opens(self, place: Place) -> list[str]:
        """The persons on whose pages a game at this place opens by itself."""
        opens = self.event.opens_game
        return [
            person
            for number, person in zip(place.game.players, self.persons_at(place), strict=True)
            if person is not None and opens(number)
        ]

    def places(self, game: Game) -> list[Place]:
        """Lists the boards of a game: one; several for a match of teams that has begun."""
        if not self.event.boards:
            return [Place(game)]
        return [Place(game, seat) for seat in range(1, len(game.boards) + 1)]

    def place_of(self, played: BoardGame) -> Place:
        """The place of a game."""
        board, seat = divmod(played.board, SEATS) if self.event.boards else (played.board, 0)
        return Place(self.event.game(played.round, board), seat)

    def persons_at(self, place: Place) -> tuple[str | None, str | None]:
        """The accounts of Black and White by the pairing; None for a seat without an account."""
        if not place.seat:
            black, white = (self.persons.get(number) for number in place.game.players)
            return black, white
        black, white = (self._account_of(*who) for who in teams.members_on(place.game, place.seat))
        return black, white

    def names_at(self, place: Place) -> tuple[str, str]:
        """The names of Black and White by the pairing."""
        if not place.seat:
            black, white = (self.event.players[number].name for number in place.game.players)
            return black, white
        black, white = (member_name(self.event, who) for who in teams.members_on(place.game, place.seat))
        return black, white

    def player_of(self, person: str, place: Place) -> int | None:
        """The player that a person is, or the team for which they play at this place; None: neither."""
        number = self.number_of(person)
        if number is None and place.seat and place.game.lineups is not None:
            members = teams.members_on(place.game, place.seat)
            return next((who[0] for who in members if self._account_of(*who) == person), None)
        return number

    def plays_at(self, person: str, place: Place) -> bool:
        """Whether a person is a player of the game, or plays for one of its teams at this place."""
        return self.player_of(person, place) in place.game.players

    def _account_of(self, team: int, member: int | None) -> str | None:
        members = self.event.players[team].members
        return members[member - 1].account or None if member is not None else None

    def game_at(self, place: Place) -> BoardGame | None:
        """The newest game at a place."""
        return self._newest.get((place.round, place.board))


async def _decided(event: Tournament, decide: Decide) -> Act:
    """The act of a command. Where it asks for pairings, it is decided again with them. Raises ApiError."""
    try:
        while True:
            try:
                return decide(event)
            except Unanswered as question:
                await question.answer()
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error


def copied(event: Tournament) -> Tournament:
    """The event once more, for acts that change none of its rounds, challenges and claims."""
    after = copy.copy(event)
    for each in dataclasses.fields(event):
        value = getattr(event, each.name)
        if isinstance(value, list | dict):
            setattr(after, each.name, value.copy())
    return after


def replay_with(event: Tournament, act: Act) -> Tournament:
    """The event after an act, without changing it. It shares with it what the act leaves as it is: thousands
    of games."""
    after = copied(event)
    leaves = isinstance(act, event_acts.Withdrawn) and not isinstance(event, Arena)
    changed = getattr(act, "round", None), getattr(act, "challenge", None), getattr(act, "claim", None)
    for index, one in enumerate(event.rounds):
        if one.number == changed[0] or (leaves and one.open_boards):
            after.rounds[index] = copy.deepcopy(one)
    if isinstance(after, Ladder):
        for index, challenge in enumerate(after.challenges):
            if challenge.number == changed[1] or (leaves and challenge.answer is None):
                after.challenges[index] = copy.copy(challenge)
    for index, claim in enumerate(event.claims):
        if claim.number == changed[2]:
            after.claims[index] = copy.copy(claim)
    after.apply(act)
    return after


def columns(loaded: TournamentSession, acts: Sequence[Act]) -> dict[str, object]:
    """Computes the changes of the acts in the list of events."""
    act = acts[-1]
    if isinstance(act, event_acts.Matched | event_acts.Resulted) and isinstance(loaded.event, Arena):
        return {}
    event = loaded.event
    for each in acts:
        event = replay_with(event, each)
    online = loaded.row.settings.online
    due: dict[str, object] = {}
    if isinstance(loaded.event, Arena):
        due["due_ms"] = begins_at(event, online)
    elif online and begins_games(act):
        due["due_ms"] = act.at + CREATED_MS
    return due | {
        "status": status_of(event),
        "players": len(event.present),
        "rounds": len(event.rounds),
        "total_rounds": event.total_rounds,
    }


def begins_games(act: Act) -> bool:
    """Whether games on this server are created after this act."""
    if isinstance(act, event_acts.Answered):
        return act.pairing is not None
    return isinstance(act, event_acts.Started | event_acts.Replayed)


def begins_at(event: Tournament, online: bool) -> int | None:
    """From when on the server looks at an arena by itself: one with a time to begin, or that runs."""
    if not isinstance(event, Arena) or not online or event.finished:
        return None
    return 0 if event.rounds else event.settings.starts_at or None


def status_of(event: Tournament) -> wire.TournamentStatus:
    """Whether an event takes entries before its first round, is played, or is over."""
    if event.finished:
        return "finished"
    return "running" if event.rounds else "open"


def handicap_of(game: Game) -> Handicap:
    """The handicap of a game."""
    return Handicap.named(game.pairing.handicap)
