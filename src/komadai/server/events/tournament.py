"""An event in memory."""

from __future__ import annotations

import asyncio
import copy

from komadai.events import Act, Event, Game
from komadai.events import acts as event_acts
from komadai.handicap import Handicap
from komadai.server.events import arena_games, wire
from komadai.server.events.store import BoardGame, TournamentRow
from komadai.server.people.store import Account


class Tournament:
    """An event in memory. Its state is that of the log as it was last read."""

    def __init__(self, row: TournamentRow, event: Event) -> None:
        self.row = row
        self.event = event
        self.persons: dict[int, str] = {}
        """The persons who play, by the numbers of players."""
        self.arbiters: list[str] = []
        self.games: list[BoardGame] = []
        self.table: tuple[int, list[wire.TournamentLine]] | None = None
        """The table as it is sent, and the version of the event that it belongs to."""
        self.lock = asyncio.Lock()

    @property
    def id(self) -> str:
        """The id of the event."""
        return self.row.id

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

    def game_on(self, round_number: int, board: int) -> BoardGame | None:
        """The newest game on a board."""
        found = [game for game in self.games if (game.round, game.board) == (round_number, board)]
        return found[-1] if found else None


def replay_with(event: Event, act: Act) -> Event:
    """The event after an act, without changing it."""
    after = copy.deepcopy(event)
    after.apply(act)
    return after


def columns(loaded: Tournament, act: Act) -> dict[str, object]:
    """What the act changes in the list of events."""
    if isinstance(act, event_acts.Matched | event_acts.Resulted) and loaded.event.kind.is_continuous:
        return {}
    event = replay_with(loaded.event, act)
    return {
        "due_ms": arena_games.due_ms(event, loaded.row.settings.online),
        "status": status_of(event),
        "players": len(event.present),
        "rounds": len(event.rounds),
        "total_rounds": event.total_rounds,
    }


def status_of(event: Event) -> wire.TournamentStatus:
    """Whether an event takes entries before its first round, is played, or is over."""
    if event.finished:
        return "finished"
    return "running" if event.rounds else "open"


def handicap_of(game: Game) -> Handicap:
    """The handicap of a game."""
    return Handicap.named(game.pairing.handicap)
