"""Quick pairing: one click begins a game with a person who waits for the same kind of game."""

from __future__ import annotations

import logging
from typing import Final

import msgspec

from komadai.handicap import Handicap
from komadai.play.events import ClockSettings
from komadai.ratings.handicaps import EVEN
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.lobby import views
from komadai.server.lobby.challenges import Challenges
from komadai.server.lobby.lobby import Lobby
from komadai.server.lobby.store import ChallengeRow
from komadai.server.lobby.wire import NewChallenge
from komadai.server.tasks import Tasks

log: Final = logging.getLogger(__name__)

LOOK_AGAIN_S: Final = 1.0
"""A seek looks again after this time: another process may have created one at the same moment."""
UNKNOWN_RATING_DISTANCE: Final = 10_000
"""How far the ratings of two people count as apart if one of them is not known: others are preferred."""


def quick_game(clock: ClockSettings) -> NewChallenge:
    """The settings of quick pairing: an even game, rated if both players have accounts."""
    return NewChallenge(side="furigoma", listed=True, clock=clock, rated=True, visibility="public")


class QuickPairing:
    """Pairs two seeks for the same kind of game. A seek without a partner stays in the lobby."""

    def __init__(self, tasks: Tasks, challenges: Challenges, lobby: Lobby) -> None:
        self._tasks = tasks
        self._challenges = challenges
        self._lobby = lobby

    async def play(self, guest: str, new: NewChallenge) -> tuple[str, str | None]:
        """Asks for this `quick_game`, which must have been validated.

        Returns the guest's seek, and its game if somebody was waiting. Who asks again keeps the same seek.
        Raises ApiError as `Challenges.create` does.
        """
        mine = [
            row.id
            for row in await self._lobby.listed()
            if row.guest_id == guest and _asked(row.settings) == _asked(new)
        ]
        seek_id = mine[0] if mine else await self._challenges.create(guest, new)
        game_id = await self._pair(seek_id)
        if game_id is None:
            self._tasks.later(LOOK_AGAIN_S, lambda: self._pair_again(seek_id))
        return seek_id, game_id

    async def _pair_again(self, seek_id: str) -> None:
        try:
            await self._pair(seek_id)
        except (ApiError, *DATABASE_ERRORS) as error:
            log.warning("the seek %s could not be paired: %s", seek_id, reason_of(error))

    async def _pair(self, seek_id: str) -> str | None:
        """Begins the game of this seek with the one whose maker has the nearest rating, the oldest first.

        Returns its game, which another process may have begun; None if nobody waits.
        """
        mine = await self._challenges.challenge(seek_id)
        for other in await self._matching(mine):
            try:
                return await self._challenges.begin(
                    other, mine.guest_id, Handicap.named(EVEN).sfen, EVEN, other=mine
                )
            except ApiError as error:
                if error.code == "playing":
                    continue  # a bot waits there
                if error.code != "challenge_gone":
                    raise
                mine = await self._challenges.challenge(seek_id)
                if mine.state != "open":
                    break
        return mine.game_id

    async def _matching(self, mine: ChallengeRow) -> list[ChallengeRow]:
        """The seeks of others that ask for the same game and fit in the ratings, the best first."""
        if mine.state != "open":
            return []
        found = []
        same = [
            row
            for row in await self._lobby.listed()
            if row.guest_id != mine.guest_id and _asked(row.settings) == _asked(mine.settings)
        ]
        makers = [row.guest_id for row in same]
        # They ask for the same game, so their ratings are at the same variant and speed.
        names = await self._challenges.rated_names(mine, [mine.guest_id, *makers])
        hidden = (await self._lobby.hidden([mine.guest_id], makers)).get(mine.guest_id, frozenset())
        for row in same:
            theirs, ours = names.get(row.guest_id), names.get(mine.guest_id)
            if not (views.fits(row.settings, theirs, ours) and views.fits(mine.settings, ours, theirs)):
                continue
            if row.guest_id in hidden:
                continue
            ratings = [None if name is None else name.rating for name in (theirs, ours)]
            if ratings[0] is None or ratings[1] is None:
                distance = UNKNOWN_RATING_DISTANCE
            else:
                distance = abs(ratings[0] - ratings[1])
            found.append((distance, row.created_ms, row.id, row))
        return [row for *_, row in sorted(found, key=lambda each: each[:3])]


def _asked(new: NewChallenge) -> NewChallenge:
    """Returns the part that two seeks must share: all but who may watch, who tosses, and the range of
    ratings."""
    return msgspec.structs.replace(new, visibility="public", tosser="higher", rating_within=None)
