"""The rights of a person to speak at games, to write free text and to play, as moderators have decided."""

from __future__ import annotations

from typing import Final

from komadai.server.chat.wire import ChatRights
from komadai.server.errors import ApiError
from komadai.server.games.storage.store import GameStore
from komadai.server.people.store import PeopleStore
from komadai.server.server_clock import ServerClock

GAMES_NEEDED: Final = 10
"""An account may write free text after this number of finished games against persons."""


class Conduct:
    """Asks the database, because a moderator may have muted the account a moment ago."""

    def __init__(self, people: PeopleStore, games: GameStore, clock: ServerClock) -> None:
        self._people = people
        self._games = games
        self._clock = clock

    async def rights(self, person: str) -> ChatRights:
        """Reads the rights of this person in chats."""
        account = await self._people.account(person)
        if account is None:
            return ChatRights(free=False, games=0, needed=GAMES_NEEDED, account=False, muted_until_ms=None)
        games = await self._games.games_with_persons(person, GAMES_NEEDED)
        muted = account.is_muted(self._clock.now_ms())
        return ChatRights(
            free=not muted and (games >= GAMES_NEEDED or account.role != "user"),
            games=games,
            needed=GAMES_NEEDED,
            account=True,
            muted_until_ms=account.muted_until_ms if muted else None,
        )

    async def check_speech(self, person: str, *, free: bool) -> None:
        """Raises ApiError ``muted``; for free text also ``phrases_only``."""
        account = await self._people.account(person)
        if account is not None and account.is_muted(self._clock.now_ms()):
            raise ApiError("muted")
        if free and not (await self.rights(person)).free:
            raise ApiError("phrases_only")

    async def may_play(self, person: str) -> bool:
        """Whether this person may begin games with others now: no moderator has barred or closed them."""
        account = await self._people.account(person)
        now = self._clock.now_ms()
        return account is None or not (account.is_barred(now) or account.is_banned(now))

    async def check_play(self, person: str) -> None:
        """Raises ApiError ``barred`` for a person who may begin no games with others now."""
        if not await self.may_play(person):
            raise ApiError("barred")
