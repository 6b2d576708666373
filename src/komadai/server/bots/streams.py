"""Streams of JSON lines: what happens to an account, and what happens in a game.

The stream of an account compares what the database has with what was sent, each second or two and whenever
this process knows of a change. So nothing is lost when a message to this process is, or the server restarts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec

from komadai.server.bots import wire as bots_wire
from komadai.server.connections import Connection
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.games import views as games_views
from komadai.server.games.live.live_game import LiveGame
from komadai.server.games.player_names import Names
from komadai.server.games.room import GamesRoom
from komadai.server.games.storage.tables import GameRow
from komadai.server.http.addresses import Base
from komadai.server.lobby.room import LobbyRoom
from komadai.server.lobby.store import ChallengeRow
from komadai.server.people.store import Account
from komadai.server.rate_limits import ConcurrencyLimit

log: Final = logging.getLogger(__name__)

KEEP_ALIVE_S: Final = 7.0
"""After this time without a message an empty line is sent, and the token is checked again."""
POLL_S: Final = 1.5
AFTER_END_S: Final = 30.0
"""The stream of a game ends this long after the game: until then a rematch may be offered."""

Alive = Callable[[], Awaitable[bool]]
"""Whether the token of a stream still holds."""


class BotStreams:
    """The streams that are open in this process."""

    def __init__(self, core: Core, games: GamesRoom, lobby: LobbyRoom) -> None:
        limits = self._limits = core.settings.limits
        self._clock, self._tasks = core.clock, core.tasks
        self._games, self._names = games.game_store, games.player_names
        self._challenges, self._lobby = lobby.challenges, lobby.lobby
        self._persons = ConcurrencyLimit(limits.sockets_per_guest)
        self._addresses = ConcurrencyLimit(limits.sockets_per_address)
        self._wakers: dict[str, set[asyncio.Event]] = {}
        """The streams of accounts, by the id of the person."""
        self._named: dict[str, str] = {}
        """Their ids, by the name of the account."""
        lobby.challenges.listeners.append(self._challenge_changed)
        games.registry.begun_listeners.append(self._game_begun)

    def check_room(self, person: str, address: str) -> None:
        """Raises ApiError ``too_many_sockets`` if there are as many streams as are allowed."""
        free = self._persons.acquire(person)
        if free:
            self._persons.release(person)
            free = self._addresses.acquire(address)
            if free:
                self._addresses.release(address)
        if not free:
            raise ApiError("too_many_sockets")

    # -- an account

    async def of_account(self, account: Account, address: str, alive: Alive) -> AsyncIterator[bytes]:
        """The events of an account: first its running games and open challenges, then what changes."""
        person = account.id
        if not self._persons.acquire(person):
            return
        if not self._addresses.acquire(address):
            self._persons.release(person)
            return
        connection, waker = Connection(person, self._limits.outbox), asyncio.Event()
        watched: set[str] = set()
        try:
            await self._arrived(account, waker)
            known = _Known()
            quiet_since = asyncio.get_running_loop().time()
            yield b"\n"  # the headers are sent with it
            while not self._tasks.closing:
                try:
                    events = await self._news(account, known)
                    await self._keep_seeks(connection, known, watched)
                except DATABASE_ERRORS as error:
                    log.warning("the events of a bot could not be read: %s", reason_of(error))
                    events = []
                for event in events:
                    yield msgspec.json.encode(event) + b"\n"
                now = asyncio.get_running_loop().time()
                if events:
                    quiet_since = now
                elif now - quiet_since > KEEP_ALIVE_S:
                    if not await alive():
                        return
                    yield b"\n"
                    quiet_since = now
                with suppress(TimeoutError):
                    await asyncio.wait_for(waker.wait(), POLL_S)
                waker.clear()
        finally:
            for challenge_id in watched:
                self._challenges.leave(connection, challenge_id)
            self._tasks.spawn(self._left(account, waker))
            self._addresses.release(address)
            self._persons.release(person)

    async def _news(self, account: Account, known: _Known) -> list[bots_wire.BotEvent]:
        """Returns the changes since the last call."""
        person = account.id
        events: list[bots_wire.BotEvent] = []
        playing = await self._games.playing(person)
        games = {row.id: row for row in playing if _is_of_two_persons(row)}
        new = [row for row in games.values() if row.id not in known.games]
        seats = [seat.guest_id for row in new for seat in row.seats]
        names = await self._names.of(seats) if new else {}
        events += [bots_wire.BotGameStart(_game(row, person, names)) for row in new]
        events += [bots_wire.BotGameEnd(game_id) for game_id in known.games - games.keys()]
        challenges = {row.id: row for row in await self._challenges.open_for(person, account.name)}
        for challenge in challenges.values():
            if challenge.id not in known.challenges and challenge.guest_id != person:
                view = await self._challenges.view(challenge, person, Base("", False))
                events.append(bots_wire.BotChallenge(view))
        for challenge_id in known.challenges.keys() - challenges.keys():
            state = (await self._challenges.challenge(challenge_id)).state_at(self._clock.now_ms())
            events.append(bots_wire.BotChallengeGone(challenge_id, state))
        known.games, known.challenges = set(games), challenges
        return events

    async def _keep_seeks(self, connection: Connection, known: _Known, watched: set[str]) -> None:
        """A seek or invitation ends with the last page of its maker: this stream is a page of them."""
        seeks = {
            row.id for row in known.challenges.values() if row.guest_id == connection.guest and row.waits
        }
        for challenge_id in seeks - watched:
            watched.add(challenge_id)
            await self._challenges.watch(connection, challenge_id)
        for challenge_id in watched - seeks:
            watched.discard(challenge_id)
            self._challenges.leave(connection, challenge_id)
        while not connection.outbox.empty():
            connection.outbox.get_nowait()

    async def _arrived(self, account: Account, waker: asyncio.Event) -> None:
        self._wakers.setdefault(account.id, set()).add(waker)
        self._named[account.name] = account.id
        await self._lobby.listen(account.id)

    async def _left(self, account: Account, waker: asyncio.Event) -> None:
        wakers = self._wakers[account.id]
        wakers.discard(waker)
        if not wakers:
            del self._wakers[account.id]
            del self._named[account.name]
        await self._lobby.stop_listening(account.id)

    def _wake(self, person: str | None) -> None:
        for waker in self._wakers.get(person or "", ()):
            waker.set()

    def _challenge_changed(self, row: ChallengeRow) -> None:
        self._wake(row.guest_id)
        self._wake(self._named.get(row.settings.to or ""))

    def _game_begun(self, live: LiveGame) -> None:
        for guest in live.guests:
            self._wake(guest)

    # -- a game

    async def of_game(self, live: LiveGame, person: str, address: str, alive: Alive) -> AsyncIterator[bytes]:
        """The messages of a game, as a page gets them: the whole game first."""
        if not self._persons.acquire(person):
            return
        if not self._addresses.acquire(address):
            self._persons.release(person)
            return
        connection = Connection(person, self._limits.outbox)
        loop = asyncio.get_running_loop()
        checked, ended = loop.time(), None
        try:
            await live.join(connection, None)
            while not self._tasks.closing:
                if live.game.outcome is not None and ended is None:
                    ended = loop.time()
                if ended is not None and loop.time() - ended > AFTER_END_S:
                    return
                line = b""
                with suppress(TimeoutError):
                    line = (await asyncio.wait_for(connection.outbox.get(), POLL_S)).encode()
                if connection.overflowed.is_set() and connection.outbox.empty():
                    return
                now = loop.time()
                if now - checked > KEEP_ALIVE_S:
                    checked = now
                    if not await alive():
                        return
                    line = line or b"\n"
                # Programs get no credit for the delay of the network, so nothing is measured.
                if line and not line.startswith(b'{"type":"ping"'):
                    yield line if line == b"\n" else line + b"\n"
        finally:
            live.leave(connection)
            self._addresses.release(address)
            self._persons.release(person)


class _Known:
    """The messages that a stream has sent."""

    def __init__(self) -> None:
        self.games: set[str] = set()
        self.challenges: dict[str, ChallengeRow] = {}


def _is_of_two_persons(row: GameRow) -> bool:
    return not row.one_page and all(seat.guest_id is not None for seat in row.seats)


def _game(row: GameRow, person: str, names: Names) -> bots_wire.BotGame:
    black, white = games_views.seat_players(row, person, names)
    own = next(seat for seat in row.seats if seat.guest_id == person)
    return bots_wire.BotGame(
        id=row.id,
        color="white" if own.color == "white" else None if own.color is None else "black",
        opponent=black if own.color == "white" else white,
        variant=row.variant,
        handicap=row.handicap,
    )
