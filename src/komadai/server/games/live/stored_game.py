"""The stored state of a game in memory: every change of it is a commit, or was read from the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from komadai.pieces import Color
from komadai.play.errors import CommandError
from komadai.play.events import Event
from komadai.play.game import GameMachine
from komadai.server import metrics
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games import access
from komadai.server.games import views as games_views
from komadai.server.games.live.services import GameServices
from komadai.server.games.storage.commits import Overtaken
from komadai.server.games.storage.tables import GameRow

log: Final = logging.getLogger(__name__)

ATTEMPTS: Final = 10
"""How often a command is decided again after other processes were faster."""

Decision = Callable[[GameMachine], list[Event]]
"""Asks the game for the events of a command."""


class Changed(Protocol):
    """Is called with each change, after it was stored."""

    def __call__(self, before: GameMachine, events: list[Event], *, own: bool) -> None:
        """``own``: this process committed the events, and did not read them."""


class StoredGame:
    """The row and the events of a game as far as they are stored. Who changes them holds the lock."""

    def __init__(self, services: GameServices, row: GameRow, game: GameMachine, changed: Changed) -> None:
        self._store, self._tasks = services.store, services.core.tasks
        self._changed = changed
        self._uncertain = False
        """Whether a commit has failed that may have reached the database."""
        self.lock: Final = asyncio.Lock()
        self.row: GameRow = row
        self.game: GameMachine = game
        self.moves: Final = games_views.MoveList(game.settings.start_sfen, game.settings.variant)
        self.moves.update(game)
        self.next_id: str | None = None
        """The id of the rematch, or of the game that replays this draw; None: not known or there is none."""

    @property
    def id(self) -> str:
        """The game's id."""
        return self.row.id

    @property
    def guests(self) -> tuple[str | None, str | None]:
        """The guests in the two seats; None for an engine or a program."""
        first, second = self.row.seats
        return first.guest_id, second.guest_id

    def person(self, color: Color) -> str | None:
        """The guest who plays this colour; None for an engine or a program, and before furigoma."""
        colors = self.game.colors
        return None if colors is None else self.guests[colors.index(color)]

    def is_player(self, guest: str | None) -> bool:
        """Whether this guest sits in a seat of the game."""
        return self.row.has_player(guest)

    def colors_of(self, guest: str | None) -> tuple[Color, ...]:
        """The colours for which this guest acts: none for a spectator, both at one page."""
        if guest is None or self.game.colors is None:
            return ()
        if self.row.recorder_id is not None:
            return tuple(Color) if guest == self.row.recorder_id else ()
        pairs = zip(self.guests, self.game.colors, strict=True)
        return tuple(sorted(color for player, color in pairs if player == guest))

    def role_of(self, guest: str | None) -> access.Role:
        """The role of this guest in the game."""
        recorder = self.row.recorder_id
        if recorder is not None and guest == recorder:
            return "recorder"
        if not self.is_player(guest):
            return "watcher"
        return "player" if recorder is None else "at_board"

    def check(self, guest: str | None, action: access.Action) -> None:
        """Raises ApiError if this guest may not do this in the game."""
        access.check(self.role_of(guest), self.row.visibility, action)

    async def act(self, decide: Decision) -> list[Event]:
        """Takes the lock, asks the game for events and commits them, even if the caller is cancelled.

        Raises ApiError if the game refuses the command or the events cannot be stored.
        """
        return await self._tasks.complete(self._act(decide))

    async def _act(self, decide: Decision) -> list[Event]:
        async with self.lock:
            await self.reload_if_uncertain()
            return await self.commit(decide)

    # -- under the lock

    async def commit(
        self, decide: Decision, check: Callable[[GameMachine], None] | None = None
    ) -> list[Event]:
        """Asks the game for events and commits them. The lock must be held.

        If another process was faster, its events are read and the game is asked again, unless ``check``
        raises. Raises ApiError if the game refuses the command or the events cannot be stored.
        """
        for _ in range(ATTEMPTS):
            try:
                return await self._try_to_commit(decide)
            except Overtaken:
                metrics.overtaken.inc()
                await self._read_news()
                if check is not None:
                    check(self.game)
        raise ApiError("not_saved")

    async def reload_if_uncertain(self) -> None:
        """After a failed commit, which may have reached the database, reads what it has."""
        if self._uncertain:
            await self._read_news()

    async def take_news(self, events: list[tuple[int, Event]]) -> None:
        """Takes over events that other processes have appended, with their numbers. Takes the lock."""
        async with self.lock:
            new = [event for number, event in events if number > self.game.count]
            if new and events[-1][0] == self.game.count + len(new):
                self._advance(*self._after(new), new, own=False)

    async def _read_news(self) -> None:
        """Reads the stored events that are not known here."""
        try:
            events = await self._store.events(self.id, self.game.count)
        except DATABASE_ERRORS as error:
            self._uncertain = True
            raise save_error(error) from None
        self._uncertain = False
        if events:
            self._advance(*self._after(events), events, own=False)

    async def _try_to_commit(self, decide: Decision) -> list[Event]:
        try:
            events = decide(self.game)
        except CommandError as error:
            raise ApiError.of(error) from error
        if not events:
            return events
        after, row = self._after(events)
        try:
            with metrics.commit_seconds.time():
                await self._store.append(row, events)
            metrics.events.inc(len(events))
        except DATABASE_ERRORS as error:
            self._uncertain = True
            metrics.commit_failures.inc()
            log.error("game %s: could not save %d events: %s", self.id, len(events), reason_of(error))
            raise save_error(error) from None
        self._advance(after, row, events, own=True)
        return events

    def _after(self, events: list[Event]) -> tuple[GameMachine, GameRow]:
        """The game and its row after these events."""
        after = self.game.copy()
        for event in events:
            after.apply(event)
        before = self.row
        same = self.game.outcome is None and after.outcome is None
        row = games_views.row_of(
            after,
            self.id,
            self.guests,
            before.created_ms,
            before.rematch_of,
            before.visibility,
            search=before.search if same else None,
        )
        if before.recorder_id is not None:
            row = row.recorded_by(before.recorder_id, [seat.name for seat in before.seats])
        return after, row

    def _advance(self, after: GameMachine, row: GameRow, events: list[Event], *, own: bool) -> None:
        """Replaces the state after these events were stored."""
        before, self.game, self.row = self.game, after, row
        self.moves.update(after)
        self._changed(before, events, own=own)
