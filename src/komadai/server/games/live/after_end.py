"""What a game needs after its end: a rating, or another game that replays a draw."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from komadai.server.cluster import messages as ms
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.games.live.participants import Participants
from komadai.server.games.live.services import GameServices
from komadai.server.games.live.stored_game import StoredGame

log: Final = logging.getLogger(__name__)


class AfterEnd:
    """Rates the game or has it replayed, at once or when it is looked at after a failure."""

    def __init__(
        self,
        services: GameServices,
        stored: StoredGame,
        participants: Participants,
        *,
        replay_draw: Callable[[], Awaitable[str]],
        show_names: Callable[[], Awaitable[None]],
    ) -> None:
        """``replay_draw`` creates the game that replays this draw; ``show_names`` shows new ratings."""
        core = services.core
        self._cluster, self._tasks = core.cluster, core.tasks
        self._store, self._ratings = services.store, services.ratings
        self._stored, self._participants = stored, participants
        self._replay_draw, self._show_names = replay_draw, show_names
        self._rating_tried = False

    def begin(self) -> None:
        """The game has ended by a commit of this process."""
        if self._stored.game.is_replayed:
            self._tasks.spawn(self._replay())
        elif self._stored.game.rated:
            self._rating_tried = True
            self._tasks.spawn(self._rate())

    async def make_up(self) -> None:
        """If the game is over, begins what was not done, and reads the game that follows it.

        The lock must be held.
        """
        game = self._stored.game
        if game.outcome is None:
            return
        if game.rated and not self._rating_tried:
            self._tasks.spawn(self._rate())  # the server was killed between the end and the rating
        if self._stored.next_id is None:
            self._stored.next_id = await self._store.rematch_of(self._stored.id)
            if self._stored.next_id is None and game.is_replayed:
                self._tasks.spawn(self._replay())  # the server was killed before it could be created

    async def _rate(self) -> None:
        """Rates the game that has ended, and shows the new ratings. A game is rated once."""
        self._rating_tried = True
        async with self._stored.lock:
            game, row = self._stored.game, self._stored.row
            if not await self._participants.is_rated(game, row):
                return
            result = await self._participants.result(game, row)
        try:
            await self._ratings.rate(result)
        except DATABASE_ERRORS as error:  # tried again when the game is loaded the next time
            log.error("game %s: could not rate it: %s", self._stored.id, reason_of(error))
            return
        await self._show_names()
        await self._cluster.publish(ms.NamesChanged(self._stored.id))

    async def _replay(self) -> None:
        """Creates the game that replays this draw."""
        try:
            await self._replay_draw()
        except (ApiError, *DATABASE_ERRORS) as error:  # tried again when the game is looked at
            log.error("game %s: could not replay the draw: %s", self._stored.id, error)
