"""An event in memory."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
from collections.abc import Sequence
from typing import Final, NamedTuple

from komadai.events import Act, Event, Game, Result, replay, teams
from komadai.events import acts as event_acts
from komadai.events.games import POINTS
from komadai.events.table import member_name
from komadai.handicap import Handicap
from komadai.server.events import wire
from komadai.server.events.store import BoardGame, StoredAct, TournamentRow
from komadai.server.people.store import Account

CREATED_MS: Final = 5_000
"""If the games that an act begins have not been created after this time, the server was killed meanwhile: it
creates those that are missing."""


SEATS: Final = 100
"""The game on board 3 of match 2 of a team event is stored as that on board 203."""


class Place(NamedTuple):
    """Where a game of an event is played: on a board of a round, or of a team match."""

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


class Tournament:
    """An event in memory. Its state is that of the log as it was last read."""

    def __init__(self, row: TournamentRow, event: Event) -> None:
        self.row = row
        self.event = event
        self.persons: dict[int, str] = {}
        """The persons who play, by the numbers of players."""
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

    def take_names(self, log: Sequence[StoredAct]) -> None:
        """Takes the names of the players from a log in which they were changed."""
        again = replay([each.act for each in log[: self.event.count]])
        self.event.players.update(again.players)

    def has_member(self, person: str) -> bool:
        """Whether a person is a member of a team."""
        return any(
            each.account == person for player in self.event.players.values() for each in player.members
        )

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
        opens = self.event.kind.opens_game
        return [
            person
            for number, person in zip(place.game.players, self.persons_at(place), strict=True)
            if person is not None and opens(number)
        ]

    def places(self, game: Game) -> list[Place]:
        """Where a game is played: on one board; a match of teams that has begun, on several."""
        if not self.event.settings.boards:
            return [Place(game)]
        return [Place(game, seat) for seat in range(1, len(game.boards) + 1)]

    def place_of(self, played: BoardGame) -> Place:
        """The place of a game."""
        board, seat = divmod(played.board, SEATS) if self.event.settings.boards else (played.board, 0)
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


def replay_with(event: Event, act: Act) -> Event:
    """The event after an act, without changing it. It shares with it what the act leaves as it is: thousands
    of games."""
    after = copy.copy(event)
    for each in dataclasses.fields(event):
        value = getattr(event, each.name)
        if isinstance(value, list | dict):
            setattr(after, each.name, value.copy())
    leaves = isinstance(act, event_acts.Withdrawn) and not event.kind.is_continuous
    changed = getattr(act, "round", None), getattr(act, "challenge", None), getattr(act, "claim", None)
    for index, one in enumerate(event.rounds):
        if one.number == changed[0] or (leaves and one.open_boards):
            after.rounds[index] = copy.deepcopy(one)
    for index, challenge in enumerate(event.challenges):
        if challenge.number == changed[1] or (leaves and challenge.answer is None):
            after.challenges[index] = copy.copy(challenge)
    for index, claim in enumerate(event.claims):
        if claim.number == changed[2]:
            after.claims[index] = copy.copy(claim)
    after.apply(act)
    return after


def columns(loaded: Tournament, act: Act) -> dict[str, object]:
    """What the act changes in the list of events."""
    if isinstance(act, event_acts.Matched | event_acts.Resulted) and loaded.event.kind.is_continuous:
        return {}
    event = replay_with(loaded.event, act)
    online = loaded.row.settings.online
    due: dict[str, object] = {}
    if loaded.event.kind.is_continuous:
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


def begins_at(event: Event, online: bool) -> int | None:
    """From when on the server looks at an arena by itself: one with a time to begin, or that runs."""
    if not (event.kind.is_continuous and online) or event.finished:
        return None
    return 0 if event.rounds else event.settings.starts_at or None


def status_of(event: Event) -> wire.TournamentStatus:
    """Whether an event takes entries before its first round, is played, or is over."""
    if event.finished:
        return "finished"
    return "running" if event.rounds else "open"


def handicap_of(game: Game) -> Handicap:
    """The handicap of a game."""
    return Handicap.named(game.pairing.handicap)
