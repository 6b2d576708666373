"""The lobby: who is here, and what its pages show: seeks, people and running games."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from komadai.play.boards import SHOGI
from komadai.server.connections import Connection, encode
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.games.player_names import PlayerName, RatedAs, speed_of_clock
from komadai.server.games.room import GamesRoom
from komadai.server.lobby import views
from komadai.server.lobby import wire as lobby_wire
from komadai.server.lobby.store import ChallengeRow, ChallengeStore
from komadai.server.people.social.social import SocialStore

log: Final = logging.getLogger(__name__)

REFRESH_S: Final = 3.0
"""How often the list of running games is read while a page shows the lobby."""
READ_GAMES: Final = 100
"""How many running games are read. Of these each viewer is shown `views.MAX_GAMES`."""
MAX_FOLLOWED_GAMES: Final = 500
"""How many running games of those are read whom an account follows."""
GRADE_VALID_MS: Final = 60_000
MAX_GRADES: Final = 10_000
PRESENT: Final = "lobby"
"""The topic of those who have the lobby open."""


class Lobby:
    """The pages that show the lobby, and the programs that listen for challenges."""

    def __init__(self, core: Core, games: GamesRoom, social: SocialStore) -> None:
        self._clock, self._cluster, self._tasks = core.clock, core.cluster, core.tasks
        self._games, self._names = games.game_store, games.player_names
        self._social = social
        self._challenges = ChallengeStore(core.database)
        self._watchers: set[Connection] = set()
        self._programs: Counter[str] = Counter()
        """The accounts for which programs listen here, and how many."""
        self._sent: views.Contents | None = None
        """The contents that the pages got last."""
        self._viewers: dict[RatedAs, tuple[int, PlayerName | None]] = {}
        """The viewers with their ranks and ratings, and when they were read."""
        self._known: dict[str, tuple[int, PlayerName | None]] = {}
        """The people in the lobby, None for guests, and when they were read."""

    @property
    def is_watched(self) -> bool:
        """Whether a page shows the lobby."""
        return bool(self._watchers)

    async def watch(self, connection: Connection) -> None:
        """Sends the lobby to a page, now and at every change."""
        first = connection.guest is not None and not self._has_lobby(connection.guest)
        self._watchers.add(connection)
        if first:
            assert connection.guest is not None
            await self._cluster.set_presence(PRESENT, connection.guest, True, self._clock.now_ms())
        connection.send(encode(lobby_wire.LobbyMessage(await self.view(connection.guest))))

    def leave(self, connection: Connection) -> None:
        """Stops sending the lobby."""
        self._watchers.discard(connection)
        guest = connection.guest
        if guest is not None and not self._has_lobby(guest):
            self._tasks.spawn(self._attend(guest, False))

    async def view(self, guest: str | None) -> lobby_wire.LobbyView:
        """The lobby, as this guest sees it."""
        viewers = () if guest is None else (guest,)
        contents = await self._contents(viewers)
        return _lobby(contents, guest, await self._read_viewers(contents, viewers))

    async def send(self) -> None:
        """Sends the lobby to all its pages."""
        if not self._watchers:
            return
        viewers = self._viewers_here()
        contents = self._sent = await self._contents(viewers)
        known = await self._read_viewers(contents, viewers)
        for connection in list(self._watchers):
            # Who has come meanwhile gets a lobby of their own, without those whom they have blocked.
            if connection.guest is None or connection.guest in viewers:
                connection.send(encode(lobby_wire.LobbyMessage(_lobby(contents, connection.guest, known))))

    async def refresh(self) -> None:
        """Sends the lobby when the running games have changed, which other rooms do not announce."""
        if self._watchers and await self._contents(self._viewers_here()) != self._sent:
            await self.send()

    # -- who is here

    async def listen(self, person: str) -> None:
        """A program listens for challenges to this account, which counts as a page on the lobby."""
        self._programs[person] += 1
        await self._attend(person, True)
        await self.send()

    async def stop_listening(self, person: str) -> None:
        """The program of a `listen` has gone."""
        self._programs[person] -= 1
        if not self._programs[person]:
            del self._programs[person]
        if not self._has_lobby(person):
            await self._attend(person, False)
        await self.send()

    async def _attend(self, guest: str, here: bool) -> None:
        try:
            await self._cluster.set_presence(PRESENT, guest, here, self._clock.now_ms())
        except DATABASE_ERRORS as error:
            log.warning("could not store who has the lobby open: %s", reason_of(error))

    def _has_lobby(self, guest: str) -> bool:
        """Whether this guest has the lobby open, or a program that listens, at this process."""
        return guest in self._programs or any(watcher.guest == guest for watcher in self._watchers)

    async def present(self) -> set[str]:
        """Finds the people who have the lobby open, or a program that listens, here or at another process."""
        here = {watcher.guest for watcher in self._watchers if watcher.guest is not None} | set(
            self._programs
        )
        elsewhere = (await self._cluster.presence_elsewhere([PRESENT])).get(PRESENT, ())
        return here | {person for person, is_here, _ in elsewhere if is_here}

    async def followed(self, account: str) -> lobby_wire.Followed:
        """Those of the people whom this account follows who are here now, or play a public game."""
        follows = await self._social.others("follow", account)
        hidden = await self.hidden([account], follows)
        shown = [each for each in follows if each not in hidden.get(account, ())]
        games: dict[str, str] = {}
        for row in await self._games.public_running(MAX_FOLLOWED_GAMES, shown):
            for seat in row.seats:
                games.setdefault(seat.guest_id or "", row.id)
        present = await self.present()
        names = await self._names.of(shown)
        return lobby_wire.Followed(
            [
                lobby_wire.FollowedPerson(account=name.account, here=each in present, game=games.get(each))
                for each in shown
                if (each in present or each in games)
                and (name := names.get(each)) is not None
                and name.account is not None
            ]
        )

    async def hidden(self, viewers: Collection[str], others: Collection[str]) -> dict[str, frozenset[str]]:
        """Those of the others whom each viewer has blocked, or who have blocked the viewer."""
        blocks = await self._social.pairs("block", viewers, others)
        blocked_by = await self._social.pairs("block", others, viewers)
        return _by_first(blocks | {(viewer, other) for other, viewer in blocked_by})

    # -- what is shown

    async def listed(self) -> list[ChallengeRow]:
        """The open seeks."""
        return await self._challenges.listed(self._clock.now_ms())

    async def _contents(self, viewers: Collection[str]) -> views.Contents:
        """Makes the contents of the lobby for these people, and for guests."""
        rows = await self.listed()
        games = await self._games.public_running(READ_GAMES)
        found = await self._names.at(_rated_as(row, row.guest_id) for row in rows)
        makers = {
            row.id: {row.guest_id: found[asked]} if (asked := _rated_as(row, row.guest_id)) in found else {}
            for row in rows
        }
        players = {seat.guest_id for game in games for seat in game.seats} - {None}
        names, people = await self._names.of(players), await self._people()
        follows = await self._social.pairs(
            "follow", viewers, {*names, *people, *(row.guest_id for row in rows)}
        )
        hidden = await self.hidden(viewers, {*people, *(row.guest_id for row in rows)})
        return views.Contents(rows, makers, games, names, people, _by_first(follows), hidden)

    async def _people(self) -> dict[str, PlayerName]:
        """Those of them who have accounts, with their ranks, which are read once a minute."""
        now = self._clock.now_ms()
        present = sorted(await self.present())
        old = [
            each for each in present if each not in self._known or now - self._known[each][0] > GRADE_VALID_MS
        ]
        if len(self._known) > MAX_GRADES:
            self._known.clear()
            old = present
        found = await self._names.of(old, SHOGI, "rapid") if old else {}
        self._known.update({each: (now, found.get(each)) for each in old})
        names = ((each, self._known[each][1]) for each in present)
        return {each: name for each, name in names if name is not None and name.account is not None}

    async def _read_viewers(
        self, contents: views.Contents, guests: Iterable[str]
    ) -> dict[RatedAs, PlayerName | None]:
        """The names and ranks of these guests that their lobbies need, read once a minute."""
        now = self._clock.now_ms()
        needed: set[RatedAs] = set()
        for guest in guests if contents.rows else ():
            needed |= {RatedAs(guest, SHOGI, "rapid"), *_as_viewer(contents, guest).values()}
        known = {
            each: self._viewers[each][1]
            for each in needed
            if each in self._viewers and now - self._viewers[each][0] <= GRADE_VALID_MS
        }
        old = needed - known.keys()
        found = await self._names.at(old) if old else {}
        if len(self._viewers) + len(old) > MAX_GRADES:
            self._viewers.clear()
        self._viewers.update({each: (now, found.get(each)) for each in old})
        return {**known, **{each: found.get(each) for each in old}}

    def _viewers_here(self) -> set[str]:
        return {watcher.guest for watcher in self._watchers if watcher.guest is not None}


def _lobby(
    contents: views.Contents, guest: str | None, known: Mapping[RatedAs, PlayerName | None]
) -> lobby_wire.LobbyView:
    """The lobby, as this guest sees it. ``known``: the guest's ranks."""
    at = {row_id: known[asked] for row_id, asked in _as_viewer(contents, guest).items()}
    name = known[RatedAs(guest, SHOGI, "rapid")] if guest is not None and contents.rows else None
    return views.lobby(contents, views.Viewer(guest, name, at))


def _rated_as(row: ChallengeRow, person: str) -> RatedAs:
    """A person at the variant and speed of a challenge."""
    return RatedAs(person, row.settings.variant, speed_of_clock(row.settings.clock, row.settings.days or 0))


def _as_viewer(contents: views.Contents, guest: str | None) -> dict[str, RatedAs]:
    """The guest at the variant and speed of each seek, by its id, where rank or rating are needed."""
    needed: dict[str, RatedAs] = {}
    for row in contents.rows:
        maker, asked = contents.makers[row.id].get(row.guest_id), _rated_as(row, guest or "")
        if (
            guest not in (None, row.guest_id)
            and maker is not None
            and (maker.grade is not None or row.settings.rating_within is not None)
            and asked.speed is not None
        ):
            needed[row.id] = asked
    return needed


def _by_first(pairs: set[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """The second ones of the pairs, by the first."""
    found: dict[str, set[str]] = {}
    for first, second in pairs:
        found.setdefault(first, set()).add(second)
    return {first: frozenset(seconds) for first, seconds in found.items()}
