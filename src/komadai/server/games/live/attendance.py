"""The open pages of a game, and whether its two persons are among those who have one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

from komadai.pieces import Color
from komadai.server.cluster.cluster import RemotePresence
from komadai.server.connections import Connection
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.games import wire as games_wire
from komadai.server.games.live.presence import Presence
from komadai.server.games.live.stored_game import StoredGame

log: Final = logging.getLogger(__name__)


class Attendance:
    """Counts the pages of a game, and tells pages and other processes who is here."""

    def __init__(self, core: Core, stored: StoredGame, show: Callable[[Connection | None], None]) -> None:
        """``show`` sends who is here to all pages but one."""
        self._clock, self._cluster, self._tasks = core.clock, core.cluster, core.tasks
        self._stored, self._show = stored, show
        self._timer: asyncio.TimerHandle | None = None
        self._lock = asyncio.Lock()
        self.watchers: Final[set[Connection]] = set()
        """The pages to which the game is sent."""
        self.presence: Presence | None
        """The presence of two persons with pages of their own; None for a single player and a recorder."""
        self.set_persons()

    def set_persons(self) -> None:
        """Takes the persons in the seats, who may have changed, and counts their pages."""
        persons = {guest for guest in self._stored.guests if guest is not None}
        two = self._stored.row.recorder_id is None and len(persons) == 2
        self.presence = Presence(persons, self._clock.now_ms()) if two else None
        if self.presence is not None:
            for watcher in self.watchers:
                self.presence.joined(watcher.guest)

    @property
    def all_here(self) -> bool:
        """Whether nobody has to be waited for before the game goes on."""
        return self.presence is None or self.presence.all_here

    def is_here(self, color: Color) -> bool:
        """Whether who plays this colour has a page of the game open."""
        player = self._stored.person(color)
        return self.presence is None or player is None or self.presence.is_here(player)

    def check_both_here(self) -> None:
        """Raises ApiError ``opponent_away``: a sealed move is opened when both have the page open."""
        if self.presence is None or not self.presence.all_here:
            raise ApiError("opponent_away")

    def check_left(self, color: Color, at: int) -> None:
        """Raises ApiError ``opponent_here`` unless the player of this colour may be taken for gone."""
        if not self.has_left(color, at):
            raise ApiError("opponent_here")

    def has_left(self, color: Color, at: int) -> bool:
        """Whether the person who plays this colour may be taken for gone."""
        player = self._stored.person(color)
        return self.presence is not None and player is not None and self.presence.state(player, at) == "left"

    async def arrives(self, guest: str | None) -> None:
        """A page of this guest is being opened."""
        if self.presence is not None and self.presence.joined(guest):
            assert guest is not None
            await self._store(guest)

    def departs(self, guest: str | None) -> None:
        """A page of this guest was closed."""
        if self.presence is not None and self.presence.left(guest, self._clock.now_ms()):
            assert guest is not None
            self._tasks.spawn(self._store(guest))

    def leave(self, connection: Connection) -> None:
        """Sends the game to this page no longer. The clock continues to run."""
        if connection in self.watchers:
            self.watchers.discard(connection)
            self.departs(connection.guest)
            self.tell()

    def set_elsewhere(self, people: Iterable[RemotePresence]) -> None:
        """Takes over the people who have pages of the game open on other processes."""
        if self.presence is None:
            return
        for person, here, since_ms in people:
            self.presence.set_elsewhere(person, here, since_ms)
        if self.watchers:
            self.tell()

    def view(self) -> games_wire.Attendance | None:
        """Who is here now; None where that is not shown."""
        game = self._stored.game
        if self.presence is None or game.colors is None or game.correspondence:
            return None
        now = self._clock.now_ms()
        states = {
            color: self.presence.state(player, now)
            for player, color in zip(self._stored.guests, game.colors, strict=True)
            if player is not None
        }
        watchers = sum(not self._stored.is_player(each.guest) for each in self.watchers)
        return games_wire.Attendance(states[Color.BLACK], states[Color.WHITE], watchers)

    def tell(self, but: Connection | None = None) -> None:
        """Sends who is here of two persons, now and at each later change."""
        if self.presence is None:
            return
        self._show(but)
        self.stop()
        now = self._clock.now_ms()
        change = self.presence.next_change(now)
        if change is not None and self._stored.game.outcome is None and not self._tasks.closing:
            wait = max(1, change - now) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self.tell)

    def stop(self) -> None:
        """Cancels the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _store(self, player: str) -> None:
        """Tells other processes whether a player is here now; reads who is there."""
        async with self._lock:  # the last change is stored last
            presence, game_id = self.presence, self._stored.id
            if presence is None:
                return
            try:
                here = presence.has_page(player)
                await self._cluster.set_presence(game_id, player, here, self._clock.now_ms())
                found = await self._cluster.presence_elsewhere([game_id])
            except DATABASE_ERRORS as error:
                log.warning("game %s: could not store who is here: %s", game_id, reason_of(error))
                return
            for each in found.get(game_id, ()):
                presence.set_elsewhere(*each)
